import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  placeOf,
  readMission,
  told,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let red: Person;
/** Plans, and sees no hidden tests. */
let planner: Person;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
  red = await server.newPerson('redteam', { permissions: ['mission.update'] });
  planner = await server.newPerson('soc', { permissions: ['mission.update'] });
});
after(() => server.close());

const members = () => [red, planner];
const listTests = ({ scenarios }: Mission) => scenarios.flatMap(({ tests }) => tests);

/** A mission of two hidden tests, an open one of a test, and the paths to move the first test or its scenario. */
async function newPair() {
  const two = await newScenarioTemplate(admin, { tests: 2 });
  const from = await newMission(admin, { scenario_template_ids: [two.id], tests: 0, members: members() });
  const to = await newMission(admin, { tests: 1, members: members() });
  const [first, second] = [placeOf(from, 0), placeOf(from, 1)];
  const hide = { test_ids: [first.test], hidden: true };
  bodyOf(await red.client.post(`${first.missionPath}/hide`, hide), 200);
  return { from, to, first, second, entered: placeOf(to) };
}

describe('a hidden test', () => {
  it('stays hidden in the open mission that it moves to', async () => {
    const { to, first, entered } = await newPair();
    const target = { mission_id: to.id, scenario_id: entered.scenario };
    bodyOf(await red.client.post(`${first.path}/move`, target), 200);
    assert.equal(listTests(await readMission(red.client, to.id)).length, 2);
    assert.equal(listTests(await readMission(planner.client, to.id)).length, 1);
  });

  it('stays hidden in a copy of its scenario', async () => {
    const { to, first } = await newPair();
    const path = `${first.missionPath}/scenarios/${first.scenario}/copy`;
    bodyOf(await red.client.post(path, { mission_id: to.id }), 201);
    assert.equal(listTests(await readMission(red.client, to.id)).length, 3);
    assert.equal(listTests(await readMission(planner.client, to.id)).length, 2);
  });

  it('moves along with its scenario, also with somebody who does not see it', async () => {
    const { from, to, first } = await newPair();
    const path = `${first.missionPath}/scenarios/${first.scenario}/move`;
    const moved: Mission = bodyOf(await planner.client.post(path, { mission_id: to.id }), 200);
    assert.equal(listTests(moved).length, 2);
    const whole = await readMission(red.client, to.id);
    assert.equal(listTests(whole).length, 3);
    assert.equal(whole.counts.tests, 3);
    assert.equal((await readMission(planner.client, to.id)).counts.tests, 2);
    assert.equal((await readMission(red.client, from.id)).counts.tests, 0);
  });

  it('does not leave a finding that is about it alone', async () => {
    const { to, first, second, entered } = await newPair();
    const target = { mission_id: to.id, scenario_id: entered.scenario };
    const tests = [{ test_id: first.test, run: 1 }];
    bodyOf(await red.client.post(`${first.path}/transition`, { status: 'executed' }), 200);
    const finding = bodyOf(
      await red.client.post(`${first.missionPath}/findings`, { title: 'Held', tests, status: 'confirmed' }),
      201,
    );
    assert.deepEqual(told(await red.client.post(`${first.path}/move`, target)), [
      409,
      'hidden_tests',
      undefined,
    ]);
    bodyOf(await red.client.post(`${second.path}/transition`, { status: 'executed' }), 200);
    const both = [...tests, { test_id: second.test, run: 1 }];
    const at = `${first.missionPath}/findings/${finding.id}`;
    bodyOf(await red.client.patch(at, { tests: both }), 200);
    bodyOf(await red.client.post(`${first.path}/move`, target), 200);
  });

  it('is not taken out of what is about it alone: that stays as it is', async () => {
    const { first, second } = await newPair();
    const [hidden, shown] = [first, second].map(({ test }) => ({ test_id: test, run: 1 }));
    for (const { path } of [first, second])
      bodyOf(await red.client.post(`${path}/transition`, { status: 'executed' }), 200);
    const make = async (of: string, fields: object) => {
      const { id } = bodyOf(await red.client.post(`${first.missionPath}/${of}`, fields), 201);
      return `${first.missionPath}/${of}/${id}`;
    };
    const status = ({ client }: Person, path: string) => client.get(path).then((answer) => answer.status);
    const finding = await make('findings', { title: 'Held', tests: [hidden], status: 'confirmed' });
    const remediation = await make('remediations', { title: 'Hold it', test_ids: [first.test] });
    for (const [path, none] of [
      [finding, { tests: [] }],
      [remediation, { test_ids: [] }],
    ] as const) {
      assert.deepEqual(told(await red.client.patch(path, none)).slice(0, 2), [409, 'hidden_tests']);
      assert.equal(await status(planner, path), 404);
    }

    // Somebody who does not see the hidden test takes out all that they see.
    bodyOf(await red.client.patch(finding, { tests: [hidden, shown] }), 200);
    bodyOf(await red.client.patch(remediation, { test_ids: [first.test, second.test] }), 200);
    assert.deepEqual(bodyOf(await planner.client.patch(finding, { tests: [] }), 200).tests, []);
    assert.deepEqual(bodyOf(await planner.client.patch(remediation, { test_ids: [] }), 200).test_ids, []);
    for (const path of [finding, remediation]) assert.equal(await status(planner, path), 200);
  });

  it('is no longer named by the flags of the mission that it leaves', async () => {
    const { to, first, second, entered } = await newPair();
    const item = { test_ids: [first.test, second.test] };
    const record = {
      flags: [{ number: 1, objective: 'Read the ledger', ...item }],
      deviations: [{ what: 'Two weeks more', ...item }],
    };
    const path = `${first.missionPath}/tlpt`;
    bodyOf(await red.client.patch(path, record), 200);
    const target = { mission_id: to.id, scenario_id: entered.scenario };
    bodyOf(await planner.client.post(`${second.path}/move`, target), 200);
    const { flags, deviations } = bodyOf(await red.client.get(path), 200);
    assert.deepEqual([flags[0].test_ids, deviations[0].test_ids], [[first.test], [first.test]]);
    const { items } = bodyOf(
      await red.client.get(`${first.missionPath}/history?test_id=${second.test}`),
      200,
    );
    const [moved] = items.filter(({ verb }: { verb: string }) => verb === 'deleted');
    assert.deepEqual(moved.changes.named_by, [['1. Read the ledger', 'Two weeks more'], null]);
    // Coming back, it is still not named.
    const back = { mission_id: first.mission, scenario_id: first.scenario };
    bodyOf(await red.client.post(`/api/v1/missions/${to.id}/tests/${second.test}/move`, back), 200);
    assert.deepEqual(bodyOf(await red.client.get(path), 200).flags[0].test_ids, [first.test]);
  });
});
