import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Operation, registry } from '../../support/http/registry.ts';
import { addPasskey } from '../../support/http/software-passkey.ts';
import { newImport, settled } from '../../support/interchange/imports.ts';
import { newEngagement, newSimulation, newSimulationTemplate } from '../../support/missions/engagements.ts';
import {
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
  readTest,
  someone,
  walk,
} from '../../support/missions/factories.ts';
import { newReportTemplate } from '../../support/reports/report-templates.ts';
import {
  Client,
  type Person,
  password,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

type Json = Record<string, unknown>;
/** Address for writing an object, and its displayed form. */
type Shown = { target: string; read: () => Promise<Json>; client?: Client };

const operations = registry();
const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const technique = { id: 'T1059' };
const tag = { kind: 'technique', external_id: 'T1059' };

/** Operations whose body is in no answer: an order, a set of ids, bulk changes of tests. */
const commands = [
  'PATCH /missions/:mission_id/tests',
  'PUT /missions/:mission_id/scenarios/order',
  'PUT /missions/:mission_id/scenarios/:scenario_id/order',
  'PUT /scenario-templates/:template_id/tests',
];

/** Fields that every write changes. */
const ofAWrite = new Set(['updated_at', 'updated_by', 'last_actor', 'last_login_at']);

function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !ofAWrite.has(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutTimes(inner)]));
}

describe('objects can be sent back as they are shown', () => {
  let server: TestServer;
  let admin: Client;
  let member: Person;
  let place: Place;
  let engagement: string;
  let simulation: string;
  let organisation: string;
  before(async () => {
    server = await startTestServer({ loadCatalog: true, env: { SVC_ENCRYPTION_KEY: 'a1'.repeat(32) } });
    admin = server.admin.client;
    member = await server.newPerson('redteam');
    const { id } = await newTestTemplate(admin, { catalog_tags: [tag], tags: ['one'], platforms: ['Linux'] });
    place = placeOf(
      await newMission(admin, {
        client: 'Acme',
        start_date: '2026-11-01',
        variables: { host: 'gate' },
        scenario_template_ids: [(await newScenarioTemplate(admin, { tests: [id], catalog_tags: [tag] })).id],
        members: [member],
      }),
    );
    const written = { command: 'whoami', output: 'root', started_at: '2026-11-20T09:00:00Z' };
    bodyOf(await admin.put(place.path, { ...written, blue_comment: 'seen', attack_result: 'partly' }), 200);
    bodyOf(
      await admin.patch(`${place.missionPath}/tests`, { test_ids: [place.test], assignee_id: member.id }),
      200,
    );
    await walk(admin, place.path, 'executed');
    bodyOf(await attach(admin, place), 201);
    organisation = (await readMission(admin, place.mission)).organisation?.id as string;
    bodyOf(await post(`/api/v1/organisations/${organisation}/tools`, { name: 'Sensor', kind: 'edr' }), 201);
    const tool = bodyOf(await admin.get(`/api/v1/organisations/${organisation}/tools`), 200)[0];
    const fact = { kind: 'alerted', result: 'yes', at: '2026-11-20T09:30:00Z', tool: { id: tool.id } };
    bodyOf(await post(`${place.path}/facts`, fact), 201);
    const expectations = [{ kind: 'alerted', result: 'yes', tool_ids: [tool.id], within_seconds: 60 }];
    bodyOf(await admin.put(`${place.path}/expectations`, { expectations }), 200);
    const members = [{ user_id: member.id, role_hint: 'red' }];
    engagement = (await newEngagement(admin, { client: 'Acme', end_date: '2026-12-01', members })).id;
    const tags = { techniques: [technique], tactic_ids: ['TA0002'] };
    simulation = (await newSimulation(admin, { ...tags, output: 'root' }, engagement)).id;
    bodyOf(await post(`/api/simulations/${simulation}/facts`, { kind: 'logged', result: 'yes' }), 201);
    const config = {
      framework: 'mythic',
      base_url: 'https://c2.test:7443',
      token: 'secret',
      operation: 'One',
    };
    const pinned = { tls: 'pin', tls_fingerprint: 'ab'.repeat(32) };
    bodyOf(await admin.put(`/api/engagements/${engagement}/c2-config`, { ...config, ...pinned }), 200);
  });
  after(() => server.close());

  const post = (target: string, body: object) => admin.post(target, body);
  const get = async (target: string, client = admin) => bodyOf(await client.get(target), 200);
  const at = (target: string, client?: Client): Shown => ({
    target,
    read: () => get(target, client),
    ...(client === undefined ? {} : { client }),
  });
  const made = async (target: string, body: object) =>
    at(`${target}/${bodyOf(await post(target, body), 201).id}`);
  const firstFact = (target: string) => async () => {
    const { facts } = await get(target);
    return at(`${target}/facts/${facts[0].id}`);
  };

  const rows: Record<string, () => Promise<Shown>> = {
    'PUT /missions/:mission_id/tests/:test_id': async () => at(place.path),
    'PUT /missions/:mission_id/tests/:test_id/expectations': async () => ({
      target: `${place.path}/expectations`,
      read: () => get(place.path),
    }),
    'PUT /missions/:mission_id/tests/:test_id/follows': async () => {
      const tests = `${place.missionPath}/scenarios/${place.scenario}/tests`;
      const [other] = bodyOf(await post(tests, { name: 'Before it' }), 201).tests;
      const follows = [{ test_id: other.id, condition: 'if so' }];
      bodyOf(await admin.put(`${place.path}/follows`, { follows }), 200);
      return { target: `${place.path}/follows`, read: () => get(place.path) };
    },
    'PATCH /missions/:mission_id/tests/:test_id/variables': async () => ({
      target: `${place.path}/variables`,
      read: () => get(place.path),
    }),
    'PATCH /missions/:mission_id/tests/:test_id/plan': async () => ({
      target: `${place.path}/plan`,
      read: () => get(place.path),
    }),
    'PATCH /missions/:mission_id/tests/:test_id/facts/:fact_id': () => firstFact(place.path)(),
    'PATCH /missions/:mission_id/remediations/:remediation_id': () =>
      made(`${place.missionPath}/remediations`, {
        title: 'Close the gate',
        owner: { id: member.id },
        due_on: '2026-12-24',
        test_ids: [place.test],
      }),
    'PATCH /missions/:mission_id/tlpt': async () => {
      const target = `${place.missionPath}/tlpt`;
      const flags = [{ number: 1, objective: 'Read the ledger', captured: true, test_ids: [place.test] }];
      const recorded = { code_name: 'Heron', testing_end: '2026-03-02', entities: [{ name: 'Acme' }], flags };
      bodyOf(await admin.patch(target, recorded), 200);
      return at(target);
    },
    'PATCH /missions/:mission_id/findings/:finding_id': () =>
      made(`${place.missionPath}/findings`, {
        title: 'The gate is open',
        references: ['CVE-2026-1'],
        techniques: ['T1003'],
      }),
    'PATCH /missions/:mission_id/replay': async () => {
      const target = `${place.missionPath}/replay`;
      bodyOf(await admin.patch(place.missionPath, { replay_opened: true }), 200);
      bodyOf(await admin.patch(target, { started_at: '2026-11-20T12:00:00Z', attendees: ['Ada'] }), 200);
      return at(target);
    },
    'PATCH /missions/:mission_id/replay/tests/:test_id': async () => {
      bodyOf(await admin.patch(place.missionPath, { replay_opened: true }), 200);
      const target = `${place.missionPath}/replay/tests/${place.test}`;
      bodyOf(await admin.patch(target, { run: 1, seen: 'An alert', discussed: true }), 200);
      const read = async () => (await get(`${place.missionPath}/replay`)).steps[0];
      return { target, read };
    },
    'PATCH /missions/:mission_id/sightings/:sighting_id': () =>
      made(`${place.missionPath}/sightings`, {
        title: 'Odd traffic',
        hosts: ['ws01'],
        declared: { to: 'CSIRT', at: '2026-11-20T10:00:00Z' },
        severity: 'high',
      }),
    'PATCH /missions/:mission_id/reports/:report_id': async () => {
      const template = await newReportTemplate(admin, 'For a draft');
      const options = { template_id: template.id, classification: 'TLP:AMBER' };
      const { id } = await newReport(admin, { id: place.mission }, { options, texts: { summary: 'Well.' } });
      return at(`${place.missionPath}/reports/${id}`);
    },
    'PATCH /report-templates/:template_id': async () =>
      at(`/api/v1/report-templates/${(await newReportTemplate(admin)).id}`),
    'PATCH /missions/:mission_id': async () => at(place.missionPath),
    'PUT /missions/:mission_id/members': async () => ({
      target: `${place.missionPath}/members`,
      read: () => get(place.missionPath),
    }),
    'PATCH /missions/:mission_id/scenarios/:scenario_id': async () => ({
      target: `${place.missionPath}/scenarios/${place.scenario}`,
      read: async () => (await readMission(admin, place.mission)).scenarios[0] as Json,
    }),
    'PATCH /evidence/:evidence_id/record': async () => {
      const { evidence } = await readTest(admin, place);
      return at(`/api/v1/evidence/${evidence[0]?.id}/record`);
    },
    'PATCH /organisations/:organisation_id': async () => at(`/api/v1/organisations/${organisation}`),
    'PUT /organisations/:organisation_id/brand': async () => {
      const target = `/api/v1/organisations/${organisation}/brand`;
      bodyOf(await admin.put(target, { logo: null, accent: '#AB12CD' }), 200);
      return at(target);
    },
    'PATCH /organisations/:organisation_id/tools/:tool_id': async () => {
      const list = `/api/v1/organisations/${organisation}/tools`;
      const [tool] = await get(list);
      return { target: `${list}/${tool.id}`, read: async () => (await get(list))[0] };
    },
    'PATCH /imports/:import_id': async () => {
      const { id } = await newImport(admin);
      return { target: `/api/v1/imports/${id}`, read: () => settled(admin, id) };
    },
    'PATCH /test-templates/:template_id': async () => {
      const expectations = [{ kind: 'logged', result: 'any' }];
      const fields = {
        catalog_tags: [tag],
        tags: ['a'],
        opsec: 'low',
        expectations,
        variables: { host: 'x' },
      };
      return at(`/api/v1/test-templates/${(await newTestTemplate(admin, fields)).id}`);
    },
    'PATCH /scenario-templates/:template_id': async () =>
      at(`/api/v1/scenario-templates/${(await newScenarioTemplate(admin, { catalog_tags: [tag] })).id}`),
    'PATCH /auth/me': async () => at('/api/v1/auth/me'),
    'PATCH /auth/second-factor/passkeys/:passkey_id': async () => {
      const { token } = (await server.newPerson('soc')).client;
      const client = new Client(server.url.replace('127.0.0.1', 'localhost'), token);
      await addPasskey(client, password);
      const list = '/api/v1/auth/second-factor';
      const read = async () => (await get(list, client)).passkeys[0];
      return { target: `${list}/passkeys/${(await read()).id}`, read, client };
    },
    'PATCH /users/:user_id': () => made('/api/v1/users', someone({ role: 'soc' })),
    'PATCH /groups/:group_id': () =>
      made('/api/v1/groups', { name: 'Crew', permissions: ['catalog.sync'], member_ids: [member.id] }),
    'PATCH /simulations/:simulation_id': async () => at(`/api/simulations/${simulation}`),
    'PATCH /simulations/evidence/:evidence_id/record': async () => {
      const raw = evidenceForm();
      const record = await admin.request('POST', `/api/simulations/${simulation}/evidence`, { raw });
      return at(`/api/simulations/evidence/${bodyOf(record, 201).id}/record`);
    },
    'PATCH /simulations/:simulation_id/facts/:fact_id': () => firstFact(`/api/simulations/${simulation}`)(),
    'PUT /engagements/:engagement_id/c2-config': async () => at(`/api/engagements/${engagement}/c2-config`),
    'PATCH /engagements/:engagement_id': async () => at(`/api/engagements/${engagement}`),
    'PUT /engagements/:engagement_id/members': async () => ({
      target: `/api/engagements/${engagement}/members`,
      read: () => get(`/api/engagements/${engagement}`),
    }),
    'PATCH /templates/:template_id': async () =>
      at(`/api/templates/${(await newSimulationTemplate(admin, { techniques: [technique] })).id}`),
  };

  const writing = operations.filter(
    ({ method, body }) => body !== undefined && (method === 'PUT' || method === 'PATCH'),
  );
  const names = [...new Set(writing.map(nameOf))].filter((name) => !commands.includes(name));

  it('is tested for everything that PUT or PATCH changes', () => {
    assert.deepEqual(Object.keys(rows).sort(), names.sort());
  });

  const once = new Map<string, Promise<Shown>>();
  const shownOf = (name: string): Promise<Shown> => {
    const shown = once.get(name) ?? (rows[name] as () => Promise<Shown>)();
    once.set(name, shown);
    return shown;
  };

  /** Further answers that show the written object: lists, outlines and live updates. */
  const others: Readonly<Record<string, () => Promise<readonly Json[]>>> = {
    'PUT /missions/:mission_id/tests/:test_id': async () => [
      (await readMission(admin, place.mission)).scenarios[0]?.tests[0] as unknown as Json,
      (await get(`${place.missionPath}/activity?since=2020-01-01`)).tests[0],
    ],
  };
  const readOutlineTime = async () => (await readMission(admin, place.mission)).outline_changed_at;
  const lists = new Set(operations.filter(({ method }) => method === 'GET').map(({ path }) => path));

  for (const name of names) {
    const [method = '', path = ''] = name.split(' ');
    const list = path.replace(/\/[^/]+$/, '');
    if (others[name] === undefined && !(/:\w+$/.test(path) && lists.has(list))) continue;
    it(`${name}: as lists show it, and nothing else`, async () => {
      const { target, read, client = admin } = await shownOf(name);
      const id = target.slice(target.lastIndexOf('/') + 1);
      const shown = [...((await others[name]?.()) ?? [])];
      if (lists.has(list)) {
        const page = await get(`${target.slice(0, -id.length - 1)}?limit=200`, client).catch(() =>
          get(target.slice(0, -id.length - 1), client),
        );
        const items = (page.items ?? page.passkeys ?? page) as Json[];
        shown.push(...items.filter((item) => item.id === id));
      }
      assert.ok(shown.length > 0);
      for (const item of shown) {
        const before = withoutTimes(await read());
        const answer = await client.request(method, target, { body: item });
        assert.ok([200, 202, 204].includes(answer.status), JSON.stringify([item, answer.body]));
        assert.deepEqual(withoutTimes(await read()), before);
      }
    });
  }

  for (const name of names) {
    const [method = ''] = name.split(' ');
    it(`${name}: as it was shown, and nothing else`, async () => {
      const { target, read, client = admin } = await shownOf(name);
      const shown = await read();
      const outline = await readOutlineTime();
      const answer = await client.request(method, target, { body: shown });
      assert.ok([200, 202, 204].includes(answer.status), JSON.stringify(answer.body));
      assert.equal(await readOutlineTime(), outline, 'pages of the mission read it again');
      assert.deepEqual(withoutTimes(await read()), withoutTimes(shown));
      const odd = await client.request(method, target, { body: { ...shown, no_such_property: 1 } });
      assert.equal(odd.status, 422, JSON.stringify(odd.body));
      assert.deepEqual(odd.body.errors, [{ path: 'no_such_property', message: 'unknown property' }]);
      if (!('updated_at' in shown) || name.includes('c2-config')) return;
      const alone = await client.request(method, target, { body: { updated_at: shown.updated_at } });
      assert.equal(alone.status, 422, JSON.stringify(alone.body));
    });
  }
});
