import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bodyOf, evidenceForm, newMission, told } from '../../support/missions/factories.ts';
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

/** A mission with a test for each of these executions. */
async function newExecuted(...executions: object[]): Promise<Mission> {
  const { id } = await newMission(admin, { members: [red, soc], tests: 0 });
  const path = `/api/v1/missions/${id}`;
  const rows = executions.map((fields, index) => ({
    external_id: `e-${index}`,
    command: `whoami /all /${index}`,
    executed_at: '2026-09-01T08:00:02Z',
    ended_at: '2026-09-01T08:00:10Z',
    host: 'ws01',
    technique: 'T1033',
    ...fields,
  }));
  if (rows.length === 0) return { path, tests: [] };
  const { executions: became } = bodyOf(await red.client.post(`${path}/executions`, rows), 200);
  return { path, tests: became.map(({ test_id }: { test_id: string }) => test_id) };
}

const seen = (fields: object = {}) => ({
  at: '2026-09-01T08:00:30.000Z',
  kind: 'alert',
  title: 'Somebody asks who they are',
  hosts: ['WS01.corp.example'],
  techniques: ['T1033'],
  rule_name: 'Whoami',
  severity: 'medium',
  ...fields,
});
const add = async ({ path }: Mission, fields: object = {}) =>
  bodyOf(await soc.client.post(`${path}/sightings`, seen(fields)), 201);
const figures = async ({ path }: Mission) => bodyOf(await soc.client.get(`${path}/sightings/figures`), 200);
const facts = async ({ path }: Mission, test: string | undefined) =>
  bodyOf(await soc.client.get(`${path}/tests/${test}/facts`), 200);

describe('sightings', () => {
  it('need a title only: they are of now, and of who writes them', async () => {
    const { path } = await newExecuted();
    const made = bodyOf(await soc.client.post(`${path}/sightings`, { title: 'Odd traffic' }), 201);
    assert.equal(made.at, made.created_at);
    assert.deepEqual(
      [made.kind, made.status, made.analyst.id, made.declared, made.hosts],
      ['other', 'open', soc.id, null, []],
    );
    const { items, total } = bodyOf(await soc.client.get(`${path}/sightings`), 200);
    assert.deepEqual([items, total], [[made], 1]);
    assert.deepEqual(bodyOf(await soc.client.get(`${path}/sightings/${made.id}`), 200), made);
  });

  it('are changed field by field, never over a newer version', async () => {
    const mission = await newExecuted();
    const made = await add(mission);
    const place = `${mission.path}/sightings/${made.id}`;
    const declared = { to: 'CSIRT', at: '2026-09-01T08:20:00.000Z' };
    const changed = bodyOf(await soc.client.patch(place, { judgement: 'attack', declared }), 200);
    assert.deepEqual([changed.status, changed.declared], ['attack', declared]);
    assert.equal(changed.title, made.title);
    const stale = await soc.client.request('PATCH', place, {
      body: { title: 'x' },
      headers: { 'if-match': `"${made.updated_at}"` },
    });
    assert.deepEqual(refused(stale), [412, 'stale']);
    const sent = bodyOf(await soc.client.patch(place, { declared: null, note: '**x**' }), 200);
    assert.deepEqual([sent.declared, sent.note], [null, '**x**']);
  });

  it('refuse what does not fit', async () => {
    const mission = await newExecuted();
    const { path } = mission;
    const other = await newExecuted();
    const { alerts } = bodyOf(
      await soc.client.post(`${other.path}/alerts`, { source: 'siem', title: 'Whoami' }),
      200,
    );
    for (const fields of [
      { at_until: '2026-09-01T07:00:00Z' },
      { alert_id: alerts[0].id },
      { analyst: { id: mission.path.slice(-36) } },
      { title: ' ' },
      { kind: 'dream' },
      { status: 'matched' },
    ]) {
      const answer = await soc.client.post(`${path}/sightings`, seen(fields));
      assert.deepEqual(refused(answer), [422, 'invalid'], JSON.stringify(fields));
    }
  });

  it('are found by status, kind, declaration and text', async () => {
    const mission = await newExecuted();
    const names = async (query: string) =>
      bodyOf(await soc.client.get(`${mission.path}/sightings?${query}`), 200).items.map(
        ({ title }: { title: string }) => title,
      );
    await add(mission, { title: 'One', judgement: 'attack', hosts: ['dc-7'] });
    await add(mission, { title: 'Two', kind: 'log', at: '2026-09-01T09:00:00Z' });
    const { id } = await add(mission, { title: 'Three', declared: { to: null, at: '2026-09-01T10:00:00Z' } });
    bodyOf(await soc.client.post(`${mission.path}/sightings/${id}/not-ours`, { reason: 'benign' }), 200);
    assert.deepEqual(await names(''), ['Two', 'Three', 'One']);
    assert.deepEqual(await names('status=attack'), ['One']);
    assert.deepEqual(await names('status=not_ours'), ['Three']);
    assert.deepEqual(await names('status=open'), ['Two']);
    assert.deepEqual(await names('kind=log'), ['Two']);
    assert.deepEqual(await names('declared=true'), ['Three']);
    assert.deepEqual(await names('q=DC-7'), ['One']);
  });

  it('are read by red only once the lead shows them, with history, events and files', async () => {
    const mission = await newExecuted();
    const { id } = await add(mission);
    const place = `${mission.path}/sightings/${id}`;
    const file = bodyOf(
      await soc.client.request('POST', `${place}/evidence`, { raw: evidenceForm(Buffer.from('one')) }),
      201,
    );
    const paths = [`${mission.path}/sightings`, place, `${mission.path}/sightings/figures`];
    const kinds = async (client: Client) =>
      bodyOf(await client.get(`${mission.path}/history`), 200).items.map(
        ({ object_type }: { object_type: string }) => object_type,
      );
    for (const path of paths) assert.deepEqual(refused(await red.client.get(path)), [403, 'forbidden'], path);
    assert.deepEqual(refused(await red.client.get(`/api/v1/sightings/evidence/${file.id}`)), [
      404,
      'not_found',
    ]);
    assert.equal((await kinds(red.client)).includes('sighting'), false);
    const ofBlue = bodyOf(await soc.client.get(`${mission.path}/history`), 200).items;
    const { seq } = ofBlue.find(({ object_type }: { object_type: string }) => object_type === 'sighting');
    const entry = `${mission.path}/history/${seq}`;
    assert.deepEqual(refused(await red.client.get(entry)), [404, 'not_found']);
    bodyOf(await soc.client.get(entry), 200);

    const hears = async (client: Client) =>
      JSON.stringify(bodyOf(await client.get('/api/v1/home/stream?limit=50'), 200)).includes('"sighting"');
    assert.deepEqual([await hears(red.client), await hears(admin)], [false, true]);

    bodyOf(await red.client.patch(mission.path, { sightings_visible_to_red: true }), 200);
    for (const path of [...paths, `/api/v1/sightings/evidence/${file.id}`, entry])
      assert.equal((await red.client.get(path)).status, 200, path);
    assert.ok((await kinds(red.client)).includes('sighting'));
    assert.equal(await hears(red.client), true);
    assert.deepEqual(refused(await red.client.patch(place, { title: 'Mine' })), [403, 'forbidden']);
  });

  it('have files, which leave with them', async () => {
    const mission = await newExecuted();
    const { id } = await add(mission);
    const place = `${mission.path}/sightings/${id}`;
    const bytes = Buffer.from('a line of a log\n');
    const file = bodyOf(
      await soc.client.request('POST', `${place}/evidence`, { raw: evidenceForm(bytes) }),
      201,
    );
    assert.deepEqual(bodyOf(await soc.client.get(place), 200).evidence, [file]);
    const read = await soc.client.get(`/api/v1/sightings/evidence/${file.id}`);
    assert.deepEqual([read.status, read.body], [200, bytes.toString()]);
    assert.deepEqual(refused(await soc.client.delete(place)), [409, 'in_use']);
    bodyOf(await soc.client.delete(`/api/v1/sightings/evidence/${file.id}`), 204);
    assert.deepEqual(refused(await soc.client.get(`/api/v1/sightings/evidence/${file.id}`)), [
      404,
      'not_found',
    ]);
    bodyOf(await soc.client.delete(place), 204);
    assert.deepEqual(refused(await soc.client.get(place)), [404, 'not_found']);
  });
});

describe('matched sightings', () => {
  it('are suggested tests with reasons, the best first', async () => {
    const mission = await newExecuted({ host: 'ws02', command: 'ipconfig' }, {});
    const weak = await add(mission, { hosts: [], techniques: [], at: '2026-09-01T08:30:00Z' });
    const strong = await add(mission, { users: ['CORP\\anna'] });
    const { items, total } = bodyOf(await soc.client.get(`${mission.path}/sightings/suggestions`), 200);
    assert.equal(total, 2);
    assert.deepEqual(
      items.map(({ id }: { id: string }) => id),
      [strong.id, weak.id],
    );
    const [{ suggestions }] = items;
    assert.deepEqual([suggestions[0].test_id, suggestions[0].is_current], [mission.tests[1], true]);
    const kinds = suggestions[0].reasons.map(({ kind }: { kind: string }) => kind);
    assert.deepEqual(kinds.sort(), ['host_name', 'technique_same', 'time_soon']);
  });

  it('become facts with their files, and are taken back', async () => {
    const mission = await newExecuted({});
    const made = await add(mission, { note: 'Seen in the console', analyst: { id: soc.id } });
    const place = `${mission.path}/sightings/${made.id}`;
    const bytes = Buffer.from('the console\n');
    bodyOf(await soc.client.request('POST', `${place}/evidence`, { raw: evidenceForm(bytes) }), 201);
    const test_id = mission.tests[0];
    const { sighting, fact } = bodyOf(await soc.client.post(`${place}/accept`, { test_id }), 200);
    assert.deepEqual(
      [sighting.status, sighting.test_id, sighting.run, sighting.fact_id],
      ['matched', test_id, 1, fact.id],
    );
    const [listed] = await facts(mission, test_id);
    assert.deepEqual(listed, fact);
    assert.deepEqual(
      [fact.kind, fact.result, fact.at, fact.rule_name, fact.severity, fact.from_sighting],
      ['alerted', 'yes', made.at, 'Whoami', 'medium', made.id],
    );
    const copy = await soc.client.get(`/api/v1/evidence/${fact.evidence_ids[0]}`);
    assert.deepEqual([copy.status, copy.body], [200, bytes.toString()]);
    const again = await soc.client.post(`${place}/accept`, { test_id });
    assert.deepEqual(refused(again), [409, 'illegal_transition']);
    assert.deepEqual(refused(await soc.client.delete(place)), [409, 'illegal_transition']);

    const undone = bodyOf(await soc.client.post(`${place}/undo`), 200);
    assert.deepEqual([undone.status, undone.test_id, undone.fact_id], ['open', null, null]);
    assert.deepEqual(await facts(mission, test_id), []);
    assert.equal((await soc.client.get(`/api/v1/evidence/${fact.evidence_ids[0]}`)).status, 404);
    assert.equal(undone.evidence.length, 1);
    assert.deepEqual(refused(await soc.client.post(`${place}/undo`)), [409, 'illegal_transition']);
  });

  it('of each kind make a fact of its own kind, and name the alert', async () => {
    const mission = await newExecuted({});
    const test_id = mission.tests[0];
    const raised = { source: 'siem', external_id: 'S-9', title: 'Whoami', rule_id: 'r-9' };
    const { alerts } = bodyOf(await soc.client.post(`${mission.path}/alerts`, raised), 200);
    const kinds = { alert: 'alerted', log: 'logged', anomaly: 'detected', report: 'detected' };
    for (const [kind, wanted] of Object.entries(kinds)) {
      const { id } = await add(mission, { kind, alert_id: alerts[0].id });
      const { fact } = bodyOf(
        await soc.client.post(`${mission.path}/sightings/${id}/accept`, { test_id }),
        200,
      );
      assert.deepEqual([fact.kind, fact.alert_id, fact.rule_id], [wanted, 'S-9', 'r-9']);
    }
  });

  it('are not taken back once their fact was changed, or its run was closed', async () => {
    const mission = await newExecuted({});
    const test_id = mission.tests[0];
    const { id } = await add(mission);
    const place = `${mission.path}/sightings/${id}`;
    const { fact } = bodyOf(await soc.client.post(`${place}/accept`, { test_id }), 200);
    const other = await soc.client.post(`${mission.path}/sightings/${(await add(mission)).id}/accept`, {
      test_id,
      run: 2,
    });
    assert.deepEqual(refused(other), [409, 'run_closed']);
    const factPath = `${mission.path}/tests/${test_id}/facts/${fact.id}`;
    const kept = bodyOf(await soc.client.patch(factPath, { severity: 'high' }), 200);
    assert.equal(kept.from_sighting, id);
    assert.deepEqual(refused(await soc.client.post(`${place}/undo`)), [409, 'illegal_transition']);
    bodyOf(await red.client.post(`${mission.path}/tests/${test_id}/runs`, { reason: 'retest' }), 201);
    assert.deepEqual(refused(await soc.client.post(`${place}/undo`)), [409, 'run_closed']);
  });

  it('of another mission are not found', async () => {
    const mission = await newExecuted({});
    const other = await newExecuted({});
    const { id } = await add(mission);
    const strange = await soc.client.post(`${mission.path}/sightings/${id}/accept`, {
      test_id: other.tests[0],
    });
    assert.deepEqual(refused(strange), [404, 'not_found']);
    assert.deepEqual(refused(await soc.client.get(`${other.path}/sightings/${id}`)), [404, 'not_found']);
  });

  it('are figured: noticed, how soon, escalated, and wrongly attributed', async () => {
    const mission = await newExecuted({}, { host: 'ws02' }, { host: 'ws03' });
    const match = async (fields: object, test: number) => {
      const { id } = await add(mission, fields);
      const body = { test_id: mission.tests[test] };
      bodyOf(await soc.client.post(`${mission.path}/sightings/${id}/accept`, body), 200);
    };
    await match({ at: '2026-09-01T08:01:02Z', judgement: 'benign' }, 0);
    await match({ at: '2026-09-01T08:10:02Z', declared: { to: 'CSIRT', at: '2026-09-01T08:15:00Z' } }, 1);
    for (const reason of ['unknown', 'other_attack']) {
      const { id } = await add(mission, { judgement: 'attack' });
      bodyOf(await soc.client.post(`${mission.path}/sightings/${id}/not-ours`, { reason }), 200);
    }
    await add(mission);
    assert.deepEqual(await figures(mission), {
      of: 'executed',
      noticed: { n: 2, N: 3 },
      time_to_notice: { median_s: 330, p90_s: 600, n: 2, without: 0 },
      escalated: { n: 1, N: 3 },
      sightings: 5,
      undecided: 1,
      matched: 2,
      not_ours: 2,
      other_attacks: 1,
      false_attributions: 1,
      taken_for_benign: 1,
      tests: { noticed: mission.tests.slice(0, 2), escalated: [mission.tests[1]] },
    });
  });
});
