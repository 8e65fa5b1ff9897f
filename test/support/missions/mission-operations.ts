import type { Answer, Client } from '../servers/server.ts';
import { evidenceForm, type Place } from './factories.ts';

export type MissionOperation = {
  name: string;
  /** One of these is enough. */
  permissions: readonly string[];
  writes: boolean;
  call: (client: Client, place: Place, evidence: string) => Promise<Answer>;
};

const red = 'mission.write_red_fields';
const blue = 'mission.write_blue_fields';

function operation(
  name: string,
  permissions: readonly string[],
  call: MissionOperation['call'],
  writes = true,
): MissionOperation {
  return { name, permissions, writes, call };
}

/** Receives an alert and does something with it; what refuses the one refuses the other. */
async function withAlert(
  client: Client,
  missionPath: string,
  call: (path: string) => Promise<Answer>,
): Promise<Answer> {
  const received = await client.post(`${missionPath}/alerts`, { source: 'siem', title: 'Whoami' });
  return received.status === 200 ? call(`${missionPath}/alerts/${received.body.alerts[0].id}`) : received;
}

/** Adds a sighting and does something with it; what refuses the one refuses the other. */
async function withSighting(
  client: Client,
  missionPath: string,
  call: (path: string) => Promise<Answer>,
): Promise<Answer> {
  const added = await client.post(`${missionPath}/sightings`, { title: 'Odd traffic' });
  return added.status === 201 ? call(`${missionPath}/sightings/${added.body.id}`) : added;
}

/** Every operation on one mission, its tests and its evidence, with well-formed bodies. */
export const missionOperations: readonly MissionOperation[] = [
  operation('read', ['mission.read'], (client, { missionPath }) => client.get(missionPath), false),
  operation(
    'activity',
    ['mission.read'],
    (client, { missionPath }) => client.get(`${missionPath}/activity`),
    false,
  ),
  operation('read a test', ['mission.read'], (client, { path }) => client.get(path), false),
  operation(
    'read evidence',
    ['mission.read'],
    (client, _, evidence) => client.get(`/api/v1/evidence/${evidence}`),
    false,
  ),
  operation(
    'ask for the head of evidence',
    ['mission.read'],
    (client, _, evidence) => client.request('HEAD', `/api/v1/evidence/${evidence}`),
    false,
  ),
  operation(
    'read a record of evidence',
    ['mission.read'],
    (client, _, evidence) => client.get(`/api/v1/evidence/${evidence}/record`),
    false,
  ),
  operation(
    'read the remediations',
    ['mission.read'],
    (client, { missionPath }) => client.get(`${missionPath}/remediations`),
    false,
  ),
  operation('add a remediation', ['mission.update', red, blue], (client, { missionPath, test }) =>
    client.post(`${missionPath}/remediations`, { title: 'Watch LSASS', test_ids: [test] }),
  ),
  operation(
    'read the findings',
    ['mission.read'],
    (client, { missionPath }) => client.get(`${missionPath}/findings`),
    false,
  ),
  operation('add a finding', ['mission.update', red, blue], (client, { missionPath }) =>
    client.post(`${missionPath}/findings`, { title: 'LSASS is not watched' }),
  ),
  operation(
    'read what is recorded as a TLPT',
    ['mission.read'],
    (client, { missionPath }) => client.get(`${missionPath}/tlpt`),
    false,
  ),
  operation('record a TLPT', ['mission.update'], (client, { missionPath }) =>
    client.patch(`${missionPath}/tlpt`, { code_name: 'Heron' }),
  ),
  operation(
    'read the reports',
    ['mission.read'],
    (client, { missionPath }) => client.get(`${missionPath}/reports`),
    false,
  ),
  operation('draft a report', ['mission.update'], (client, { missionPath }) =>
    client.post(`${missionPath}/reports`, { kind: 'executive', title: 'To the board' }),
  ),
  operation('change', ['mission.update'], (client, { missionPath }) =>
    client.patch(missionPath, { client: 'Changed' }),
  ),
  operation('append', ['mission.update'], (client, { missionPath }) =>
    client.post(`${missionPath}/scenarios`, { scenario_template_ids: [appended.id] }),
  ),
  operation('add a scenario', ['mission.update'], (client, { missionPath }) =>
    client.post(`${missionPath}/scenarios`, { name: 'One more' }),
  ),
  operation('rename a scenario', ['mission.update'], (client, { missionPath, scenario }) =>
    client.patch(`${missionPath}/scenarios/${scenario}`, { name: 'Renamed' }),
  ),
  operation('add a test', ['mission.update'], (client, { missionPath, scenario }) =>
    client.post(`${missionPath}/scenarios/${scenario}/tests`, { name: 'One more' }),
  ),
  operation('change a plan', ['mission.update'], (client, { path }) =>
    client.patch(`${path}/plan`, { objective: 'Changed' }),
  ),
  operation('place a test', ['mission.update'], (client, { path, scenario }) =>
    client.post(`${path}/move`, { scenario_id: scenario, position: 0 }),
  ),
  operation('remove a test', ['mission.update'], (client, { path }) => client.delete(path)),
  operation('replace the members', ['mission.update'], (client, { missionPath }) =>
    client.put(`${missionPath}/members`, { members: [] }),
  ),
  operation('move', ['mission.update'], (client, { missionPath }) =>
    client.post(`${missionPath}/transition`, { status: 'in_progress' }),
  ),
  operation('archive', ['mission.archive'], (client, { missionPath }) =>
    client.post(`${missionPath}/transition`, { status: 'archived' }),
  ),
  operation('write red fields', [red], (client, { path }) => client.put(path, { command: 'id' })),
  operation('write blue fields', [blue], (client, { path }) => client.put(path, { blue_comment: 'seen' })),
  operation('write nothing', [red, blue], (client, { path }) => client.put(path, {})),
  operation('expect something', ['mission.update'], (client, { path }) =>
    client.put(`${path}/expectations`, { expectations: [{ kind: 'alerted', result: 'yes' }] }),
  ),
  operation('assign tests', ['mission.update', red, blue], (client, { missionPath, test }) =>
    client.patch(`${missionPath}/tests`, { test_ids: [test], assignee_id: null }),
  ),
  operation('tag tests', ['mission.update'], (client, { missionPath, test }) =>
    client.patch(`${missionPath}/tests`, { test_ids: [test], add_tags: ['t'] }),
  ),
  operation(
    'read the variables',
    ['mission.read'],
    (client, { missionPath }) => client.get(`${missionPath}/variables`),
    false,
  ),
  operation('give a variable a value', ['mission.update'], (client, { path }) =>
    client.patch(`${path}/variables`, { variables: { host: 'srv-1' } }),
  ),
  operation('skip a test', [red], (client, { path }) =>
    client.post(`${path}/transition`, { status: 'skipped' }),
  ),
  operation('review a test', [blue], (client, { path }) =>
    client.post(`${path}/transition`, { status: 'reviewed_by_blue' }),
  ),
  operation('ask for the present state of a test', [red], (client, { path }) =>
    client.post(`${path}/transition`, { status: 'pending' }),
  ),
  operation('read closed runs', ['mission.read'], (client, { path }) => client.get(`${path}/runs`), false),
  operation(
    'compare runs',
    ['mission.read'],
    (client, { missionPath }) => client.get(`${missionPath}/runs`),
    false,
  ),
  operation('run a test again', [red], (client, { path }) =>
    client.post(`${path}/runs`, { reason: 'retest' }),
  ),
  operation('run tests again', [red], (client, { missionPath }) =>
    client.post(`${missionPath}/runs`, { reason: 'retest' }),
  ),
  operation('record an execution of a program', [red], (client, { missionPath }) =>
    client.post(`${missionPath}/executions`, {
      external_id: 'agent-7/1',
      command: 'whoami',
      executed_at: '2026-09-01T08:00:02Z',
      host: 'ws01',
    }),
  ),
  operation(
    'list the alerts',
    ['mission.read'],
    (client, { missionPath }) => client.get(`${missionPath}/alerts`),
    false,
  ),
  operation('receive an alert of a tool', [blue], (client, { missionPath }) =>
    client.post(`${missionPath}/alerts`, { source: 'siem', title: 'Whoami' }),
  ),
  operation('accept an alert', [blue], (client, { missionPath, test }) =>
    withAlert(client, missionPath, (path) => client.post(`${path}/accept`, { test_id: test })),
  ),
  operation('say that an alert is not ours', [blue], (client, { missionPath }) =>
    withAlert(client, missionPath, (path) => client.post(`${path}/not-ours`, {})),
  ),
  operation('undo the decision on an alert', [blue], (client, { missionPath }) =>
    withAlert(client, missionPath, async (path) => {
      const refused = await client.post(`${path}/not-ours`, {});
      return refused.status === 200 ? client.post(`${path}/undo`) : refused;
    }),
  ),
  operation(
    'list the deliveries of alerts',
    ['mission.read'],
    (client, { missionPath }) => client.get(`${missionPath}/alert-deliveries`),
    false,
  ),
  operation('undo a delivery of alerts', [blue], async (client, { missionPath }) => {
    const sent = await client.post(`${missionPath}/alerts`, { source: 'siem', title: 'Whoami' });
    if (sent.status !== 200) return sent;
    return client.post(`${missionPath}/alert-deliveries/undo`, { received_at: sent.body.received_at });
  }),
  operation(
    'list the sightings',
    ['mission.read'],
    (client, { missionPath }) => client.get(`${missionPath}/sightings`),
    false,
  ),
  operation('add a sighting', [blue], (client, { missionPath }) =>
    client.post(`${missionPath}/sightings`, { title: 'Odd traffic' }),
  ),
  operation('match a sighting', [blue], (client, { missionPath, test }) =>
    withSighting(client, missionPath, (path) => client.post(`${path}/accept`, { test_id: test })),
  ),
  operation('say that a sighting is not ours', [blue], (client, { missionPath }) =>
    withSighting(client, missionPath, (path) => client.post(`${path}/not-ours`, { reason: 'benign' })),
  ),
  operation('delete a sighting', [blue], (client, { missionPath }) =>
    withSighting(client, missionPath, (path) => client.delete(path)),
  ),
  operation(
    'read the replay',
    ['mission.read'],
    (client, { missionPath }) => client.get(`${missionPath}/replay`),
    false,
  ),
  operation(
    'read the clocks of hosts',
    ['mission.read'],
    (client, { missionPath }) => client.get(`${missionPath}/clocks`),
    false,
  ),
  operation('confirm the clock of a host', [blue], (client, { missionPath }) =>
    client.post(`${missionPath}/clocks`, { host: 'ws01', seconds: 420 }),
  ),
  operation(
    'read the attack path',
    ['mission.read'],
    (client, { missionPath }) => client.get(`${missionPath}/path`),
    false,
  ),
  operation('say what a test follows', ['mission.update'], (client, { path }) =>
    client.put(`${path}/follows`, { follows: [] }),
  ),
  operation('copy a scenario', ['mission.update'], (client, { missionPath, mission, scenario }) =>
    client.post(`${missionPath}/scenarios/${scenario}/copy`, { mission_id: mission }),
  ),
  operation('copy a test', ['mission.update'], (client, { path, mission, scenario }) =>
    client.post(`${path}/copy`, { mission_id: mission, scenario_id: scenario }),
  ),
  operation('take a run back', [red], (client, { path }) => client.delete(`${path}/runs/latest`)),
  operation('attach evidence', [red, blue], (client, { path }) =>
    client.request('POST', `${path}/evidence`, { raw: evidenceForm() }),
  ),
  operation('caption evidence', [red, blue], (client, _, evidence) =>
    client.patch(`/api/v1/evidence/${evidence}/record`, { caption: 'Seen' }),
  ),
  operation('delete evidence', [red, blue], (client, _, evidence) =>
    client.delete(`/api/v1/evidence/${evidence}`),
  ),
  operation('delete', ['mission.archive'], (client, { missionPath }) => client.delete(missionPath)),
];

/** The scenario template used by `append`. */
export const appended = { id: '' };
