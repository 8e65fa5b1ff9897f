import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { remediationStatuses } from '../../../domain/remediations.ts';
import { bodyOf, newMission, nobody, placeOf, told, walk } from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const start = Date.parse('2026-11-22T09:30:00.000Z');
let now = start;
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

describe('a remediation', () => {
  const texts = {
    shortcoming: 'No alert for a dump of LSASS <b>',
    root_cause: 'The rule was off',
    measure: 'Turn it on\nand test it',
    risk_if_not_done: 'Credentials of the domain',
  };

  it('keeps everything, and says who wrote it and when', async () => {
    const board = await newBoard();
    now += 1000;
    const fields = {
      ...texts,
      title: 'Watch LSASS',
      priority: 'critical',
      owner: { id: red.id, display_name: 'redteam 1' },
      due_on: '2026-12-24',
      status: 'in_progress',
      test_ids: [...board.tests].sort(),
      verified_by_run: null,
      rule: { rule_id: null, rule_name: 'LSASS is read' },
    };
    const remediation = await add(board, fields);
    const by = { id: blue.id, display_name: 'soc 2' };
    const at = new Date(now).toISOString();
    assert.deepEqual(remediation, {
      ...fields,
      id: remediation.id,
      mission: { id: board.mission, name: remediation.mission.name },
      owner_text: null,
      overdue: false,
      status_changed_at: at,
      status_changed_by: by,
      created_by: by,
      created_at: at,
      updated_by: by,
      updated_at: at,
    });
    assert.deepEqual(bodyOf(await red.client.get(`${board.path}/${remediation.id}`), 200), remediation);
    const list = bodyOf(await red.client.get(board.path), 200);
    assert.deepEqual(list, { items: [remediation], total: 1, limit: 50, offset: 0 });
  });

  it('is open and of medium priority unless told otherwise', async () => {
    const { title, priority, status, test_ids, owner, owner_text, due_on, shortcoming } = await add(
      await newBoard(),
    );
    assert.deepEqual(
      { title, priority, status, test_ids, owner, owner_text, due_on, shortcoming },
      {
        title: 'Watch LSASS',
        priority: 'medium',
        status: 'open',
        test_ids: [],
        owner: null,
        owner_text: null,
        due_on: null,
        shortcoming: null,
      },
    );
  });

  it('is changed by the fields sent, accepts its own output, and has versions', async () => {
    const board = await newBoard();
    const remediation = await add(board, { ...texts, test_ids: board.tests });
    const path = `${board.path}/${remediation.id}`;
    const { title, owner, owner_text, due_on, priority, test_ids } = remediation;
    const shown = { title, owner, owner_text, due_on, priority, test_ids };
    const answer = await red.client.request('PATCH', path, {
      body: { ...shown, measure: 'Buy another', test_ids: [board.tests[0]] },
      headers: { 'if-match': `"${remediation.updated_at}"` },
    });
    const changed = bodyOf(answer, 200);
    assert.deepEqual(changed, {
      ...remediation,
      measure: 'Buy another',
      test_ids: [board.tests[0]],
      updated_by: changed.updated_by,
      updated_at: changed.updated_at,
    });
    assert.equal(changed.updated_by.id, red.id);
    assert.ok(changed.updated_at > remediation.updated_at);
    assert.equal(answer.headers.get('etag'), `"${changed.updated_at}"`);
    const stale = await red.client.request('PATCH', path, {
      body: { title: 'Mine' },
      headers: { 'if-match': `"${remediation.updated_at}"` },
    });
    assert.deepEqual(told(stale), [412, 'stale', undefined]);
    assert.deepEqual(bodyOf(await red.client.patch(path, {}), 200), changed);
    const emptied = bodyOf(await red.client.patch(path, { measure: null, test_ids: null }), 200);
    assert.deepEqual([emptied.measure, emptied.test_ids, emptied.root_cause], [null, [], texts.root_cause]);
    assert.equal((await red.client.delete(path)).status, 204);
    assert.equal((await red.client.get(path)).status, 404);
  });

  it('moves from every state to every other, and records when and by whom', async () => {
    const board = await newBoard();
    const { id } = await add(board, { status: 'declined' });
    const path = `${board.path}/${id}`;
    for (const from of remediationStatuses) {
      for (const to of remediationStatuses) {
        bodyOf(await blue.client.patch(path, { status: from }), 200);
        now += 1000;
        const moved = bodyOf(await red.client.patch(path, { status: to, title: `to ${to}` }), 200);
        assert.equal(moved.status, to);
        const isNow = moved.status_changed_at === new Date(now).toISOString();
        assert.deepEqual([isNow, moved.status_changed_by.id === red.id], [from !== to, from !== to]);
      }
    }
  });

  it('is owned by a user or by a text, and one replaces the other', async () => {
    const board = await newBoard();
    const { id } = await add(board, { owner: { id: red.id } });
    const path = `${board.path}/${id}`;
    const team = bodyOf(await blue.client.patch(path, { owner_text: ' Network team ' }), 200);
    assert.deepEqual([team.owner, team.owner_text], [null, 'Network team']);
    const person = bodyOf(await blue.client.patch(path, { owner: { id: blue.id } }), 200);
    assert.deepEqual([person.owner.id, person.owner_text], [blue.id, null]);
  });

  it('stays without the names of users who are deleted', async () => {
    const gone = await server.newPerson('soc');
    const board = await newBoard([gone, blue]);
    const { id } = await add(board, { owner: { id: gone.id } }, gone.client);
    assert.equal((await admin.delete(`/api/v1/users/${gone.id}`)).status, 204);
    const left = bodyOf(await blue.client.get(`${board.path}/${id}`), 200);
    assert.deepEqual(
      [left.owner, left.created_by, left.updated_by, left.status_changed_by],
      [null, null, null, null],
    );
    assert.equal(bodyOf(await blue.client.patch(`${board.path}/${id}`, { measure: 'x' }), 200).owner, null);
  });

  const refusals: [what: string, fields: object, path: string][] = [
    ['an empty title', { title: ' ' }, 'title'],
    ['a title of 201', { title: 't'.repeat(201) }, 'title'],
    ['a text of 20,001', { root_cause: 't'.repeat(20_001) }, 'root_cause'],
    ['an unknown priority', { priority: 'urgent' }, 'priority'],
    ['an unknown status', { status: 'done' }, 'status'],
    ['a day that does not exist', { due_on: '2026-02-30' }, 'due_on'],
    ['an unknown owner', { owner: { id: nobody } }, 'owner.id'],
    ['a test of nothing', { test_ids: [nobody] }, 'test_ids.0'],
    ['what it says of itself', { overdue: true }, 'overdue'],
  ];
  for (const [what, fields, path] of refusals) {
    it(`with ${what} is refused and nothing is written`, async () => {
      const board = await newBoard();
      const remediation = await add(board);
      const one = `${board.path}/${remediation.id}`;
      const added = await blue.client.post(board.path, { title: 'x', ...fields });
      assert.deepEqual(told(added), [422, 'invalid', path]);
      assert.deepEqual(told(await blue.client.patch(one, fields)), [422, 'invalid', path]);
      assert.deepEqual(bodyOf(await blue.client.get(board.path), 200).items, [remediation]);
    });
  }

  it('with both owners, a test twice or one of another mission is refused', async () => {
    const [board, other] = [await newBoard(), await newBoard()];
    const [test] = board.tests;
    const table: [fields: object, path: string][] = [
      [{ owner: { id: blue.id }, owner_text: 'Team' }, 'owner_text'],
      [{ test_ids: [test, test] }, 'test_ids.1'],
      [{ test_ids: [test, other.tests[0]] }, 'test_ids.1'],
    ];
    for (const [fields, path] of table) {
      const answer = await blue.client.post(board.path, { title: 'x', ...fields });
      assert.deepEqual(told(answer), [422, 'invalid', path]);
    }
    assert.equal(bodyOf(await blue.client.get(board.path), 200).total, 0);
  });
});

describe('the run that verifies a remediation', () => {
  const verify = (board: Board, id: string, verified_by_run: object, fields: object = {}) =>
    blue.client.patch(`${board.path}/${id}`, { status: 'verified', verified_by_run, ...fields });

  it('is a run of one of its tests, closed or current, and is cleared with the status and with the test', async () => {
    const board = await newBoard();
    const [first = '', second = ''] = board.tests;
    const { id } = await add(board, { test_ids: board.tests });
    const test = `${board.missionPath}/tests/${first}`;
    await walk(red.client, test, 'executed');
    bodyOf(await red.client.post(`${test}/runs`, { reason: 'after_fix' }), 201);
    const closed = { test_id: first, number: 1 };
    assert.deepEqual(bodyOf(await verify(board, id, closed), 200).verified_by_run, closed);
    const present = { test_id: first, number: 2 };
    const early = await verify(board, id, present);
    assert.deepEqual(told(early), [422, 'invalid', 'verified_by_run.number']);
    await walk(red.client, test, 'executed');
    assert.deepEqual(bodyOf(await verify(board, id, present), 200).verified_by_run, present);
    const path = `${board.path}/${id}`;
    const shown = bodyOf(await blue.client.get(path), 200);
    const { title, verified_by_run } = shown;
    assert.deepEqual(
      bodyOf(await blue.client.patch(path, { title, verified_by_run }), 200).verified_by_run,
      present,
    );
    const moved = bodyOf(await blue.client.patch(path, { status: 'open' }), 200);
    assert.equal(moved.verified_by_run, null);
    await verify(board, id, present);
    const unlinked = bodyOf(await blue.client.patch(path, { test_ids: [second] }), 200);
    assert.deepEqual([unlinked.status, unlinked.verified_by_run], ['verified', null]);
    const { items } = bodyOf(await blue.client.get(`${board.missionPath}/history?limit=1`), 200);
    assert.deepEqual(items[0].changes.verified_by_run, [present, null]);
  });

  it('is refused for an unknown run, an unknown test, or another status', async () => {
    const board = await newBoard();
    const [first, second] = board.tests;
    const { id } = await add(board, { test_ids: [first] });
    const table: [run: object, fields: object, path: string][] = [
      [{ test_id: first, number: 1 }, {}, 'verified_by_run.number'],
      [{ test_id: first, number: 7 }, {}, 'verified_by_run.number'],
      [{ test_id: first, number: 0 }, {}, 'verified_by_run.number'],
      [{ test_id: second, number: 1 }, {}, 'verified_by_run.test_id'],
      [{ test_id: first, number: 1 }, { status: 'fixed' }, 'verified_by_run'],
    ];
    for (const [run, fields, path] of table) {
      assert.deepEqual(told(await verify(board, id, run, fields)), [422, 'invalid', path]);
    }
    const added = await blue.client.post(board.path, {
      title: 'x',
      verified_by_run: { test_id: first, number: 1 },
    });
    assert.deepEqual(told(added), [422, 'invalid', 'verified_by_run']);
    assert.equal(bodyOf(await blue.client.get(`${board.path}/${id}`), 200).status, 'open');
  });
});
