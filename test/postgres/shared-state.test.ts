import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client as Connection } from 'pg';
import { damson } from '../support/commands/command.ts';
import { AuthenticatorApp } from '../support/http/authenticator.ts';
import { follow } from '../support/http/events.ts';
import { assertProblem } from '../support/http/raw-http.ts';
import { bodyOf, evidenceForm, newMission, placeOf, someone } from '../support/missions/factories.ts';
import { filesBelow } from '../support/servers/evidence-host.ts';
import { findPrograms } from '../support/servers/postgres.ts';
import { Client, password } from '../support/servers/server.ts';
import { TwoServers } from '../support/servers/two-servers.ts';
import { until } from '../support/servers/until.ts';

const skip = findPrograms() === null && 'PostgreSQL is not installed: apt-get install postgresql';
let two: TwoServers;
let one: Client;
let other: Client;

describe('state that two processes share beside the record', { skip }, () => {
  before(async () => {
    two = await TwoServers.start({}, false);
    ({ one, other } = two);
  });
  after(() => two?.close());

  it('accepts a ticket of the other process, once', async () => {
    const mission = placeOf(await newMission(one, { tests: 1 })).missionPath;
    const { ticket } = bodyOf(await one.post('/api/v1/auth/ticket'), 200);
    const open = (base: string) => fetch(`${base}${mission}/events?ticket=${ticket}`, { method: 'HEAD' });
    assert.equal((await open(other.base)).status, 200);
    assert.equal((await open(one.base)).status, 401);
  });

  it('finishes a sign-in that the other process started', async () => {
    const email = 'two-factors@damson.test';
    bodyOf(await one.post('/api/v1/users', { ...someone({ role: 'soc' }), email, password }), 201);
    const session = bodyOf(
      await new Client(one.base, null).post('/api/v1/auth/login', { email, password }),
      200,
    );
    const here = new Client(one.base, session.access_token);
    const there = new Client(other.base, session.access_token);
    const begun = bodyOf(
      await here.post('/api/v1/auth/second-factor/totp', { current_password: password }),
      200,
    );
    const app = new AuthenticatorApp(begun.secret);
    const code = app.codeAt(Date.now());
    const { recovery_codes } = bodyOf(
      await there.post('/api/v1/auth/second-factor/totp/confirm', { code }),
      200,
    );
    const [kept] = await two.ask("select string_agg(coalesce(value, ''), ' ') as all from short_lived");
    assert.equal(String(kept?.all).includes(begun.secret), false);
    const asked = await new Client(one.base, null).post('/api/v1/auth/login', { email, password });
    const finish = (base: string) =>
      new Client(base, null).post('/api/v1/auth/login/second-factor', {
        challenge: asked.body.second_factor.challenge,
        recovery_code: recovery_codes[0],
      });
    const answers = await Promise.all([finish(other.base), finish(one.base)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401]);
  });

  it('counts guesses at both together, also those made at once', async () => {
    const guess = async (base: string) =>
      (
        await new Client(base, null).post('/api/v1/auth/login', {
          email: 'guessed@damson.test',
          password: 'not the password',
        })
      ).status;
    const statuses = await Promise.all(
      Array.from({ length: 16 }, (_, index) => guess(index % 2 === 0 ? one.base : other.base)),
    );
    assert.equal(statuses.filter((status) => status === 401).length, 5);
    assert.equal(statuses.filter((status) => status === 429).length, 11);
  });

  it('shows at both who is in a mission, and who has left', async () => {
    const { mission, missionPath, test } = placeOf(await newMission(one, { tests: 1 }));
    const reader = await follow(one, mission);
    bodyOf(await other.post(`${missionPath}/presence`, { test_id: test, field: 'red_comment' }), 200);
    const told = async (count: number) =>
      until(() => {
        const presence = reader.events.findLast(({ name }) => name === 'presence');
        return presence?.data.people.length === count;
      });
    await told(1);
    bodyOf(await other.post(`${missionPath}/presence`, { left: true }), 200);
    reader.drop();
    await until(
      async () => bodyOf(await one.post(`${missionPath}/presence`, { left: true }), 200).people.length === 0,
    );
  });

  it('never removes a file that the other process is recording', async () => {
    const { path: test } = placeOf(await newMission(one, { tests: 1 }));
    const upload = (client: Client) =>
      client.request('POST', `${test}/evidence`, {
        raw: evidenceForm(new TextEncoder().encode('the same bytes')),
      });
    for (let round = 0; round < 15; round += 1) {
      const { id } = bodyOf(await upload(one), 201);
      // The last record of these bytes is deleted while the other process stores them again.
      const [removed, kept] = await Promise.all([one.delete(`/api/v1/evidence/${id}`), upload(other)]);
      assert.equal(removed.status, 204);
      const again = bodyOf(kept, 201);
      const found = await fetch(`${one.base}/api/v1/evidence/${again.id}`, {
        headers: { authorization: `Bearer ${one.token}` },
      });
      assert.equal(found.status, 200, `round ${round}`);
      assert.equal(await found.text(), 'the same bytes');
      assert.equal((await other.delete(`/api/v1/evidence/${again.id}`)).status, 204);
    }
  });

  it('reports a damaged file found by one process at both, until it is gone', async () => {
    const { path: test } = placeOf(await newMission(one, { tests: 1 }));
    const raw = evidenceForm(new TextEncoder().encode('whole'));
    const { id, sha256 } = bodyOf(await one.request('POST', `${test}/evidence`, { raw }), 201);
    const file = filesBelow(two.store.folder).find((name) => name.endsWith(sha256)) as string;
    writeFileSync(path.join(two.store.folder, file), 'hurt.');
    assertProblem(await other.get(`/api/v1/evidence/${id}`), 500, 'evidence_corrupt');
    for (const client of [other, one]) {
      await until(async () => (await client.get('/api/v1/health')).body.evidence === 'corrupt');
    }
    assert.equal((await one.delete(`/api/v1/evidence/${id}`)).status, 204);
    for (const client of [one, other]) {
      await until(async () => (await client.get('/api/v1/health')).status === 200);
    }
  });

  it('does not trust another process about a file that is intact here', async () => {
    const { mission, test, path: at } = placeOf(await newMission(one, { tests: 1 }));
    const raw = evidenceForm(new TextEncoder().encode('whole'));
    const { sha256 } = bodyOf(await one.request('POST', `${at}/evidence`, { raw }), 201);
    const word = JSON.stringify({
      register: 'evidence',
      place: `${mission}/${test}/${sha256}`,
      damaged: true,
    });
    await two.ask(`select pg_notify('damson_words', 'elsewhere files ${word}')`);
    // Messages arrive in order, so this one arrives first.
    const hurt = bodyOf(
      await one.request('POST', `${at}/evidence`, {
        raw: evidenceForm(new TextEncoder().encode('to be hurt')),
      }),
      201,
    );
    const file = filesBelow(two.store.folder).find((name) => name.endsWith(hurt.sha256)) as string;
    writeFileSync(path.join(two.store.folder, file), 'hurt.');
    assertProblem(await other.get(`/api/v1/evidence/${hurt.id}`), 500, 'evidence_corrupt');
    await until(async () => (await one.get('/api/v1/health')).body.evidence === 'corrupt');
    assert.equal((await one.delete(`/api/v1/evidence/${hurt.id}`)).status, 204);
    for (const client of [one, other])
      await until(async () => (await client.get('/api/v1/health')).status === 200);
  });

  it('discards an upload that lost its reservation', async () => {
    const { path: test } = placeOf(await newMission(one, { tests: 1 }));
    let isFree = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      isFree = resolve;
    });
    let isThere = (): void => {};
    const arrived = new Promise<void>((resolve) => {
      isThere = resolve;
    });
    two.store.hold = async ({ method, key }) => {
      if (method !== 'PUT' || !key.includes('/evidence/')) return;
      isThere();
      await waiting;
    };
    const uploading = one.request('POST', `${test}/evidence`, {
      raw: evidenceForm(new TextEncoder().encode('held')),
    });
    await arrived;
    await two.ask("select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'");
    isFree();
    const { status, body } = await uploading;
    two.store.hold = async () => {};
    assert.deepEqual([status, body.code], [503, 'unavailable']);
    await until(async () => (await one.get('/api/v1/health')).status === 200);
    assert.deepEqual(bodyOf(await one.get(test), 200).evidence, []);
  });

  it('synchronises the catalogue one at a time', async () => {
    const sync = (client: Client) => client.post('/api/v1/catalog/sync', { source: 'bundled' });
    // Waits until both receive messages again, because the previous test has broken the connections.
    for (const client of [one, other]) await until(async () => (await sync(client)).status === 200);
    const answers = await Promise.all([sync(one), sync(other)]);
    const refused = answers.filter(({ status }) => status !== 200);
    assert.ok(refused.length <= 1, JSON.stringify(answers.map(({ status }) => status)));
    for (const { status, body } of refused) assert.deepEqual([status, body.code], [409, 'sync_running']);
    // Locks the catalogue like another process.
    const connection = new Connection(two.url);
    await connection.connect();
    await connection.query(`select pg_advisory_lock(hashtextextended('catalogue', ${0x444d5350}))`);
    const late = await sync(one);
    assert.deepEqual([late.status, late.body.code], [409, 'sync_running']);
    await connection.end();
    await until(async () => (await sync(other)).status === 200);
  });

  it('reports the number of connections in use', async () => {
    const text: string = bodyOf(await one.get('/api/v1/metrics'), 200);
    for (const state of ['busy', 'idle', 'waiting'])
      assert.match(text, new RegExp(`^damson_database_connections\\{state="${state}"\\} \\d+$`, 'm'));
  });

  it('is not included in a backup', async () => {
    const file = path.join(two.root, 'shared.damson-backup');
    const made = await damson(['backup', file], { env: two.settingsOf('command') });
    assert.equal(made.code, 0, made.stdout + made.stderr);
  });
});
