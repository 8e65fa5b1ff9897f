import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { damson, type Outcome, serving } from '../support/commands/command.ts';
import { signInAsNewAdmin } from '../support/commands/command-admin.ts';
import { attach, bodyOf, evidenceForm, newMission, placeOf } from '../support/missions/factories.ts';
import { noSignals } from '../support/servers/platform.ts';
import { password } from '../support/servers/server.ts';

// The service user has the data folder as its home, which may also be an operator's working directory.

const folder = mkdtempSync(path.join(tmpdir(), 'damson-own-home-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let homes = 0;
function newHome(): string {
  homes += 1;
  const home = path.join(folder, `home-${homes}`);
  mkdirSync(home, { mode: 0o700 });
  return home;
}

/** Runs the command in its data folder, which is its user's home. */
function inHome(home: string, args: readonly string[], input = ''): Promise<Outcome> {
  const env = { HOME: home, SVC_DATA_DIR: home, NODE_COMPILE_CACHE: '' };
  return damson(args, { env, cwd: home, input });
}

const backup = path.join(folder, 'kept.damson');
let mission = '';

before(async () => {
  if (noSignals !== false) return;
  const dataDir = path.join(folder, 'source');
  const server = await serving(dataDir);
  const client = await signInAsNewAdmin(dataDir, server);
  const made = await newMission(client);
  mission = made.name;
  bodyOf(await attach(client, placeOf(made), evidenceForm('proof')), 201);
  const { code, stderr } = await damson(['backup', backup, '--data-dir', dataDir]);
  assert.equal(code, 0, stderr);
  await server.stop();
});

const withoutDatabase: [string[], string?][] = [
  [['install-token']],
  [['create-admin', '--email', 'a@example.org', '--display-name', 'A', '--password-stdin'], password],
  [['reset-second-factor', 'a@example.org']],
  [['catalog', 'sync', '--source', 'bundled']],
  [['verify']],
  [['audit', 'head']],
  [['audit', 'verify']],
  [['audit', 'export']],
  [['backup', '../never.damson']],
  [['report', 'Mission', '--out', '../never.html']],
  [['import', '../file.csv']],
  [['export', 'library', '--out', '../never.zip']],
  [['migrate']],
];

describe('a command that needs a database makes none', { concurrency: 2 }, () => {
  before(() => writeFileSync(path.join(folder, 'file.csv'), 'name\nsomething\n'));
  for (const [args, input] of withoutDatabase) {
    test(args.slice(0, 2).join(' '), async () => {
      const home = newHome();
      const { code, stdout, stderr } = await inHome(home, args, input);
      assert.equal(code, 1, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, /^damson: there is no Damson database at [^\n]+"damson serve"[^\n]+\n$/);
      assert.deepEqual(readdirSync(home), []);
    });
  }

  test('nor does it create a data folder', async () => {
    const absent = path.join(folder, 'absent');
    const { code } = await damson(['install-token', '--data-dir', absent]);
    assert.equal(code, 1);
    assert.equal(existsSync(absent), false);
  });
});

describe('a restore into the home of its user', { skip: noSignals }, () => {
  test('succeeds where nothing was before, and can be served', async () => {
    const home = newHome();
    const restored = await inHome(home, ['restore', backup]);
    assert.deepEqual([restored.code, restored.stderr], [0, '']);
    const verified = await inHome(home, ['verify']);
    assert.equal(verified.code, 0, verified.stdout);
    const server = await serving(home, { env: { HOME: home, NODE_COMPILE_CACHE: '' }, cwd: home });
    assert.equal((await server.stop()).code, 0);
    const exported = await inHome(home, ['export', mission, '--out', path.join(folder, 'mission.zip')]);
    assert.equal(exported.code, 0, exported.stderr);
    assert.deepEqual(
      readdirSync(home).filter((name) => name.startsWith('.')),
      [],
      'no command has left anything of its own there',
    );
  });

  test('succeeds beside the usual files of a home', async () => {
    const home = newHome();
    for (const name of ['.bashrc', '.bash_history']) writeFileSync(path.join(home, name), 'mine');
    mkdirSync(path.join(home, '.cache', 'damson'), { recursive: true });
    const restored = await inHome(home, ['restore', backup]);
    assert.deepEqual([restored.code, restored.stderr], [0, '']);
    assert.ok(existsSync(path.join(home, '.bashrc')));
  });

  test('is refused beside anything else, a second time too, and leaves the folder as it was', async () => {
    const home = newHome();
    writeFileSync(path.join(home, 'notes.txt'), 'mine');
    for (let round = 0; round < 2; round += 1) {
      const { code, stderr } = await inHome(home, ['restore', backup]);
      assert.equal(code, 1);
      assert.match(stderr, /is not empty/);
      assert.deepEqual(readdirSync(home), ['notes.txt']);
    }
  });

  test('of a damaged file leaves nothing, and a correct one is then accepted', async () => {
    const home = newHome();
    const damaged = path.join(folder, 'damaged.damson');
    writeFileSync(damaged, 'no backup');
    assert.equal((await inHome(home, ['restore', damaged])).code, 1);
    assert.deepEqual(readdirSync(home), []);
    assert.equal((await inHome(home, ['restore', backup])).code, 0);
  });

  test('is not affected by the configured cache folder', async () => {
    for (const env of [
      { XDG_CACHE_HOME: '' },
      { XDG_CACHE_HOME: 'HOME' },
      { XDG_CACHE_HOME: 'HOME/.cache' },
      { CACHE_DIRECTORY: 'HOME/cache' },
      { TMPDIR: 'HOME' },
    ]) {
      const home = newHome();
      const said = Object.fromEntries(
        Object.entries(env).map(([name, value]) => [name, (value ?? '').replace('HOME', home)]),
      );
      const { code, stderr } = await damson(['restore', backup, '--data-dir', home], {
        env: { HOME: home, NODE_COMPILE_CACHE: '', ...said },
        cwd: home,
      });
      assert.equal(code, 0, `${JSON.stringify(env)}: ${stderr}`);
    }
  });
});
