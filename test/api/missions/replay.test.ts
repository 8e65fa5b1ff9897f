import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bodyOf, newMission, newReport, told, walk } from '../../support/missions/factories.ts';
import { makeRendering } from '../../support/reports/renderings.ts';
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
  server = await startTestServer({ loadCatalog: true });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  soc = await server.newPerson('soc');
});
after(() => server.close());

const refused = (answer: Answer) => told(answer).slice(0, 2);

type Mission = { path: string; tests: string[] };

/** A mission with two executed tests: the second one was executed first. */
async function newExecuted(): Promise<Mission> {
  const { id } = await newMission(admin, { members: [red, soc], tests: 0 });
  const path = `/api/v1/missions/${id}`;
  const rows = ['09', '08'].map((hour) => ({
    external_id: hour,
    name: `At ${hour}`,
    command: `whoami /${hour}`,
    executed_at: `2026-09-01T${hour}:00:00Z`,
    host: 'ws01',
  }));
  const { executions } = bodyOf(await red.client.post(`${path}/executions`, rows), 200);
  return { path, tests: executions.map(({ test_id }: { test_id: string }) => test_id) };
}

const open = ({ path }: Mission) => admin.patch(path, { replay_opened: true });
const read = async ({ path }: Mission, client: Client = soc.client) =>
  bodyOf(await client.get(`${path}/replay`), 200);
const answer = (mission: Mission, test: number, body: object, client: Client = soc.client) =>
  client.patch(`${mission.path}/replay/tests/${mission.tests[test]}`, { run: 1, ...body });

describe('a replay', () => {
  it('is closed until the mission is completed, or its lead opens it', async () => {
    const mission = await newExecuted();
    const closed = await read(mission);
    assert.deepEqual([closed.is_open, closed.steps], [false, []]);
    assert.deepEqual(refused(await answer(mission, 0, { seen: 'x' })), [409, 'illegal_transition']);
    assert.deepEqual(refused(await soc.client.patch(mission.path, { replay_opened: true })), [
      403,
      'forbidden',
    ]);
    bodyOf(await open(mission), 200);
    assert.equal((await read(mission)).is_open, true);

    const other = await newExecuted();
    await walk(admin, other.path, 'in_progress', 'completed');
    assert.equal((await read(other)).is_open, true);
  });

  it('steps through the executions in order of time, also of closed runs', async () => {
    const mission = await newExecuted();
    bodyOf(await open(mission), 200);
    const again = await red.client.post(`${mission.path}/tests/${mission.tests[1]}/runs`, {
      reason: 'retest',
    });
    bodyOf(again, 201);
    const { steps } = await read(mission);
    assert.deepEqual(
      steps.map(({ test_name, run }: { test_name: string; run: number }) => [test_name, run]),
      [
        ['At 08', 1],
        ['At 09', 1],
      ],
    );
    const [{ executed_at, target_host, seen, discussed_at, updated_at }] = steps;
    assert.deepEqual(
      [executed_at, target_host, seen, discussed_at, updated_at],
      ['2026-09-01T08:00:00.000Z', 'ws01', null, null, null],
    );
  });

  it('keeps the answers to each step, field by field', async () => {
    const mission = await newExecuted();
    bodyOf(await open(mission), 200);
    bodyOf(await answer(mission, 0, { seen: 'Nothing', discussed: true }), 200);
    bodyOf(await answer(mission, 0, { why_not: 'No sensor', note: 'Ask Cy' }, red.client), 200);
    const step = (await read(mission)).steps[1];
    assert.deepEqual(
      [step.seen, step.why_not, step.note, step.decision],
      ['Nothing', 'No sensor', 'Ask Cy', null],
    );
    assert.equal(step.updated_by.id, red.id);
    const stale = await soc.client.request('PATCH', `${mission.path}/replay/tests/${mission.tests[0]}`, {
      body: { run: 1, seen: 'x' },
      headers: { 'if-match': '"none"' },
    });
    assert.deepEqual(refused(stale), [412, 'stale']);
    const undone = bodyOf(await answer(mission, 0, { discussed: false }), 200);
    assert.equal(undone.discussed_at, null);
    assert.deepEqual(refused(await answer(mission, 0, { run: 7, seen: 'x' })), [404, 'not_found']);
  });

  it('takes answers in a locked mission, and none in an archived one', async () => {
    const mission = await newExecuted();
    await walk(admin, mission.path, 'in_progress');
    bodyOf(await admin.post(`${mission.path}/transition`, { status: 'completed', lock: true }), 200);
    bodyOf(await answer(mission, 0, { decision: 'Buy a sensor' }), 200);
    bodyOf(await admin.post(`${mission.path}/transition`, { status: 'archived' }), 200);
    assert.deepEqual(refused(await answer(mission, 0, { decision: 'x' })), [409, 'archived']);
    assert.equal((await read(mission)).steps[1].decision, 'Buy a sensor');
  });

  it('has when it was and with whom, and marks the replay of a TLPT as done', async () => {
    const mission = await newExecuted();
    bodyOf(await open(mission), 200);
    bodyOf(await admin.patch(`${mission.path}/tlpt`, { testing_end: '2026-09-02' }), 200);
    const about = { started_at: '2026-10-01T08:00:00.000Z', attendees: ['Ada', 'Cy'], summary: 'Well' };
    const path = `${mission.path}/replay`;
    bodyOf(await soc.client.patch(path, about), 200);
    const inverted = await soc.client.patch(path, { ended_at: '2026-10-01T07:00:00Z' });
    assert.deepEqual(told(inverted), [422, 'invalid', 'ended_at']);
    bodyOf(await soc.client.patch(path, { ended_at: '2026-10-01T12:00:00.000Z' }), 200);
    const { started_at, attendees, summary } = await read(mission);
    assert.deepEqual({ started_at, attendees, summary }, about);
    const { deadlines } = bodyOf(await soc.client.get(`${mission.path}/tlpt`), 200);
    const { state, done_on } = deadlines.find(({ key }: { key: string }) => key === 'replay');
    assert.deepEqual([state, done_on], ['done', '2026-10-01']);
  });

  it('has minutes: a report with the answers, and without the notes of the presenter', async () => {
    const mission = await newExecuted();
    bodyOf(await open(mission), 200);
    bodyOf(await soc.client.patch(`${mission.path}/replay`, { attendees: ['Ada Quill'] }), 200);
    const said = { seen: 'Only noise', decision: 'Buy a sensor', note: 'Ask Cyrus' };
    bodyOf(await answer(mission, 1, said), 200);
    const id = mission.path.slice(-36);
    const report = await newReport(admin, { id }, { kind: 'replay_minutes', title: 'Minutes' });
    assert.equal(report.kind, 'replay_minutes');
    const html = await makeRendering(admin, `${mission.path}/reports/${report.id}`, 'html');
    assert.equal(html.status, 200);
    for (const text of ['Ada Quill', 'Only noise', 'Buy a sensor', 'At 08'])
      assert.ok(String(html.body).includes(text), text);
    for (const text of ['Ask Cyrus', 'At 09 ']) assert.ok(!String(html.body).includes(text), text);
  });
});
