import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { blankFields, pickFields, plainFields, toClosed } from '../../../domain/test-record.ts';
import type { ClosedRun } from '../../../server/missions/runs/contract.ts';
import {
  attach,
  bodyOf,
  newMission,
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
  type Person,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';
import { reviewedTest } from './scene.ts';

const now = Date.parse('2026-11-20T09:30:00.000Z');
let server: TestServer;
let admin: Client;
let red: Person;
let soc: Person;
before(async () => {
  server = await startTestServer({ seams: { now: () => now } });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  soc = await server.newPerson('soc');
});
after(() => server.close());

async function newPlace(tests = 1): Promise<Place> {
  return placeOf(await newMission(admin, { members: [red, soc], tests }));
}

const reviewed = () => reviewedTest({ admin, red, soc });

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
