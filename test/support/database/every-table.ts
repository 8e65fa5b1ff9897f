import assert from 'node:assert/strict';
import { applyImport, importFile } from '../interchange/imports.ts';
import { newEngagement, newSimulation, newSimulationTemplate } from '../missions/engagements.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newScenarioTemplate,
  placeOf,
} from '../missions/factories.ts';
import { newReportTemplate } from '../reports/report-templates.ts';
import type { Client } from '../servers/server.ts';

const rule = `title: Odd logon
id: 5f3a1e0e-3a5c-4a51-9d36-0d3a3a3a3a3a
status: test
level: high
logsource: { product: windows }
detection: { selection: { EventID: 1 }, condition: selection }
tags: [attack.t1087]
`;
const layer = {
  name: 'Layer',
  domain: 'enterprise-attack',
  versions: { attack: '19', navigator: '5.0.0', layer: '4.5' },
  techniques: [{ techniqueID: 'T1087', score: 1 }],
};

/** Fills the tables that the writes of `test/faults` leave empty, except large output of a C2 framework. */
export async function fillOtherTables(client: Client): Promise<void> {
  await fillLibrary(client);
  await fillMission(client);
  await fillSimulation(client);
  const group = { name: 'Night watch', permissions: ['mission.read'] };
  const { id } = bodyOf(await client.post('/api/v1/groups', group), 201);
  const me = bodyOf(await client.get('/api/v1/auth/me'), 200);
  bodyOf(await client.patch(`/api/v1/users/${me.id}`, { group_ids: [id] }), 200);
  const program = { name: 'Collector', scopes: ['mission.read'], expires_in_days: 30 };
  bodyOf(await client.post('/api/v1/tokens', program), 201);
  const invited = { email: 'lin@example.org', role: 'redteam', group_ids: [id] };
  bodyOf(await client.post('/api/v1/invitations', invited), 201);
}

async function fillLibrary(client: Client): Promise<void> {
  await newReportTemplate(client);
  await newSimulationTemplate(client, { techniques: [{ id: 'T1059' }], tactic_ids: ['TA0002'] });
  const catalog_tags = [{ kind: 'subtechnique', external_id: 'T1059.001' }];
  await newScenarioTemplate(client, { tags: ['quick'], catalog_tags });
  for (const [name, content] of [
    ['rule.yml', rule],
    ['layer.json', JSON.stringify(layer)],
  ] as const) {
    const { id, status } = await importFile(client, { name, content });
    assert.equal(status, 'ready', name);
    assert.equal((await applyImport(client, id)).status, 'applied', name);
  }
}

async function fillMission(client: Client): Promise<void> {
  const mission = await newMission(client, { client: 'Orchard', tests: 3 });
  const [place, other] = [placeOf(mission), placeOf(mission, 1)];
  const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
  const tool = bodyOf(await client.post(tools, { name: 'EDR', kind: 'edr' }), 201);
  const expectations = [{ kind: 'alerted', result: 'yes', tool_ids: [tool.id] }];
  bodyOf(await client.put(`${place.path}/expectations`, { expectations }), 200);
  const evidence = bodyOf(await attach(client, place, evidenceForm('seen', { side: 'blue' })), 201);
  const fact = { kind: 'alerted', result: 'yes', evidence_ids: [evidence.id] };
  bodyOf(await client.post(`${place.path}/facts`, fact), 201);
  const remediation = { title: 'Watch it', measure: 'Look', test_ids: [place.test] };
  const { id: remediation_id } = bodyOf(
    await client.post(`${place.missionPath}/remediations`, remediation),
    201,
  );
  bodyOf(await client.post(`${place.path}/transition`, { status: 'executed' }), 200);
  const finding = {
    title: 'Nobody watches',
    suggestion: 'gap:none',
    tests: [{ test_id: place.test, run: 1 }],
    evidence_ids: [evidence.id],
    remediation_ids: [remediation_id],
  };
  bodyOf(await client.post(`${place.missionPath}/findings`, finding), 201);
  bodyOf(await client.post(`${place.missionPath}/clocks`, { host: 'ws01', seconds: 60 }), 200);
  const sightings = `${place.missionPath}/sightings`;
  const sighting = bodyOf(await client.post(sightings, { title: 'Odd traffic' }), 201);
  const file = { raw: evidenceForm('seen') };
  bodyOf(await client.request('POST', `${sightings}/${sighting.id}/evidence`, file), 201);
  bodyOf(await client.patch(place.missionPath, { replay_opened: true }), 200);
  bodyOf(await client.patch(`${place.missionPath}/replay`, { attendees: ['Ada'] }), 200);
  bodyOf(
    await client.patch(`${place.missionPath}/replay/tests/${place.test}`, { run: 1, seen: 'Nothing' }),
    200,
  );
  bodyOf(await client.patch(`${place.missionPath}/tlpt`, { code_name: 'Heron' }), 200);
  assert.equal((await client.delete(other.path)).status, 204);
  // A scenario can be removed once its tests have been.
  const emptied = await newMission(client, { tests: 1 });
  const { path, missionPath } = placeOf(emptied);
  assert.equal((await client.delete(path)).status, 204);
  const [scenario] = emptied.scenarios;
  assert.equal((await client.delete(`${missionPath}/scenarios/${scenario?.id}`)).status, 204);
}

async function fillSimulation(client: Client): Promise<void> {
  const engagement = await newEngagement(client, { client: 'Orchard' });
  const { id } = await newSimulation(
    client,
    { techniques: [{ id: 'T1059' }], tactic_ids: ['TA0002'] },
    engagement.id,
  );
  const path = `/api/simulations/${id}`;
  const raw = evidenceForm('seen', { side: 'soc' });
  const evidence = bodyOf(await client.request('POST', `${path}/evidence`, { raw }), 201);
  bodyOf(
    await client.post(`${path}/facts`, { kind: 'alerted', result: 'yes', evidence_ids: [evidence.id] }),
    201,
  );
}
