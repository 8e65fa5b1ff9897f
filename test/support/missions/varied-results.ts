import type { Mission } from '../../../server/missions/contract.ts';
import type { Client } from '../servers/server.ts';
import { bodyOf, newMission, newScenarioTemplate, newTestTemplate, placeOf, walk } from './factories.ts';

const executed_at = '2026-11-20T09:00:00.000Z';
const after = (minutes: number) => new Date(Date.parse(executed_at) + minutes * 60_000).toISOString();

type Fact = { kind: string; result: string; at?: string; [more: string]: unknown };
type Written = { tags?: string[]; expected?: object[]; runs?: Fact[][]; status?: string };

const missed: Fact[] = [
  { kind: 'alerted', result: 'no' },
  { kind: 'logged', result: 'no' },
];

/** The tests, with the ids of two tools. */
function listWritten(edr: string, siem: string): Written[] {
  const byEdr = { tool: { id: edr } };
  const bySiem = { tool: { id: siem } };
  const alert = (minutes: number, more: object = {}): Fact => ({
    kind: 'alerted',
    result: 'yes',
    at: after(minutes),
    ...more,
  });
  return [
    {
      tags: ['T1059'],
      expected: [{ kind: 'alerted', result: 'yes', tool_ids: [edr] }],
      runs: [missed, [alert(4, { ...byEdr, severity: 'high' })]],
    },
    { tags: ['T1059.001', 'T1082'], runs: [[alert(90, { ...bySiem, severity: 'low' })]] },
    {
      tags: ['T1055'],
      expected: [{ kind: 'prevented', result: 'yes' }],
      runs: [[{ kind: 'prevented', result: 'yes', ...byEdr }]],
    },
    { tags: ['T1055'], expected: [{ kind: 'alerted', result: 'yes', tool_ids: [edr] }], runs: [missed] },
    {
      tags: ['T1082'],
      runs: [
        [
          { kind: 'alerted', result: 'partial', at: after(20) },
          { kind: 'logged', result: 'yes', ...bySiem },
          { kind: 'responded', result: 'no' },
        ],
      ],
    },
    { expected: [{ kind: 'logged', result: 'yes' }], runs: [[]] },
    { tags: ['T1003.001'], runs: [[alert(-5, byEdr), { kind: 'detected', result: 'not_applicable' }]] },
    {
      tags: ['T1003.001'],
      runs: [[alert(3, { time_confirmed: false }), { kind: 'responded', result: 'yes', at: after(60) }]],
    },
    { tags: ['T1059.001'], runs: [[{ kind: 'logged', result: 'partial' }], missed] },
    { tags: ['T1082'], status: 'skipped' },
    { status: 'blocked' },
    { tags: ['T1003.001'], expected: [{ kind: 'alerted', result: 'yes' }] },
  ];
}

/** Two scenario templates of six tests each. */
export async function newVariedScenarios(client: Client): Promise<string[]> {
  const scenarios: string[] = [];
  const all = listWritten('', '');
  for (const half of [all.slice(0, 6), all.slice(6)]) {
    const tests: string[] = [];
    for (const { tags = [] } of half) {
      const catalog_tags = tags.map((external_id) => ({
        kind: external_id.includes('.') ? 'subtechnique' : 'technique',
        external_id,
      }));
      tests.push((await newTestTemplate(client, { catalog_tags })).id);
    }
    scenarios.push((await newScenarioTemplate(client, { tests })).id);
  }
  return scenarios;
}

/** A mission of their twelve tests, in which every chart of the results has something to show. */
export async function newVariedMission(
  client: Client,
  { scenarios, ...fields }: Parameters<typeof newMission>[1] & { scenarios?: string[] } = {},
): Promise<Mission> {
  const mission = await newMission(client, {
    tests: 0,
    scenario_template_ids: scenarios ?? (await newVariedScenarios(client)),
    client: 'Varied',
    ...fields,
  });
  await writeVaried(client, mission);
  return mission;
}

async function writeVaried(client: Client, mission: Mission): Promise<void> {
  const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
  const known: { id: string; name: string }[] = bodyOf(await client.get(tools), 200);
  const toolOf = async (name: string): Promise<string> =>
    known.find((tool) => tool.name === name)?.id ??
    bodyOf(await client.post(tools, { name, kind: 'edr' }), 201).id;
  const written = listWritten(await toolOf('EDR'), await toolOf('SIEM'));
  for (const [index, { expected = [], runs = [], status }] of written.entries()) {
    const { path } = placeOf(mission, index);
    if (expected.length > 0) {
      bodyOf(await client.put(`${path}/expectations`, { expectations: expected }), 200);
    }
    if (status !== undefined) await walk(client, path, status);
    for (const [number, facts] of runs.entries()) {
      if (number > 0) bodyOf(await client.post(`${path}/runs`, { reason: 'after_fix' }), 201);
      bodyOf(await client.post(`${path}/transition`, { status: 'executed', executed_at }), 200);
      for (const fact of facts) bodyOf(await client.post(`${path}/facts`, fact), 201);
    }
  }
}
