import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { tlptDays, tlptNotes, tlptTexts } from '../../../domain/tlpt.ts';
import { applyImport, importFile } from '../../support/interchange/imports.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
} from '../../support/missions/factories.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

/** Fields that differ between the servers, each with its reason. All others must be equal. */
const others: Record<string, string> = {
  // People who have no accounts on the second server.
  'mission.members': 'members are people of the first server; whoever imports comes in their place',
  'mission.created_by': 'whoever imports makes it there',
  'mission.scenarios[].tests[].assignee': 'a person of the first server',
  'mission.scenarios[].tests[].last_actor': 'whoever imports writes it there',
  'tests[].assignee': 'a person of the first server',
  'tests[].last_actor': 'whoever imports writes it there',
  'tests[].facts[].analyst': 'a person of the first server',
  'tests[].evidence[].uploaded_by': 'whoever imports uploads it there',
  'runs[].closed_by': 'a person of the first server',
  'runs[].last_actor': 'whoever imports writes it there',
  'runs[].facts[].analyst': 'a person of the first server',
  'runs[].evidence[].uploaded_by': 'whoever imports uploads it there',
  'remediations[].owner': 'an owner with an account becomes one without, by name',
  'remediations[].owner_text': 'the name of an owner with an account',
  // Times of newly created rows.
  'mission.created_at': 'when it was made there',
  'mission.updated_at': 'when it was written there',
  'mission.outline_changed_at': 'when it was written there',
  'mission.scenarios[].hiding.revealed_at': 'what was revealed there',
  'mission.scenarios[].tests[].updated_at': 'when it was written there',
  'tests[].updated_at': 'when it was written there',
  'tests[].facts[].created_at': 'when it was made there',
  'tests[].facts[].updated_at': 'when it was written there',
  'tests[].evidence[].uploaded_at': 'when it was uploaded there',
  'runs[].facts[].created_at': 'when it was made there',
  'runs[].facts[].updated_at': 'when it was written there',
  'runs[].evidence[].uploaded_at': 'when it was uploaded there',
  'remediations[].created_at': 'when it was made there',
  'remediations[].updated_at': 'when it was written there',
  'remediations[].status_changed_at': 'when it was made there',
  'tlpt.updated_by': 'whoever imports writes it there',
  'tlpt.updated_at': 'when it was written there',
  'clocks.hosts[].confirmed.set_by': 'whoever imports writes it there',
  'clocks.hosts[].confirmed.set_at': 'when it was written there',
  'replay.updated_by': 'whoever imports writes it there',
  'replay.updated_at': 'when it was written there',
  'replay.steps[].updated_by': 'whoever imports writes it there',
  'replay.steps[].updated_at': 'when it was written there',
  'sightings[].analyst': 'a person of the first server',
  'sightings[].evidence[].uploaded_by': 'whoever imports uploads it there',
  'sightings[].evidence[].uploaded_at': 'when it was uploaded there',
  'sightings[].decided_by': 'a person of the first server',
  'sightings[].decided_at': 'when it was written there',
  'sightings[].fact_id': 'the fact comes with its test',
  'tests[].facts[].from_sighting': 'the fact comes with its test',
  'sightings[].created_by': 'whoever imports makes it there',
  'sightings[].created_at': 'when it was made there',
  'sightings[].updated_by': 'whoever imports writes it there',
  'sightings[].updated_at': 'when it was written there',
  'findings[].created_at': 'when it was made there',
  'findings[].updated_at': 'when it was written there',
  'findings[].status_changed_at': 'when it was made there',
  'tools[].created_at': 'when it was made there',
  'tools[].updated_at': 'when it was written there',
  // The templates stay in the first server's library.
  'mission.scenarios[].source_template_id': 'its template stays in the first library',
  'tests[].source_template_id': 'its template stays in the first library',
  'tests[].variable_defaults': 'defaults of a template count as values of the test',
  'tests[].variables': 'defaults of a template count as values of the test',
};

let here: TestServer;
let there: TestServer;
before(async () => {
  [here, there] = await Promise.all([
    startTestServer({ loadCatalog: true }),
    startTestServer({ loadCatalog: true }),
  ]);
});
after(() => Promise.all([here?.close(), there?.close()]));

type Body = Answer['body'];

/** A mission with every field filled: runs of each reason, facts with files, remediations, findings, a TLPT, and a lock. */
async function newScene(): Promise<string> {
  const { client, id: me } = here.admin;
  const template = await newTestTemplate(client, {
    name: 'Dump LSASS',
    description: 'With procdump',
    objective: 'Secrets',
    procedure: 'Run it',
    command: 'procdump #{target}',
    cleanup_command: 'del #{target}.dmp',
    expected_detection: 'An alert',
    platforms: ['windows'],
    opsec: 'high',
    tags: ['credentials'],
    catalog_tags: [{ kind: 'subtechnique', external_id: 'T1003.001' }],
    variables: { target: 'lsass' },
    expectations: [{ kind: 'logged', result: 'any' }],
  });
  const scenario = await newScenarioTemplate(client, {
    name: 'Credentials',
    description: 'Of one host',
    tests: [template.id, (await newTestTemplate(client)).id],
  });
  const mission = await newMission(client, {
    name: 'Autumn',
    client: 'Orchard Ltd',
    description: 'All of it',
    start_date: '2026-11-01',
    end_date: '2026-11-30',
    tests: 0,
    members: [here.admin],
    scenario_template_ids: [scenario.id],
    variables: { host: 'ws-0417' },
    settle_at_review: 'no',
    visibility: 'blind',
    threats: [{ kind: 'group', external_id: 'G0016' }],
  });
  const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
  const newTool = async (fields: object) => bodyOf(await client.post(tools, fields), 201);
  const sensor = await newTool({
    name: 'Sensor',
    vendor: 'Maker',
    kind: 'edr',
    data_components: ['DC0034'],
  });
  await newTool({ name: 'Old sensor', kind: 'av', retired: true });

  const place = placeOf(mission);
  bodyOf(await client.post(`${place.missionPath}/transition`, { status: 'in_progress' }), 200);
  bodyOf(
    await client.put(`${place.path}/expectations`, {
      expectations: [
        { kind: 'alerted', result: 'yes', severity: 'high', within_seconds: 600, tool_ids: [sensor.id] },
        { kind: 'prevented', result: 'no' },
      ],
    }),
    200,
  );
  const assigned = { test_ids: [place.test], assignee_id: me };
  bodyOf(await client.patch(`${place.missionPath}/tests`, assigned), 200);
  const record = async (day: string) => {
    const at = (time: string) => `2026-11-${day}T${time}.000Z`;
    const executed = { status: 'executed', executed_at: at('09:00:00') };
    bodyOf(await client.post(`${place.path}/transition`, executed), 200);
    const red = {
      command: 'procdump lsass',
      output: 'Done',
      red_comment: 'It worked',
      started_at: at('08:59:00'),
      ended_at: at('09:02:00'),
      source_host: 'A',
      target_host: 'B',
      target_user: 'C',
      operator: 'D',
      attack_result: 'partly',
    };
    bodyOf(await client.put(place.path, red), 200);
    bodyOf(await client.put(place.path, { blue_comment: 'Seen' }), 200);
    const file = bodyOf(
      await attach(client, place, evidenceForm(`Day ${day}`, { side: 'blue', caption: `Day ${day}` })),
      201,
    );
    bodyOf(
      await client.post(`${place.path}/facts`, {
        kind: 'alerted',
        result: 'partial',
        at: at('09:05:00'),
        time_confirmed: true,
        tool: { id: sensor.id },
        rule_name: 'Rule',
        rule_id: '7',
        alert_id: '8',
        severity: 'medium',
        category: 'technique',
        modifiers: ['delayed', 'correlated'],
        note: 'By hand',
        evidence_ids: [file.id],
      }),
      201,
    );
    return file;
  };
  const first = await record('20');
  bodyOf(await client.post(`${place.path}/runs`, { reason: 'replay' }), 201);
  await record('21');
  bodyOf(await client.post(`${place.path}/transition`, { status: 'reviewed_by_blue' }), 200);
  bodyOf(await client.post(`${place.path}/runs`, { reason: 'after_fix' }), 201);
  await record('22');
  bodyOf(await client.post(`${place.path}/transition`, { status: 'reviewed_by_blue' }), 200);

  const remediation = bodyOf(
    await client.post(`${place.missionPath}/remediations`, {
      title: 'Watch LSASS',
      shortcoming: 'None',
      root_cause: 'Nobody',
      measure: 'Write it',
      risk_if_not_done: 'Great',
      priority: 'high',
      status: 'verified',
      owner: { id: me },
      due_on: '2026-12-24',
      test_ids: [place.test],
      verified_by_run: { test_id: place.test, number: 3 },
    }),
    201,
  );
  bodyOf(
    await client.post(`${place.missionPath}/findings`, {
      title: 'Nobody watches LSASS',
      severity: 'high',
      kind: 'prevention_gap',
      description: 'What it is',
      tests: [{ test_id: place.test, run: 1 }],
      evidence_ids: [first.id],
      remediation_ids: [remediation.id],
      techniques: ['T1003'],
      status: 'confirmed',
    }),
    201,
  );
  const item = { on: '2026-11-21', test_ids: [place.test] };
  bodyOf(
    await client.patch(`${place.missionPath}/tlpt`, {
      ...Object.fromEntries([...tlptTexts, ...tlptNotes].map((field) => [field, `Of ${field}`])),
      ...Object.fromEntries(tlptDays.map((field, index) => [field, `2026-01-${10 + index}`])),
      entities: [{ name: 'Orchard Bank', jurisdiction: 'LU' }, { name: 'Orchard Payments' }],
      functions: [{ name: 'Payments', systems: 'SWIFT gateway', rationale: 'Critical' }],
      flags: [
        { number: 1, system: 'Ledger', objective: 'Read it', captured: false, ...item },
        { number: 2, objective: 'Write it' },
      ],
      leg_ups: [{ what: 'An account', why: 'No way in', granted_by: 'Cy', ...item }],
      deviations: [{ what: 'Two weeks more', why: 'Illness', agreed_by: 'Ada', ...item }],
    }),
    200,
  );
  for (const [host, seconds] of [
    ['ws01', 420],
    ['ws02', -3],
  ] as const) {
    bodyOf(await client.post(`${place.missionPath}/clocks`, { host, seconds }), 200);
  }
  const sighting = {
    at: '2026-11-20T10:00:00Z',
    at_until: '2026-11-20T10:05:00Z',
    kind: 'log',
    title: 'Odd traffic',
    tool: 'Splunk',
    rule_name: 'Beacon',
    rule_id: 'r-1',
    severity: 'high',
    hosts: ['ws01'],
    users: ['anna'],
    techniques: ['T1071'],
    note: 'Every minute',
    judgement: 'attack',
    declared: { to: 'CSIRT', at: '2026-11-20T11:00:00Z' },
  };
  const sightings = `${place.missionPath}/sightings`;
  const matched = bodyOf(await client.post(sightings, sighting), 201);
  for (const [text, caption] of [
    ['GET /beacon', 'The proxy'],
    ['sleep 60', 'The host'],
  ] as const) {
    const form = evidenceForm(text, { caption });
    bodyOf(await client.request('POST', `${sightings}/${matched.id}/evidence`, { raw: form }), 201);
  }
  bodyOf(await client.post(`${sightings}/${matched.id}/accept`, { test_id: place.test }), 200);
  const other = bodyOf(await client.post(sightings, { ...sighting, at: '2026-11-20T09:00:00Z' }), 201);
  bodyOf(await client.post(`${sightings}/${other.id}/not-ours`, { reason: 'unknown' }), 200);
  bodyOf(await client.post(sightings, { ...sighting, at: '2026-11-20T08:00:00Z' }), 201);
  const skipped = placeOf(mission, 1);
  const follows = [{ test_id: place.test, condition: 'if the dump is whole' }];
  bodyOf(await client.put(`${skipped.path}/follows`, { follows }), 200);
  bodyOf(await client.post(`${skipped.path}/transition`, { status: 'skipped' }), 200);
  const hiding = { scenario_ids: [mission.scenarios[0]?.id], hidden: true };
  bodyOf(await client.post(`${place.missionPath}/hide`, hiding), 200);
  bodyOf(await client.patch(place.missionPath, { replay_opened: true }), 200);
  bodyOf(await client.post(`${place.missionPath}/transition`, { status: 'completed', lock: true }), 200);
  const replay = `${place.missionPath}/replay`;
  for (const run of [1, 3]) {
    const answers = {
      seen: 'An alert',
      should_have: 'Two of them',
      why_not: 'A filter',
      decision: `Change it after run ${run}`,
      note: 'Ask Cy',
      discussed: run === 1,
    };
    bodyOf(await client.patch(`${replay}/tests/${place.test}`, { ...answers, run }), 200);
  }
  bodyOf(
    await client.patch(replay, {
      started_at: '2026-12-01T08:00:00Z',
      ended_at: '2026-12-01T12:00:00Z',
      attendees: ['Ada', 'Cy'],
      summary: 'Much was missed',
    }),
    200,
  );
  return mission.id;
}

async function copyMission(id: string): Promise<string> {
  const { client } = here.admin;
  const answer = await fetch(`${client.base}/api/v1/missions/${id}/export?format=damson`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  const file = { name: 'mission.zip', content: new Uint8Array(await answer.arrayBuffer()) };
  const ready = await importFile(there.admin.client, file);
  assert.equal(ready.status, 'ready', JSON.stringify(ready.problem));
  assert.equal(ready.totals.refused, 0);
  const applied = await applyImport(there.admin.client, ready.id);
  return applied.made.find(({ what }: { what: string }) => what === 'mission').id;
}

/** Everything a server returns about a mission. */
async function tell(client: Client, id: string): Promise<Body> {
  const path = `/api/v1/missions/${id}`;
  const read = async (of: string) => bodyOf(await client.get(of), 200);
  const mission = await read(path);
  const ids = mission.scenarios.flatMap(({ tests }: Body) => tests.map((test: Body) => test.id));
  const tests = [];
  const runs = [];
  for (const test of ids) {
    tests.push(await read(`${path}/tests/${test}`));
    runs.push(...(await read(`${path}/tests/${test}/runs`)).items);
  }
  return {
    mission,
    tests,
    runs,
    remediations: (await read(`${path}/remediations`)).items,
    findings: (await read(`${path}/findings`)).items,
    tlpt: await read(`${path}/tlpt`),
    clocks: await read(`${path}/clocks`),
    sightings: (await read(`${path}/sightings`)).items,
    replay: await read(`${path}/replay`),
    tools: await read(`/api/v1/organisations/${mission.organisation.id}/tools`),
  };
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Takes an object, returns its values by field, and the ignored fields; ids are numbered in order of first occurrence. */
function listFields(told: Body): { fields: Record<string, unknown>; passedOver: Set<string> } {
  const ids = new Map<string, number>();
  const fields = new Map<string, unknown>();
  const passedOver = new Set<string>();
  const walk = (value: unknown, place: string): void => {
    if (typeof value === 'string' && uuid.test(value)) {
      ids.set(value, ids.get(value) ?? ids.size);
      fields.set(place, ids.get(value));
    } else if (Array.isArray(value)) {
      fields.set(`${place}.length`, value.length);
      for (const [index, item] of value.entries()) walk(item, `${place}[${index}]`);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        const field = place === '' ? key : `${place}.${key}`;
        const kind = field.replace(/\[\d+\]/g, '[]');
        if (Object.hasOwn(others, kind)) passedOver.add(kind);
        else walk(item, field);
      }
    } else fields.set(place, value);
  };
  walk(told, '');
  return { fields: Object.fromEntries(fields), passedOver };
}

describe('a mission that goes to another server in Damson’s own format', () => {
  it('has the same value in every field, except those that differ by nature', async () => {
    const id = await newScene();
    const before = await tell(here.admin.client, id);
    const after = await tell(there.admin.client, await copyMission(id));
    const was = listFields(before);
    assert.deepEqual(listFields(after).fields, was.fields);
    assert.deepEqual([...was.passedOver].sort(), Object.keys(others).sort());
    assert.deepEqual(
      before.runs.map(({ number, reason, status }: Body) => [number, reason, status]),
      [
        [2, 'replay', 'reviewed_by_blue'],
        [1, null, 'executed'],
      ],
    );
  });
});
