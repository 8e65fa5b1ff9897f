import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { serving } from '../support/commands/command.ts';
import { signInAsNewAdmin } from '../support/commands/command-admin.ts';
import { attach, bodyOf, newMission, placeOf } from '../support/missions/factories.ts';
import { noSignals } from '../support/servers/platform.ts';
import { S3Store } from '../support/servers/s3-store.ts';
import { Client, password } from '../support/servers/server.ts';

// Files belong to the database that lists them. A start with other files would delete those as unknown, or report its own as
// lost.

const folder = mkdtempSync(path.join(tmpdir(), 'damson-stores-'));
let store: S3Store;
before(async () => {
  store = await new S3Store().start();
});
after(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

type Env = Record<string, string>;

/** An unserved installation with one stored file. */
async function newInstallation(name: string, env: Env): Promise<{ dataDir: string; id: string }> {
  const dataDir = path.join(folder, name);
  const server = await serving(dataDir, { env });
  const client = await signInAsNewAdmin(dataDir, server, env);
  const { id } = bodyOf(await attach(client, placeOf(await newMission(client))), 201);
  assert.equal((await server.stop()).code, 0);
  return { dataDir, id };
}

/** Serves the installation, and reads its file. */
async function readsItsFile({ dataDir, id }: { dataDir: string; id: string }, env: Env): Promise<void> {
  const server = await serving(dataDir, { env });
  const anonymous = new Client(server.url, null);
  const session = await anonymous.post('/api/v1/auth/login', { email: 'ada@example.org', password });
  const client = new Client(server.url, bodyOf(session, 200).access_token);
  assert.equal((await client.get(`/api/v1/evidence/${id}`)).status, 200);
  assert.equal((await anonymous.get('/api/v1/health')).status, 200);
  assert.equal((await server.stop()).code, 0);
}

async function isRefused(dataDir: string, env: Env, expected: RegExp): Promise<void> {
  await assert.rejects(serving(dataDir, { env }), (error: Error) => {
    assert.match(error.message, /ended early \(78\b/);
    assert.match(error.message, expected);
    return true;
  });
}

const places: [string, (name: string) => Env, setting: string][] = [
  ['a folder', (name) => ({ EVIDENCE_DIR: path.join(folder, `${name}-files`) }), 'EVIDENCE_DIR'],
  ['a bucket', (name) => store.environment(name), 'EVIDENCE_URL'],
];

for (const [what, at, setting] of places) {
  describe(`a start over ${what}`, { skip: noSignals }, () => {
    const name = what.replace('a ', '');
    let mine: { dataDir: string; id: string };
    let others: { dataDir: string; id: string };
    before(async () => {
      mine = await newInstallation(`${name}-mine`, at(`${name}-mine`));
      others = await newInstallation(`${name}-others`, at(`${name}-others`));
    });

    test('that is empty is refused, and stays empty', async () => {
      await isRefused(
        mine.dataDir,
        at(`${name}-empty`),
        new RegExp(`damson: ${setting} holds none of the stored files`),
      );
      // Refused the second time, too.
      await isRefused(
        mine.dataDir,
        at(`${name}-empty`),
        new RegExp(`damson: ${setting} holds none of the stored files`),
      );
      await readsItsFile(mine, at(`${name}-mine`));
    });

    test('that belongs to another installation is refused, and left intact', async () => {
      await isRefused(
        mine.dataDir,
        at(`${name}-others`),
        new RegExp(`damson: ${setting} is another installation's`),
      );
      await readsItsFile(others, at(`${name}-others`));
      await readsItsFile(mine, at(`${name}-mine`));
    });

    test('that is empty is accepted by an installation without files', async () => {
      const server = await serving(path.join(folder, `${name}-fresh`), { env: at(`${name}-fresh`) });
      assert.equal((await server.stop()).code, 0);
    });
  });
}

describe('a folder of an installation from before there were markers', { skip: noSignals }, () => {
  const findMarker = (folder: string) =>
    readdirSync(folder).find((name) => name.startsWith('damson-installation-')) ?? '';

  test('is recognised by its files, and marked', async () => {
    const mine = await newInstallation('unmarked', {});
    const evidence = path.join(mine.dataDir, 'evidence');
    const marker = findMarker(evidence);
    rmdirSync(path.join(evidence, marker));
    await readsItsFile(mine, {});
    assert.equal(findMarker(evidence), marker);
  });

  test('that is missing is refused, and accepted once it is back or declared lost', async () => {
    const mine = await newInstallation('gone', {});
    const evidence = path.join(mine.dataDir, 'evidence');
    const marker = findMarker(evidence);
    renameSync(evidence, `${evidence}-aside`);
    await isRefused(mine.dataDir, {}, new RegExp(`EVIDENCE_DIR holds none.*${marker}`));
    assert.equal(findMarker(evidence), '');
    rmSync(evidence, { recursive: true, force: true });
    renameSync(`${evidence}-aside`, evidence);
    await readsItsFile(mine, {});

    rmSync(evidence, { recursive: true });
    mkdirSync(path.join(evidence, marker), { recursive: true, mode: 0o700 });
    const server = await serving(mine.dataDir);
    assert.equal((await server.stop()).code, 0);
  });
});
