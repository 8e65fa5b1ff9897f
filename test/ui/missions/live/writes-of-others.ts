import assert from 'node:assert/strict';
import { testColumns } from '../../../../domain/test-table.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
} from '../../../support/missions/factories.ts';
import type { Answer, Client, Person, TestServer } from '../../../support/servers/server.ts';

/** A mission that somebody has open while others write, and an earlier one that it is compared with. */
export type Scene = {
  lead: Client;
  red: Client;
  blue: Client;
  /** Have the pages open, and write nothing. */
  viewers: readonly [Person, Person];
  mission: Mission;
  earlier: Mission;
  /** `/api/v1/missions/<mission>` */
  path: string;
  /** Of the test whose page is open, and of a finding. */
  test: string;
  finding: string;
  tool: string;
  /** Made by a write, and named by a later one. */
  made: Record<string, string>;
};

export async function setScene(server: TestServer): Promise<Scene> {
  const lead = server.admin.client;
  const [red, blue] = [await server.newPerson('redteam'), await server.newPerson('soc')];
  const viewers = [await server.newPerson('soc'), await server.newPerson('soc')] as const;
  const test_table = { columns: testColumns, views: [] };
  for (const { client } of viewers)
    bodyOf(await client.patch('/api/v1/auth/me', { preferences: { test_table } }), 200);
  const technique = { kind: 'technique', external_id: 'T1003' };
  const templates: string[] = [];
  for (const name of ['Dump credentials', 'Listen in', 'Persist', 'Leave']) {
    const catalog_tags = name === 'Leave' ? [] : [technique];
    templates.push((await newTestTemplate(lead, { name, catalog_tags })).id);
  }
  const make = async (name: string, start_date: string) => {
    const scenarios = [
      await newScenarioTemplate(lead, { name: 'Foothold', tests: templates.slice(0, 2) }),
      await newScenarioTemplate(lead, { name: 'Exfiltration', tests: templates.slice(2) }),
    ];
    const mission = await newMission(lead, {
      name,
      start_date,
      client: 'North Power',
      tests: 0,
      scenario_template_ids: scenarios.map(({ id }) => id),
      members: [
        [red, 'red'],
        [blue, 'blue'],
        [viewers[0], 'blue'],
        [viewers[1], 'blue'],
      ],
    });
    return bodyOf(
      await lead.post(`/api/v1/missions/${mission.id}/transition`, { status: 'in_progress' }),
      200,
    );
  };
  const earlier: Mission = await make('Spring', '2026-03-01');
  const mission: Mission = await make('Autumn', '2026-09-01');
  for (const { path } of [placeOf(earlier), placeOf(mission, 1)]) {
    const moment = '2026-11-20T09:00:00.000Z';
    bodyOf(await red.client.post(`${path}/transition`, { status: 'executed', executed_at: moment }), 200);
    bodyOf(await blue.client.post(`${path}/facts`, { kind: 'alerted', result: 'yes', at: moment }), 201);
  }
  const { missionPath: path, path: test } = placeOf(mission);
  const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
  const finding = {
    title: 'Nobody looks at LSASS',
    side: 'blue',
    tests: [{ test_id: placeOf(mission, 1).test, run: 1 }],
  };
  return {
    lead,
    red: red.client,
    blue: blue.client,
    viewers,
    mission,
    earlier,
    path,
    test,
    finding: `${path}/findings/${bodyOf(await lead.post(`${path}/findings`, finding), 201).id}`,
    tool: bodyOf(await lead.post(tools, { name: 'Sentinel', kind: 'edr' }), 201).id,
    made: {},
  };
}

type WriteOfAnother = [what: string, write: (scene: Scene) => Promise<Answer>];

const executed_at = '2026-11-20T10:00:00.000Z';

/** Writes `body` to what a write before made. */
const keep = (name: string, write: (scene: Scene) => Promise<Answer>) => async (scene: Scene) => {
  const answer = await write(scene);
  scene.made[name] = answer.body?.id ?? answer.body?.tests?.[0]?.id;
  assert.ok(scene.made[name], name);
  return answer;
};

const idOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const scenarioOf = ({ mission }: Scene, index: number) => mission.scenarios[index]?.id as string;
const pathOf = ({ mission }: Scene, index: number) => placeOf(mission, index).path;

/** Every kind of write to a mission, one after the other. */
export const writesOfOthers: readonly WriteOfAnother[] = [
  ['the name of a test', ({ lead, test }) => lead.patch(`${test}/plan`, { name: 'Dump LSASS' })],
  [
    'a plan',
    ({ lead, test }) =>
      lead.patch(`${test}/plan`, {
        objective: 'Passwords',
        procedure: 'By #{way}',
        suggested_command: 'dump #{way}',
      }),
  ],
  [
    'a technique',
    ({ lead, test }) =>
      lead.patch(`${test}/plan`, { catalog_tags: [{ kind: 'technique', external_id: 'T1055' }] }),
  ],
  ['a variable of a mission', ({ lead, path }) => lead.patch(path, { variables: { way: 'hand' } })],
  [
    'a variable of a test',
    ({ lead, test }) => lead.patch(`${test}/variables`, { variables: { way: 'tool' } }),
  ],
  ['a command', ({ red, test }) => red.put(test, { command: 'procdump -ma lsass.exe' })],
  ['a host and a user', ({ red, test }) => red.put(test, { target_host: 'dc-1', target_user: 'svc' })],
  [
    'an operator and a result',
    ({ red, test }) => red.put(test, { operator: 'Kim', attack_result: 'succeeded' }),
  ],
  [
    'an assignee',
    ({ lead, path, test, viewers }) =>
      lead.patch(`${path}/tests`, { test_ids: [idOf(test)], assignee_id: viewers[0].id }),
  ],
  [
    'tags',
    ({ lead, path, test }) => lead.patch(`${path}/tests`, { test_ids: [idOf(test)], add_tags: ['loud'] }),
  ],
  [
    'expectations',
    ({ lead, test }) =>
      lead.put(`${test}/expectations`, {
        expectations: [{ kind: 'alerted', result: 'yes', severity: 'high' }],
      }),
  ],
  ['an execution', ({ red, test }) => red.post(`${test}/transition`, { status: 'executed', executed_at })],
  ['a time of execution', ({ red, test }) => red.put(test, { executed_at: '2026-11-20T10:01:02.000Z' })],
  [
    'a file',
    keep('file', ({ red, mission }) => attach(red, placeOf(mission), evidenceForm('seen', { side: 'red' }))),
  ],
  [
    'a caption',
    ({ red, made }) => red.patch(`/api/v1/evidence/${made.file}/record`, { caption: 'As it was' }),
  ],
  [
    'a fact',
    keep('fact', ({ blue, test, tool }) =>
      blue.post(`${test}/facts`, {
        kind: 'alerted',
        result: 'yes',
        at: '2026-11-20T10:05:00.000Z',
        tool: { id: tool },
        severity: 'low',
      }),
    ),
  ],
  [
    'another result of a fact',
    ({ blue, test, made }) =>
      blue.patch(`${test}/facts/${made.fact}`, { severity: 'high', rule_name: 'LSASS read' }),
  ],
  ['the end of a fact', ({ blue, test, made }) => blue.delete(`${test}/facts/${made.fact}`)],
  ['a miss', ({ blue, test }) => blue.post(`${test}/facts`, { kind: 'alerted', result: 'no' })],
  ['a comment', ({ blue, test }) => blue.put(test, { blue_comment: 'Nothing at all' })],
  ['a time of detection', ({ blue, test }) => blue.put(test, { detected_at: '2026-11-20T10:10:00.000Z' })],
  [
    'a level by hand',
    async ({ blue, test }) => {
      const levels = bodyOf(await blue.get('/api/v1/detection-levels'), 200);
      return blue.put(test, { detection_level_id: (levels.items ?? levels)[0].id });
    },
  ],
  ['a level by the facts', ({ blue, test }) => blue.put(test, { detection_level_source: 'derived' })],
  ['the end of a file', ({ red, made }) => red.delete(`/api/v1/evidence/${made.file}`)],
  ['a review', ({ blue, test }) => blue.post(`${test}/transition`, { status: 'reviewed_by_blue' })],
  ['the end of a review', ({ blue, test }) => blue.post(`${test}/transition`, { status: 'executed' })],
  [
    'a finding',
    keep('finding', ({ lead, path, test }) =>
      lead.post(`${path}/findings`, {
        title: 'Logs are short',
        side: 'blue',
        tests: [{ test_id: idOf(test), run: 1 }],
      }),
    ),
  ],
  [
    'the texts of a finding',
    ({ lead, finding }) =>
      lead.patch(finding, { title: 'LSASS is open', impact: 'All passwords', severity: 'critical' }),
  ],
  ['the state of a finding', ({ lead, finding }) => lead.patch(finding, { status: 'confirmed' })],
  [
    'a suggestion that is dismissed',
    async ({ lead, path }) => {
      const { items } = bodyOf(await lead.get(`${path}/findings/suggestions`), 200);
      return lead.post(`${path}/findings/suggestions`, { suggestion: items[0].suggestion, reason: 'Known' });
    },
  ],
  [
    'a remediation',
    keep('remediation', ({ lead, path, test, finding }) =>
      lead.post(`${path}/remediations`, {
        title: 'Protect LSASS',
        test_ids: [idOf(test)],
        finding_id: idOf(finding),
      }),
    ),
  ],
  [
    'the texts of a remediation',
    ({ lead, path, made }) =>
      lead.patch(`${path}/remediations/${made.remediation}`, {
        title: 'Protect it',
        measure: 'PPL',
        owner_text: 'IT',
        due_on: '2027-01-31',
      }),
  ],
  [
    'the state of a remediation',
    ({ lead, path, made }) => lead.patch(`${path}/remediations/${made.remediation}`, { status: 'fixed' }),
  ],
  ['the end of a finding', ({ lead, path, made }) => lead.delete(`${path}/findings/${made.finding}`)],
  [
    'the end of a remediation',
    ({ lead, path, made }) => lead.delete(`${path}/remediations/${made.remediation}`),
  ],
  ['another run', ({ red, test }) => red.post(`${test}/runs`, { reason: 'retest' })],
  ['the end of a run', ({ red, test }) => red.delete(`${test}/runs/latest`)],
  [
    'another run of several tests',
    ({ red, path, test }) => red.post(`${path}/runs`, { reason: 'retest', test_ids: [idOf(test)] }),
  ],
  [
    'a test that is skipped',
    (scene) => scene.red.post(`${pathOf(scene, 2)}/transition`, { status: 'skipped' }),
  ],
  [
    'a test that is not skipped',
    (scene) => scene.red.post(`${pathOf(scene, 2)}/transition`, { status: 'pending' }),
  ],
  [
    'one more test',
    keep('test', (scene) =>
      scene.lead.post(`${scene.path}/scenarios/${scenarioOf(scene, 0)}/tests`, { name: 'One more' }),
    ),
  ],
  [
    'a test at another place',
    (scene) =>
      scene.lead.post(`${scene.path}/tests/${scene.made.test}/move`, {
        scenario_id: scenarioOf(scene, 1),
        position: 0,
      }),
  ],
  ['the end of a test', ({ lead, path, made }) => lead.delete(`${path}/tests/${made.test}`)],
  ['a test that is back', ({ lead, path, made }) => lead.post(`${path}/tests/${made.test}/restore`)],
  [
    'the order of tests',
    (scene) =>
      scene.lead.put(`${scene.path}/scenarios/${scenarioOf(scene, 0)}/order`, {
        test_ids: [placeOf(scene.mission, 1).test, placeOf(scene.mission, 0).test],
      }),
  ],
  [
    'the order of scenarios',
    (scene) =>
      scene.lead.put(`${scene.path}/scenarios/order`, {
        scenario_ids: [scenarioOf(scene, 1), scenarioOf(scene, 0)],
      }),
  ],
  [
    'the name of a scenario',
    (scene) => scene.lead.patch(`${scene.path}/scenarios/${scenarioOf(scene, 0)}`, { name: 'First steps' }),
  ],
  [
    'one more scenario',
    async (scene) => {
      const answer = await scene.lead.post(`${scene.path}/scenarios`, { name: 'Later' });
      scene.made.scenario = answer.body.scenarios.at(-1).id;
      return answer;
    },
  ],
  ['the end of a scenario', ({ lead, path, made }) => lead.delete(`${path}/scenarios/${made.scenario}`)],
  [
    'a scenario that is back',
    ({ lead, path, made }) => lead.post(`${path}/scenarios/${made.scenario}/restore`),
  ],
  ['the name of a mission', ({ lead, path }) => lead.patch(path, { name: 'Autumn, again' })],
  [
    'the dates of a mission',
    ({ lead, path }) => lead.patch(path, { start_date: '2026-10-01', end_date: '2026-10-31' }),
  ],
  ['the customer of a mission', ({ lead, path }) => lead.patch(path, { client: 'South Power' })],
  ['the description of a mission', ({ lead, path }) => lead.patch(path, { description: 'Two weeks' })],
  [
    'the members of a mission',
    ({ lead, path, viewers }) =>
      lead.put(`${path}/members`, { members: viewers.map(({ id }) => ({ user_id: id, role_hint: 'blue' })) }),
  ],
  [
    'the end of a mission',
    ({ lead, path }) => lead.post(`${path}/transition`, { status: 'completed', lock: true }),
  ],
  ['a mission that goes on', ({ lead, path }) => lead.post(`${path}/transition`, { status: 'in_progress' })],
  [
    'an earlier mission',
    ({ lead, earlier }) =>
      lead.post(`${placeOf(earlier).path}/facts`, {
        kind: 'prevented',
        result: 'yes',
        at: '2026-11-20T09:00:00.000Z',
      }),
  ],
  [
    'the archive',
    async ({ lead, path }) => {
      bodyOf(await lead.post(`${path}/transition`, { status: 'completed' }), 200);
      return lead.post(`${path}/transition`, { status: 'archived' });
    },
  ],
];
