import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { longestTemplateText } from '../../../domain/limits.ts';
import {
  bodyOf,
  newScenarioTemplate,
  newTestTemplate,
  nobody,
  readTest,
  told,
  walk,
} from '../../support/missions/factories.ts';
import { Outline } from '../../support/missions/outlines.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const dumping = { kind: 'technique', external_id: 'T1003', name: 'OS Credential Dumping' };
const lsass = { kind: 'subtechnique', external_id: 'T1003.001', name: 'OS Credential Dumping: LSASS Memory' };
const plan = {
  name: 'Dump LSASS',
  description: 'Once more',
  objective: 'Credentials',
  procedure: '1. Open\n2. Read ',
  suggested_command: 'procdump -ma lsass.exe',
  cleanup_command: 'del lsass.dmp',
  expected_detection: 'Alert within a minute',
  platforms: ['Windows'],
  opsec: 'high',
  tags: ['credentials'],
  catalog_tags: [lsass],
};

let server: TestServer;
let admin: Client;
let red: Person;
let soc: Person;
before(async () => {
  server = await startTestServer({ loadCatalog: true, env: { SVC_ENCRYPTION_KEY: '7'.repeat(64) } });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  soc = await server.newPerson('soc');
});
after(() => server.close());

describe('a test added to a mission', () => {
  it('by hand has the given fields, comes last and is pending', async () => {
    const mission = await Outline.make(admin, [2], [red, soc]);
    await walk(admin, mission.path, 'in_progress');
    const before = await mission.read();
    const scenario = before.scenarios[0]!.id;
    const { tests } = bodyOf(await red.client.post(`${mission.scenarioPath(scenario)}/tests`, plan), 201);
    const after = await mission.read();
    assert.deepEqual([after.scenarios[0]!.tests[2]], tests);
    assert.deepEqual(after.counts, { ...before.counts, tests: 3, pending: 3 });
    assert.deepEqual(after.catalog_tags, [lsass]);
    assert.equal(after.catalog_version, before.catalog_version);
    const test = await readTest(soc.client, { path: mission.testPath(tests[0].id) });
    assert.deepEqual({ ...test, ...plan, position: 2, status: 'pending', source_template_id: null }, test);
    assert.deepEqual([test.last_actor?.id, test.command, test.expectations], [red.id, null, []]);
    const [entry] = await mission.history();
    assert.deepEqual([entry.object_type, entry.verb, entry.test_id], ['test', 'created', test.id]);
    assert.deepEqual(entry.changes.procedure, [null, plan.procedure]);
    assert.deepEqual(entry.changes.scenario, [null, after.scenarios[0]!.name]);
    await walk(red.client, mission.testPath(test.id), 'executed');
  });

  it('from templates is a copy of each, in their order, that no template changes any more', async () => {
    const expectations = [
      { kind: 'alerted', result: 'yes', severity: null, within_seconds: 60, tool_ids: [] },
    ];
    const { suggested_command: command, ...rest } = plan;
    const one = await newTestTemplate(admin, { ...rest, command, expectations });
    const two = await newTestTemplate(admin, { name: 'Scan', catalog_tags: [dumping] });
    const mission = await Outline.make(admin, [], [red]);
    bodyOf(await admin.post(`${mission.path}/scenarios`, { name: 'Library' }), 201);
    const { id } = await mission.scenario(0);
    const test_template_ids = [two.id, one.id, two.id];
    const path = `${mission.scenarioPath(id)}/tests`;
    const { tests } = bodyOf(await red.client.post(path, { test_template_ids }), 201);
    assert.deepEqual(
      tests.map(({ name, position }: { name: string; position: number }) => [name, position]),
      [
        ['Scan', 0],
        ['Dump LSASS', 1],
        ['Scan', 2],
      ],
    );
    const place = { path: mission.testPath(tests[1].id) };
    const copied = await readTest(admin, place);
    assert.deepEqual({ ...copied, ...plan, source_template_id: one.id, expectation_met: 'open' }, copied);
    assert.equal(copied.expectations[0]?.within_seconds, 60);
    const after = await mission.read();
    assert.deepEqual(after.catalog_tags.map(({ external_id }) => external_id).sort(), ['T1003', 'T1003.001']);
    assert.equal(after.catalog_version, '19.1');
    bodyOf(await admin.patch(`/api/v1/test-templates/${one.id}`, { name: 'Other', procedure: null }), 200);
    assert.equal((await admin.delete(`/api/v1/test-templates/${one.id}`)).status, 204);
    assert.deepEqual(await readTest(admin, place), { ...copied, source_template_id: null });
    const gone = await red.client.post(path, { test_template_ids: [two.id, one.id] });
    assert.deepEqual(told(gone), [422, 'invalid', 'test_template_ids.1']);
    assert.equal((await mission.tests())[0]?.length, 3);
  });

  it('from tasks of a C2 framework has their commands and techniques', async () => {
    const mission = await Outline.make(admin, [1], [red]);
    const { id: engagement_id } = bodyOf(await admin.post('/api/engagements', { name: 'Around a C2' }), 201);
    const config = `/api/engagements/${engagement_id}/c2-config`;
    bodyOf(await admin.put(config, { framework: 'fake' }), 200);
    const path = `${mission.scenarioPath((await mission.scenario(0)).id)}/tests`;
    const add = (task_external_ids: string[], client = red.client) =>
      client.post(path, { engagement_id, task_external_ids });
    const { tests } = bodyOf(await add(['105', '101']), 201);
    const test = await readTest(admin, { path: mission.testPath(tests[0].id) });
    assert.equal(test.name, 'shell reg save HKLM\\SAM C:\\Windows\\Temp\\s.hiv');
    assert.equal(test.suggested_command, test.name);
    assert.equal(test.description, 'Task 105 of #2 LYON-FS-02');
    assert.deepEqual([test.command, test.status], [null, 'pending']);
    assert.deepEqual(
      test.catalog_tags.map(({ external_id }) => external_id),
      ['T1003.002'],
    );
    assert.equal(tests[1].name, 'shell whoami /all');
    assert.deepEqual(told(await add(['101', 'no such task'])), [422, 'invalid', 'task_external_ids.1']);
    const unknown = { engagement_id: nobody, task_external_ids: ['101'] };
    assert.deepEqual(told(await red.client.post(path, unknown)), [422, 'invalid', 'engagement_id']);
    const planner = await server.newPerson('soc', { permissions: ['mission.update'] });
    const members = [red, planner].map(({ id }) => ({ user_id: id, role_hint: 'red' }));
    bodyOf(await admin.put(`${mission.path}/members`, { members }), 200);
    // Only people who may read a framework's tasks in its engagement may use them.
    assert.deepEqual(told(await add(['101'], planner.client)), [403, 'forbidden', undefined]);
    bodyOf(await planner.client.post(path, { name: 'By hand' }), 201);
    assert.equal((await mission.read()).counts.tests, 4);
  });

  it('is refused as a whole for invalid requests', async () => {
    const mission = await Outline.make(admin, [1], [red, soc]);
    const { id } = await mission.scenario(0);
    const template = await newTestTemplate(admin);
    const path = `${mission.scenarioPath(id)}/tests`;
    const table: [body: object, at: string][] = [
      [{}, 'name'],
      [{ name: '' }, 'name'],
      [{ objective: 'x' }, 'name'],
      [{ name: 'x', command: 'x' }, 'command'],
      [{ name: 'x', test_template_ids: [template.id] }, 'name'],
      [{ test_template_ids: [] }, 'test_template_ids'],
      [{ test_template_ids: [template.id, nobody] }, 'test_template_ids.1'],
      [{ test_template_ids: [template.id], engagement_id: nobody }, 'engagement_id'],
      [{ engagement_id: nobody }, 'task_external_ids'],
      [{ task_external_ids: ['101'] }, 'engagement_id'],
      [{ name: 'x', catalog_tags: [dumping, { kind: 'technique', external_id: 'T9999' }] }, 'catalog_tags.1'],
      [{ name: 'x', procedure: 'x'.repeat(longestTemplateText + 1) }, 'procedure'],
      [{ name: 'x', opsec: 'extreme' }, 'opsec'],
    ];
    const before = await mission.read();
    for (const [body, at] of table) {
      assert.deepEqual(
        told(await admin.post(path, body)),
        [422, 'invalid', at],
        JSON.stringify(body).slice(0, 80),
      );
    }
    assert.deepEqual(told(await soc.client.post(path, { name: 'x' })), [403, 'forbidden', undefined]);
    const elsewhere = `${mission.scenarioPath(nobody)}/tests`;
    assert.deepEqual(told(await admin.post(elsewhere, { name: 'x' })), [404, 'not_found', undefined]);
    assert.deepEqual(await mission.read(), before);
    await walk(admin, mission.path, 'in_progress', 'completed');
    bodyOf(await red.client.post(path, { name: 'Late' }), 201);
    await walk(admin, mission.path, 'archived');
    assert.deepEqual(told(await admin.post(path, { name: 'x' })), [409, 'archived', undefined]);
  });

  it('has a unique position, however many are added at once', async () => {
    const mission = await Outline.make(admin, [1, 1]);
    const [a, b] = (await mission.read()).scenarios.map(({ id }) => id) as [string, string];
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        admin.post(`${mission.scenarioPath(index % 2 ? a : b)}/tests`, { name: `At once ${index}` }),
      ),
    );
    const tests = await mission.tests();
    assert.deepEqual(
      tests.map(({ length }) => length),
      [7, 7],
    );
    assert.equal((await mission.read()).counts.pending, 14);
  });
});

describe('the plan of a test', () => {
  it('is changed only in the mission, field by field', async () => {
    const template = await newTestTemplate(admin, { name: 'Scan', objective: 'Ports', tags: ['net'] });
    const mission = await Outline.make(admin, []);
    const scenario = await newScenarioTemplate(admin, { tests: [template.id] });
    await admin.post(`${mission.path}/scenarios`, { scenario_template_ids: [scenario.id] });
    await walk(admin, mission.path, 'in_progress');
    const [[id]] = (await mission.tests()) as [[string]];
    const place = { path: mission.testPath(id) };
    await walk(admin, place.path, 'executed');
    const before = await readTest(admin, place);
    const answer = await admin.patch(`${place.path}/plan`, plan);
    const changed = bodyOf(answer, 200);
    assert.deepEqual(changed, {
      ...before,
      ...plan,
      updated_at: changed.updated_at,
      last_actor: changed.last_actor,
    });
    assert.ok(changed.updated_at > before.updated_at);
    assert.equal(answer.headers.get('etag'), `"${changed.updated_at}"`);
    bodyOf(await admin.patch(`${place.path}/plan`, { tags: null, opsec: null, objective: null }), 200);
    const emptied = await readTest(admin, place);
    assert.deepEqual([emptied.tags, emptied.opsec, emptied.objective], [[], null, null]);
    assert.equal(emptied.procedure, plan.procedure);
    assert.deepEqual((await mission.read()).catalog_tags, [lsass]);
    bodyOf(await admin.patch(`${place.path}/plan`, { catalog_tags: [] }), 200);
    assert.deepEqual((await mission.read()).catalog_tags, []);
    const { name, objective, tags } = bodyOf(await admin.get(`/api/v1/test-templates/${template.id}`), 200);
    assert.deepEqual([name, objective, tags], ['Scan', 'Ports', ['net']]);
    const [, , entry] = await mission.history();
    assert.deepEqual([entry.verb, entry.changes.name], ['changed', ['Scan', plan.name]]);
  });

  it('is found by its new name and tags, and covers them', async () => {
    const mission = await Outline.make(admin, [1]);
    const [[id]] = (await mission.tests()) as [[string]];
    const find = async (query: string) =>
      bodyOf(await admin.get(`/api/v1/tests?${query}`), 200).items.map((test: { id: string }) => test.id);
    assert.deepEqual(await find('q=quince-and-pear'), []);
    bodyOf(
      await admin.patch(`${mission.testPath(id)}/plan`, {
        name: 'quince-and-pear',
        catalog_tags: [{ kind: 'technique', external_id: 'T1557' }],
      }),
      200,
    );
    assert.deepEqual(await find('q=quince-and-pear'), [id]);
    assert.ok((await find('technique=T1557')).includes(id));
    const { entries } = bodyOf(await admin.get('/api/v1/coverage'), 200);
    assert.ok(JSON.stringify(entries).includes('T1557'));
    assert.equal((await admin.delete(mission.testPath(id))).status, 204);
    assert.deepEqual(await find('q=quince-and-pear'), []);
    bodyOf(await admin.post(`${mission.testPath(id)}/restore`), 200);
    assert.deepEqual(await find('q=quince-and-pear'), [id]);
  });

  it('is refused with a stale version, unknown tags or an empty name, and in the archive', async () => {
    const mission = await Outline.make(admin, [1], [soc]);
    const [[id]] = (await mission.tests()) as [[string]];
    const path = `${mission.testPath(id)}/plan`;
    const before = await readTest(admin, { path: mission.testPath(id) });
    const stale = { body: { name: 'x' }, headers: { 'if-match': '"2026-01-01T00:00:00.000Z"' } };
    assert.deepEqual(told(await admin.request('PATCH', path, stale)), [412, 'stale', undefined]);
    const current = { body: {}, headers: { 'if-match': `"${before.updated_at}"` } };
    assert.deepEqual(bodyOf(await admin.request('PATCH', path, current), 200), before);
    const table: [body: object, at: string][] = [
      [{ name: null }, 'name'],
      [{ name: ' ' }, 'name'],
      [{ command: 'x' }, 'command'],
      [{ source: 'x' }, 'source'],
      [{ platforms: [''] }, 'platforms.0'],
      [{ name: 'x', catalog_tags: [{ kind: 'technique', external_id: 'T9999' }] }, 'catalog_tags.0'],
    ];
    for (const [body, at] of table)
      assert.deepEqual(told(await admin.patch(path, body)), [422, 'invalid', at]);
    assert.equal((await soc.client.patch(path, { name: 'x' })).status, 403);
    assert.deepEqual(await readTest(admin, { path: mission.testPath(id) }), before);
    await walk(admin, mission.path, 'in_progress', 'completed', 'archived');
    assert.deepEqual(told(await admin.patch(path, { name: 'x' })), [409, 'archived', undefined]);
  });

  it('is returned verbatim, however hostile, and the history restores it', async () => {
    const mission = await Outline.make(admin, [1]);
    const [[id]] = (await mission.tests()) as [[string]];
    const place = { path: mission.testPath(id) };
    const long = '漢🔥 <script>\u202e'.repeat(4000);
    for (const text of ['<img src=x onerror=alert(1)>', '\u0001 $(id) %s\r\n', long, `${long}more`, null]) {
      const texts = { description: text, procedure: text, suggested_command: text, expected_detection: text };
      bodyOf(await admin.patch(`${place.path}/plan`, texts), 200);
      const read = await readTest(admin, place);
      assert.deepEqual({ ...read, ...texts }, read);
    }
    const entries = (await mission.history()).filter(({ verb }) => verb === 'changed');
    const whole = bodyOf(await admin.get(`${mission.path}/history/${entries[1].seq}`), 200);
    assert.equal(whole.whole.procedure.after, `${long}more`);
  });
});

describe('a test that is moved', () => {
  it('takes its new position, in another scenario or the same, without leaving a gap', async () => {
    const mission = await Outline.make(admin, [3, 2], [red]);
    const [one, two] = (await mission.read()).scenarios.map(({ id }) => id) as [string, string];
    const [[a, b, c], [d, e]] = (await mission.tests()) as [[string, string, string], [string, string]];
    const move = (id: string, body: object) => red.client.post(`${mission.testPath(id)}/move`, body);
    const before = await readTest(admin, { path: mission.testPath(a) });
    const moved = bodyOf(await move(a, { scenario_id: two, position: 1 }), 200);
    assert.deepEqual([moved.scenario_id, moved.position, moved.last_actor.id], [two, 1, red.id]);
    assert.ok(moved.updated_at > before.updated_at);
    assert.deepEqual(await mission.tests(), [
      [b, c],
      [d, a, e],
    ]);
    bodyOf(await move(b, { scenario_id: two }), 200);
    assert.deepEqual(await mission.tests(), [[c], [d, a, e, b]]);
    bodyOf(await move(b, { scenario_id: two, position: 0 }), 200);
    assert.deepEqual(await mission.tests(), [[c], [b, d, a, e]]);
    bodyOf(await move(b, { scenario_id: two, position: 2 }), 200);
    assert.deepEqual(await mission.tests(), [[c], [d, a, b, e]]);
    bodyOf(await move(c, { scenario_id: two, position: 4 }), 200);
    assert.deepEqual(await mission.tests(), [[], [d, a, b, e, c]]);
    const rest = await mission.read();
    const same = bodyOf(await move(c, { scenario_id: two, position: 4 }), 200);
    assert.deepEqual([same.position, await mission.read()], [4, rest]);
    bodyOf(await move(c, { scenario_id: one }), 200);
    const names = rest.scenarios.map(({ name }) => name);
    const [entry] = await mission.history();
    assert.deepEqual(entry.changes, { scenario: [names[1], names[0]], position: [4, 0] });
  });

  it('is refused for positions that do not exist', async () => {
    const mission = await Outline.make(admin, [2, 1]);
    const other = await Outline.make(admin, [1]);
    const [one, two] = (await mission.read()).scenarios.map(({ id }) => id) as [string, string];
    const [[a]] = (await mission.tests()) as [[string]];
    const path = `${mission.testPath(a)}/move`;
    const table: [body: object, at: string][] = [
      [{}, 'scenario_id'],
      [{ scenario_id: nobody }, 'scenario_id'],
      [{ scenario_id: (await other.scenario(0)).id }, 'scenario_id'],
      [{ scenario_id: one, position: 2 }, 'position'],
      [{ scenario_id: two, position: 2 }, 'position'],
      [{ scenario_id: two, position: -1 }, 'position'],
      [{ scenario_id: two, position: 0.5 }, 'position'],
    ];
    const before = await mission.read();
    for (const [body, at] of table)
      assert.deepEqual(told(await admin.post(path, body)), [422, 'invalid', at]);
    assert.deepEqual(await mission.read(), before);
  });

  it('moves at the same time as others without loss or duplicates', async () => {
    const mission = await Outline.make(admin, [5, 5]);
    const scenarios = (await mission.read()).scenarios.map(({ id }) => id);
    const all = (await mission.tests()).flat();
    const answers = await Promise.all(
      all.map((id, index) =>
        admin.post(`${mission.testPath(id)}/move`, { scenario_id: scenarios[(index + 1) % 2], position: 0 }),
      ),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.deepEqual((await mission.tests()).flat().sort(), all.toSorted());
  });
});
