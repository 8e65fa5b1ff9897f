import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { applyMigrations } from '../../server/database/migrate.ts';
import { migrations } from '../../server/database/migrations/migrations.ts';
import { damson, prepareData, serving, starting } from '../support/commands/command.ts';
import { nextStep } from '../support/database/migration-steps.ts';
import { noSignals } from '../support/servers/platform.ts';
import { type Answer, Client, password } from '../support/servers/server.ts';
import { until } from '../support/servers/until.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-migrate-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A program with one more migration, so that data of this version is outdated. */
const instead = path.resolve(import.meta.dirname, '../support/database/next-version.ts');
const newest = nextStep.version;
const older = migrations.at(-1)!.version;

let folders = 0;
/** A data folder in this version's state. */
function newOlder(): { dataDir: string; file: string } {
  folders += 1;
  const dataDir = path.join(folder, `data-${folders}`);
  mkdirSync(dataDir, { mode: 0o700 });
  const file = path.join(dataDir, 'damson.db');
  const sqlite = new Sqlite(file);
  sqlite.pragma('journal_mode = wal');
  applyMigrations(sqlite, migrations);
  sqlite.close();
  return { dataDir, file };
}

function versionOf(file: string): unknown {
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    return sqlite.pragma('user_version', { simple: true });
  } finally {
    sqlite.close();
  }
}

describe('a database of an older version', () => {
  const commands: [string[], string?][] = [
    [['verify']],
    [['backup', path.join(folder, 'never.damson')]],
    [['audit', 'verify']],
    [['audit', 'head']],
    [['audit', 'export']],
    [['report', 'Mission', '--out', path.join(folder, 'never.html')]],
    [['export', 'library', '--out', path.join(folder, 'never.zip')]],
    [['import', folder]],
    [['catalog', 'sync', '--source', 'bundled']],
    [['install-token']],
    [['create-admin', '--email', 'a@example.org', '--display-name', 'A', '--password-stdin'], password],
    [['reset-second-factor', 'a@example.org']],
  ];
  for (const [args, input] of commands) {
    test(`is refused by ${args.slice(0, 2).join(' ')}, which names migrate and leaves it as it is`, async () => {
      const { dataDir, file } = newOlder();
      const before = readFileSync(file);
      const { code, stdout, stderr } = await damson([...args, '--data-dir', dataDir], {
        input: input ?? '',
        instead,
      });
      assert.equal(code, 1, stdout + stderr);
      assert.match(
        stderr,
        new RegExp(`^damson: [^\\n]*version ${older}[^\\n]*version ${newest}[^\\n]*"damson migrate"`),
      );
      assert.equal(versionOf(file), older);
      assert.ok(before.equals(readFileSync(file)));
      assert.deepEqual(
        readdirSync(dataDir).filter((name) => name.includes('migration')),
        [],
      );
    });
  }

  test('is copied and brought up to date by migrate, which says so; a dry run says what it would do', async () => {
    const { dataDir, file } = newOlder();
    const copy = `${file}.before-migration-from-${older}`;
    const trial = await damson(['migrate', '--dry-run', '--data-dir', dataDir], { instead });
    assert.deepEqual([trial.code, trial.stderr], [0, '']);
    assert.match(trial.stdout, new RegExp(`version ${older}.*version ${newest}\\nstep ${nextStep.name}\\n`));
    assert.ok(trial.stdout.includes(copy));
    assert.equal(versionOf(file), older);
    assert.equal(existsSync(copy), false);

    const done = await damson(['migrate', '--data-dir', dataDir], { instead });
    assert.deepEqual([done.code, done.stderr], [0, '']);
    assert.ok(done.stdout.includes(copy));
    assert.deepEqual([versionOf(file), versionOf(copy)], [newest, older]);
    assert.equal((await damson(['verify', '--data-dir', dataDir], { instead })).code, 0);
    const again = await damson(['migrate', '--data-dir', dataDir], { instead });
    assert.deepEqual([again.code, again.stderr], [0, '']);
    assert.match(again.stdout, /nothing to do/);
  });

  test('is brought up to date by a start too', { skip: noSignals }, async () => {
    const { dataDir, file } = newOlder();
    await prepareData(dataDir, { instead });
    assert.equal(versionOf(file), newest);
    assert.equal(versionOf(`${file}.before-migration-from-${older}`), older);
  });

  test('is brought up to date before the first request is answered', { skip: noSignals }, async () => {
    const { dataDir, file } = newOlder();
    const port = await findFreePort();
    const { listening } = starting(dataDir, { args: ['--port', String(port)], instead });
    const ask = () => new Client(`http://127.0.0.1:${port}`, null).get('/api/v1/health').catch(() => null);
    let answer: Answer | null = null;
    await Promise.race([
      until(async () => {
        answer = await ask();
        return answer !== null;
      }),
      // Rejects if the server ends instead.
      listening.then(() => new Promise(() => {})),
    ]);
    assert.equal(versionOf(file), newest);
    assert.equal((answer as Answer | null)?.status, 200);
    await (await listening).stop();
  });

  test('is brought up to date from a backup', { skip: noSignals }, async () => {
    const { dataDir } = newOlder();
    await prepareData(dataDir);
    const backup = path.join(folder, 'older.damson');
    assert.equal((await damson(['backup', backup, '--data-dir', dataDir])).code, 0);
    const target = path.join(folder, 'restored');
    const done = await damson(['restore', backup, '--data-dir', target], { instead });
    assert.deepEqual([done.code, done.stderr], [0, '']);
    assert.equal(versionOf(path.join(target, 'damson.db')), newest);
    assert.equal((await damson(['verify', '--data-dir', target], { instead })).code, 0);
  });
});

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('migrate refuses', () => {
  test('while a server serves', { skip: noSignals }, async () => {
    const dataDir = path.join(folder, 'served');
    const server = await serving(dataDir);
    const { code, stderr } = await damson(['migrate', '--data-dir', dataDir]);
    assert.equal(code, 1);
    assert.match(stderr, /^damson: [^\n]*in use by another Damson process\n$/);
    await server.stop();
  });

  test('a database of a newer program, and leaves it as it is', async () => {
    const { dataDir, file } = newOlder();
    const sqlite = new Sqlite(file);
    sqlite.pragma('user_version = 9999');
    sqlite.close();
    for (const command of [['migrate'], ['backup', path.join(folder, 'newer.damson')], ['verify']]) {
      const { code, stderr } = await damson([...command, '--data-dir', dataDir]);
      assert.equal(code, 1);
      assert.match(stderr, /^damson: [^\n]*use a newer program\n$/);
    }
    assert.equal(versionOf(file), 9999);
  });

  test('a database from before 0.1.0, like every other command, and leaves it as it is', async () => {
    const { dataDir, file } = newOlder();
    const sqlite = new Sqlite(file);
    sqlite.pragma('user_version = 7');
    sqlite.close();
    const before = readFileSync(file);
    for (const command of [
      ['migrate'],
      ['migrate', '--dry-run'],
      ['backup', path.join(folder, 'too-old.damson')],
      ['verify'],
      ['serve', '--port', '0'],
    ]) {
      const { code, stderr } = await damson([...command, '--data-dir', dataDir]);
      assert.equal(code, 1);
      assert.match(stderr, /^damson: the database was made by a version before 0\.1\.0 [^\n]*\n$/);
    }
    assert.deepEqual(readFileSync(file), before);
  });

  test('a backup for a database file, which is copied anyway', async () => {
    const { dataDir } = newOlder();
    assert.equal((await damson(['migrate', '--backup', 'x', '--data-dir', dataDir])).code, 2);
  });
});
