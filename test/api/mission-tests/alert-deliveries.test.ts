import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bodyOf, newMission, told, walk } from '../../support/missions/factories.ts';
import {
  type Answer,
  type Client,
  type Person,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let red: Person;
let soc: Person;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  soc = await server.newPerson('soc');
});
after(() => server.close());

type Mission = { path: string; tests: string[] };

async function newExecuted(count = 1): Promise<Mission> {
  const { id } = await newMission(admin, { members: [red, soc], tests: 0 });
  const path = `/api/v1/missions/${id}`;
  const executions = Array.from({ length: count }, (_, index) => ({
    external_id: `e-${index}`,
    name: `Test ${index}`,
    command: `whoami /${index}`,
    executed_at: '2026-09-01T08:00:02Z',
    host: 'ws01',
  }));
  const { executions: became } = bodyOf(await red.client.post(`${path}/executions`, executions), 200);
  return { path, tests: became.map(({ test_id }: { test_id: string }) => test_id) };
}

const alertsOf = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => ({
    source: name,
    external_id: `${name}-${index}`,
    title: `${name} ${index}`,
    rule_name: `${name} ${index}`,
    occurred_at: '2026-09-01T08:00:04Z',
  }));

const deliver = async ({ path }: Mission, alerts: object[]) =>
  bodyOf(await soc.client.post(`${path}/alerts`, alerts), 200);
const undo = ({ path }: Mission, received_at: string): Promise<Answer> =>
  soc.client.post(`${path}/alert-deliveries/undo`, { received_at });
const accept = async ({ path }: Mission, id: string, test_id: string | undefined) =>
  bodyOf(await soc.client.post(`${path}/alerts/${id}/accept`, { test_id }), 200);
const factsOf = async ({ path }: Mission, test: string | undefined) =>
  bodyOf(await soc.client.get(`${path}/tests/${test}/facts`), 200);
const list = async ({ path }: Mission) => bodyOf(await soc.client.get(`${path}/alert-deliveries`), 200);

describe('a delivery of alerts', () => {
  it('is listed with what became of it, the latest first', async () => {
    const mission = await newExecuted();
    const first = await deliver(mission, [...alertsOf(2, 'siem'), ...alertsOf(1, 'edr')]);
    const second = await deliver(mission, alertsOf(1, 'ids'));
    assert.ok(first.received_at < second.received_at);
    assert.equal((await deliver(mission, alertsOf(1, 'ids'))).received_at, null);
    await accept(mission, first.alerts[0].id, mission.tests[0]);
    const { items, total } = await list(mission);
    assert.deepEqual(items, [
      { received_at: second.received_at, sources: ['ids'], alerts: 1, accepted: 0 },
      { received_at: first.received_at, sources: ['edr', 'siem'], alerts: 3, accepted: 1 },
    ]);
    assert.equal(total, 2);
  });

  it('is undone as a whole: with its detections, what it filled in, and its evidence', async () => {
    const mission = await newExecuted(2);
    const [made, filled] = mission.tests;
    const note = { kind: 'alerted', result: 'yes', note: 'Seen on the screen' };
    const person = bodyOf(await soc.client.post(`${mission.path}/tests/${filled}/facts`, note), 201);
    const other = await deliver(mission, alertsOf(1, 'ids'));
    const { received_at, alerts } = await deliver(mission, alertsOf(450, 'siem'));
    await accept(mission, alerts[0].id, made);
    await accept(mission, alerts[1].id, filled);
    await accept(mission, alerts[2].id, made);
    bodyOf(await soc.client.post(`${mission.path}/alerts/${alerts[3].id}/not-ours`, {}), 200);
    const answer = bodyOf(await undo(mission, received_at), 200);
    assert.deepEqual(answer, { removed: 450, kept: 0, reasons: [] });
    assert.deepEqual(await factsOf(mission, made), []);
    const [left] = await factsOf(mission, filled);
    assert.deepEqual(
      [left.id, left.note, left.rule_name, left.alert_id, left.evidence_ids],
      [person.id, note.note, null, null, []],
    );
    for (const test of mission.tests) {
      const { evidence } = bodyOf(await soc.client.get(`${mission.path}/tests/${test}`), 200);
      assert.deepEqual(evidence, []);
    }
    const { items } = await list(mission);
    assert.deepEqual(
      items.map((one: { received_at: string }) => one.received_at),
      [other.received_at],
    );
    assert.deepEqual(told(await undo(mission, received_at)).slice(0, 2), [404, 'not_found']);
    // The file can be delivered again.
    assert.equal((await deliver(mission, alertsOf(1, 'siem'))).alerts[0].result, 'received');
  });

  it('keeps the alerts on which something was built since, and says why', async () => {
    const mission = await newExecuted(4);
    const [changed, closed, found, free] = mission.tests;
    const { received_at, alerts } = await deliver(mission, alertsOf(5, 'siem'));
    const [ofChanged, ofClosed, ofFound, ofFree] = alerts.map(({ id }: { id: string }) => id);
    const { fact } = await accept(mission, ofChanged, changed);
    bodyOf(
      await soc.client.patch(`${mission.path}/tests/${changed}/facts/${fact.id}`, { note: 'Checked' }),
      200,
    );
    await accept(mission, ofClosed, closed);
    bodyOf(await red.client.post(`${mission.path}/tests/${closed}/runs`, { reason: 'retest' }), 201);
    const accepted = await accept(mission, ofFound, found);
    const { evidence_ids } = accepted.fact;
    const finding = { title: 'Seen late', evidence_ids, tests: [{ test_id: found, run: 1 }] };
    bodyOf(await soc.client.post(`${mission.path}/findings`, finding), 201);
    await accept(mission, ofFree, free);
    const { removed, kept, reasons } = bodyOf(await undo(mission, received_at), 200);
    assert.deepEqual([removed, kept], [2, 3]);
    assert.deepEqual(
      Object.fromEntries(reasons.map(({ id, why }: { id: string; why: string }) => [id, why])),
      {
        [ofChanged]: 'The detection was changed since: change it there',
        [ofClosed]: "The detection is of a closed run and can't be changed",
        [ofFound]: 'A finding names its evidence: take it out there first',
      },
    );
    assert.deepEqual(await factsOf(mission, free), []);
    assert.equal((await factsOf(mission, found)).length, 1);
    const { items } = await list(mission);
    assert.deepEqual(items, [{ received_at, sources: ['siem'], alerts: 3, accepted: 3 }]);
    const single = await soc.client.post(`${mission.path}/alerts/${ofFound}/undo`);
    assert.deepEqual(told(single).slice(0, 2), [409, 'illegal_transition']);
  });

  it('stays in an archived mission', async () => {
    const mission = await newExecuted();
    const { received_at } = await deliver(mission, alertsOf(1, 'siem'));
    await walk(admin, mission.path, 'in_progress', 'completed', 'archived');
    assert.deepEqual(told(await undo(mission, received_at)).slice(0, 2), [409, 'archived']);
    assert.equal((await list(mission)).total, 1);
  });
});
