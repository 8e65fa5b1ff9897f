import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ClosedRun } from '../../../server/missions/runs/contract.ts';
import {
  attach,
  bodyOf,
  newMission,
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
import { fields, reviewedTest } from './scene.ts';

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

const reviewed = () => reviewedTest({ admin, red, soc });

function runAgain({ path }: Place, reason = 'after_fix'): Promise<Answer> {
  return red.client.post(`${path}/runs`, { reason });
}

async function runsOf({ path }: Place): Promise<ClosedRun[]> {
  return bodyOf(await soc.client.get(`${path}/runs`), 200).items;
}

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
