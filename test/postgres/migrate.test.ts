import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { Client as Connection } from 'pg';
import { applyMigrations } from '../../server/database/migrate.ts';
import { migrations } from '../../server/database/migrations/migrations.ts';
import { migrate } from '../../server/database/postgres/schema.ts';
import { sealed, sha256Of, writeMembers } from '../support/backups/backups.ts';
import { damson } from '../support/commands/command.ts';
import { nextStep } from '../support/database/migration-steps.ts';
import {
  type Cluster,
  durable,
  findPrograms,
  startCluster,
  withDatabase,
} from '../support/servers/postgres.ts';

const skip = findPrograms() === null && 'PostgreSQL is not installed: apt-get install postgresql';
const folder = mkdtempSync(path.join(tmpdir(), 'damson-postgres-migrate-'));
/** A program with one more migration, so that data of this version is outdated. */
const instead = path.resolve(import.meta.dirname, '../support/database/next-version.ts');
const newest = nextStep.version;
const older = migrations.at(-1)!.version;

let cluster: Cluster;
let databases = 0;

async function withConnection<T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = new Connection(url);
  await connection.connect();
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

const versionOf = async (url: string): Promise<number> => {
  const { rows } = await withConnection(url, (connection) =>
    connection.query('select max(version) as version from schema_versions'),
  );
  return Number(rows[0].version);
};

/** A database in this version's state, and its backup. */
async function newOlder(): Promise<{ url: string; backup: string; run: typeof damson }> {
  databases += 1;
  const name = `older_${databases}`;
  await withConnection(cluster.url, (connection) => connection.query(`create database ${name}`));
  const url = withDatabase(cluster.url, name);
  await withConnection(url, (connection) => migrate(connection));
  const backup = path.join(folder, `${name}.damson`);
  writeOlderBackup(backup, older);
  const env = {
    APP_ENV: 'test',
    SVC_DATABASE_URL: url,
    SVC_JWT_SECRET: 'a secret for the tests of PostgreSQL alone',
  };
  const run: typeof damson = (args) =>
    damson([...args, '--data-dir', path.join(folder, name)], { env, instead });
  return { url, backup, run };
}

function writeOlderBackup(file: string, version: number, head = `0:${'0'.repeat(64)}`): void {
  const database = `${file}.db`;
  const sqlite = new Sqlite(database);
  applyMigrations(
    sqlite,
    [...migrations, nextStep].filter((migration) => migration.version <= version),
  );
  sqlite.close();
  const bytes = readFileSync(database);
  rmSync(database);
  const manifest = {
    format: 'damson-backup',
    format_version: 1,
    program_version: '0.0.9',
    schema_version: version,
    made_at: '2026-11-20T10:00:00Z',
    counts: {},
    history_head: head,
    damaged: [],
    members: [{ name: 'damson.db', size: bytes.length, sha256: sha256Of(bytes) }],
  };
  writeMembers(file, [{ name: 'damson.db', bytes }, ...sealed(manifest)]);
}

describe('an older database in PostgreSQL', { skip }, () => {
  before(async () => {
    cluster = await startCluster(durable);
  });
  after(async () => {
    await cluster?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is refused by read-only commands, which say how to bring it up to date', async () => {
    const { url, run } = await newOlder();
    for (const command of [['verify'], ['backup', path.join(folder, 'never')], ['audit', 'head']]) {
      const { code, stderr } = await run(command);
      assert.equal(code, 1);
      assert.match(
        stderr,
        new RegExp(
          `^damson: [^\\n]* ${older}, [^\\n]* ${newest}: "damson migrate --backup <file>"[^\\n]*\\n$`,
        ),
      );
    }
    assert.equal(await versionOf(url), older);
  });

  it('is brought up to date once a backup of it was verified', async () => {
    const { url, backup, run } = await newOlder();
    const trial = await run(['migrate', '--dry-run']);
    assert.deepEqual([trial.code, trial.stderr], [0, '']);
    assert.match(trial.stdout, new RegExp(`step ${nextStep.name}\\nwould need --backup`));
    assert.equal(await versionOf(url), older);
    const done = await run(['migrate', '--backup', backup]);
    assert.deepEqual([done.code, done.stderr], [0, '']);
    assert.equal(await versionOf(url), newest);
    assert.equal((await run(['verify'])).code, 0);
    assert.match((await run(['migrate'])).stdout, /nothing to do/);
  });

  const refusals: [string, (backup: string) => string[], RegExp][] = [
    ['without a backup', () => [], /no way back without a backup/],
    ['with a file that is not there', (backup) => ['--backup', `${backup}.absent`], /absent/],
    [
      'with a backup that is cut off',
      (backup) => {
        truncateSync(backup, 100_000);
        return ['--backup', backup];
      },
      /cut off/,
    ],
    [
      'with a file that is no backup',
      (backup) => {
        writeFileSync(backup, 'x'.repeat(5000));
        return ['--backup', backup];
      },
      /backup/,
    ],
    [
      'with a backup of another schema',
      (backup) => {
        writeOlderBackup(backup, newest);
        return ['--backup', backup];
      },
      new RegExp(`holds schema version ${newest}, and the database has ${older}`),
    ],
    [
      'with a backup of another database',
      (backup) => {
        writeOlderBackup(backup, older, `7:${'a'.repeat(64)}`);
        return ['--backup', backup];
      },
      /is a backup of another database/,
    ],
  ];
  for (const [what, argue, expected] of refusals) {
    it(`stays as it is ${what}`, async () => {
      const { url, backup, run } = await newOlder();
      const { code, stderr } = await run(['migrate', ...argue(backup)]);
      assert.equal(code, 1);
      assert.match(stderr, /^damson: [^\n]*\n$/);
      assert.match(stderr, expected);
      assert.equal(await versionOf(url), older);
    });
  }
});
