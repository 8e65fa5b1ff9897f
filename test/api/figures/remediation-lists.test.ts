import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { remediationStatuses } from '../../../domain/remediations.ts';
import { newId } from '../../../server/ids.ts';
import {
  bodyOf,
  newMission,
  nobody,
  placeOf,
  readTest,
  told,
  walk,
} from '../../support/missions/factories.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import {
  type Answer,
  type Client,
  type Person,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

const start = Date.parse('2026-11-22T09:30:00.000Z');
const now = start;
let server: TestServer;
let admin: Client;
let red: Person;
let blue: Person;
before(async () => {
  server = await startTestServer({ seams: { now: () => now } });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  blue = await server.newPerson('soc');
});
after(() => server.close());

type Board = { mission: string; missionPath: string; path: string; tests: string[]; client: string };

let made = 0;
async function newBoard(members: Person[] = [red, blue], client?: string): Promise<Board> {
  made += 1;
  const mission = await newMission(admin, { tests: 2, members, client: client ?? `Client ${made}` });
  const { missionPath } = placeOf(mission);
  const tests = [placeOf(mission, 0).test, placeOf(mission, 1).test];
  const path = `${missionPath}/remediations`;
  return { mission: mission.id, missionPath, path, tests, client: mission.organisation?.id ?? '' };
}

const add = async (board: Board, fields: object = {}, client = blue.client) =>
  bodyOf(await client.post(board.path, { title: 'Watch LSASS', ...fields }), 201);

const titlesOf = (answer: Answer): string[] =>
  bodyOf(answer, 200).items.map(({ title }: { title: string }) => title);

describe('remediations of a mission', () => {
  it('are written by either side and by people who may change the mission, and by nobody else', async () => {
    const planner = await server.newPerson('soc', { permissions: ['mission.update'] });
    const board = await newBoard([red, blue, planner]);
    for (const { client } of [red, blue, planner, { client: admin }]) {
      const { id } = await add(board, {}, client);
      bodyOf(await client.patch(`${board.path}/${id}`, { priority: 'low' }), 200);
      assert.equal((await client.delete(`${board.path}/${id}`)).status, 204);
    }
  });

  it("are hidden from non-members and not found in another mission's path", async () => {
    const [board, other] = [await newBoard([blue]), await newBoard()];
    const { id } = await add(board);
    const stranger = red.client;
    for (const answer of [
      await stranger.get(board.path),
      await stranger.get(`${board.path}/${id}`),
      await stranger.post(board.path, { title: 7 }),
      await stranger.patch(`${board.path}/${id}`, { title: 7 }),
      await stranger.delete(`${board.path}/${id}`),
      await stranger.patch(`${other.path}/${id}`, { title: 'x' }),
      await stranger.delete(`${other.path}/${id}`),
      await blue.client.get(`${other.path}/${id}`),
    ]) {
      assert.deepEqual(told(answer), [404, 'not_found', undefined]);
    }
    assert.equal(bodyOf(await stranger.get('/api/v1/remediations'), 200).items.some(isOf(board)), false);
  });

  it('are written in a completed mission, and not in an archived one', async () => {
    const board = await newBoard();
    const { id } = await add(board);
    await walk(admin, board.missionPath, 'in_progress', 'completed');
    const path = `${board.path}/${id}`;
    bodyOf(await blue.client.patch(path, { status: 'fixed' }), 200);
    await add(board);
    await walk(admin, board.missionPath, 'archived');
    for (const answer of [
      await blue.client.post(board.path, { title: 'x' }),
      await blue.client.patch(path, { status: 'open' }),
      await blue.client.delete(path),
    ]) {
      assert.deepEqual(told(answer), [409, 'archived', undefined]);
    }
    assert.deepEqual(told(await blue.client.patch(path, { status: 'x' })), [422, 'invalid', 'status']);
    assert.equal(bodyOf(await blue.client.get(path), 200).status, 'fixed');
  });

  it('are counted by status in its detail, and those left to be done in the detail of a test', async () => {
    const board = await newBoard();
    const [first, second] = board.tests;
    for (const status of remediationStatuses) await add(board, { status, test_ids: [first] });
    await add(board, { status: 'fixed', test_ids: board.tests });
    const mission = bodyOf(await blue.client.get(board.missionPath), 200);
    assert.deepEqual(mission.remediations, {
      open: 1,
      in_progress: 1,
      fixed: 2,
      verified: 1,
      risk_accepted: 1,
      declined: 1,
    });
    const unresolved = async (test = '') =>
      (await readTest(admin, { path: `${board.missionPath}/tests/${test}` })).unresolved_remediations;
    assert.deepEqual([await unresolved(first), await unresolved(second)], [2, 0]);
  });

  it('do not count as writes to the mission or its tests', async () => {
    const board = await newBoard();
    const stateOf = async () => {
      const { remediations, ...mission } = bodyOf(await admin.get(board.missionPath), 200);
      const { server_time, ...activity } = bodyOf(await admin.get(`${board.missionPath}/activity`), 200);
      return { mission, activity };
    };
    const before = await stateOf();
    const { id } = await add(board, { test_ids: board.tests });
    await blue.client.patch(`${board.path}/${id}`, { status: 'fixed' });
    await blue.client.delete(`${board.path}/${id}`);
    assert.deepEqual(await stateOf(), before);
  });

  it('leave history entries only for what people wrote', async () => {
    const board = await newBoard();
    const long = 'because of '.repeat(200);
    const { id } = await add(board, { measure: 'One', root_cause: long, test_ids: [board.tests[0]] });
    const path = `${board.path}/${id}`;
    await red.client.patch(path, { measure: 'Two', root_cause: `${long}this` });
    await red.client.patch(path, { measure: 'Two' });
    await red.client.patch(path, { status: 'fixed' });
    await red.client.delete(path);
    const { items } = bodyOf(await blue.client.get(`${board.missionPath}/history`), 200);
    const told = items.slice(0, 4).reverse();
    assert.deepEqual(
      told.map((entry: { verb: string; object_type: string; object_id: string }) => [
        entry.object_type,
        entry.object_id,
        entry.verb,
      ]),
      ['created', 'changed', 'moved', 'deleted'].map((verb) => ['remediation', id, verb]),
    );
    const [created, changed, moved] = told;
    assert.deepEqual(created.changes.test_ids, [null, [board.tests[0]]]);
    assert.deepEqual(created.changes.status, [null, 'open']);
    assert.deepEqual(Object.keys(changed.changes).sort(), ['measure', 'root_cause']);
    assert.equal(changed.changes.root_cause.inserted, 'this');
    assert.deepEqual(moved.changes, { status: ['open', 'fixed'] });
  });

  it('are a thousand at most', onlyWithFile, async () => {
    const board = await newBoard();
    const { id } = await add(board);
    const sqlite = new Sqlite(path.join(server.dataDir, 'damson.db'));
    sqlite
      .prepare(
        `insert into remediations (id, mission_id, title, priority, status, status_changed_at, created_at, updated_at)
          select n.value, mission_id, title, priority, status, status_changed_at, created_at, updated_at
          from remediations join json_each(?) as n where remediations.id = ?`,
      )
      .run(JSON.stringify(Array.from({ length: 999 }, newId)), id);
    sqlite.close();
    assert.deepEqual(told(await blue.client.post(board.path, { title: 'x' })), [422, 'invalid', 'title']);
    assert.equal((await blue.client.delete(`${board.path}/${id}`)).status, 204);
    await add(board);
  });

  it('are deleted with it', async () => {
    const board = await newBoard();
    const { id } = await add(board, { test_ids: board.tests });
    assert.equal((await admin.delete(board.missionPath)).status, 204);
    assert.equal((await blue.client.get(`${board.path}/${id}`)).status, 404);
    assert.equal(bodyOf(await admin.get('/api/v1/remediations'), 200).items.some(isOf(board)), false);
  });
});

function isOf({ mission }: Board): (item: { mission: { id: string } }) => boolean {
  return (item) => item.mission.id === mission;
}

describe('remediations of all missions', () => {
  it('are those of the missions one sees, the earliest due first, page by page', async () => {
    const owner = await server.newPerson('soc');
    const [one, other, hidden] = [await newBoard([owner]), await newBoard([owner]), await newBoard([])];
    const mine = { owner: { id: owner.id } };
    await add(one, { title: 'no day', ...mine }, admin);
    await add(one, { title: 'late', due_on: '2027-02-01', ...mine }, admin);
    await add(other, { title: 'early', due_on: '2027-01-01', ...mine }, admin);
    await add(other, { title: 'newest', ...mine }, admin);
    await add(hidden, { title: 'hidden', ...mine }, admin);
    const all = ['early', 'late', 'newest', 'no day'];
    const path = `/api/v1/remediations?owner_id=${owner.id}`;
    assert.deepEqual(titlesOf(await owner.client.get(path)), all);
    const page = await owner.client.get(`${path}&limit=2&offset=1`);
    assert.deepEqual(titlesOf(page), all.slice(1, 3));
    assert.deepEqual([page.body.total, page.body.limit, page.body.offset], [4, 2, 1]);
    assert.equal(bodyOf(await admin.get(path), 200).total, 5);
  });

  it('are filtered', async () => {
    const owner = await server.newPerson('soc');
    const [one, other] = [await newBoard([owner]), await newBoard([owner])];
    const due = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
    await add(one, { title: 'a', due_on: due(-1), priority: 'high', test_ids: [one.tests[0]] }, admin);
    await add(one, { title: 'b', due_on: due(-1), status: 'fixed', owner: { id: owner.id } }, admin);
    await add(one, { title: 'c', due_on: due(0), status: 'in_progress' }, admin);
    await add(one, { title: 'd', owner_text: 'Team' }, admin);
    await add(other, { title: 'e', due_on: due(-9), status: 'in_progress' }, admin);
    const table: [query: string, expected: string][] = [
      ['', 'abcde'],
      [`organisation_id=${one.client}`, 'abcd'],
      [`organisation_id=${nobody}`, ''],
      ['status=in_progress', 'ce'],
      ['priority=high', 'a'],
      [`owner_id=${owner.id}`, 'b'],
      [`test_id=${one.tests[0]}`, 'a'],
      ['overdue=true', 'ae'],
      ['overdue=false', 'bcd'],
      ['unresolved=true', 'acde'],
      ['unresolved=false', 'b'],
      [`overdue=true&organisation_id=${one.client}`, 'a'],
    ];
    for (const [query, expected] of table) {
      const titles = titlesOf(await owner.client.get(`/api/v1/remediations?${query}`));
      assert.equal(titles.sort().join(''), expected, query);
    }
    const inMission = await owner.client.get(`${one.path}?unresolved=true&overdue=false`);
    assert.equal(titlesOf(inMission).sort().join(''), 'cd');
    const overdue = bodyOf(await owner.client.get(one.path), 200).items.filter(
      (item: { overdue: boolean }) => item.overdue,
    );
    assert.deepEqual(
      overdue.map(({ title }: { title: string }) => title),
      ['a'],
    );
    for (const [query, path] of [
      ['status=done', 'status'],
      ['overdue=yes', 'overdue'],
      ['owner_id=me', 'owner_id'],
      ['limit=201', 'limit'],
      ['mission=x', 'mission'],
    ]) {
      const answer = await owner.client.get(`/api/v1/remediations?${query}`);
      assert.deepEqual(told(answer), [422, 'invalid', path]);
    }
    const ofMission = await owner.client.get(`${one.path}?organisation_id=${one.client}`);
    assert.deepEqual(told(ofMission), [422, 'invalid', 'organisation_id']);
  });

  it('follow a mission into the organisation that its own is merged into', async () => {
    const [from, into] = [await newBoard(), await newBoard()];
    await add(from, { title: 'moved' });
    const body = { into: into.client };
    bodyOf(await admin.post(`/api/v1/organisations/${from.client}/merge`, body), 200);
    const list = await admin.get(`/api/v1/remediations?organisation_id=${into.client}`);
    assert.deepEqual(titlesOf(list), ['moved']);
  });
});
