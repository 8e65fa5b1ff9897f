import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bodyOf, told } from '../../support/missions/factories.ts';
import {
  type Answer,
  type Client,
  type Person,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';
import { alert, executedMission, type Mission } from './scene.ts';

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

const newExecuted = (...executions: object[]) => executedMission({ admin, red, soc }, executions);
const refused = (answer: Answer) => told(answer).slice(0, 2);
const send = ({ path }: Mission, body: unknown, client: Client = soc.client): Promise<Answer> =>
  client.post(`${path}/alerts`, body);
const receive = async (mission: Mission, body: unknown) => bodyOf(await send(mission, body), 200).alerts;
const list = async ({ path }: Mission, query = '') =>
  bodyOf(await soc.client.get(`${path}/alerts${query}`), 200);
const facts = async ({ path }: Mission, test: string) =>
  bodyOf(await soc.client.get(`${path}/tests/${test}/facts`), 200);
const accept = (
  { path }: Mission,
  id: string,
  test_id: string | undefined,
  fields: object = {},
): Promise<Answer> => soc.client.post(`${path}/alerts/${id}/accept`, { test_id, ...fields });

describe('an accepted alert', () => {
  it('becomes a detection with the alert as its evidence', async () => {
    const mission = await newExecuted({});
    const [{ id }] = await receive(mission, alert({ raw: { original: true } }));
    const { alert: accepted, fact, differences } = bodyOf(await accept(mission, id, mission.tests[0]), 200);
    assert.deepEqual(
      [accepted.state, accepted.run, accepted.fact_id, differences],
      ['accepted', 1, fact.id, []],
    );
    assert.deepEqual(
      [fact.kind, fact.result, fact.at, fact.rule_name, fact.rule_id, fact.severity, fact.alert_id],
      [
        'alerted',
        'yes',
        '2026-09-01T08:00:04.000Z',
        'Whoami Process Activity',
        'ef862985',
        'medium',
        accepted.external_id,
      ],
    );
    const [evidence] = fact.evidence_ids;
    const file = await soc.client.get(`/api/v1/evidence/${evidence}`);
    assert.deepEqual(file.body, { original: true });
    assert.deepEqual((await list(mission, '?state=accepted')).items[0].id, id);
    assert.deepEqual(refused(await accept(mission, id, mission.tests[0])), [409, 'illegal_transition']);
  });

  it('is named by its test in the history', async () => {
    const mission = await newExecuted({});
    const [{ id }] = await receive(mission, alert());
    bodyOf(await accept(mission, id, mission.tests[0]), 200);
    bodyOf(await soc.client.post(`${mission.path}/alerts/${id}/undo`), 200);
    const { items } = bodyOf(await soc.client.get(`${mission.path}/history`), 200);
    const entries = items.filter((entry: { object_id: string }) => entry.object_id === id);
    assert.deepEqual(
      entries.map(({ test_id, changes }: Answer['body']) => [test_id, changes]),
      [
        [mission.tests[0], { state: ['accepted', 'new'] }],
        [mission.tests[0], { state: ['new', 'accepted'] }],
      ],
    );
  });

  it('names the tool of the organisation that has the source in its name', async () => {
    const mission = await newExecuted({});
    const organisation = bodyOf(await admin.post('/api/v1/organisations', { name: 'Corp of tools' }), 201);
    const tools = `/api/v1/organisations/${organisation.id}/tools`;
    const tool = bodyOf(await admin.post(tools, { name: 'Elastic Security', kind: 'siem' }), 201);
    bodyOf(await admin.patch(mission.path, { client: 'Corp of tools' }), 200);
    const [{ id }] = await receive(mission, alert());
    const { fact } = bodyOf(await accept(mission, id, mission.tests[0]), 200);
    assert.equal(fact.tool.id, tool.id);
  });

  it('completes what a person began, and answers where it differs', async () => {
    const mission = await newExecuted({});
    const [test] = mission.tests as [string];
    const path = `${mission.path}/tests/${test}/facts`;
    const typed = { kind: 'alerted', result: 'yes', at: '2026-09-01T08:05:00.000Z', severity: 'high' };
    bodyOf(await soc.client.post(path, typed), 201);
    const [{ id }] = await receive(mission, alert());
    const { fact, differences } = bodyOf(await accept(mission, id, test), 200);
    assert.deepEqual([fact.at, fact.severity, fact.rule_id], [typed.at, 'high', 'ef862985']);
    assert.deepEqual(differences, [
      { field: 'at', recorded: typed.at, alert: '2026-09-01T08:00:04.000Z' },
      { field: 'severity', recorded: 'high', alert: 'medium' },
    ]);
    assert.equal((await facts(mission, test)).length, 1);
  });

  it('does not turn a "no" of a person into a "yes"', async () => {
    const mission = await newExecuted({});
    const [test] = mission.tests as [string];
    const said = { kind: 'alerted', result: 'no' };
    bodyOf(await soc.client.post(`${mission.path}/tests/${test}/facts`, said), 201);
    const [{ id }] = await receive(mission, alert());
    const { fact, differences } = bodyOf(await accept(mission, id, test), 200);
    assert.deepEqual([fact.result, fact.rule_id, fact.evidence_ids.length], ['no', null, 1]);
    assert.deepEqual(differences[0], { field: 'result', recorded: 'no', alert: 'yes' });
  });

  it('waits again once that is undone, with nothing left of it', async () => {
    const mission = await newExecuted({});
    const [test] = mission.tests as [string];
    const [{ id }] = await receive(mission, alert());
    bodyOf(await accept(mission, id, test), 200);
    const undone = bodyOf(await soc.client.post(`${mission.path}/alerts/${id}/undo`), 200);
    assert.deepEqual([undone.state, undone.test_id, undone.fact_id], ['new', null, null]);
    assert.deepEqual(await facts(mission, test), []);
    const record = bodyOf(await soc.client.get(`${mission.path}/tests/${test}`), 200);
    assert.deepEqual([record.evidence, record.detection_level], [[], null]);
    assert.equal((await list(mission)).total, 1);
  });

  it('leaves a completed detection as it was when undone', async () => {
    const mission = await newExecuted({});
    const [test] = mission.tests as [string];
    const typed = { kind: 'alerted', result: 'yes', severity: 'high' };
    bodyOf(await soc.client.post(`${mission.path}/tests/${test}/facts`, typed), 201);
    const [before] = await facts(mission, test);
    const [{ id }] = await receive(mission, alert());
    bodyOf(await accept(mission, id, test), 200);
    bodyOf(await soc.client.post(`${mission.path}/alerts/${id}/undo`), 200);
    const [left] = await facts(mission, test);
    assert.deepEqual({ ...left, updated_at: before.updated_at }, before);
  });

  it('is not undone once somebody has changed the detection', async () => {
    const mission = await newExecuted({});
    const [test] = mission.tests as [string];
    const [{ id }] = await receive(mission, alert());
    const { fact } = bodyOf(await accept(mission, id, test), 200);
    bodyOf(
      await soc.client.patch(`${mission.path}/tests/${test}/facts/${fact.id}`, { severity: 'low' }),
      200,
    );
    assert.deepEqual(refused(await soc.client.post(`${mission.path}/alerts/${id}/undo`)), [
      409,
      'illegal_transition',
    ]);
    assert.equal((await facts(mission, test))[0].severity, 'low');
  });

  it('goes to the current run only, and keeps away from it what an earlier run caused', async () => {
    const mission = await newExecuted({ process_id: 4242 });
    const [test] = mission.tests as [string];
    const later = { executed_at: '2026-09-01T09:30:00Z', ended_at: '2026-09-01T09:30:05Z' };
    const again = {
      external_id: 'again',
      command: 'whoami /all /0',
      host: 'ws01',
      technique: 'T1033',
      ...later,
    };
    bodyOf(await red.client.post(`${mission.path}/executions`, again), 200);
    const [{ id }] = await receive(mission, alert());
    const [{ suggestions }] = (await list(mission)).items;
    assert.deepEqual([suggestions[0].run, suggestions[0].is_current], [1, false]);
    assert.deepEqual(refused(await accept(mission, id, test, { run: 1 })), [409, 'run_closed']);
    assert.equal(bodyOf(await accept(mission, id, test, { run: 2 }), 200).alert.run, 2);
  });
});
