import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { rolePermissions } from '../../../domain/permissions.ts';
import { mayCall } from '../../../server/http/route.ts';
import { newId } from '../../../server/ids.ts';
import { type Operation, registry } from '../../support/http/registry.ts';
import { applyImport, importFile, settled } from '../../support/interchange/imports.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newReport,
  newScenarioTemplate,
  nobody,
  type Place,
  placeOf,
  refusal,
  told,
} from '../../support/missions/factories.ts';
import { paragraphs, templateForm, templateOf } from '../../support/reports/report-templates.ts';
import {
  type Answer,
  type Client,
  type Person,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

/** Part of the name of everything that only the other person may see. */
const secret = 'Quillfeather';

let server: TestServer;
let admin: Client;
/** A person who sees one mission, and nothing of the other person's work. */
let red: Person;
let other: Person;
let mine: Place;
let theirs: Place;
/** Objects visible only to the other person, by path parameter. */
let hidden: Record<string, string>;
let visible: Record<string, string>;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  admin = server.admin.client;
  [red, other] = [await server.newPerson('redteam'), await server.newPerson('redteam')];
  [mine, theirs] = [await newPlace(red, 'Orchard'), await newPlace(other, secret)];
  hidden = await fill(other, theirs, secret);
  visible = await fill(red, mine, 'Orchard');
});
after(() => server.close());

async function newPlace({ client }: Person, word: string): Promise<Place> {
  const { id } = await newScenarioTemplate(admin, { tests: 2 });
  const fields = { name: `${word} exercise`, client: `${word} bank`, description: word };
  return placeOf(await newMission(client, { ...fields, scenario_template_ids: [id], tests: 0 }));
}

/** Adds one object of every kind to a mission, and returns their places. */
async function fill({ client }: Person, place: Place, word: string): Promise<Record<string, string>> {
  const mission = bodyOf(await client.get(place.missionPath), 200);
  const tools = `/api/v1/organisations/${mission.organisation.id}/tools`;
  const tool = bodyOf(await client.post(tools, { name: `${word} EDR`, kind: 'edr' }), 201);
  const evidence = bodyOf(await attach(client, place), 201);
  const blue = await server.newPerson('soc', { permissions: ['mission.update'] });
  const members = [...mission.members, { user_id: blue.id, role_hint: 'blue' }].map(
    ({ user, user_id, role_hint }) => ({ user_id: user_id ?? user.id, role_hint }),
  );
  bodyOf(await client.put(`${place.missionPath}/members`, { members }), 200);
  bodyOf(await client.post(`${place.path}/transition`, { status: 'executed' }), 200);
  const seen = {
    kind: 'alerted',
    result: 'yes',
    tool: { id: tool.id },
    rule_name: `${word} rule`,
    note: word,
  };
  const fact = bodyOf(await blue.client.post(`${place.path}/facts`, seen), 201);
  const todo = { title: `${word} remediation`, test_ids: [place.test] };
  const remediation = bodyOf(await client.post(`${place.missionPath}/remediations`, todo), 201);
  const weak = { title: `${word} finding`, tests: [{ test_id: place.test, run: 1 }] };
  const finding = bodyOf(await client.post(`${place.missionPath}/findings`, weak), 201);
  bodyOf(await client.patch(place.missionPath, { sightings_visible_to_red: true }), 200);
  const sightings = `${place.missionPath}/sightings`;
  const sighting = bodyOf(await blue.client.post(sightings, { title: `${word} sighting` }), 201);
  const upload = { raw: evidenceForm(word) };
  const file = bodyOf(await blue.client.request('POST', `${sightings}/${sighting.id}/evidence`, upload), 201);
  const report = await newReport(client, { id: place.mission }, { title: `${word} report` });
  const table = `Name,Objective\n${word} test,Know`;
  const read = await importFile(client, { name: `${word}.csv`, content: table });
  return {
    mission_id: place.mission,
    test_id: place.test,
    scenario_id: place.scenario,
    organisation_id: mission.organisation.id,
    tool_id: tool.id,
    evidence_id: evidence.id,
    fact_id: fact.id,
    remediation_id: remediation.id,
    finding_id: finding.id,
    sighting_id: sighting.id,
    file_id: file.id,
    report_id: report.id,
    import_id: read.id,
  };
}

const user = (person: Person) => ({
  id: person.id,
  sessionId: newId(),
  displayName: 'Red',
  role: 'redteam' as const,
  permissions: new Set(rolePermissions.redteam),
});

const operations = registry();
const nameOf = ({ method, prefix, path }: Operation) => `${method} ${prefix}${path}`;
const isLive = ({ events }: Operation) => events !== undefined;

function targetOf({ prefix, path }: Operation, ids: Record<string, string>): string {
  return (
    prefix +
    path
      .replaceAll(/:(seq)/g, '1')
      .replaceAll(/:(format)/g, 'html')
      .replaceAll(/:(\w+)/g, (_all, name: string) => ids[name] ?? nobody)
  );
}

/** The first words of paths without a mission, each with the owner of its content. */
const owners: Readonly<Record<string, string>> = {
  organisations: 'who sees a part reads it, who sees all changes it (organisation-rights.test.ts)',
  'report-templates': 'everybody reads them, whoever added one changes it',
  'test-templates': 'the library: everybody with the permission',
  'scenario-templates': 'the library: everybody with the permission',
  templates: 'the library of simulations: everybody with the role',
  'starter-library': 'the library: everybody with the permission',
  'detection-rules': 'everybody reads them, they come with imports',
  rules: 'the imported ones are everybody’s, the others and all runs are of the missions that one sees',
  'detection-levels': 'everybody reads them, nobody changes them',
  imports: 'everybody has their own',
  notifications: 'everybody has their own',
  home: 'everybody has their own',
  missions: 'their members',
  tests: 'members of their missions',
  remediations: 'members of their missions',
  findings: 'members of their missions',
  evidence: 'members of its mission',
  sightings: 'members of its mission',
  overview: 'of the missions that one sees',
  headline: 'of the missions that one sees',
  hosts: 'of the tests of missions that one sees',
  coverage: 'of the missions that one sees',
  outcomes: 'of the missions that one sees',
  engagements: 'everybody',
  simulations: 'everybody',
  catalog: 'everybody reads it, with a permission it is loaded',
  users: 'who manages users; the roster is for picking members',
  groups: 'who manages users',
  invitations: 'who manages users',
  permissions: 'everybody reads them',
  auth: 'everybody has their own',
  tokens: 'everybody has their own; administrators end those of all',
  backups: 'who manages the system',
  'sign-in-providers': 'who manages the system',
  verification: 'who manages the system',
  audit: 'who manages the system',
  metrics: 'who manages the system',
  diag: 'administrators',
  setup: 'the public',
  health: 'the public',
};

it('covers the owner of the object behind each path', () => {
  const words = new Set(operations.map(({ path }) => path.split('/')[1] as string));
  assert.deepEqual(
    [...words].filter((word) => owners[word] === undefined),
    [],
  );
});

describe('objects of a mission of others are as missing as those that do not exist, by', () => {
  const named = ['mission_id', 'organisation_id', 'evidence_id', 'import_id'];
  for (const operation of operations) {
    const first = /:(\w+)/.exec(operation.path)?.[1];
    // Evidence of simulations is visible to everyone.
    if (first === undefined || !named.includes(first) || operation.path.startsWith('/simulations/')) continue;
    it(nameOf(operation), async () => {
      if (!mayCall(operation.access, user(red))) return;
      const { method } = operation;
      const options = method === 'GET' ? {} : { body: {} };
      const missing = await red.client.request(method, targetOf(operation, {}), options);
      const found = await red.client.request(method, targetOf(operation, hidden), options);
      assert.ok([403, 404].includes(found.status), `${found.status} ${JSON.stringify(found.body)}`);
      assert.deepEqual(refusal(found), refusal(missing));
      // The same request succeeds for the person's own object, so the answer above depends on the caller.
      if (method !== 'GET' || isLive(operation)) return;
      if (/:format|:seq|verification$/.test(operation.path)) return;
      if (
        /:(?!mission_id|test_id|organisation_id|evidence_id|import_id|report_id|remediation_id|finding_id|fact_id)/.test(
          operation.path,
        )
      )
        return;
      const own = await red.client.get(targetOf(operation, visible));
      assert.notEqual(own.status, 404, JSON.stringify(own.body));
    });
  }
});

describe('nothing of what one does not see is told by', () => {
  for (const operation of operations) {
    if (operation.method !== 'GET' || isLive(operation)) continue;
    it(nameOf(operation), async () => {
      if (!mayCall(operation.access, user(red))) return;
      const target = targetOf(operation, visible);
      for (const query of ['', `?q=${secret}`, `?organisation_id=${hidden.organisation_id}`]) {
        const answer = await fetch(red.client.base + target + query, {
          headers: { authorization: `Bearer ${red.client.token}` },
        });
        const text = await answer.text();
        // A refusal may repeat parts of the request, so it reveals nothing.
        if (answer.status >= 400) continue;
        assert.ok(!text.includes(secret), `${target}${query}: ${text.slice(0, 500)}`);
        for (const id of Object.values(hidden)) assert.ok(!text.includes(id), `${target}${query}: ${id}`);
      }
    });
  }
});

describe('a reference to what one does not see is refused as one to nothing:', () => {
  const references: Readonly<Record<string, (id: Record<string, string>) => Promise<Answer>>> = {
    'the tool of a fact': (id) =>
      blueOf(mine).then((client) =>
        client.post(`${mine.path}/facts`, { kind: 'alerted', result: 'yes', tool: { id: id.tool_id } }),
      ),
    'the evidence of a fact': (id) =>
      blueOf(mine).then((client) =>
        client.post(`${mine.path}/facts`, { kind: 'logged', result: 'yes', evidence_ids: [id.evidence_id] }),
      ),
    'the tool of an expectation': (id) =>
      red.client.put(`${mine.path}/expectations`, {
        expectations: [{ kind: 'alerted', result: 'yes', tool_ids: [id.tool_id] }],
      }),
    'the tests of a remediation': (id) =>
      red.client.post(`${mine.missionPath}/remediations`, { title: 'R', test_ids: [id.test_id] }),
    'the tests of a finding': (id) =>
      red.client.post(`${mine.missionPath}/findings`, {
        title: 'F',
        tests: [{ test_id: id.test_id, run: 1 }],
        evidence_ids: [id.evidence_id],
        remediation_ids: [id.remediation_id],
      }),
    'the organisation that findings are filtered by': (id) =>
      red.client.get(`/api/v1/findings?organisation_id=${id.organisation_id}`),
    'the tests of an assignment': (id) =>
      red.client.patch(`${mine.missionPath}/tests`, { test_ids: [id.test_id], assignee_id: null }),
    'the tests of a clone': (id) => red.client.post(`${mine.missionPath}/retest`, { test_ids: [id.test_id] }),
    'the organisation that a merge goes to': (id) =>
      red.client.post(`/api/v1/organisations/${visible.organisation_id}/merge`, { into: id.organisation_id }),
    'the mission of an import': async (id) => {
      const log = [
        'oplog_id,entry_identifier,start_date,end_date,source_ip,dest_ip,tool,user_context,command,description,output,comments,operator_name,tags',
        '1,one,2026-11-03 09:15:30+00:00,2026-11-03 09:16:00+00:00,kali,ws1,,alice,whoami,,,,rhea,',
      ].join('\r\n');
      const read = await importFile(red.client, { name: 'oplog.csv', content: `${log}\r\n` });
      const choices = { mission_id: id.mission_id };
      const begun = await red.client.post(`/api/v1/imports/${read.id}/apply`, { choices });
      const { status, problem, totals } = await settled(red.client, read.id);
      return { ...begun, body: { begun: begun.status, code: begun.body.code, status, problem, totals } };
    },
    'the organisation that missions are filtered by': (id) =>
      red.client.get(`/api/v1/missions?organisation_id=${id.organisation_id}`),
    'the organisation that remediations are filtered by': (id) =>
      red.client.get(`/api/v1/remediations?organisation_id=${id.organisation_id}`),
    'the test that remediations are filtered by': (id) =>
      red.client.get(`/api/v1/remediations?test_id=${id.test_id}`),
  };

  async function blueOf(place: Place): Promise<Client> {
    const blue = await server.newPerson('soc');
    const { members } = bodyOf(await admin.get(place.missionPath), 200);
    const kept = members.map(({ user: { id }, role_hint }: { user: { id: string }; role_hint: string }) => ({
      user_id: id,
      role_hint,
    }));
    const all = [...kept, { user_id: blue.id, role_hint: 'blue' }];
    bodyOf(await admin.put(`${place.missionPath}/members`, { members: all }), 200);
    return blue.client;
  }

  const none = () => Object.fromEntries(Object.keys(hidden).map((name) => [name, nobody]));
  const comparable = ({ status, body }: Answer, ids: Record<string, string>) => {
    const { request_id: _id, ...rest } = body;
    let text = JSON.stringify(rest);
    for (const id of Object.values(ids)) text = text.replaceAll(id, 'ID');
    return [status, text];
  };

  for (const [what, name] of Object.entries(references)) {
    it(what, async () => {
      const [found, missing] = [await name(hidden), await name(none())];
      assert.deepEqual(comparable(found, hidden), comparable(missing, none()));
    });
  }
});

describe('a Word template', () => {
  const base = '/api/v1/report-templates';
  const letter = (word: string) => templateOf(paragraphs(`${word} {client}: {title}`));
  const upload = async (client: Client, name: string) =>
    bodyOf(await client.request('POST', base, { raw: templateForm(letter(name), { name }) }), 201);
  const changes: Readonly<Record<string, (client: Client, id: string) => Promise<Answer>>> = {
    renamed: (client, id) => client.patch(`${base}/${id}`, { name: `Renamed ${newId()}` }),
    'given another file': (client, id) =>
      client.request('PUT', `${base}/${id}/file`, { raw: templateForm(letter(newId())) }),
    deleted: (client, id) => client.delete(`${base}/${id}`),
  };
  for (const [how, change] of Object.entries(changes)) {
    it(`is ${how} by whoever added it, whether it is used or not`, async () => {
      const [used, unused] = [await upload(other.client, newId()), await upload(other.client, newId())];
      await newReport(other.client, { id: theirs.mission }, { options: { template_id: used.id } });
      const answers = [await change(red.client, used.id), await change(red.client, unused.id)];
      for (const answer of answers) assert.deepEqual(told(answer), [403, 'forbidden', undefined]);
      assert.deepEqual(refusal(answers[0] as Answer), refusal(answers[1] as Answer));
      assert.deepEqual(bodyOf(await other.client.get(`${base}/${used.id}`), 200), { ...used, drafts: 1 });
      assert.ok((await change(other.client, used.id)).status < 300);
      assert.ok((await change(admin, unused.id)).status < 300);
    });
  }

  it('shows its number of visible drafts and whether the person may change it', async () => {
    const { id } = await upload(other.client, newId());
    await newReport(other.client, { id: theirs.mission }, { options: { template_id: id } });
    await newReport(red.client, { id: mine.mission }, { options: { template_id: id } });
    for (const [client, drafts, may_change] of [
      [red.client, 1, false],
      [other.client, 1, true],
      [admin, 2, true],
    ] as const) {
      const shown = bodyOf(await client.get(`${base}/${id}`), 200);
      assert.deepEqual([shown.drafts, shown.may_change], [drafts, may_change]);
      const { items } = bodyOf(await client.get(base), 200);
      assert.deepEqual(
        items.find((item: { id: string }) => item.id === id),
        shown,
      );
    }
  });
});

it('a selection that someone else imported is neither overwritten nor mentioned', async () => {
  const layer = (comment: string) => ({
    name: 'Autumn.json',
    content: JSON.stringify({
      name: 'Autumn',
      domain: 'enterprise-attack',
      versions: { layer: '4.5', attack: '19', navigator: '5.1.0' },
      techniques: [{ techniqueID: 'T1003.001', score: 1, comment }],
    }),
  });
  const first = await importFile(other.client, layer('first'));
  const applied = await applyImport(other.client, first.id);
  for (const comment of ['first', 'second']) {
    const again = await importFile(red.client, layer(comment));
    assert.deepEqual([again.totals.new, again.totals.same, again.totals.changed], [1, 0, 0]);
    if (comment === 'second') bodyOf(await red.client.post(`/api/v1/imports/${again.id}/apply`, {}), 202);
  }
  assert.deepEqual(bodyOf(await other.client.get(`/api/v1/imports/${first.id}`), 200), applied);
});
