import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import {
  bodyOf,
  newMission,
  type Place,
  placeOf,
  readMission,
  readTest,
  walk,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const states = ['pending', 'skipped', 'blocked', 'executed', 'reviewed_by_blue'] as const;
type State = (typeof states)[number];
type Side = 'red' | 'blue';

/** Steps by which an administrator brings a new test into a state. */
const roads: Record<State, readonly State[]> = {
  pending: [],
  skipped: ['skipped'],
  blocked: ['blocked'],
  executed: ['executed'],
  reviewed_by_blue: ['executed', 'reviewed_by_blue'],
};

describe('tests of a mission', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  let blue: Person;
  let both: Person;
  let levels: { id: string; key: string }[];
  /** The server's clock, which stands still between the tests' own steps. */
  let clock = Date.now();
  before(async () => {
    server = await startTestServer({ seams: { now: () => clock } });
    admin = server.admin.client;
    red = await server.newPerson('redteam');
    blue = await server.newPerson('soc');
    both = await server.newPerson('soc', { permissions: ['mission.write_red_fields'] });
    levels = bodyOf(await admin.get('/api/v1/detection-levels'), 200);
  });
  after(() => server.close());

  const newPlace = async (): Promise<Place> =>
    placeOf(await newMission(admin, { members: [red, [blue, 'blue'], both] }));

  describe('moving one', () => {
    const table: [from: State, to: State, side: Side][] = [
      ['pending', 'skipped', 'red'],
      ['skipped', 'pending', 'red'],
      ['pending', 'blocked', 'red'],
      ['blocked', 'pending', 'red'],
      ['pending', 'executed', 'red'],
      ['executed', 'reviewed_by_blue', 'blue'],
      ['executed', 'pending', 'red'],
      ['reviewed_by_blue', 'executed', 'blue'],
    ];
    const expectedStatus = (from: State, to: State, held: readonly Side[]): number => {
      const row = table.find((entry) => entry[0] === from && entry[1] === to);
      const gate = row?.[2] ?? (to === 'reviewed_by_blue' ? 'blue' : 'red');
      if (!held.includes(gate)) return 403;
      return row || from === to ? 200 : 409;
    };
    const holders: { who: string; held: readonly Side[]; person: () => Person }[] = [
      { who: 'red', held: ['red'], person: () => red },
      { who: 'blue', held: ['blue'], person: () => blue },
      { who: 'both sides', held: ['red', 'blue'], person: () => both },
    ];

    let mission: Mission;
    let next = 0;
    before(async () => {
      mission = await newMission(admin, { tests: 75, members: [red, blue, both] });
    });

    for (const { who, held, person } of holders) {
      for (const from of states) {
        for (const to of states) {
          const status = expectedStatus(from, to, held);
          it(`${from} → ${to} by ${who}: ${status}`, async () => {
            const place = placeOf(mission, next);
            next += 1;
            await walk(admin, place.path, ...roads[from]);
            const before = await readTest(admin, place);
            clock += 1000;
            const answer = await person().client.post(`${place.path}/transition`, { status: to });
            assert.equal(answer.status, status, JSON.stringify(answer.body));
            const now = await readTest(admin, place);
            if (status !== 200 || from === to) {
              assert.deepEqual(now, before);
              if (status !== 200)
                assert.equal(answer.body.code, status === 403 ? 'forbidden' : 'illegal_transition');
              return;
            }
            const executedAt =
              from === 'pending' && to === 'executed'
                ? new Date(clock).toISOString()
                : to === 'pending'
                  ? null
                  : before.executed_at;
            // The move sets the operator, and undoing it removes the operator.
            const operator =
              to === 'executed' && from === 'pending'
                ? now.last_actor?.display_name
                : to === 'pending'
                  ? null
                  : before.operator;
            assert.deepEqual(now, {
              ...before,
              status: to,
              executed_at: executedAt,
              operator,
              last_actor: { id: person().id, display_name: now.last_actor?.display_name },
              updated_at: now.updated_at,
            });
            assert.ok(now.updated_at > before.updated_at);
            assert.deepEqual(answer.body, now);
            assert.equal(answer.headers.get('etag'), `"${now.updated_at}"`);
          });
        }
      }
    }

    const move = (place: Place, body: unknown, by: Person = both) =>
      by.client.post(`${place.path}/transition`, body);

    it('keeps the time of execution that is supplied, to the millisecond in UTC', async () => {
      const place = await newPlace();
      const executed = bodyOf(
        await move(place, { status: 'executed', executed_at: '2026-11-20T11:30:00.25+02:00' }, red),
        200,
      );
      assert.equal(executed.executed_at, '2026-11-20T09:30:00.250Z');
      const { executed_at } = executed;
      assert.deepEqual(bodyOf(await move(place, { status: 'executed', executed_at }, red), 200), executed);
      await walk(blue.client, place.path, 'reviewed_by_blue');
      // An undone review keeps the time: blue may not change when a test was executed.
      const other = await move(place, { status: 'executed', executed_at: '2020-01-01T00:00:00Z' }, blue);
      assertProblem(other, 422, 'invalid');
      assert.equal(other.body.errors[0].path, 'executed_at');
      const undone = bodyOf(await move(place, { status: 'executed', executed_at }, blue), 200);
      assert.deepEqual([undone.status, undone.executed_at], ['executed', executed.executed_at]);
      const cleared = bodyOf(await move(place, { status: 'pending' }, red), 200);
      assert.equal(cleared.executed_at, null);
      assert.equal(bodyOf(await move(place, { status: 'executed' }, red), 200).executed_at, isoNow());
    });

    it('keeps the time that red wrote before, unless the move names another', async () => {
      const written = '2026-11-19T08:00:00.000Z';
      const other = '2026-11-19T09:00:00.000Z';
      for (const [named, kept] of [
        [undefined, written],
        [other, other],
      ]) {
        const place = await newPlace();
        bodyOf(await red.client.put(place.path, { executed_at: written }), 200);
        await walk(red.client, place.path, 'skipped', 'pending');
        const moved = bodyOf(await move(place, { status: 'executed', executed_at: named }, red), 200);
        assert.equal(moved.executed_at, kept);
      }
    });

    it('accepts a corrected time of an executed test, from red only', async () => {
      const place = await newPlace();
      await walk(red.client, place.path, 'executed');
      const executed_at = '2026-11-19T08:00:00.000Z';
      assertProblem(await move(place, { status: 'executed', executed_at }, blue), 403, 'forbidden');
      const before = await readTest(admin, place);
      clock += 1000;
      const after = bodyOf(await move(place, { status: 'executed', executed_at }, red), 200);
      assert.equal(after.executed_at, executed_at);
      assert.ok(after.updated_at > before.updated_at);
      const history = bodyOf(await admin.get(`${place.missionPath}/history?test_id=${place.test}`), 200);
      assert.deepEqual(history.items[0].changes.executed_at, [before.executed_at, executed_at]);
    });

    it('keeps what both sides wrote when it is undone', async () => {
      const place = await newPlace();
      bodyOf(
        await both.client.put(place.path, {
          command: 'c',
          output: 'o',
          red_comment: 'r',
          blue_comment: 'b',
          detection_level_id: levels[1]?.id,
          detected_at: '2026-11-20T09:30:00Z',
        }),
        200,
      );
      await walk(both.client, place.path, 'executed', 'reviewed_by_blue', 'executed', 'pending');
      const test = await readTest(blue.client, place);
      assert.deepEqual(
        [
          test.command,
          test.output,
          test.red_comment,
          test.blue_comment,
          test.detection_level,
          test.detected_at,
        ],
        ['c', 'o', 'r', 'b', levels[1], '2026-11-20T09:30:00.000Z'],
      );
    });

    it('refuses an unknown move', async () => {
      const place = await newPlace();
      const before = await readTest(admin, place);
      const rows: [body: unknown, path: string][] = [
        [{}, 'status'],
        [{ status: 'nonsense' }, 'status'],
        [{ status: null }, 'status'],
        [{ status: ['executed'] }, 'status'],
        [{ status: 'executed', executed_at: 'now' }, 'executed_at'],
        [{ status: 'executed', executed_at: '2026-11-20T09:30:00' }, 'executed_at'],
        [{ status: 'executed', executed_at: null }, 'executed_at'],
        [{ status: 'skipped', executed_at: '2026-11-20T09:30:00Z' }, 'executed_at'],
        [{ status: 'executed', output: 'x' }, 'output'],
        [[], ''],
      ];
      for (const [body, path] of rows) {
        const answer = await move(place, body);
        assert.equal(answer.status, 422, JSON.stringify(body));
        assert.equal(answer.body.errors[0].path, path, JSON.stringify(body));
      }
      assert.equal((await both.client.request('POST', `${place.path}/transition`)).status, 400);
      assert.deepEqual(await readTest(admin, place), before);
    });

    it('lets one of two rivals move it, and both if they ask for the same', async () => {
      for (let round = 0; round < 8; round += 1) {
        const place = await newPlace();
        const rivals = await Promise.all([
          move(place, { status: 'skipped' }, red),
          move(place, { status: 'blocked' }, both),
        ]);
        assert.deepEqual(rivals.map(({ status }) => status).sort(), [200, 409]);
        const winner = rivals.findIndex(({ status }) => status === 200);
        const test = await readTest(admin, place);
        assert.equal(test.status, winner === 0 ? 'skipped' : 'blocked');
        assert.equal(test.last_actor?.id, winner === 0 ? red.id : both.id);

        await walk(admin, place.path, 'pending');
        const same = await Promise.all(
          [red, both, server.admin].map((person) => move(place, { status: 'executed' }, person)),
        );
        assert.deepEqual(
          same.map(({ status }) => status),
          [200, 200, 200],
        );
        // Only the first request changed anything.
        assert.equal(new Set(same.map(({ body }) => body.updated_at)).size, 1);
        const { counts } = await readMission(admin, place.mission);
        assert.deepEqual([counts.tests, counts.executed], [1, 1]);
      }
    });

    it('works in any state of the mission except archived', async () => {
      const place = await newPlace();
      for (const status of ['in_progress', 'completed', 'in_progress', 'completed']) {
        await walk(admin, place.missionPath, status);
        await walk(red.client, place.path, 'skipped', 'pending');
      }
      await walk(admin, place.missionPath, 'archived');
      for (const to of states) {
        const answer = await move(place, { status: to });
        assert.equal(answer.status, 409, to);
        assert.equal(answer.body.code, 'archived', to);
        // The permission is still checked first.
        const outsider = to === 'reviewed_by_blue' ? red : blue;
        assert.equal((await move(place, { status: to }, outsider)).status, 403, to);
      }
    });

    const isoNow = () => new Date(clock).toISOString();
  });
});
