import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { blankFields, pickFields, plainFields, toClosed } from '../../../domain/test-record.ts';
import type { ClosedRun } from '../../../server/missions/runs/contract.ts';
import {
  attach,
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

const fields = {
  command: 'whoami /all',
  output: 'corp\\rhea\n'.repeat(300),
  red_comment: 'as planned',
  started_at: '2026-11-20T08:00:00.000Z',
  ended_at: '2026-11-20T08:30:00.000Z',
  source_host: 'kali-1',
  target_host: 'srv-1',
  target_user: 'corp\\rhea',
  operator: 'Ola',
  attack_result: 'partly',
  blue_comment: 'seen late',
};

async function newPlace(tests = 1): Promise<Place> {
  return placeOf(await newMission(admin, { members: [red, soc], tests }));
}

/** A test with records of both sides, two files and a leftover fact. */
async function reviewed(): Promise<Place & { evidence: string[]; fact: string }> {
  const place = await newPlace();
  await walk(red.client, place.path, 'executed');
  bodyOf(await admin.put(place.path, fields), 200);
  const expectations = [{ kind: 'alerted', result: 'no' }];
  bodyOf(await admin.put(`${place.path}/expectations`, { expectations }), 200);
  const evidence = [
    bodyOf(await attach(red.client, place), 201).id,
    bodyOf(await attach(soc.client, place), 201).id,
  ];
  const fact = { kind: 'alerted', result: 'partial', rule_name: 'r', evidence_ids: [evidence[1]] };
  const { id } = bodyOf(await soc.client.post(`${place.path}/facts`, fact), 201);
  await walk(soc.client, place.path, 'reviewed_by_blue');
  return { ...place, evidence, fact: id };
}

function runAgain({ path }: Place, reason = 'after_fix'): Promise<Answer> {
  return red.client.post(`${path}/runs`, { reason });
}

async function runsOf({ path }: Place): Promise<ClosedRun[]> {
  return bodyOf(await soc.client.get(`${path}/runs`), 200).items;
}

describe('running a test again', () => {
  it('closes the present run in full and starts one in which nothing has happened', async () => {
    const place = await reviewed();
    const before = await readTest(admin, place);
    const reply = await runAgain(place);
    const test = bodyOf(reply, 201);
    assert.equal(reply.headers.get('etag'), `"${test.updated_at}"`);
    assert.deepEqual(test, {
      ...before,
      status: 'pending',
      run: { number: 2, reason: 'after_fix', started_at: test.updated_at },
      closed_runs: 1,
      ...blankFields(plainFields),
      detection_level: null,
      detection_level_source: null,
      outcome: null,
      expectations: before.expectations.map((expectation) => ({ ...expectation, met: 'open' })),
      expectation_met: 'open',
      last_actor: { id: red.id, display_name: test.last_actor.display_name },
      updated_at: test.updated_at,
      facts: [],
      evidence: [],
    });
    assert.ok(test.updated_at > before.updated_at);
    const { id: _id, closed_by, ...run } = (await runsOf(place))[0] as ClosedRun;
    assert.deepEqual(run, {
      number: 1,
      reason: null,
      started_at: null,
      closed_at: test.updated_at,
      status: 'reviewed_by_blue',
      ...toClosed(pickFields(plainFields, before)),
      attack_started_at: before.started_at,
      attack_ended_at: before.ended_at,
      detection_level: before.detection_level,
      detection_level_source: 'derived',
      outcome: before.outcome,
      expectation_met: 'missed',
      last_actor: before.last_actor,
      facts: before.facts,
      evidence: before.evidence,
    });
    assert.equal(closed_by?.id, red.id);
  });

  it('counts and lists only the latest run, and is in the activity', async () => {
    const place = await reviewed();
    const activityPath = `${place.missionPath}/activity`;
    const { next_since } = bodyOf(await admin.get(activityPath), 200);
    bodyOf(await runAgain(place), 201);
    const mission = await readMission(admin, place.mission);
    assert.deepEqual([mission.counts.pending, mission.counts.reviewed_by_blue], [1, 0]);
    const [summary] = mission.scenarios[0]!.tests;
    assert.deepEqual(
      [summary?.run_number, summary?.evidence_count, summary?.outcome, summary?.detection_level],
      [2, 0, null, null],
    );
    const activity = bodyOf(await admin.get(`${activityPath}?since=${next_since}`), 200);
    assert.deepEqual(
      activity.tests.map((test: { id: string; run_number: number; evidence_count: number }) => [
        test.id,
        test.run_number,
        test.evidence_count,
      ]),
      [[place.test, 2, 0]],
    );
    assert.deepEqual(bodyOf(await soc.client.get(`${place.path}/facts`), 200), []);
  });

  it('goes on through several runs, each with its own facts and evidence', async () => {
    const place = await newPlace();
    for (const [index, result] of ['no', 'partial', 'yes'].entries()) {
      if (index > 0) bodyOf(await runAgain(place, 'retest'), 201);
      await walk(red.client, place.path, 'executed');
      bodyOf(await attach(red.client, place), 201);
      bodyOf(await soc.client.post(`${place.path}/facts`, { kind: 'alerted', result }), 201);
    }
    const runs = await runsOf(place);
    assert.deepEqual(
      runs.map((run) => [run.number, run.reason, run.outcome?.alerted?.result, run.evidence.length]),
      [
        [2, 'retest', 'partial', 1],
        [1, null, 'no', 1],
      ],
    );
    assert.equal(runs[0]?.started_at, runs[1]?.closed_at);
    const test = await readTest(admin, place);
    assert.deepEqual([test.outcome?.alerted?.result, test.evidence.length, test.closed_runs], ['yes', 1, 2]);
    const page = bodyOf(await admin.get(`${place.path}/runs?limit=1&offset=1`), 200);
    assert.deepEqual([page.total, page.items.length, page.items[0].number], [2, 1, 1]);
  });

  it('does not prevent deleting a person, whose name is then removed from the closed runs', async () => {
    const place = await newPlace();
    const gone = await server.newPerson('redteam');
    await admin.put(`${place.missionPath}/members`, { members: [{ user_id: gone.id, role_hint: 'red' }] });
    await walk(gone.client, place.path, 'executed');
    bodyOf(await gone.client.post(`${place.path}/runs`, { reason: 'replay' }), 201);
    assert.equal((await admin.delete(`/api/v1/users/${gone.id}`)).status, 204);
    const [run] = bodyOf(await admin.get(`${place.path}/runs`), 200).items;
    assert.deepEqual([run.closed_by, run.last_actor], [null, null]);
  });

  const states: [status: string, ...walked: string[]][] = [
    ['pending'],
    ['skipped', 'skipped'],
    ['blocked', 'blocked'],
  ];
  for (const [status, ...walked] of states) {
    it(`is refused while the test is ${status}`, async () => {
      const place = await newPlace();
      await walk(admin, place.path, ...walked);
      const before = await readTest(admin, place);
      assert.deepEqual(told(await runAgain(place)), [409, 'illegal_transition', undefined]);
      assert.deepEqual(await readTest(admin, place), before);
      assert.deepEqual(await runsOf(place), []);
    });
  }

  const bodies: [what: string, body: object, path: string][] = [
    ['no reason', {}, 'reason'],
    ['a reason of its own', { reason: 'because' }, 'reason'],
    ['more than a reason', { reason: 'retest', number: 7 }, ''],
  ];
  for (const [what, body, path] of bodies) {
    it(`with ${what} is refused`, async () => {
      const place = await newPlace();
      await walk(red.client, place.path, 'executed');
      const answer = await red.client.post(`${place.path}/runs`, body);
      assert.deepEqual([answer.status, answer.body.code], [422, 'invalid']);
      if (path !== '') assert.equal(answer.body.errors[0].path, path);
      assert.equal((await readTest(admin, place)).run.number, 1);
    });
  }

  it('is for red members only', async () => {
    const place = await reviewed();
    const body = { reason: 'retest' };
    assert.deepEqual(told(await soc.client.post(`${place.path}/runs`, body)), [403, 'forbidden', undefined]);
    const stranger = await server.newPerson('redteam');
    for (const answer of [
      await stranger.client.post(`${place.path}/runs`, body),
      await stranger.client.get(`${place.path}/runs`),
      await stranger.client.delete(`${place.path}/runs/latest`),
      await red.client.post(`${place.missionPath}/tests/${nobody}/runs`, body),
    ]) {
      assert.deepEqual(told(answer), [404, 'not_found', undefined]);
    }
  });

  it('is refused in an archived mission, and so is taking it back', async () => {
    const place = await reviewed();
    bodyOf(await runAgain(place), 201);
    await walk(red.client, place.path, 'executed');
    await walk(admin, place.missionPath, 'in_progress', 'completed', 'archived');
    for (const answer of [
      await runAgain(place),
      await red.client.delete(`${place.path}/runs/latest`),
      await red.client.post(`${place.missionPath}/runs`, { reason: 'retest' }),
    ]) {
      assert.deepEqual(told(answer), [409, 'archived', undefined]);
    }
    assert.equal((await runsOf(place)).length, 1);
  });
});

describe('a closed run', () => {
  it('keeps its evidence readable, and nobody deletes it', async () => {
    const place = await reviewed();
    bodyOf(await runAgain(place), 201);
    for (const id of place.evidence) {
      const path = `/api/v1/evidence/${id}`;
      assert.deepEqual(told(await admin.delete(path)), [409, 'run_closed', undefined]);
      assert.equal((await soc.client.get(path)).body, 'seen');
      assert.equal(bodyOf(await soc.client.get(`${path}/record`), 200).id, id);
    }
    const [run] = await runsOf(place);
    assert.deepEqual(
      run?.evidence.map(({ id }) => id),
      place.evidence,
    );
  });

  it('shares bytes with the present one, and keeps them when those are deleted', async () => {
    const place = await reviewed();
    bodyOf(await runAgain(place), 201);
    const again = bodyOf(await attach(red.client, place), 201);
    assert.equal((await red.client.delete(`/api/v1/evidence/${again.id}`)).status, 204);
    assert.equal((await soc.client.get(`/api/v1/evidence/${place.evidence[0]}`)).body, 'seen');
  });

  it('keeps its facts, which nobody writes, and gives the new run none of its evidence', async () => {
    const place = await reviewed();
    bodyOf(await runAgain(place), 201);
    const path = `${place.path}/facts/${place.fact}`;
    assert.deepEqual(told(await soc.client.patch(path, { result: 'yes' })), [409, 'run_closed', undefined]);
    assert.deepEqual(told(await soc.client.delete(path)), [409, 'run_closed', undefined]);
    assert.deepEqual(told(await soc.client.get(path)), [404, 'not_found', undefined]);
    const fact = { kind: 'logged', result: 'yes', evidence_ids: [place.evidence[1]] };
    const refused = await soc.client.post(`${place.path}/facts`, fact);
    assert.deepEqual(told(refused), [422, 'invalid', 'evidence_ids.0']);
    assert.equal((await runsOf(place))[0]?.facts[0]?.result, 'partial');
  });

  it('keeps the tools that its facts name', async () => {
    const mission = await newMission(admin, { members: [red, soc], client: 'Runs and tools' });
    const place = placeOf(mission);
    const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
    const tool = bodyOf(await admin.post(tools, { name: 'EDR', kind: 'edr' }), 201);
    const fact = { kind: 'alerted', result: 'yes', tool: { id: tool.id } };
    bodyOf(await soc.client.post(`${place.path}/facts`, fact), 201);
    await walk(red.client, place.path, 'executed');
    bodyOf(await runAgain(place), 201);
    assert.deepEqual(told(await admin.delete(`${tools}/${tool.id}`)), [409, 'in_use', undefined]);
  });
});

describe('taking a run back', () => {
  const takeBack = ({ path }: Place) => red.client.delete(`${path}/runs/latest`);

  it('puts the last closed run back as it was', async () => {
    const place = await reviewed();
    const before = await readTest(admin, place);
    bodyOf(await runAgain(place), 201);
    const { next_since } = bodyOf(await admin.get(`${place.missionPath}/activity`), 200);
    assert.equal((await takeBack(place)).status, 204);
    const test = await readTest(admin, place);
    const { updated_at, last_actor } = test;
    assert.deepEqual(test, { ...before, updated_at, last_actor });
    assert.ok(updated_at > before.updated_at);
    assert.equal(last_actor?.id, red.id);
    assert.deepEqual(await runsOf(place), []);
    const mission = await readMission(admin, place.mission);
    assert.deepEqual([mission.counts.pending, mission.counts.reviewed_by_blue], [0, 1]);
    assert.equal(mission.scenarios[0]?.tests[0]?.evidence_count, 2);
    const activity = bodyOf(await admin.get(`${place.missionPath}/activity?since=${next_since}`), 200);
    assert.equal(activity.tests.length, 1);
    bodyOf(await soc.client.patch(`${place.path}/facts/${place.fact}`, { result: 'yes' }), 200);
    assert.equal((await red.client.delete(`/api/v1/evidence/${place.evidence[0]}`)).status, 204);
  });

  it('restores a level set by a person as theirs, and can continue to the run before', async () => {
    const place = await newPlace();
    await walk(red.client, place.path, 'executed');
    bodyOf(await soc.client.put(place.path, { detection_level_id: levels.logged }), 200);
    const first = await readTest(admin, place);
    bodyOf(await runAgain(place), 201);
    await walk(red.client, place.path, 'executed');
    const second = await readTest(admin, place);
    bodyOf(await runAgain(place), 201);
    assert.equal((await takeBack(place)).status, 204);
    const { updated_at, last_actor, ...back } = await readTest(admin, place);
    const { updated_at: _then, last_actor: _who, ...there } = second;
    assert.deepEqual(back, there);
    await walk(red.client, place.path, 'pending');
    assert.equal((await takeBack(place)).status, 204);
    const test = await readTest(admin, place);
    assert.deepEqual(test, { ...first, updated_at: test.updated_at, last_actor: test.last_actor });
    assert.equal(test.detection_level_source, 'set');
  });

  it('is refused if there is only one run', async () => {
    const place = await reviewed();
    assert.deepEqual(told(await takeBack(place)), [409, 'no_closed_run', undefined]);
  });

  it('is for red', async () => {
    const place = await reviewed();
    bodyOf(await runAgain(place), 201);
    const answer = await soc.client.delete(`${place.path}/runs/latest`);
    assert.deepEqual(told(answer), [403, 'forbidden', undefined]);
  });

  const touches: [what: string, touch: (place: Place) => Promise<Answer>][] = [
    ['was executed', ({ path }) => red.client.post(`${path}/transition`, { status: 'executed' })],
    ['was skipped', ({ path }) => red.client.post(`${path}/transition`, { status: 'skipped' })],
    ['has a command', ({ path }) => red.client.put(path, { command: 'id' })],
    ['has a time', ({ path }) => red.client.put(path, { executed_at: '2026-11-20T09:31:00Z' })],
    ['has a level', ({ path }) => soc.client.put(path, { detection_level_id: levels.logged })],
    ['has a comment of blue', ({ path }) => soc.client.put(path, { blue_comment: 'x' })],
    [
      'has a fact that says nothing of the level',
      ({ path }) => soc.client.post(`${path}/facts`, { kind: 'responded', result: 'no' }),
    ],
    ['has evidence', (place) => attach(soc.client, place)],
  ];
  for (const [what, touch] of touches) {
    it(`is refused once the new run ${what}`, async () => {
      const place = await reviewed();
      bodyOf(await runAgain(place), 201);
      const touched = await touch(place);
      assert.ok(touched.status < 300, JSON.stringify(touched.body));
      const before = await readTest(admin, place);
      assert.deepEqual(told(await takeBack(place)), [409, 'run_touched', undefined]);
      assert.deepEqual(await readTest(admin, place), before);
      assert.equal((await runsOf(place)).length, 1);
    });
  }

  it('judges the restored run by the current expectations', async () => {
    const place = await reviewed();
    bodyOf(await runAgain(place), 201);
    const expectations = [{ kind: 'alerted', result: 'yes' }];
    bodyOf(await admin.put(`${place.path}/expectations`, { expectations }), 200);
    assert.equal((await takeBack(place)).status, 204);
    assert.equal((await readTest(admin, place)).expectation_met, 'met');
  });

  it('works again once the new record is empty', async () => {
    const place = await reviewed();
    bodyOf(await runAgain(place), 201);
    bodyOf(await red.client.put(place.path, { command: 'typed by mistake' }), 200);
    bodyOf(await red.client.put(place.path, { command: null }), 200);
    const { id } = bodyOf(await attach(red.client, place), 201);
    await red.client.delete(`/api/v1/evidence/${id}`);
    assert.equal((await takeBack(place)).status, 204);
    assert.equal((await readTest(admin, place)).command, fields.command);
  });
});

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
