import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client as Connection } from 'pg';
import { type RunningServer, startServer } from '../../server/index.ts';
import { readSettings } from '../../server/settings.ts';
import { endedVerification } from '../support/backups/backup-jobs.ts';
import { damson, preloading, serving } from '../support/commands/command.ts';
import { bodyOf, newMission, placeOf } from '../support/missions/factories.ts';
import { filesBelow } from '../support/servers/evidence-host.ts';
import {
  type Cluster,
  durable,
  findPrograms,
  startCluster,
  withDatabase,
} from '../support/servers/postgres.ts';
import { Client, password } from '../support/servers/server.ts';
import { until } from '../support/servers/until.ts';

const skip = findPrograms() === null && 'PostgreSQL is not installed: apt-get install postgresql';
const root = mkdtempSync(path.join(tmpdir(), 'damson-postgres-test-'));

let cluster: Cluster;
let url: string;

async function ask(statement: string, at = url): Promise<Record<string, unknown>[]> {
  const connection = new Connection(at);
  await connection.connect();
  try {
    return (await connection.query(statement)).rows;
  } finally {
    await connection.end();
  }
}

async function newDatabase(name: string): Promise<string> {
  await ask(`create database ${name}`, cluster.url);
  return withDatabase(cluster.url, name);
}

const settingsOf = (folder: string, database: string): Record<string, string> => ({
  APP_ENV: 'test',
  SVC_DATA_DIR: path.join(root, folder),
  SVC_DATABASE_URL: database,
  SVC_JWT_SECRET: 'a secret for the tests of PostgreSQL alone',
  SVC_PORT: '0',
  LOG_LEVEL: 'silent',
});
const start = (folder: string, database = url) => startServer(readSettings({}, settingsOf(folder, database)));

describe('over PostgreSQL', { skip }, () => {
  before(async () => {
    cluster = await startCluster(durable);
    url = await newDatabase('damson');
  });
  after(async () => {
    await cluster?.remove();
    rmSync(root, { recursive: true, force: true });
  });

  describe('a start is refused, in one line that holds no password', () => {
    const refusals: [string, () => Promise<string> | string, RegExp][] = [
      [
        'for a server that is not there',
        () => 'postgres://damson:hunter22@127.0.0.1:1/damson',
        /^SVC_DATABASE_URL: the database can't be used \(ECONNREFUSED: [^\n]*\)$/,
      ],
      [
        'for a database that is not there',
        () => withDatabase(cluster.url, 'nothing'),
        /^SVC_DATABASE_URL: the database can't be used \(3D000: [^\n]*\)$/,
      ],
      [
        "for another program's",
        async () => {
          const foreign = await newDatabase('foreign_one');
          await ask('create table theirs (id integer)', foreign);
          return foreign;
        },
        /^the database belongs to another program$/,
      ],
      [
        "for a newer program's",
        async () => {
          const newer = await newDatabase('newer');
          await ask('create table schema_versions (version bigint, name text)', newer);
          await ask("insert into schema_versions values (9999, 'later')", newer);
          return newer;
        },
        /^the database has schema version 9999, this program knows versions up to \d+: use a newer program$/,
      ],
      [
        'for one from before 0.1.0',
        async () => {
          const old = await newDatabase('too_old');
          await ask('create table schema_versions (version bigint, name text)', old);
          await ask("insert into schema_versions values (39, 'before')", old);
          return old;
        },
        /^the database was made by a version before 0\.1\.0 \(it has schema version 39\): open it once [^\n]*$/,
      ],
    ];
    for (const [what, make, says] of refusals) {
      it(what, async () => {
        const database = await make();
        await assert.rejects(start('refused', database), (error: Error) => {
          assert.match(error.message, says);
          assert.equal(error.message.includes('hunter22'), false);
          return true;
        });
      });
    }

    it('outside tests if it may lose committed data', async () => {
      await ask('alter database damson set synchronous_commit = off');
      const env = {
        ...settingsOf('careless', url),
        APP_ENV: 'production',
        SVC_ENCRYPTION_KEY: Buffer.alloc(32, 'k7').toString('base64'),
        SVC_JWT_SECRET: '8f2d51c09b7e4a6f93d2c4b1a5e60718',
      };
      const { code, stderr } = await damson(['serve'], { env });
      await ask('alter database damson reset synchronous_commit');
      assert.equal(code, 1, stderr);
      assert.equal(stderr, 'damson: PostgreSQL has synchronous_commit = off, which must be not off\n');
    });

    it('while another process serves it', async () => {
      const alone = await newDatabase('alone');
      const server = await start('alone', alone);
      try {
        await assert.rejects(
          start('beside', alone),
          /another process serves this database, and this one has to be alone without EVIDENCE_URL and SVC_ENCRYPTION_KEY$/,
        );
      } finally {
        await server.close();
      }
      await (await start('beside', alone)).close();
    });
  });

  it('says how to create the first administrator, with the settings that the command needs', async () => {
    const empty = await newDatabase('empty');
    const dataDir = path.join(root, 'empty');
    const server = await serving(dataDir, { env: settingsOf('empty', empty) });
    const { stderr } = await server.stop();
    assert.match(stderr, / install-token --env-file <its settings> --data-dir \S+empty /);
  });

  describe('stored data', () => {
    let server: RunningServer;
    let admin: Client;
    let mission: { id: string };

    before(async () => {
      server = await start('stored');
      const made = await new Client(server.url, null).post('/api/v1/setup', {
        install_token: await server.installToken(),
        email: 'admin@damson.test',
        display_name: 'Ada Ådmin',
        password,
        load_catalog: true,
      });
      admin = new Client(server.url, bodyOf(made, 201).access_token);
      const filled = await newMission(admin, { tests: 3 });
      mission = { id: placeOf(filled).mission };
      const form = new FormData();
      form.append('file', new Blob(['proof \u00e4\u{1f347}'], { type: 'text/plain' }), 'proof.txt');
      const path = `${placeOf(filled).path}/evidence`;
      bodyOf(await admin.request('POST', path, { raw: form }), 201);
      bodyOf(await admin.put(placeOf(filled).path, { command: 'id; echo "\u{1f347} \\ %s"' }), 200);
    });
    after(() => server?.close());

    const env = () => settingsOf('stored', url);

    it('is verified by the command while it is served', async () => {
      const { code, stdout, stderr } = await damson(['verify'], { env: env() });
      assert.equal(code, 0, stdout + stderr);
      assert.equal(
        stdout,
        'database whole, history whole, 1 of 1 stored file intact, 0 files without a record\n',
      );
    });

    it('names a file that was damaged, asked by the command and by an administrator', async () => {
      const folder = path.join(root, 'stored', 'evidence');
      const [file] = filesBelow(folder).map((name) => path.join(folder, name));
      const whole = readFileSync(file!);
      writeFileSync(file!, 'wrong');
      const { code, stdout, stderr } = await damson(['verify'], { env: env() });
      assert.deepEqual([code, stderr], [1, '']);
      assert.match(stdout, /0 of 1 stored file intact/);
      bodyOf(await admin.post('/api/v1/verification'), 202);
      const { state, result } = await endedVerification(admin);
      assert.deepEqual([state, result?.damaged?.map(({ file_name }) => file_name)], ['done', ['proof.txt']]);
      writeFileSync(file!, whole);
      assert.equal((await admin.get('/api/v1/health')).body.evidence, 'corrupt');
      assert.equal((await damson(['verify'], { env: env() })).code, 0);
      await until(async () => (await admin.get('/api/v1/health')).body.evidence === undefined);
    });

    it('is left in no copy after a command is ended by a signal, nor after a kill and a start', async () => {
      const dataDir = path.join(root, 'interrupted');
      mkdirSync(dataDir);
      const listCopies = () => readdirSync(dataDir).filter((name) => name.startsWith('copy-'));
      const interrupting = (signal: string) =>
        preloading(`
          import fs from 'node:fs/promises';
          import { syncBuiltinESMExports } from 'node:module';
          const make = fs.mkdtemp;
          fs.mkdtemp = async (prefix) => {
            const folder = await make(prefix);
            process.kill(process.pid, '${signal}');
            return folder;
          };
          syncBuiltinESMExports();
        `);
      const at = { ...env(), SVC_DATA_DIR: dataDir };
      for (const command of ['verify', 'audit verify']) {
        const { code } = await damson(command.split(' '), { env: { ...at, ...interrupting('SIGINT') } });
        assert.equal(code, 130);
        assert.deepEqual(listCopies(), []);
      }
      await damson(['verify'], { env: { ...at, ...interrupting('SIGKILL') } });
      assert.equal(listCopies().length, 1);
      const fresh = await newDatabase('interrupted');
      const started = await serving(dataDir, { env: { ...at, SVC_DATABASE_URL: fresh } });
      assert.deepEqual(listCopies(), []);
      await started.stop();
    });

    it('reports a history that was tampered with', async () => {
      const [entry] = await ask('select seq, hash from audit_entries order by seq limit 1');
      const tamper = (hash: unknown) =>
        ask(`begin; alter table audit_entries disable trigger user;
          update audit_entries set hash = '${hash}' where seq = ${entry?.seq};
          alter table audit_entries enable trigger user; commit`);
      await assert.rejects(ask('delete from audit_entries'), /entries of the history are not deleted/);
      await assert.rejects(
        ask("update audit_entries set verb = 'x'"),
        /entries of the history are not changed/,
      );
      await tamper('0'.repeat(64));
      const { code, stdout } = await damson(['audit', 'verify'], { env: env() });
      assert.equal(code, 1);
      assert.match(stdout, /was changed/);
      await tamper(entry?.hash);
    });

    it('reports a row that was changed, removed or inserted from outside', async () => {
      const whole = await damson(['verify'], { env: env() });
      assert.equal(whole.code, 0, whole.stdout);
      const [row] = await ask('select id, status from mission_tests limit 1');
      const changes: [string, string, RegExp][] = [
        [
          `update mission_tests set status = 'skipped' where id = '${row?.id}'`,
          `update mission_tests set status = '${row?.status}' where id = '${row?.id}'`,
          new RegExp(`^entry \\d+ of the history does not match the status of the test ${row?.id}$`, 'm'),
        ],
        [
          `insert into groups (id, name, name_key, description, created_at, updated_at)
            values ('put-in', 'Put in', 'put in', '', '', '')`,
          `delete from groups where id = 'put-in'`,
          /^no entry of the history created the group put-in$/m,
        ],
      ];
      for (const [change, back, line] of changes) {
        await ask(change);
        const { code, stdout } = await damson(['verify'], { env: env() });
        assert.equal(code, 1);
        assert.match(stdout, line);
        await ask(back);
      }
      assert.equal((await damson(['verify'], { env: env() })).code, 0);
    });

    it('makes the same backup as a file database, which restores into a file database', async () => {
      const file = path.join(root, 'exercise.damson-backup');
      const made = await damson(['backup', file], { env: env() });
      assert.equal(made.code, 0, made.stdout + made.stderr);
      const data = path.join(root, 'restored');
      const restored = await damson(['restore', file, '--data-dir', data], { env: { APP_ENV: 'test' } });
      assert.equal(restored.code, 0, restored.stdout + restored.stderr);
      const copy = await startServer(
        readSettings({}, { APP_ENV: 'test', SVC_DATA_DIR: data, SVC_PORT: '0', LOG_LEVEL: 'silent' }),
      );
      try {
        const session = await new Client(copy.url, null).post('/api/v1/auth/login', {
          email: 'admin@damson.test',
          password,
        });
        const there = new Client(copy.url, bodyOf(session, 200).access_token);
        const path = `/api/v1/missions/${mission.id}`;
        assert.deepEqual(bodyOf(await there.get(path), 200), bodyOf(await admin.get(path), 200));
        for (const { id } of bodyOf(await admin.get(path), 200).scenarios[0].tests) {
          const test = `${path}/tests/${id}`;
          assert.deepEqual(bodyOf(await there.get(test), 200), bodyOf(await admin.get(test), 200));
        }
        assert.equal(
          bodyOf(await there.get('/api/catalog/matrix'), 200).version,
          bodyOf(await admin.get('/api/catalog/matrix'), 200).version,
        );
      } finally {
        await copy.close();
      }
      const { code, stdout } = await damson(['verify', '--data-dir', data], { env: { APP_ENV: 'test' } });
      assert.equal(code, 0, stdout);
    });
  });
});
