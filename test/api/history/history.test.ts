import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { assertProblem } from '../../support/http/raw-http.ts';
import { attach, bodyOf, newMission, nobody, type Place, placeOf } from '../../support/missions/factories.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

describe('the history', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  let blue: Person;
  let stranger: Person;
  let place: Place;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    red = await server.newPerson('redteam');
    blue = await server.newPerson('soc');
    stranger = await server.newPerson('redteam');
    place = placeOf(await newMission(admin, { tests: 2, members: [red, [blue, 'blue']] }));
  });
  after(() => server.close());

  const historyOf = async (query = '', client = admin) =>
    bodyOf(await client.get(`${place.missionPath}/history${query}`), 200);
  const newest = async (client = admin) => bodyOf(await client.get('/api/v1/audit?limit=1'), 200).items[0];

  it('records who wrote what, when, and the previous value', async () => {
    const first = await red.client.put(place.path, { command: 'whoami', red_comment: 'as told' });
    await red.client.put(place.path, { command: 'whoami /all' });
    const [entry, older] = (await historyOf()).items;
    assert.deepEqual(entry.actor, { id: red.id, display_name: 'redteam 1' });
    assert.equal(entry.via, 'api');
    assert.deepEqual([entry.object_type, entry.object_id, entry.verb], ['test', place.test, 'changed']);
    assert.deepEqual(entry.changes, { command: ['whoami', 'whoami /all'] });
    assert.deepEqual(older.changes, { command: [null, 'whoami'], red_comment: [null, 'as told'] });
    assert.equal(older.at, bodyOf(first, 200).updated_at);
  });

  it('has no entry for a save that changes nothing or for a refused one', async () => {
    const { seq } = await newest();
    bodyOf(await red.client.put(place.path, { command: 'whoami /all' }), 200);
    bodyOf(await red.client.put(place.path, {}), 200);
    assertProblem(await blue.client.put(place.path, { command: 'no' }), 403, 'forbidden');
    assertProblem(await admin.patch(place.missionPath, { name: '' }), 422, 'invalid');
    assert.equal((await newest()).seq, seq);
  });

  it('records a long text by its difference', async () => {
    const output = 'a line of output\n'.repeat(5000);
    await red.client.put(place.path, { output });
    await red.client.put(place.path, { output: `${output}and one more` });
    const [{ changes }, first] = (await historyOf()).items;
    assert.equal(changes.output.inserted, 'and one more');
    assert.equal(changes.output.removed, '');
    assert.equal(changes.output.at, output.length);
    assert.equal(changes.output.before, createHash('sha256').update(output).digest('hex'));
    assert.deepEqual([first.changes.output.inserted, first.changes.output.before], [null, null]);
  });

  it('of a mission is for people who see the mission', async () => {
    assert.ok((await historyOf('', blue.client)).total > 3);
    assertProblem(await stranger.client.get(`${place.missionPath}/history`), 404, 'not_found');
    assertProblem(await admin.get(`/api/v1/missions/${nobody}/history`), 404, 'not_found');
    for (const at of ['/api/v1/audit', '/api/v1/audit/head', '/api/v1/audit/export']) {
      assertProblem(await red.client.get(at), 403, 'forbidden');
    }
  });

  it('is filtered by test, person and time, page by page', async () => {
    const other = place.path.replace(place.test, nobody);
    assert.equal(bodyOf(await admin.get(`${place.missionPath}/history?test_id=${nobody}`), 200).total, 0);
    assertProblem(await admin.get(`${other}/history`), 404, 'not_found');
    const evidence = bodyOf(await attach(blue.client, place), 201);
    const ofTest = await historyOf(`?test_id=${place.test}`);
    assert.deepEqual([ofTest.items[0].object_type, ofTest.items[0].object_id], ['evidence', evidence.id]);
    assert.equal(ofTest.items[0].changes.sha256[1], evidence.sha256);
    const ofFile = await historyOf(`?object_id=${evidence.id}`);
    assert.deepEqual(ofFile.items, [ofTest.items[0]]);
    const ofBlue = await historyOf(`?actor_id=${blue.id}`);
    assert.deepEqual(
      ofBlue.items.map((entry: { verb: string }) => entry.verb),
      ['created'],
    );
    const all = await historyOf();
    const page = await historyOf('?limit=2&offset=1');
    assert.deepEqual(page.items, all.items.slice(1, 3));
    const { at } = all.items[1];
    const since = await historyOf(`?since=${at}`);
    const earlier = await historyOf(`?before=${at}`);
    assert.equal(since.total + earlier.total, all.total);
    assert.equal((await historyOf('?since=2020-W53-7T09,5')).total, all.total);
    for (const offset of ['+02:00', '%2B02:00', '+0200', '+02', '%2002:00']) {
      assert.equal((await historyOf(`?since=2020-01-01T10:00:00${offset}`)).total, all.total, offset);
    }
    assert.equal((await historyOf('?before=2020-366T24:00')).total, 0);
    assert.ok(since.items.every((entry: { at: string }) => entry.at >= at));
  });

  it('records sign-ins, and refused ones within limits', async () => {
    await server.signIn(red.email, red.password);
    const entry = await newest();
    assert.deepEqual([entry.object_id, entry.verb, entry.actor.id], [red.id, 'signed_in', red.id]);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const login = { email: blue.email, password: 'not the password' };
      assertProblem(await server.anonymous.post('/api/v1/auth/login', login), 401, 'unauthenticated');
    }
    const { items } = bodyOf(await admin.get('/api/v1/audit?verb=sign_in_refused'), 200);
    assert.equal(items.length, 1);
    assert.deepEqual([items[0].object_id, items[0].actor, items[0].via], [blue.id, null, 'api']);
  });

  it('records downloads, once for a session and a file', async () => {
    const { id } = bodyOf(await attach(red.client, place), 201);
    for (let count = 0; count < 3; count += 1) await blue.client.get(`/api/v1/evidence/${id}`);
    await server.admin.client.get(`/api/v1/evidence/${id}`);
    await red.client.request('HEAD', `/api/v1/evidence/${id}`);
    const { items } = bodyOf(await admin.get(`/api/v1/audit?object_id=${id}&verb=downloaded`), 200);
    assert.deepEqual(
      items.map((entry: { actor: { id: string } }) => entry.actor.id),
      [server.admin.id, blue.id],
    );
  });

  it('records views of a file apart from its downloads', async () => {
    const { id } = bodyOf(await attach(red.client, place), 201);
    for (let count = 0; count < 2; count += 1) await blue.client.get(`/api/v1/evidence/${id}?view=true`);
    await blue.client.get(`/api/v1/evidence/${id}?view=false`);
    assertProblem(await blue.client.get(`/api/v1/evidence/${id}?view=yes`), 422, 'invalid');
    const { items } = bodyOf(await admin.get(`/api/v1/audit?object_id=${id}`), 200);
    assert.deepEqual(
      items.map((entry: { verb: string }) => entry.verb),
      ['downloaded', 'viewed', 'created'],
    );
  });

  it('names the test or the simulation of an entry by its current name', async () => {
    await red.client.put(place.path, { command: 'hostname' });
    const { name } = bodyOf(await red.client.get(place.path), 200);
    const named = await newest();
    assert.deepEqual([named.test_id, named.test_name, named.simulation_name], [place.test, name, null]);
    const { id } = bodyOf(await admin.post('/api/engagements', { name: 'Quay' }), 201);
    bodyOf(await admin.post(`/api/engagements/${id}/simulations`, { name: 'Beacon' }), 201);
    const { test_name, simulation_name } = await newest();
    assert.deepEqual([test_name, simulation_name], [null, 'Beacon']);
  });

  it('contains no password, no token and no bytes of evidence', async () => {
    const secret = 'a medlar and a quince 9';
    const invited = await admin.post('/api/v1/invitations', { email: 'lin@damson.test', role: 'soc' });
    const token = bodyOf(invited, 201).token;
    const accepted = await server.anonymous.post('/api/v1/invitations/accept', {
      token,
      display_name: 'Lin',
      password: secret,
    });
    const { user, access_token } = bodyOf(accepted, 201);
    bodyOf(await admin.patch(`/api/v1/users/${user.id}`, { password: `${secret} more` }), 200);
    assert.deepEqual((await newest()).changes.password, [null, 'set']);
    const text = (await admin.get('/api/v1/audit/export')).body as string;
    for (const hidden of [secret, token, access_token, admin.token as string, '$argon2']) {
      assert.equal(text.includes(hidden), false);
    }
  });

  it('is exported line by line, and anyone can follow the chain', async () => {
    const answer = await admin.get('/api/v1/audit/export');
    assert.equal(answer.headers.get('content-type'), 'application/jsonl; charset=utf-8');
    const lines = (answer.body as string).trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line));
    let previous = '0'.repeat(64);
    for (const [index, { hash, changes, salt, ...rest }] of entries.entries()) {
      assert.equal(rest.seq, index + 1);
      assert.equal(rest.previous, previous);
      assert.equal(rest.digest, sha256(salt + canonical(changes)));
      assert.equal(hash, sha256(canonical(rest)));
      previous = hash;
    }
    const head = bodyOf(await admin.get('/api/v1/audit/head'), 200);
    assert.deepEqual(head, { seq: lines.length, hash: previous, anchor: `${lines.length}:${previous}` });
    assert.equal(entries.at(-1).verb, 'exported');
    const rest = (await admin.get(`/api/v1/audit/export?after=${lines.length - 1}`)).body as string;
    assert.equal(rest.trimEnd().split('\n').length, 2);
  });

  it('permanently loses the values of an entry when it is erased', async () => {
    await red.client.put(place.path, { red_comment: 'the customer’s secret: pomegranate' });
    const { seq } = await newest();
    await red.client.put(place.path, { red_comment: 'nothing to see' });
    const second = (await newest()).seq;
    assertProblem(await red.client.post('/api/v1/audit/erasures', { seq, reason: 'x' }), 403, 'forbidden');
    assertProblem(await admin.post('/api/v1/audit/erasures', { seq: 999_999, reason: 'x' }), 422, 'invalid');
    for (const erased of [seq, second, second]) {
      const answer = await admin.post('/api/v1/audit/erasures', { seq: erased, reason: 'asked for' });
      assert.equal(bodyOf(answer, 200).changes, null);
    }
    const { items } = bodyOf(await admin.get('/api/v1/audit?verb=erased'), 200);
    assert.deepEqual(
      items.map((entry: { object_id: string }) => Number(entry.object_id)),
      [second, seq],
    );
    assert.deepEqual(items[0].changes, { reason: [null, 'asked for'] });
    const text = (await admin.get('/api/v1/audit/export')).body as string;
    assert.equal(text.includes('pomegranate'), false);
  });

  it('survives a reset, which is an entry', async () => {
    const { seq } = await newest();
    bodyOf(await admin.post('/api/v1/diag/reset'), 200);
    const entry = await newest();
    assert.deepEqual([entry.seq, entry.verb, entry.object_type], [seq + 1, 'reset', 'installation']);
  });

  it('cannot be changed or deleted except with database tools', onlyWithFile, () => {
    const sqlite = new Sqlite(path.join(server.dataDir, 'damson.db'));
    try {
      for (const statement of [
        "update audit_entries set actor_name = 'Someone else' where seq = 2",
        "update audit_entries set changes_json = '{}' where seq = 2",
        'update audit_entries set salt = null, seq = 100000 where seq = 2',
        'delete from audit_entries where seq = 2',
      ]) {
        assert.throws(() => sqlite.exec(statement), /entries of the history are not/);
      }
    } finally {
      sqlite.close();
    }
  });
});

describe('the history of an engagement', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());

  it('contains its simulations, for every role', async () => {
    const admin = server.admin.client;
    const soc = await server.newPerson('soc');
    const { id } = bodyOf(await admin.post('/api/engagements', { name: 'Harbour' }), 201);
    const made = await admin.post(`/api/engagements/${id}/simulations`, { name: 'Crane' });
    const simulation = bodyOf(made, 201).id;
    bodyOf(await soc.client.patch(`/api/simulations/${simulation}`, { soc_comment: 'seen' }), 200);
    bodyOf(await admin.patch(`/api/simulations/${simulation}`, { tactic_ids: ['TA0001'] }), 200);
    const { items, total } = bodyOf(await soc.client.get(`/api/engagements/${id}/history`), 200);
    assert.equal(total, 4);
    assert.deepEqual(items[0].changes, {
      status: ['pending', 'in_progress'],
      tactic_ids: [[], ['TA0001']],
      engagement_status: ['planned', 'active'],
    });
    assert.deepEqual(items[1].changes, { soc_comment: [null, 'seen'] });
    const query = `?simulation_id=${simulation}&actor_id=${soc.id}`;
    assert.equal(bodyOf(await admin.get(`/api/engagements/${id}/history${query}`), 200).total, 1);
    assertProblem(await admin.get(`/api/engagements/${nobody}/history`), 404, 'not_found');
  });
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Written independently of the product, as for checking an export. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`;
}
