import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tactic, technique } from '../support/fixtures/attack-editions.ts';
import { askPinned } from '../support/http/pinned.ts';
import { newMission } from '../support/missions/factories.ts';
import { noSignals } from '../support/servers/platform.ts';
import { Client, password } from '../support/servers/server.ts';

export type Said = { code: number | null; stdout: string; stderr: string };

/** The `damson` command of an installation: a program, and its arguments before the command's own. */
export type Installation = {
  program: string;
  before: readonly string[];
  cwd: string;
  /** Folder in which its program finds others; by default Node's own. */
  path?: string;
};

function start(
  { program, before, cwd, path: searched }: Installation,
  args: readonly string[],
): ChildProcess {
  // Without settings and paths of the person running the tests; `#!/usr/bin/env node` needs this one.
  const env = { PATH: searched ?? path.dirname(process.execPath), HOME: cwd };
  return spawn(program, [...before, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

function textOf(child: ChildProcess): { stdout: string; stderr: string } {
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
    });
  }
  return text;
}

/** Runs one line of the command to its end. */
export async function run(installation: Installation, args: readonly string[]): Promise<Said> {
  const child = start(installation, args);
  const text = textOf(child);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...text };
}

/**
 * Serves from an installation, and uses each of its parts once: the database, password hashing, the thread that reads bundles,
 * the interface, work on a mission without evidence, a certificate, and a clean stop.
 */
export async function useInstallation(installation: Installation): Promise<void> {
  const dataDir = path.join(installation.cwd, 'data');
  await whileServing(installation, ['--data-dir', dataDir], async (url) => {
    const anybody = new Client(url, null);
    assert.equal((await anybody.get('/api/v1/health')).status, 200);
    assert.match((await anybody.get('/')).body, /<div id="root">/);
    assert.equal((await anybody.get('/api/openapi.json')).body.openapi, '3.1.0');

    const token = await run(installation, ['install-token', '--data-dir', dataDir]);
    assert.deepEqual([token.code, token.stderr], [0, '']);
    const made = await anybody.post('/api/v1/setup', {
      install_token: token.stdout.trim(),
      email: 'ada@damson.test',
      display_name: 'Ada',
      password,
      load_catalog: true,
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const ada = new Client(url, made.body.access_token);
    assert.equal((await ada.get('/api/v1/catalog/status')).body.version, '19.1');
    const mission = await newMission(ada, { tests: 2 });
    assert.equal((await ada.get(`/api/v1/missions/${mission.id}`)).body.name, mission.name);

    const bundles = path.join(dataDir, 'catalog');
    mkdirSync(bundles, { recursive: true });
    const objects = [tactic('TA0001', 'Entry', 'entry'), technique('T1001', 'Knocking', ['entry'])];
    writeFileSync(
      path.join(bundles, 'own.json'),
      JSON.stringify({ type: 'bundle', id: 'bundle--1', objects }),
    );
    const read = await run(installation, [
      ...['catalog', 'sync', '--source', 'own.json', '--allow-unverified', '--data-dir', dataDir],
    ]);
    assert.deepEqual([read.code, read.stderr], [0, '']);
    assert.match(read.stdout, /1 tactics, 1 techniques/);
  });
  await whileServing(installation, ['--data-dir', dataDir, '--tls', 'own'], async (url, stdout) => {
    const [, fingerprint = ''] = /"encrypted","fingerprint":"([^"]+)"/.exec(stdout) ?? [];
    assert.equal((await askPinned(`${url}/api/v1/health`, fingerprint)).status, 200);
  });
}

async function whileServing(
  installation: Installation,
  args: readonly string[],
  work: (url: string, stdout: string) => Promise<void>,
): Promise<void> {
  const child = start(installation, ['serve', ...args, '--port', '0']);
  const text = textOf(child);
  const closed = once(child, 'close') as Promise<[number | null]>;
  try {
    const address = (): string | undefined => /"listening","url":"([^"]+)"/.exec(text.stdout)?.[1];
    while (address() === undefined) {
      const ended = await Promise.race([once(child.stdout as never, 'data').then(() => false), closed]);
      if (ended) assert.fail(`it ended early: ${text.stdout}${text.stderr}`);
    }
    await work(address() as string, text.stdout);
  } finally {
    child.kill('SIGTERM');
  }
  const [code] = await closed;
  if (noSignals !== false) return;
  assert.equal(code, 0, text.stderr);
  assert.match(text.stdout, /"event":"stopped"/);
}
