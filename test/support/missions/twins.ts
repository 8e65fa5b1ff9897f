import {
  type Answer,
  type Client,
  type Person,
  startTestServer,
  type TestServer,
} from '../servers/server.ts';
import { until } from '../servers/until.ts';
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
  readMission,
  walk,
} from './factories.ts';

/** An installation with a blind mission, as it is to those who do not see hidden tests. */
export type Twin = {
  server: TestServer;
  /** They must not be able to tell the two apart. */
  planner: Person;
  blue: Person;
  /** Leads another mission. */
  leader: Person;
  /** Manages the system, and is no member. */
  keeper: Person;
  red: Person;
  path: string;
  shown: Place;
  other: Place;
  /** Null without. */
  hidden: Place | null;
  organisation: string;
  tool: string;
  template: string;
  /** Ids by path parameter. */
  ids: Record<string, string>;
};

const start = Date.parse('2026-11-03T09:00:00Z');

/** A server with a mission of which everybody sees the same; with `withHidden`, more than half of it is hidden, and written to. */
export async function newTwin(withHidden: boolean): Promise<Twin> {
  let time = start;
  const now = () => {
    time += 1;
    return time;
  };
  const server = await startTestServer({
    loadCatalog: true,
    seams: { now },
    env: { SVC_QUOTA_MISSION_MIB: '1' },
  });
  const admin = server.admin.client;
  const permissions = ['mission.create', 'mission.archive', 'mission.update', 'test_template.update'];
  const [red, planner, blue, leader, keeper] = [
    await server.newPerson('redteam', { permissions: ['mission.update'] }),
    await server.newPerson('soc', { permissions }),
    await server.newPerson('soc'),
    await server.newPerson('soc'),
    await server.newPerson('soc', { permissions: ['system.manage'] }),
  ];
  const templates: string[] = [];
  for (const name of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) {
    templates.push((await newTestTemplate(admin, { name })).id);
  }
  const { id: three } = await newScenarioTemplate(admin, { name: 'Begin', tests: templates.slice(0, 3) });
  const { id: two } = await newScenarioTemplate(admin, { name: 'Go on', tests: templates.slice(3) });
  const mission = await newMission(admin, {
    name: 'Nightjar',
    visibility: 'blind',
    client: 'Meadow bank',
    scenario_template_ids: [three],
    tests: 0,
    members: [red, [planner, 'blue'], [blue, 'blue'], [leader, 'observer']],
  });
  await newMission(admin, { name: 'Open', members: [[leader, 'lead']], tests: 0 });
  const path = `/api/v1/missions/${mission.id}`;
  const [shown, between, other] = [placeOf(mission, 0), placeOf(mission, 1), placeOf(mission, 2)];
  if (!withHidden) bodyOf(await red.client.delete(between.path), 204);
  const reveal = { test_ids: [shown.test, other.test], when: 'now' };
  bodyOf(await red.client.post(`${path}/reveal`, reveal), 200);
  time = start + 60_000;
  await until(async () => (await readMission(blue.client, mission.id)).counts.tests === 2);
  await walk(admin, path, 'in_progress');
  const { items } = bodyOf(await admin.get('/api/v1/organisations'), 200);
  const organisation = items[0].id;
  const tool = bodyOf(
    await admin.post(`/api/v1/organisations/${organisation}/tools`, { name: 'Kestrel', kind: 'edr' }),
    201,
  ).id;
  const ids = await fill({ red, admin, blue, tool }, shown, 'Meadow');
  const report = await newReport(planner.client, { id: mission.id }, { kind: 'technical', title: 'Ours' });
  const flags = [{ number: 1, objective: 'Crown jewels', test_ids: [between.test] }];
  bodyOf(
    await admin.patch(`${path}/tlpt`, { flags: withHidden ? flags : [{ ...flags[0], test_ids: [] }] }),
    200,
  );
  if (withHidden) {
    await writeHidden({ red, admin, blue, tool }, { path, between, shown, two });
    await linkHidden({ red, path, shown, hidden: between, ids });
  }
  time = start + 600_000;
  return {
    server,
    planner,
    blue,
    leader,
    keeper,
    red,
    path,
    shown,
    other,
    hidden: withHidden ? between : null,
    organisation,
    tool,
    template: templates[0] ?? '',
    ids: { ...ids, organisation_id: organisation, tool_id: tool, report_id: report.id },
  };
}

type Hands = { red: Person; admin: Client; blue: Person; tool: string };

/** One object of every kind about a test. */
async function fill({ red, admin, blue, tool }: Hands, place: Place, word: string) {
  const record = { command: `${word} {{target}}`, target_host: 'srv', output: word.repeat(20) };
  bodyOf(await red.client.put(place.path, record), 200);
  await walk(red.client, place.path, 'executed');
  const evidence = bodyOf(await attach(red.client, place, evidenceForm(word, { side: 'red' })), 201);
  const fact = bodyOf(
    await admin.post(`${place.path}/facts`, {
      kind: 'alerted',
      result: 'yes',
      rule_name: `${word} rule`,
      rule_id: `${word}-1`,
      tool: { id: tool },
    }),
    201,
  );
  const add = async (list: string, fields: object) =>
    bodyOf(await admin.post(`${place.missionPath}/${list}`, { title: word, ...fields }), 201).id;
  return {
    mission_id: place.mission,
    test_id: place.test,
    scenario_id: place.scenario,
    evidence_id: evidence.id,
    fact_id: fact.id,
    remediation_id: await add('remediations', { test_ids: [place.test], owner: { id: blue.id } }),
    finding_id: await add('findings', {
      tests: [{ test_id: place.test, run: 1 }],
      status: 'confirmed',
      side: 'both',
    }),
  } as Record<string, string>;
}

async function writeHidden(
  hands: Hands,
  { path, between, shown, two }: { path: string; between: Place; shown: Place; two: string },
): Promise<void> {
  const { red, admin, blue } = hands;
  await fill(hands, between, 'Quillfeather');
  bodyOf(await admin.post(`${path}/scenarios`, { scenario_template_ids: [two] }), 201);
  const mission = await readMission(admin, between.mission);
  const [first, second] = [placeOf(mission, 3), placeOf(mission, 4)];
  bodyOf(await assign(admin, first, blue.id), 200);
  const run = {
    external_id: 'q-1',
    name: 'Quill',
    command: 'quill',
    executed_at: '2026-11-03T08:00:00Z',
    host: 'q1',
  };
  bodyOf(await red.client.post(`${path}/executions`, run), 200);
  await walk(red.client, second.path, 'executed');
  bodyOf(
    await admin.post(`${path}/findings`, {
      title: 'Quill seen',
      side: 'both',
      status: 'confirmed',
      tests: [{ test_id: second.test, run: 1 }],
    }),
    201,
  );
  bodyOf(await admin.patch(`${path}/tests`, { test_ids: [first.test], add_tags: ['quill'] }), 200);
  bodyOf(await red.client.put(`${first.path}/follows`, { follows: [{ test_id: shown.test }] }), 200);
}

/** Red names a hidden test, beside the shown one, in a finding and a remediation that everybody sees; or takes it out again. */
export async function linkHidden(
  { red, path, shown, hidden, ids }: Pick<Twin, 'red' | 'path' | 'shown' | 'hidden' | 'ids'>,
  isNamed = true,
): Promise<void> {
  const test_ids = [shown.test, ...(hidden === null || !isNamed ? [] : [hidden.test])];
  const tests = test_ids.map((test_id) => ({ test_id, run: 1 }));
  bodyOf(await red.client.patch(`${path}/findings/${ids.finding_id}`, { tests }), 200);
  bodyOf(await red.client.patch(`${path}/remediations/${ids.remediation_id}`, { test_ids }), 200);
}

/** Returns an answer without what differs between any two installations. */
export function tell({ status, body }: Answer): string {
  const text =
    typeof body === 'string'
      ? body
      : JSON.stringify(body, (name, value) => (untold.has(name) ? undefined : value));
  return tellText(`${status} ${text}`);
}

export function tellText(text: string): string {
  const ids = new Map<string, string>();
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      if (!ids.has(id)) ids.set(id, `ID${ids.size}`);
      return ids.get(id) as string;
    })
    .replaceAll(/\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?/g, 'TIME')
    .replaceAll(/\b\d{13}\b/g, 'TIME')
    .replaceAll(/("execution-id": )"[^"]*"/g, '$1ID')
    .replaceAll(/[0-9a-f]{64}/g, 'DIGEST');
}

/** Where two texts begin to differ; null if they don't. */
export function findDifference([one = '', other = '']: readonly string[]): readonly [string, string] | null {
  if (one === other) return null;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const from = Math.max(0, (at === -1 ? one.length : at) - 120);
  return [one.slice(from, from + 240), other.slice(from, from + 240)];
}

/** Numbers of the history count the writes of the whole installation; a finding's number those of its mission. */
const untold = new Set(['request_id', 'seq', 'anchor', 'next_since', 'bytes']);
