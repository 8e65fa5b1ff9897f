import type { Engagement } from '../../../server/engagements/contract.ts';
import type { Mission } from '../../../server/missions/contract.ts';
import type { Report } from '../../../server/missions/reports/contract.ts';
import type { Simulation } from '../../../server/simulations/contract.ts';
import type { ScenarioTemplate, TestTemplate } from '../../../server/templates/contract.ts';
import { addApp } from '../../support/http/authenticator.ts';
import { applyImport, importFile, newImport } from '../../support/interchange/imports.ts';
import {
  move,
  newEngagement,
  newSimulation,
  newSimulationTemplate,
} from '../../support/missions/engagements.ts';
import { picture, samples } from '../../support/missions/evidence-samples.ts';
import {
  assign,
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newReport,
  newScenarioTemplate,
  newTestTemplate,
  type Place,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import { newReportTemplate } from '../../support/reports/report-templates.ts';
import { type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

/** One of each object that has its own page. */
export type Things = {
  mission: Mission;
  completed: Mission;
  template: TestTemplate;
  scenario: ScenarioTemplate;
  engagement: Engagement;
  simulation: Simulation;
  inReview: Simulation;
  organisation: { id: string };
  finding: { id: string };
  rule: { id: string };
  /** A draft. */
  report: Report;
  technique: string;
  /** A table that was read but not applied. */
  imported: { id: string };
};

/** One of every object that a page can show. */
export type World = Things & {
  server: TestServer;
  admin: Person;
  red: Person;
  blue: Person;
  newcomer: Person;
  /** Has an authenticator app. */
  guarded: Person;
  archived: Mission;
  issued: Report;
  /** Draft of a report on a TLPT. */
  onTlpt: Report;
  /** Draft of a sanitised version. */
  sanitised: Report;
  withoutTests: Mission;
  retest: Mission;
  done: Simulation;
};

/** A server with the catalogue, a key and the in-memory C2 framework. */
export async function startServerOfAllPages(): Promise<TestServer> {
  const key = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 29 + 3) % 256));
  return startTestServer({
    loadCatalog: true,
    env: { SVC_C2_ADAPTER: 'fake', SVC_ENCRYPTION_KEY: key.toString('base64') },
  });
}

/** A missed test, alerted to after a fix. */
async function runTwice({ red, blue }: Pick<World, 'red' | 'blue'>, place: Place): Promise<void> {
  for (const result of ['no', 'yes']) {
    const text = { command: 'id', output: 'uid=0', red_comment: 'quiet' };
    bodyOf(await red.client.put(place.path, text), 200);
    await walk(red.client, place.path, 'executed');
    bodyOf(await blue.client.post(`${place.path}/facts`, { kind: 'alerted', result }), 201);
    bodyOf(await blue.client.put(place.path, { blue_comment: 'looked for' }), 200);
    if (result === 'yes') break;
    const form = evidenceForm(picture, { name: 'before.png', type: 'image/png' });
    bodyOf(await attach(red.client, place, form), 201);
    bodyOf(await red.client.post(`${place.path}/runs`, { reason: 'after_fix' }), 201);
  }
}

const sigma = `title: R7
id: 5ef9853e-4d0e-4a70-846f-a9ca37d876da
status: test
level: high
description: Looks for who is signed in
tags: [attack.t1033]
logsource: {product: windows, category: process_creation}
detection: {selection: {CommandLine|contains: query user}, condition: selection}
simulation:
  - {type: atomic-red-team, name: Who is there, technique: T1033, atomic_guid: 0be2230c-9ab3-4ac2-8826-3199b9a0ebf8}
---
title: R7 without the help desk
logsource: {product: windows}
filter: {rules: [5ef9853e-4d0e-4a70-846f-a9ca37d876da], selection: {User: help}, condition: selection}
`;

/** The first rule. */
export async function findRule({ client }: Pick<Person, 'client'>): Promise<{ id: string }> {
  return bodyOf(await client.get('/api/v1/rules?sort=title'), 200).items[0];
}

/** Creates one of every object on a server. */
export async function fill(server: TestServer): Promise<World> {
  const { admin } = server;
  const [red, blue, newcomer] = [
    await server.newPerson('redteam'),
    await server.newPerson('soc', { permissions: ['mission.create'] }),
    await server.newPerson('redteam'),
  ];
  const guarded = await server.newPerson('soc');
  await addApp(guarded.client, guarded.password, Date);
  await applyImport(admin.client, (await importFile(admin.client, { name: 'r7.yml', content: sigma })).id);
  const template = await newTestTemplate(admin.client, {
    name: 'List who is signed in',
    description: 'Two\nlines',
    objective: 'Know who is there',
    procedure: 'Run it',
    command: 'query user /server:#{host} #{name}',
    platforms: ['Windows'],
    opsec: 'low',
    tags: ['discovery'],
    catalog_tags: [{ kind: 'technique', external_id: 'T1033' }],
    expectations: [
      { kind: 'alerted', result: 'yes', severity: 'high', within_seconds: 300 },
      { kind: 'logged', result: 'yes' },
    ],
  });
  const scenario = await newScenarioTemplate(admin.client, {
    name: 'Look around',
    tests: [template.id, (await newTestTemplate(admin.client)).id, (await newTestTemplate(admin.client)).id],
  });
  const mission = await newMission(admin.client, {
    name: 'Harbour',
    client: 'Orchard Ltd',
    description: 'Two\nlines',
    start_date: '2026-11-02',
    end_date: '2026-11-24',
    tests: 0,
    scenario_template_ids: [scenario.id],
    members: [
      [red, 'red'],
      [blue, 'blue'],
    ],
  });
  await walk(admin.client, `/api/v1/missions/${mission.id}`, 'in_progress');
  const place = placeOf(mission);
  bodyOf(await red.client.patch(place.missionPath, { variables: { host: 'srv-1' } }), 200);
  for (const index of [1, 2]) {
    const follows = [{ test_id: place.test, condition: index === 1 ? 'if somebody is there' : null }];
    bodyOf(await red.client.put(`${placeOf(mission, index).path}/follows`, { follows }), 200);
  }
  const attack = {
    started_at: '2026-11-20T09:00:00Z',
    ended_at: '2026-11-20T09:30:00Z',
    source_host: 'kali-1',
    target_host: 'srv-1',
    target_user: 'rhea',
    operator: 'Ola',
    attack_result: 'partly',
  };
  bodyOf(await red.client.put(place.path, attack), 200);
  bodyOf(await assign(red.client, place, red.id), 200);
  const levels = bodyOf(await blue.client.get('/api/v1/detection-levels'), 200);
  bodyOf(await red.client.put(place.path, { command: 'id', output: 'uid=0', red_comment: 'quiet' }), 200);
  const output = 'uid=0(root) gid=0(root) and what the tool printed on its way\nto its end';
  bodyOf(await red.client.put(place.path, { output }), 200);
  bodyOf(await admin.client.put(place.path, { output: output.replace('printed', 'said') }), 200);
  await walk(red.client, place.path, 'executed');
  bodyOf(await blue.client.put(place.path, { detection_level_id: levels[1].id, blue_comment: 'seen' }), 200);
  const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
  const tool = bodyOf(await admin.client.post(tools, { name: 'Sensor', kind: 'edr' }), 201);
  for (const fact of [
    { kind: 'alerted', result: 'yes', tool: { id: tool.id }, rule_name: 'R7', severity: 'high' },
    { kind: 'alerted', result: 'no' },
    { kind: 'prevented', result: 'not_tested' },
  ]) {
    bodyOf(await blue.client.post(`${place.path}/facts`, fact), 201);
  }
  for (const remediation of [
    { title: 'Watch LSASS', priority: 'critical', due_on: '2026-01-02', test_ids: [place.test] },
    { title: 'Block macros', status: 'in_progress', owner_text: 'Workplace team' },
    { title: 'Segment the network', status: 'declined', owner: { id: admin.id }, measure: 'Two\nlines' },
  ]) {
    bodyOf(await blue.client.post(`${place.missionPath}/remediations`, remediation), 201);
  }
  bodyOf(
    await red.client.patch(`${place.missionPath}/tlpt`, {
      code_name: 'Heron',
      control_team: 'Cy\nDee',
      testing_start: '2026-01-05',
      testing_end: '2026-03-02',
      entities: [{ name: 'Orchard Bank', jurisdiction: 'LU' }],
      flags: [{ number: 1, objective: 'Read the ledger', captured: true, test_ids: [place.test] }],
    }),
    200,
  );
  await walk(blue.client, place.path, 'reviewed_by_blue');
  await runTwice({ red, blue }, placeOf(mission, 1));
  await walk(red.client, placeOf(mission, 2).path, 'executed');
  bodyOf(await red.client.post(`${placeOf(mission, 2).path}/runs`, { reason: 'replay' }), 201);
  const lines = 'what the tool printed on its way\n'.repeat(200);
  for (const [name, type, bytes] of [
    ['screen.png', 'image/png', picture],
    ['broken.png', 'image/png', samples.png],
    ['people.csv', 'text/csv', `${'name;'.repeat(24)}\n`.repeat(3)],
    ['report.pdf', 'application/pdf', samples.pdf],
    ['loot.zip', 'application/zip', Buffer.concat([samples.zip, Buffer.alloc(2000)])],
    [
      'terminal.cast',
      'application/x-asciicast',
      '{"version":2}\n[0,"o","$ whoami\\r\\n\\u001b[31mcorp"]\n[1,"o","x"]',
    ],
    ['note.txt', 'text/plain', lines],
  ] as const) {
    const form = evidenceForm(bytes, { name, type, caption: 'an alert of the SIEM' });
    bodyOf(await attach(red.client, place, form), 201);
  }
  const { evidence } = bodyOf(await red.client.get(place.path), 200);
  const finding = bodyOf(
    await red.client.post(`${place.missionPath}/findings`, {
      title: 'LSASS is not watched',
      severity: 'high',
      status: 'confirmed',
      description: 'Two\nlines',
      tests: [{ test_id: place.test, run: 1 }],
      evidence_ids: evidence.slice(0, 2).map(({ id }: { id: string }) => id),
      techniques: ['T1033'],
      references: ['https://attack.mitre.org/'],
    }),
    201,
  );
  const alert = {
    source: 'elastic',
    title: 'Credential dumping',
    severity: 'high',
    hosts: ['ws01.corp.example'],
  };
  bodyOf(await blue.client.post(`${place.missionPath}/alerts`, alert), 200);
  bodyOf(await red.client.patch(place.missionPath, { replay_opened: true }), 200);
  const sighting = {
    title: 'Somebody reads LSASS',
    kind: 'alert',
    severity: 'high',
    hosts: ['ws01.corp.example'],
    note: 'Seen in the **console**',
    declared: { to: 'CSIRT', at: '2026-11-20T10:00:00Z' },
  };
  bodyOf(await blue.client.post(`${place.missionPath}/sightings`, sighting), 201);
  const clock = { host: 'ws01.corp.example', seconds: 420 };
  bodyOf(await blue.client.post(`${place.missionPath}/clocks`, clock), 200);
  await newReportTemplate(red.client);
  const report = await newReport(red.client, mission);
  const { id } = await newReport(red.client, mission, {
    title: 'For the board',
    texts: { summary: 'Well done' },
  });
  const onTlpt = await newReport(red.client, mission, {
    kind: 'dora_red',
    title: 'What red did at the bank',
  });
  const sanitised = await newReport(red.client, mission, {
    title: 'For others',
    options: { sanitised: true },
  });
  const issued = bodyOf(await red.client.post(`${place.missionPath}/reports/${id}/issue`), 200);
  const retest = bodyOf(await red.client.post(`${place.missionPath}/retest`, {}), 201);
  const withoutTests = await newMission(admin.client, { name: 'Bare', tests: 0 });
  const completed = await newMission(admin.client, { name: 'Complete' });
  await walk(admin.client, `/api/v1/missions/${completed.id}`, 'in_progress', 'completed');
  const archived = await newMission(admin.client, { name: 'Over', members: [red] });
  await walk(admin.client, `/api/v1/missions/${archived.id}`, 'in_progress', 'completed', 'archived');

  const engagement = await newEngagement(red.client, { name: 'Lighthouse', client: 'Shipping' });
  bodyOf(await red.client.put(`/api/engagements/${engagement.id}/c2-config`, { framework: 'fake' }), 200);
  const simulation = await newSimulation(
    red.client,
    { name: 'Who is there', command: 'whoami', techniques: [{ id: 'T1033' }] },
    engagement.id,
  );
  bodyOf(await move(red.client, simulation.id, 'in_progress'), 200);
  bodyOf(await red.client.post(`/api/simulations/${simulation.id}/c2/tasks`, { external_id: '101' }), 201);
  bodyOf(await move(red.client, simulation.id, 'review_required'), 200);
  const seen = { kind: 'alerted', result: 'partial', rule_name: 'R8', severity: 'low' };
  bodyOf(await blue.client.post(`/api/simulations/${simulation.id}/facts`, seen), 201);
  const done = await newSimulation(red.client, { name: 'Finished' }, engagement.id);
  for (const status of ['in_progress', 'review_required', 'done']) {
    bodyOf(await move(admin.client, done.id, status), 200);
  }
  await newSimulation(red.client, { name: 'Not begun' }, engagement.id);
  await newSimulationTemplate(red.client, { name: 'Sign-ins', command: 'query user' });
  const invited = { email: 'waiting@damson.test', role: 'soc' };
  bodyOf(await admin.client.post('/api/v1/invitations', invited), 201);
  return {
    server,
    admin,
    red,
    blue,
    newcomer,
    guarded,
    mission,
    archived,
    completed,
    withoutTests,
    retest,
    template,
    scenario,
    engagement,
    simulation,
    inReview: simulation,
    organisation: mission.organisation as { id: string },
    finding,
    rule: await findRule(admin),
    done,
    report,
    issued,
    onTlpt,
    sanitised,
    technique: 'T1033',
    imported: await newImport(red.client),
  };
}
