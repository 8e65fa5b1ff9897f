import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client as Connection } from 'pg';
import { startServer } from '../../server/index.ts';
import { readSettings } from '../../server/settings.ts';
import { damson, environment, program } from '../support/commands/command.ts';
import { bodyOf, evidenceForm, newMission, placeOf } from '../support/missions/factories.ts';
import {
  type Cluster,
  durable,
  findPrograms,
  startCluster,
  withDatabase,
} from '../support/servers/postgres.ts';
import { S3Store } from '../support/servers/s3-store.ts';
import { Client, password } from '../support/servers/server.ts';
import { until } from '../support/servers/until.ts';

const skip = findPrograms() === null && 'PostgreSQL is not installed: apt-get install postgresql';
const root = mkdtempSync(path.join(tmpdir(), 'damson-move-'));
const secrets = {
  APP_ENV: 'test',
  SVC_JWT_SECRET: 'a secret for the tests of moving alone',
  LOG_LEVEL: 'silent',
};

let cluster: Cluster;
let store: S3Store;

async function newDatabase(name: string): Promise<string> {
  const connection = new Connection(cluster.url);
  await connection.connect();
  await connection.query(`create database ${name}`);
  await connection.end();
  return withDatabase(cluster.url, name);
}

type Env = Record<string, string>;
const inFolder = (name: string): Env => ({ ...secrets, SVC_DATA_DIR: path.join(root, name) });
const move = (from: Env, ...flags: string[]) => damson(['move', ...flags], { env: { ...from, ...keys() } });
const keys = (): Env => {
  const { EVIDENCE_URL: _, ...others } = store.environment('any');
  return others;
};

/** Serves the installation while `work` runs. */
async function served<T>(env: Env, work: (url: string) => Promise<T>): Promise<T> {
  const server = await startServer(readSettings({}, { ...env, ...keys(), SVC_PORT: '0' }));
  try {
    return await work(server.url);
  } finally {
    await server.close();
  }
}

async function signIn(url: string): Promise<Client> {
  const answer = await new Client(url, null).post('/api/v1/auth/login', {
    email: 'ada@damson.test',
    password,
  });
  return new Client(url, bodyOf(answer, 200).access_token);
}

/** An installation in a folder, with a mission of two tests and one file each. */
async function fill(env: Env): Promise<{ mission: string; tests: string[] }> {
  await served(env, async () => {});
  const made = await damson(
    ['create-admin', '--email', 'ada@damson.test', '--display-name', 'Ada', '--password-stdin'],
    { env, input: password },
  );
  assert.equal(made.code, 0, made.stderr);
  return served(env, async (url) => {
    const admin = await signIn(url);
    const filled = await newMission(admin, { tests: 2 });
    const { mission, missionPath } = placeOf(filled);
    const tests = filled.scenarios[0]!.tests.map(({ id }: { id: string }) => `${missionPath}/tests/${id}`);
    for (const [index, test] of tests.entries()) {
      bodyOf(await admin.put(test, { command: `id; echo "\u{1f347} \\ %s" ${index}` }), 200);
      bodyOf(
        await admin.request('POST', `${test}/evidence`, {
          raw: evidenceForm(new TextEncoder().encode(`proof ä ${index}`)),
        }),
        201,
      );
    }
    return { mission, tests };
  });
}

/** Reads the installation like a person: every test, and the bytes of its evidence. */
async function look(env: Env, { tests }: { tests: string[] }): Promise<unknown> {
  return served(env, async (url) => {
    const admin = await signIn(url);
    return Promise.all(
      tests.map(async (test) => {
        const found = bodyOf(await admin.get(test), 200);
        const bytes = await Promise.all(
          found.evidence.map(async ({ id }: { id: string }) => {
            const answer = await fetch(`${url}/api/v1/evidence/${id}`, {
              headers: { authorization: `Bearer ${admin.token}` },
            });
            return answer.text();
          }),
        );
        return { found, bytes };
      }),
    );
  });
}

async function verified(env: Env): Promise<string> {
  const { code, stdout, stderr } = await damson(['verify'], { env: { ...env, ...keys() } });
  assert.equal(code, 0, stdout + stderr);
  return stdout;
}

describe('moving an installation', { skip }, () => {
  before(async () => {
    cluster = await startCluster(durable);
    store = await new S3Store().start();
  });
  after(async () => {
    await cluster?.remove();
    await store?.close();
    rmSync(root, { recursive: true, force: true });
  });

  it('from a folder into PostgreSQL and a bucket, and back into another folder', async () => {
    const folder = inFolder('first');
    const made = await fill(folder);
    const before = await look(folder, made);
    const url = await newDatabase('first');
    const there = await move(folder, '--to-database', url, '--to-evidence', 's3://damson-test/first');
    assert.equal(there.code, 0, there.stdout + there.stderr);
    assert.match(there.stdout, /^2 files \(0\.0 MiB\), 2 of them sent now: equal byte by byte$/m);
    assert.match(there.stdout, /rows in \d+ tables: equal row by row; history up to \d+:/);
    assert.equal(there.stdout.includes(cluster.url.replace('/postgres', '')), false);

    const shared = { ...inFolder('process'), SVC_DATABASE_URL: url, EVIDENCE_URL: 's3://damson-test/first' };
    assert.deepEqual(await look(shared, made), before);
    assert.match(await verified(shared), /2 of 2 stored files intact, 0 files without a record/);

    await served(shared, async (address) => {
      const admin = await signIn(address);
      bodyOf(await admin.put(made.tests[0]!, { red_comment: 'written over PostgreSQL' }), 200);
    });
    const changed = await look(shared, made);
    const back = path.join(root, 'back');
    const returned = await move(shared, '--to-database', back, '--to-evidence', back);
    assert.equal(returned.code, 0, returned.stdout + returned.stderr);
    assert.deepEqual(await look(inFolder('back'), made), changed);
    assert.match(
      await verified(inFolder('back')),
      /database whole, history whole, 2 of 2 stored files intact/,
    );
    // The source of the copy is unchanged.
    assert.deepEqual(await look(folder, made), before);
  });

  it('the files only, and resumes where it was cut off', async () => {
    const folder = inFolder('files');
    const made = await fill(folder);
    const before = await look(folder, made);
    let puts = 0;
    store.fault = ({ method, key }) => {
      if (method !== 'PUT' || !key.startsWith('alone/evidence/01')) return null;
      puts += 1;
      return puts > 1 ? { answers: 403 } : null;
    };
    const cut = await move(folder, '--to-evidence', 's3://damson-test/alone');
    assert.equal(cut.code, 1, cut.stdout);
    store.fault = () => null;
    const again = await move(folder, '--to-evidence', 's3://damson-test/alone');
    assert.equal(again.code, 0, again.stdout + again.stderr);
    assert.match(again.stdout, /^2 files \(0\.0 MiB\), 1 of them sent now/m);
    const inBucket = { ...folder, EVIDENCE_URL: 's3://damson-test/alone' };
    assert.deepEqual(await look(inBucket, made), before);
    const third = await move(inBucket, '--to-evidence', path.join(root, 'files'));
    assert.equal(third.code, 0, third.stdout + third.stderr);
    assert.match(third.stdout, /^2 files \(0\.0 MiB\), 0 of them sent now/m);
  });

  it('leaves nothing in PostgreSQL when it is killed in the middle', async () => {
    const folder = inFolder('killed');
    const made = await fill(folder);
    const url = await newDatabase('killed');
    const shared = { ...folder, SVC_DATABASE_URL: url };
    // Creates the schema, from another data folder.
    await served({ ...inFolder('killed-first'), SVC_DATABASE_URL: url }, async () => {});
    const connection = new Connection(url);
    await connection.connect();
    const count = async (query: string): Promise<number> => (await connection.query(query)).rows.length;
    await connection.query('begin; lock table simulations in access exclusive mode');
    const killed = spawn(process.execPath, [program, 'move', '--to-database', url], {
      env: environment({ ...folder, ...keys() }),
      stdio: 'ignore',
    });
    await until(async () => (await count('select 1 from pg_locks where not granted')) > 0);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await connection.query('rollback');
    assert.equal(await count('select 1 from users'), 0);
    await connection.end();
    const moved = await move(folder, '--to-database', url);
    assert.equal(moved.code, 0, moved.stdout + moved.stderr);
    await look(shared, made);
  });

  it('restores a backup into PostgreSQL', async () => {
    const folder = inFolder('kept');
    const made = await fill(folder);
    const before = await look(folder, made);
    const file = path.join(root, 'kept.damson-backup');
    const kept = await damson(['backup', file], { env: folder });
    assert.equal(kept.code, 0, kept.stderr);
    const url = await newDatabase('restored');
    const env = { ...inFolder('restored'), SVC_DATABASE_URL: url };
    const restored = await damson(['restore', file], { env });
    assert.equal(restored.code, 0, restored.stdout + restored.stderr);
    assert.deepEqual(await look(env, made), before);
    assert.deepEqual(globSync('damson.db*', { cwd: path.join(root, 'restored') }), []);
    const second = await damson(['restore', file], {
      env: { ...env, SVC_DATA_DIR: path.join(root, 'second') },
    });
    assert.deepEqual(
      [second.code, second.stderr],
      [1, 'damson: the PostgreSQL database already holds an installation\n'],
    );
  });

  describe('is refused', () => {
    let folder: Env;
    before(async () => {
      folder = inFolder('refused');
      await fill(folder);
    });

    it('while the source is served', async () => {
      const url = await newDatabase('served');
      await served(folder, async () => {
        const { code, stderr } = await move(folder, '--to-database', url);
        assert.equal(code, 1);
        assert.match(stderr, /is in use by another Damson process/);
      });
    });

    it('into a database with an installation, or one in use', async () => {
      const url = await newDatabase('taken');
      assert.equal((await move(folder, '--to-database', url)).code, 0);
      const again = await move(folder, '--to-database', url);
      assert.deepEqual(
        [again.code, again.stderr],
        [1, 'damson: the PostgreSQL database already holds an installation\n'],
      );
      const files = { EVIDENCE_DIR: path.join(root, 'refused', 'evidence') };
      await served({ ...inFolder('other'), ...files, SVC_DATABASE_URL: url }, async () => {
        const { code, stderr } = await move(folder, '--to-database', url);
        assert.deepEqual(
          [code, stderr],
          [1, 'damson: another process serves this database, and this one has to be alone\n'],
        );
      });
    });

    it('with a damaged file, unless it may be omitted', async () => {
      const damaged = inFolder('damaged');
      await fill(damaged);
      const [file] = globSync('evidence/*/*/*', { cwd: path.join(root, 'damaged') });
      writeFileSync(path.join(root, 'damaged', file!), 'something else');
      const url = await newDatabase('damaged');
      const flags = ['--to-database', url, '--to-evidence', 's3://damson-test/damaged'];
      const refused = await move(damaged, ...flags);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /1 file is missing or damaged, the database was not moved/);
      const allowed = await move(damaged, ...flags, '--allow-damaged');
      assert.equal(allowed.code, 0, allowed.stderr);
      assert.match(allowed.stdout, /^left out: damaged evidence /m);
    });

    const wrong: [string, string[], number, RegExp][] = [
      ['without a target', [], 2, /"move" needs --to-database, --to-evidence or both/],
      ['into two folders', ['--to-database', '/a', '--to-evidence', '/b'], 2, /one data folder/],
      ['to where it is', ['--to-database', path.join(root, 'refused')], 1, /everything is already there/],
      ['to no address', ['--to-database', 'mysql://x/y'], 78, /SVC_DATABASE_URL must be/],
      ['of the files alone, into another folder', ['--to-evidence', '/b'], 2, /names another folder/],
    ];
    for (const [what, flags, expected, says] of wrong) {
      it(what, async () => {
        const { code, stderr } = await move(folder, ...flags);
        assert.equal(code, expected, stderr);
        assert.match(stderr, says);
      });
    }

    it('into a bucket of another installation', async () => {
      const other = inFolder('another');
      await fill(other);
      assert.equal((await move(folder, '--to-evidence', 's3://damson-test/claimed')).code, 0);
      const { code, stderr } = await move(other, '--to-evidence', 's3://damson-test/claimed');
      assert.equal(code, 1);
      assert.match(stderr, /another installation's/);
    });
  });
});
