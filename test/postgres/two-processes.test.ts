import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client as Connection } from 'pg';
import { migrations } from '../../server/database/migrations/migrations.ts';
import { migrate } from '../../server/database/postgres/schema.ts';
import { endedJob } from '../support/backups/backup-jobs.ts';
import { damson } from '../support/commands/command.ts';
import { follow } from '../support/http/events.ts';
import { bodyOf, newMission, placeOf } from '../support/missions/factories.ts';
import { findPrograms } from '../support/servers/postgres.ts';
import { Client, password } from '../support/servers/server.ts';
import { TwoServers } from '../support/servers/two-servers.ts';
import { until } from '../support/servers/until.ts';

const skip = findPrograms() === null && 'PostgreSQL is not installed: apt-get install postgresql';
let two: TwoServers;
let one: Client;
let other: Client;

describe('two processes over one PostgreSQL database', { skip }, () => {
  before(async () => {
    two = await TwoServers.start({ APP_ENV: 'production' }, true);
    ({ one, other } = two);
  });
  after(() => two?.close());

  it('show each other’s writes', async () => {
    const mission = await newMission(one, { tests: 2 });
    const { path: test } = placeOf(mission);
    for (const [writer, reader] of [
      [one, other],
      [other, one],
    ] as const) {
      const before = bodyOf(await reader.get(test), 200);
      const comment = `written beside ${before.updated_at}`;
      bodyOf(await writer.put(test, { red_comment: comment }), 200);
      assert.equal(bodyOf(await reader.get(test), 200).red_comment, comment);
    }
  });

  it('decide one write at a time: one of two with the same version is refused', async () => {
    const { path: test } = placeOf(await newMission(one, { tests: 1 }));
    const { etag } = Object.fromEntries((await one.get(test)).headers);
    for (let round = 0; round < 10; round += 1) {
      const match = { 'if-match': (await one.get(test)).headers.get('etag') ?? String(etag) };
      const answers = await Promise.all([
        one.put(test, { red_comment: `one ${round}` }, match),
        other.put(test, { red_comment: `other ${round}` }, match),
      ]);
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412]);
    }
  });

  it('are served only with their shared secrets', async () => {
    const others = {
      SVC_JWT_SECRET: 'processes that share sign with the same secret, not with this one',
      SVC_ENCRYPTION_KEY: Buffer.alloc(32, 'other').toString('base64'),
    };
    for (const [setting, value] of Object.entries(others)) {
      const { code, stdout, stderr } = await damson(['serve'], {
        env: { ...two.settingsOf(`with another ${setting}`), [setting]: value },
      });
      assert.equal(
        stderr,
        `damson: another process serves this database with another ${setting}: it has to be the same everywhere\n`,
      );
      assert.equal(code, 1);
      assert.doesNotMatch(stdout, /listening/);
    }
  });

  it('keep one history, without a gap', async () => {
    await Promise.all(
      [one, other, one, other].map(async (client, writer) => {
        for (let n = 0; n < 10; n += 1) {
          bodyOf(await client.post('/api/v1/missions', { name: `of writer ${writer}, ${n}` }), 201);
        }
      }),
    );
    const { code, stdout } = await damson(['audit', 'verify', '--data-dir', path.join(two.root, 'command')], {
      env: two.settingsOf('command'),
    });
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^history whole, /);
  });

  it('report the same number of missions', async () => {
    const count = async (client: Client) => bodyOf(await client.get('/api/v1/missions?limit=1'), 200).total;
    const [before] = await Promise.all([count(one), count(other)]);
    await newMission(other, { tests: 0 });
    await until(async () => (await count(one)) === before + 1);
    assert.equal(await count(other), before + 1);
  });

  it('both end a session that one has ended', async () => {
    const session = bodyOf(
      await new Client(other.base, null).post('/api/v1/auth/login', { email: 'admin@damson.test', password }),
      200,
    );
    const here = new Client(one.base, session.access_token);
    const there = new Client(other.base, session.access_token);
    bodyOf(await here.get('/api/v1/auth/me'), 200);
    assert.equal((await there.post('/api/v1/auth/logout')).status, 204);
    await until(async () => (await here.get('/api/v1/auth/me')).status === 401);
  });

  it('send each other’s writes live', async () => {
    const place = placeOf(await newMission(one, { tests: 1 }));
    const reader = await follow(one, place.mission);
    bodyOf(await other.put(place.path, { red_comment: 'told' }), 200);
    const { data } = await reader.nextChange();
    assert.equal(data.id, place.test);
    reader.drop();
  });

  it('keep working beside a newer program that has extended the schema', async () => {
    const place = placeOf(await newMission(one, { tests: 2 }));
    const work = async (word: string): Promise<void> => {
      bodyOf(await one.put(place.path, { red_comment: word }), 200);
      bodyOf(await one.post(`${place.path}/facts`, { kind: 'alerted', result: 'yes', rule_name: word }), 201);
      assert.equal(bodyOf(await one.get(place.path), 200).red_comment, word);
      bodyOf(await one.post('/api/v1/missions', { name: `made ${word}` }), 201);
      const { id } = bodyOf(await one.post('/api/engagements', { name: `made ${word}` }), 201);
      bodyOf(await one.post(`/api/engagements/${id}/simulations`, { name: word }), 201);
      for (const path of [
        place.missionPath,
        `${place.missionPath}/activity`,
        '/api/v1/missions',
        '/api/v1/users',
      ])
        bodyOf(await one.get(path), 200);
      bodyOf(await one.post('/api/v1/test-templates', { name: word }), 201);
      bodyOf(await one.get('/api/v1/audit?limit=5'), 200);
    };
    // Runs twice, so that everything is prepared.
    await work('before');
    await work('before again');
    const tables = [
      'users',
      'sessions',
      'missions',
      'mission_tests',
      'engagements',
      'simulations',
      'test_templates',
      'facts',
    ];
    const connection = new Connection(two.url);
    await connection.connect();
    await migrate(connection, [
      ...migrations,
      {
        version: 9000,
        name: '9000-later',
        statements: [
          ...tables.map((table) => `alter table ${table} add column added_later text`),
          'create table later (id text primary key)',
        ],
      },
    ]);
    await connection.end();
    await work('after');
    bodyOf(await one.post('/api/v1/backups', {}), 202);
    const job = await endedJob(one);
    assert.equal(job.state, 'failed');
    assert.match(job.problem?.detail ?? '', /schema version 9000/);
    await assert.rejects(two.serve('late'), /has schema version 9000, this program knows versions up to/);
    await two.ask('delete from schema_versions where version = 9000');
    await two.ask(
      `${tables.map((table) => `alter table ${table} drop column added_later`).join('; ')}; drop table later`,
    );
  });

  it('continue after their connections were closed, and after PostgreSQL was stopped', async () => {
    const { path: test } = placeOf(await newMission(one, { tests: 1 }));
    await two.ask(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
    await until(async () => (await one.put(test, { red_comment: 'once more' })).status === 200);
    bodyOf(await one.get(test), 200);
    await two.cluster.stop('immediate');
    const refused = await one.put(test, { red_comment: 'nobody keeps it' });
    assert.equal(refused.status, 503, JSON.stringify(refused.body));
    assert.equal(refused.body.code, 'unavailable');
    assert.equal((await one.get('/api/v1/health')).body.database, 'unavailable');
    await two.cluster.start();
    await until(async () => (await other.put(test, { red_comment: 'back' })).status === 200);
    await until(async () => (await one.get(test)).body.red_comment === 'back');
    await until(async () => (await one.get('/api/v1/health')).body.database === 'ok');
  });
});
