import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { missionExports } from '../../../domain/interchange.ts';
import { type Operation, registry } from '../../support/http/registry.ts';
import {
  assign,
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newReport,
  newScenarioTemplate,
  newTestTemplate,
  nobody,
  type Place,
  placeOf,
  readMission,
  walk,
} from '../../support/missions/factories.ts';
import { fetchBytes, makeRendering } from '../../support/reports/renderings.ts';
import {
  type Answer,
  type Client,
  type Person,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';
import { until } from '../../support/servers/until.ts';

/** An installation with a blind mission, as it is to those who do not see hidden tests. */
type Twin = {
  server: TestServer;
  /** They must not be able to tell the two apart. */
  planner: Person;
  blue: Person;
  /** Leads another mission. */
  leader: Person;
  red: Person;
  path: string;
  shown: Place;
  other: Place;
  organisation: string;
  tool: string;
  template: string;
  /** Ids by path parameter. */
  ids: Record<string, string>;
};

const start = Date.parse('2026-11-03T09:00:00Z');

const servers: TestServer[] = [];

/** Two servers with the same mission; in one of them more than half of it is hidden, and written to. */
async function newTwin(withHidden: boolean): Promise<Twin> {
  let time = start;
  const now = () => {
    time += 1;
    return time;
  };
  const server = await startTestServer({ loadCatalog: true, seams: { now } });
  servers.push(server);
  const admin = server.admin.client;
  const permissions = ['mission.create', 'mission.archive', 'mission.update', 'test_template.update'];
  const [red, planner, blue, leader] = [
    await server.newPerson('redteam', { permissions: ['mission.update'] }),
    await server.newPerson('soc', { permissions }),
    await server.newPerson('soc'),
    await server.newPerson('soc'),
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
  }
  time = start + 600_000;
  return {
    server,
    planner,
    blue,
    leader,
    red,
    path,
    shown,
    other,
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

/** Returns an answer without what differs between any two installations. */
function tell({ status, body }: Answer): string {
  const text =
    typeof body === 'string'
      ? body
      : JSON.stringify(body, (name, value) => (untold.has(name) ? undefined : value));
  return tellText(`${status} ${text}`);
}

function tellText(text: string): string {
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
function findDifference([one = '', other = '']: readonly string[]): readonly [string, string] | null {
  if (one === other) return null;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const from = Math.max(0, (at === -1 ? one.length : at) - 120);
  return [one.slice(from, from + 240), other.slice(from, from + 240)];
}

const isZip = (bytes: Buffer) => bytes.subarray(0, 2).toString('latin1') === 'PK';

/** Numbers of the history count the writes of the whole installation; a finding's number those of its mission. */
const untold = new Set(['request_id', 'seq', 'next_since', 'bytes']);

type Try = readonly [what: string, ask: (twin: Twin) => Promise<Answer>];

const as =
  (who: 'planner' | 'blue' | 'leader') =>
  (method: string, at: (twin: Twin) => string, body?: (twin: Twin) => unknown) =>
  (twin: Twin) =>
    twin[who].client.request(method, at(twin), body === undefined ? {} : { body: body(twin) });

const planner = as('planner');
const blue = as('blue');

/** In order: each changes both installations alike. */
const tries: readonly Try[] = [
  [
    'a mission changed',
    planner(
      'PATCH',
      ({ path }) => path,
      () => ({ description: 'Ours' }),
    ),
  ],
  [
    'the members',
    planner(
      'PUT',
      ({ path }) => `${path}/members`,
      (twin) => ({
        members: [twin.red, twin.planner, twin.blue, twin.leader].map(({ id }, index) => ({
          user_id: id,
          role_hint: index === 0 ? 'red' : 'blue',
        })),
      }),
    ),
  ],
  [
    'members without somebody',
    planner(
      'PUT',
      ({ path }) => `${path}/members`,
      (twin) => ({
        members: [twin.red, twin.planner, twin.leader].map(({ id }, index) => ({
          user_id: id,
          role_hint: index === 0 ? 'red' : 'blue',
        })),
      }),
    ),
  ],
  [
    'members again',
    planner(
      'PUT',
      ({ path }) => `${path}/members`,
      (twin) => ({
        members: [twin.red, twin.planner, twin.leader, twin.blue].map(({ id }, index) => ({
          user_id: id,
          role_hint: index === 0 ? 'red' : 'blue',
        })),
      }),
    ),
  ],
  [
    'a test added',
    planner(
      'POST',
      ({ path, shown }) => `${path}/scenarios/${shown.scenario}/tests`,
      () => ({ name: 'Ours' }),
    ),
  ],
  [
    'the order of tests',
    planner(
      'PUT',
      ({ path, shown }) => `${path}/scenarios/${shown.scenario}/order`,
      ({ shown, other }) => ({
        test_ids: [other.test, shown.test],
      }),
    ),
  ],
  [
    'a test moved up',
    planner(
      'POST',
      ({ other }) => `${other.path}/move`,
      ({ other }) => ({ scenario_id: other.scenario, position: 0 }),
    ),
  ],
  [
    'a test moved to the end',
    planner(
      'POST',
      ({ other }) => `${other.path}/move`,
      ({ other }) => ({ scenario_id: other.scenario, position: 1 }),
    ),
  ],
  [
    'a test moved beyond the end',
    planner(
      'POST',
      ({ other }) => `${other.path}/move`,
      ({ other }) => ({ scenario_id: other.scenario, position: 3 }),
    ),
  ],
  [
    'a scenario added',
    planner(
      'POST',
      ({ path }) => `${path}/scenarios`,
      () => ({ name: 'Ours too' }),
    ),
  ],
  ['a test removed', planner('DELETE', ({ other }) => other.path)],
  ['a test restored', planner('POST', ({ other }) => `${other.path}/restore`)],
  ['a scenario removed', planner('DELETE', ({ path, shown }) => `${path}/scenarios/${shown.scenario}`)],
  [
    'a tool removed',
    planner('DELETE', ({ organisation, tool }) => `/api/v1/organisations/${organisation}/tools/${tool}`),
  ],
  ['a template removed', planner('DELETE', ({ template }) => `/api/v1/test-templates/${template}`)],
  [
    'a clone',
    planner(
      'POST',
      ({ path }) => `${path}/clone`,
      () => ({ name: 'Copy' }),
    ),
  ],
  [
    'a retest',
    planner(
      'POST',
      ({ path }) => `${path}/retest`,
      () => ({ name: 'Again' }),
    ),
  ],
  [
    'a sighting',
    blue(
      'POST',
      ({ path }) => `${path}/sightings`,
      () => ({ title: 'Quill', hosts: ['q1'], at: '2026-11-03T08:00:01Z' }),
    ),
  ],
  ['suggestions for sightings', blue('GET', ({ path }) => `${path}/sightings/suggestions`)],
  ['figures of sightings', blue('GET', ({ path }) => `${path}/sightings/figures`)],
  [
    'alerts',
    blue(
      'POST',
      ({ path }) => `${path}/alerts`,
      () => ({
        alerts: [
          {
            source: 'siem',
            external_id: 'a-1',
            title: 'Quill',
            hosts: ['q1'],
            occurred_at: '2026-11-03T08:00:02Z',
            process: { command_line: 'quill' },
          },
        ],
      }),
    ),
  ],
  ['suggestions for alerts', blue('GET', ({ path }) => `${path}/alerts`)],
  [
    'a remediation',
    blue(
      'POST',
      ({ path }) => `${path}/remediations`,
      ({ shown }) => ({ title: 'Ours', test_ids: [shown.test] }),
    ),
  ],
  [
    'the review of a test',
    blue(
      'POST',
      ({ shown }) => `${shown.path}/transition`,
      () => ({ status: 'reviewed_by_blue' }),
    ),
  ],
  [
    'variables',
    planner(
      'PATCH',
      ({ path }) => path,
      () => ({ variables: { target: 'srv' } }),
    ),
  ],
  [
    'completion',
    planner(
      'POST',
      ({ path }) => `${path}/transition`,
      () => ({ status: 'completed' }),
    ),
  ],
  [
    'reopening',
    planner(
      'POST',
      ({ path }) => `${path}/transition`,
      () => ({ status: 'in_progress' }),
    ),
  ],
  ['missions by progress', blue('GET', () => '/api/v1/missions?sort=progress')],
  ['blind missions', blue('GET', () => '/api/v1/missions?visibility=blind')],
];

const isRead = ({ method, events, path }: Operation) =>
  method === 'GET' && events === undefined && !/\/health|\/metrics|\/export$/.test(path);

describe('hidden tests change nothing that is told to those who do not see them', () => {
  const twins: Twin[] = [];
  before(async () => {
    for (const withHidden of [true, false]) twins.push(await newTwin(withHidden));
  });
  after(async () => {
    for (const server of servers) await server.close();
  });

  /** Asks the same of both, which answer alike. */
  const compare = async (ask: (twin: Twin) => Promise<string>) => {
    const told: string[] = [];
    for (const twin of twins) told.push(await ask(twin));
    assert.equal(findDifference(told), null);
    assert.doesNotMatch(told[0] ?? '', /quillfeather/i);
  };

  it('when they read', async () => {
    const wrong: unknown[] = [];
    for (const who of ['planner', 'blue', 'leader'] as const) {
      for (const { prefix, path } of registry().filter(isRead)) {
        const ask = ({ ids, [who]: person }: Twin) =>
          person.client.get(
            prefix +
              path
                .replaceAll(/:seq/g, '1')
                .replaceAll(/:format/g, 'html')
                .replaceAll(/:(\w+)/g, (_all, name: string) => ids[name] ?? nobody),
          );
        const told: string[] = [];
        for (const twin of twins) told.push(tell(await ask(twin)));
        const difference = findDifference(told);
        if (difference !== null) wrong.push([who, path, ...difference]);
      }
    }
    assert.deepEqual(wrong, []);
  });

  for (const [what, ask] of tries) {
    it(what, () => compare(async (twin) => tell(await ask(twin))));
  }

  for (const format of missionExports) {
    it(`an export as ${format}`, () =>
      compare(async ({ blue, path }) => {
        const bytes = await fetchBytes(blue.client, `${path}/export?format=${format}`);
        const files = isZip(bytes) ? unzipSync(bytes) : { '': bytes };
        return tellText(
          Object.entries(files)
            .map(([name, file]) => `${name}: ${strFromU8(file)}`)
            .join('\n'),
        );
      }));
  }

  it('a report of theirs', () =>
    compare(async ({ planner, ids, path }) => {
      const { id } = await newReport(planner.client, { id: ids.mission_id as string }, { kind: 'technical' });
      const outline = await planner.client.get(`${path}/reports/${id}/outline`);
      const json = await makeRendering(planner.client, `${path}/reports/${id}`, 'json');
      return tell(outline) + tell(json);
    }));
});
