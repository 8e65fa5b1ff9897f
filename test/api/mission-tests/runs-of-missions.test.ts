import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ClosedRun } from '../../../server/missions/runs/contract.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  nobody,
  type Place,
  placeOf,
  readMission,
  readTest,
  told,
  walk,
} from '../../support/missions/factories.ts';
import {
  type Answer,
  type Client,
  openStored,
  type Person,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';
import { until } from '../../support/servers/until.ts';

const now = Date.parse('2026-11-20T09:30:00.000Z');
let server: TestServer;
let admin: Client;
let red: Person;
let soc: Person;
let levels: Record<string, string>;
before(async () => {
  server = await startTestServer({ seams: { now: () => now } });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  soc = await server.newPerson('soc');
  const all: { id: string; key: string }[] = bodyOf(await admin.get('/api/v1/detection-levels'), 200);
  levels = Object.fromEntries(all.map(({ id, key }) => [key, id]));
});
after(() => server.close());

async function newPlace(tests = 1): Promise<Place> {
  return placeOf(await newMission(admin, { members: [red, soc], tests }));
}

function runAgain({ path }: Place, reason = 'after_fix'): Promise<Answer> {
  return red.client.post(`${path}/runs`, { reason });
}

async function runsOf({ path }: Place): Promise<ClosedRun[]> {
  return bodyOf(await soc.client.get(`${path}/runs`), 200).items;
}

describe('running tests of a mission again', () => {
  const again = ({ missionPath }: Place, body: object) => red.client.post(`${missionPath}/runs`, body);

  async function three(): Promise<[Place, Place, Place]> {
    const mission = await newMission(admin, { members: [red, soc], tests: 3 });
    const places = [0, 1, 2].map((index) => placeOf(mission, index)) as [Place, Place, Place];
    await walk(red.client, places[0].path, 'executed');
    await walk(admin, places[1].path, 'executed', 'reviewed_by_blue');
    return places;
  }

  it('takes all executed tests and leaves the others unchanged', async () => {
    const [one, two, three_] = await three();
    const untouched = await readTest(admin, three_);
    const mission = bodyOf(await again(one, { reason: 'after_fix' }), 201);
    assert.deepEqual([mission.counts.pending, mission.counts.tests], [3, 3]);
    const [first, second] = [await readTest(admin, one), await readTest(admin, two)];
    assert.deepEqual([first.run.number, second.run.number], [2, 2]);
    assert.equal(first.run.reason, 'after_fix');
    assert.deepEqual(await readTest(admin, three_), untouched);
  });

  it('takes the tests named', async () => {
    const [one, two] = await three();
    bodyOf(await again(one, { reason: 'retest', test_ids: [two.test] }), 201);
    assert.equal((await readTest(admin, one)).run.number, 1);
    assert.equal((await readTest(admin, two)).run.number, 2);
  });

  it('refuses all of them for one that is not ready, named at its place', async () => {
    const [one, two, three_] = await three();
    const other = await newPlace();
    const test_ids = [one.test, three_.test, other.test, two.test, one.test];
    const answer = await again(one, { reason: 'retest', test_ids });
    assert.deepEqual([answer.status, answer.body.code], [422, 'invalid']);
    assert.deepEqual(
      answer.body.errors.map(({ path }: { path: string }) => path),
      ['test_ids.1', 'test_ids.2', 'test_ids.4'],
    );
    assert.match(answer.body.errors[0].message, new RegExp(`${three_.test} is pending`));
    assert.deepEqual([(await readTest(admin, one)).run.number, (await runsOf(two)).length], [1, 0]);
  });

  describe('that are many', () => {
    const many = 450;
    /** A mission of many tests, all executed but the last. */
    const newMany = async () => {
      const { id: template } = await newTestTemplate(admin);
      const { id: scenario } = await newScenarioTemplate(admin, { tests: Array(many).fill(template) });
      const mission = await newMission(admin, { members: [red, soc], scenario_template_ids: [scenario] });
      const tests = mission.scenarios.flatMap((one) => one.tests.map(({ id }) => id));
      const stored = await openStored(server);
      await stored.db
        .updateTable('mission_tests')
        .set({ status: 'executed', executed_at: '2026-11-20T08:00:00.000Z' })
        .where('mission_id', '=', mission.id)
        .where('id', '!=', tests.at(-1) as string)
        .execute();
      await stored.db
        .updateTable('missions')
        .set({ count_pending: 1, count_executed: many - 1 })
        .where('id', '=', mission.id)
        .execute();
      await stored.close();
      return { id: mission.id, path: `/api/v1/missions/${mission.id}`, tests };
    };
    const numbersOf = async ({ id }: { id: string }) => {
      const { scenarios } = await readMission(admin, id);
      return scenarios.flatMap(({ tests }) => tests.map(({ run_number }) => run_number));
    };
    const allButLast = [...Array(many - 1).fill(2), 1];

    it('takes them in slices, and others write in between', async () => {
      const mission = await newMany();
      let isOver = false;
      const writeOn = async (test: string) => {
        for (let count = 0; !isOver; count += 1)
          bodyOf(await soc.client.put(`${mission.path}/tests/${test}`, { blue_comment: `${count}` }), 200);
      };
      const last = mission.tests.at(-1) as string;
      const writing = Promise.all([writeOn(last), writeOn(last)]);
      const answer = await red.client.post(`${mission.path}/runs`, { reason: 'retest' });
      isOver = true;
      await writing;
      const { counts } = bodyOf(answer, 201);
      assert.deepEqual([counts.executed, counts.pending], [0, many]);
      assert.deepEqual(await numbersOf(mission), allButLast);
      const entries = async (query: string) =>
        bodyOf(await admin.get(`/api/v1/audit?mission_id=${mission.id}&${query}`), 200);
      const { total, items } = await entries('verb=run_again&limit=1');
      assert.equal(total, many - 1);
      const first = (await entries(`verb=run_again&limit=1&offset=${many - 2}`)).items[0].seq;
      const others = (await entries('verb=changed&limit=200')).items.map(({ seq }: { seq: number }) => seq);
      assert.ok(others.some((seq: number) => first < seq && seq < items[0].seq));
    });

    it('are finished by the next process when the one that has begun ends', async () => {
      const mission = await newMany();
      await server.stop();
      const stored = await openStored(server);
      // As after the first slice, with a test that is gone by now.
      const left = [...mission.tests.slice(200, many - 1), nobody];
      await stored.db
        .insertInto('run_starts')
        .values({
          mission_id: mission.id,
          reason: 'after_fix',
          author_json: JSON.stringify({ id: red.id, displayName: 'Red' }),
          started_by: red.id,
          test_ids_json: JSON.stringify(left),
        })
        .execute();
      await stored.close();
      await server.restart();
      const expected = [...Array(200).fill(1), ...Array(many - 201).fill(2), 1];
      await until(async () => JSON.stringify(await numbersOf(mission)) === JSON.stringify(expected));
      const [newest] = bodyOf(
        await admin.get(`/api/v1/audit?mission_id=${mission.id}&verb=run_again&limit=1`),
        200,
      ).items;
      assert.deepEqual(newest.actor, { id: red.id, display_name: 'Red' });
      // A test that had its run is not run again.
      bodyOf(await red.client.post(`${mission.path}/runs`, { reason: 'retest' }), 201);
      assert.deepEqual(await numbersOf(mission), allButLast);
    });
  });

  it('is refused where nothing was executed, and for blue', async () => {
    const place = await newPlace();
    assert.deepEqual(told(await again(place, { reason: 'retest' })), [409, 'illegal_transition', undefined]);
    const blue = await soc.client.post(`${place.missionPath}/runs`, { reason: 'retest' });
    assert.deepEqual(told(blue), [403, 'forbidden', undefined]);
    assert.deepEqual(told(await again(place, { reason: 'retest', test_ids: [] })), [
      422,
      'invalid',
      'test_ids',
    ]);
  });
});

describe('the first runs of a mission against the last', () => {
  it('count improved, worse, unchanged and open tests', async () => {
    const mission = await newMission(admin, { members: [red, soc], tests: 6 });
    const levelsOf: [first: string | null, last: string | null][] = [
      ['not_detected', 'alerted'],
      ['prevented', 'logged'],
      ['alerted', 'alerted'],
      ['alerted', null],
      ['alerted', 'prevented'],
    ];
    for (const [index, [first, last]] of levelsOf.entries()) {
      const place = placeOf(mission, index);
      for (const level of [first, last]) {
        await walk(red.client, place.path, 'executed');
        const detection_level_id = level === null ? null : levels[level];
        bodyOf(await soc.client.put(place.path, { detection_level_id }), 200);
        if (level === first) bodyOf(await runAgain(place), 201);
        if (first === last) break;
      }
    }
    await walk(red.client, placeOf(mission, 2).path, 'executed');
    bodyOf(await soc.client.put(placeOf(mission, 2).path, { detection_level_id: levels.alerted }), 200);
    const path = `/api/v1/missions/${mission.id}/runs`;
    const { tests, ...counts } = bodyOf(await soc.client.get(path), 200);
    assert.deepEqual(counts, { retested: 5, improved: 2, worse: 1, same: 1, open: 1 });
    assert.deepEqual(
      tests.map((test: { id: string; change: string }) => [test.id, test.change]),
      ['improved', 'worse', 'same', 'open', 'improved'].map((change, index) => [
        placeOf(mission, index).test,
        change,
      ]),
    );
    assert.deepEqual(
      [tests[0].first.detection_level.key, tests[0].last.detection_level.key, tests[0].last.number],
      ['not_detected', 'alerted', 2],
    );
    const stranger = await server.newPerson('soc');
    assert.deepEqual(told(await stranger.client.get(path)), [404, 'not_found', undefined]);
  });
});
