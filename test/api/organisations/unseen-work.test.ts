import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Operation, registry } from '../../support/http/registry.ts';
import { newEngagement } from '../../support/missions/engagements.ts';
import {
  attach,
  bodyOf,
  newMission,
  newReport,
  newScenarioTemplate,
  nobody,
  type Place,
  placeOf,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let red: Person;
let other: Person;
let exercise: { client: string; scenario_template_ids: string[]; tests: number };
let ours: Place;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  admin = server.admin.client;
  [red, other] = [await server.newPerson('redteam'), await server.newPerson('redteam')];
  const { id } = await newScenarioTemplate(admin, { tests: 2 });
  exercise = { client: 'Meadow bank', scenario_template_ids: [id], tests: 0 };
  ours = placeOf(await newMission(admin, { ...exercise, members: [red, other] }));
});
after(() => server.close());

/** One object of every kind in a mission, by path parameter. */
async function fill(client: Client, place: Place): Promise<Record<string, string>> {
  bodyOf(await client.put(place.path, { command: 'meadow', source_host: 'meadow-01' }), 200);
  const evidence = bodyOf(await attach(client, place), 201);
  bodyOf(await client.post(`${place.path}/transition`, { status: 'executed' }), 200);
  const add = async (list: string, fields: object) =>
    bodyOf(await client.post(`${place.missionPath}/${list}`, { title: 'Meadow', ...fields }), 201).id;
  return {
    mission_id: place.mission,
    test_id: place.test,
    scenario_id: place.scenario,
    evidence_id: evidence.id,
    remediation_id: await add('remediations', { test_ids: [place.test] }),
    finding_id: await add('findings', { tests: [{ test_id: place.test, run: 1 }] }),
    report_id: (await newReport(client, { id: place.mission }, { title: 'Meadow' })).id,
  };
}

const isRead = ({ method, events, path }: Operation) =>
  method === 'GET' && events === undefined && !/:(seq|format|evidence_id)$|\/health|\/metrics/.test(path);

/** Rights over an organisation depend on the work of others for it, and an answer's time is always new. */
const untold = new Set(['may_change', 'server_time', 'generated_at']);

async function readAll(client: Client, ids: Record<string, string>): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const { prefix, path } of registry().filter(isRead)) {
    const target = prefix + path.replaceAll(/:(\w+)/g, (_all, name: string) => ids[name] ?? nobody);
    const organisation = `?organisation_id=${ids.organisation_id}`;
    for (const query of path.includes(':') ? [''] : ['', organisation, '?q=meadow', '?client=Meadow bank']) {
      const { status, body } = await client.get(target + query);
      const text = JSON.stringify(body, (name, value) => (untold.has(name) ? undefined : value));
      if (status === 200) answers.set(target + query, text);
    }
  }
  return answers;
}

it('work of others for the same organisation changes nothing that one reads', async () => {
  const [{ id: organisation_id }] = bodyOf(await red.client.get('/api/v1/organisations'), 200).items;
  const ids = { organisation_id, ...(await fill(red.client, ours)) };
  const seen = await readAll(red.client, ids);
  assert.ok(seen.size > 60, `${seen.size} answers`);
  const unseen = await newMission(other.client, { ...exercise, name: 'Meadow, unseen' });
  assert.equal(unseen.organisation?.id, organisation_id);
  const place = placeOf(unseen);
  await fill(other.client, place);
  bodyOf(await other.client.post(`${place.missionPath}/retest`, {}), 201);
  bodyOf(await other.client.post(`${place.missionPath}/runs`, { reason: 'retest' }), 201);
  const members = [{ user_id: other.id, role_hint: 'red' }];
  await newEngagement(other.client, { client: exercise.client, members });
  const present = await readAll(red.client, ids);
  const changed = [...seen].filter(([target, text]) => present.get(target) !== text);
  assert.deepEqual(
    changed.map(([target]) => target),
    [],
  );
});
