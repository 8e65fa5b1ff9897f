import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { expectationVerdicts } from '../../../domain/expectations.ts';
import type { Mission, MissionTest } from '../../../server/missions/contract.ts';
import { bodyOf, placeOf, told } from '../../support/missions/factories.ts';
import { newVariedMission } from '../../support/missions/varied-results.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let mission: Mission;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  admin = server.admin.client;
  mission = await newVariedMission(admin);
});
after(() => server.close());

const ids = (...indexes: number[]) => indexes.map((index) => placeOf(mission, index).test);
const list = async (query: string): Promise<string[]> =>
  bodyOf(await admin.get(`/api/v1/missions/${mission.id}/figures/tests?${query}`), 200).test_ids;

it('numbers of expectations list the tests that have one of them, as each test says', async () => {
  const { expectations } = bodyOf(await admin.get(`/api/v1/missions/${mission.id}/figures`), 200);
  const counted = { met: 0, missed: 0, open: 0, not_applicable: 0 };
  for (const verdict of expectationVerdicts) {
    for (const id of await list(`of=expectation_${verdict}`)) {
      const test: MissionTest = bodyOf(await admin.get(`/api/v1/missions/${mission.id}/tests/${id}`), 200);
      const those = test.expectations.filter(({ met }) => met === verdict);
      assert.ok(those.length > 0, `${verdict}: ${test.name}`);
      counted[verdict] += those.length;
    }
  }
  const { missed: not_met, ...others } = counted;
  assert.deepEqual({ ...others, not_met }, expectations);
});

it('a technique limits the tests to those tagged with it, and with its sub-techniques if it says so', async () => {
  assert.deepEqual(await list('of=attempted&technique=T1059'), ids(0));
  assert.deepEqual(await list('of=attempted&technique=T1082'), ids(1, 4));
  assert.deepEqual(await list('of=skipped&technique=T1082'), ids(9));
  assert.deepEqual(await list('of=not_detected&technique=T1055'), ids(3));
  assert.deepEqual(await list('of=attempted&technique=T9999'), []);
  assert.deepEqual(await list('of=attempted&technique=T1059.*'), ids(0, 1, 8));
  assert.deepEqual(await list('of=attempted&technique=T105.*'), []);
  const { missions } = bodyOf(await admin.get('/api/v1/headline/tests?of=attempted&technique=T1059.*'), 200);
  assert.deepEqual(
    missions.map(({ tests }: { tests: { id: string }[] }) => tests.map(({ id }) => id)),
    [ids(0, 1, 8)],
  );
});

it('a test whose new run has not been executed is attempted in an earlier run only', async () => {
  const again = await newVariedMission(admin);
  const { path, test } = placeOf(again, 2);
  bodyOf(await admin.post(`${path}/runs`, { reason: 'after_fix' }), 201);
  const listed = async (of: string): Promise<string[]> =>
    bodyOf(await admin.get(`/api/v1/missions/${again.id}/figures/tests?of=${of}`), 200).test_ids;
  const [ever, latest, left] = [
    await listed('attempted_ever'),
    await listed('attempted'),
    await listed('not_attempted'),
  ];
  assert.deepEqual([ever.length, latest.length, left.length], [9, 8, 4]);
  assert.deepEqual(
    ever.filter((id) => !latest.includes(id)),
    [test],
  );
});

it('figures over missions list the tests of first runs, too', async () => {
  const over = async (query: string) => {
    const { total, missions } = bodyOf(await admin.get(`/api/v1/headline/tests?${query}`), 200);
    const own = missions.find((each: { mission: { id: string } }) => each.mission.id === mission.id);
    return {
      total,
      tests: own.tests.map((test: { id: string }) => test.id),
      classes: own.tests.map((test: { class: string }) => test.class),
    };
  };
  const { first, ...now } = bodyOf(await admin.get('/api/v1/headline'), 200);
  const missedNow = await over('of=not_detected');
  assert.deepEqual(missedNow.tests, ids(3, 8));
  assert.equal(missedNow.total, now.missed.n);
  assert.deepEqual(await over('of=not_detected&runs=latest'), missedNow);
  const missedFirst = await over('of=not_detected&runs=first');
  assert.deepEqual(missedFirst.tests, ids(0, 3));
  assert.deepEqual(missedFirst.classes, ['not_detected', 'not_detected']);
  assert.equal(missedFirst.total, first.missed.n);
});

it('refuses other runs and techniques that can be none', async () => {
  const tests = `/api/v1/missions/${mission.id}/figures/tests?of=attempted`;
  const refused: [path: string, field: string][] = [
    ['/api/v1/headline/tests?of=attempted&runs=compare', 'runs'],
    ['/api/v1/headline/tests?of=attempted&technique=', 'technique'],
    [`${tests}&technique=`, 'technique'],
    [`${tests}&technique=${'T'.repeat(200)}`, 'technique'],
  ];
  for (const [path, field] of refused) {
    assert.deepEqual(told(await admin.get(path)), [422, 'invalid', field], path);
  }
});
