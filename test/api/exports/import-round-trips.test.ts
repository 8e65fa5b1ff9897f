import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { zipSync } from 'fflate';
import { libraryExports, missionExports } from '../../../domain/interchange.ts';
import { purpleopsWriter } from '../../../server/interchange/formats/purpleops/write.ts';
import { applyImport, type ImportedFile, importFile, rowsOf } from '../../support/interchange/imports.ts';
import { writeFiles } from '../../support/interchange/interchange.ts';
import { evidence, sampleMission } from '../../support/missions/exercise-samples.ts';
import { bodyOf, newTestTemplate } from '../../support/missions/factories.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

let here: TestServer;
let there: TestServer;
let missionId: string;
before(async () => {
  [here, there] = await Promise.all([
    startTestServer({ loadCatalog: true }),
    startTestServer({ loadCatalog: true }),
  ]);
  missionId = await importMission(here.admin.client, await sampleFile());
});
after(() => Promise.all([here?.close(), there?.close()]));

async function sampleFile(): Promise<ImportedFile> {
  const files = await writeFiles(purpleopsWriter, sampleMission(), evidence);
  const members = Object.entries(files).map(([name, content]) => [name, new Uint8Array(content)]);
  return { name: 'Autumn.zip', content: zipSync(Object.fromEntries(members)) };
}

/** Imports a file without refused rows, and returns the id of its mission. */
async function importMission(client: Client, file: ImportedFile): Promise<string> {
  const ready = await importFile(client, file);
  assert.equal(ready.status, 'ready', JSON.stringify(ready.problem));
  assert.equal(ready.totals.refused, 0, JSON.stringify(await rowsOf(client, ready.id, '&action=refused')));
  const applied = await applyImport(client, ready.id);
  assert.equal(applied.status, 'applied', JSON.stringify(applied.problem));
  return applied.made.find(({ what }: { what: string }) => what === 'mission').id;
}

async function exportMission(
  format: string,
  { client, id }: { client: Client; id: string } = { client: here.admin.client, id: missionId },
): Promise<ImportedFile> {
  return download(client, `/api/v1/missions/${id}/export?format=${format}`);
}

async function download(client: Client, target: string): Promise<ImportedFile> {
  const answer = await fetch(client.base + target, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  assert.equal(answer.status, 200);
  const [, name = ''] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  return { name, content: new Uint8Array(await answer.arrayBuffer()) };
}

type Body = Answer['body'];

const testFields = [
  ...[
    'name',
    'description',
    'objective',
    'procedure',
    'suggested_command',
    'cleanup_command',
    'expected_detection',
  ],
  ...[
    'platforms',
    'opsec',
    'tags',
    'variables',
    'status',
    'command',
    'output',
    'red_comment',
    'blue_comment',
  ],
  ...['executed_at', 'started_at', 'ended_at', 'detected_at', 'source_host', 'target_host', 'target_user'],
  ...['operator', 'attack_result', 'detection_level_source'],
];
const factFields = [
  'kind',
  'result',
  'at',
  'rule_name',
  'rule_id',
  'alert_id',
  'severity',
  'category',
  'note',
];

const pick = (body: Body, fields: readonly string[]) =>
  Object.fromEntries(
    fields.map((field) => {
      assert.ok(field in body, field);
      return [field, body[field]];
    }),
  );
/** Compares lists regardless of order. */
const sorted = (list: unknown[]) => list.map((item) => JSON.stringify(item)).sort();

/** A mission as shown by a server, without the server's own fields. */
async function show(client: Client, id: string, { hasEvidence = true } = {}) {
  const mission = bodyOf(await client.get(`/api/v1/missions/${id}`), 200);
  const scenarios = [];
  for (const scenario of mission.scenarios) {
    const tests = [];
    for (const { id: testId } of scenario.tests) {
      const test = bodyOf(await client.get(`/api/v1/missions/${id}/tests/${testId}`), 200);
      tests.push({
        ...pick(test, testFields),
        level: test.detection_level?.key ?? null,
        tags: sorted(test.catalog_tags.map((tag: Body) => tag.external_id)),
        expectations: sorted(
          test.expectations.map((one: Body) => [
            one.kind,
            one.result,
            one.severity,
            one.within_seconds,
            one.tools.map((tool: Body) => tool.name),
          ]),
        ),
        facts: sorted(test.facts.map((fact: Body) => [pick(fact, factFields), fact.tool?.name ?? null])),
        evidence: hasEvidence
          ? sorted(
              test.evidence.map((file: Body) =>
                pick(file, ['file_name', 'side', 'caption', 'sha256', 'size']),
              ),
            )
          : [],
      });
    }
    scenarios.push({ name: scenario.name, tests });
  }
  return { name: mission.name, organisation: mission.organisation?.name ?? null, scenarios };
}

describe('a mission that goes from one server to an empty one', () => {
  for (const format of ['purpleops', 'damson']) {
    it(`has the same tests, facts, times and evidence as ${format}`, async () => {
      const file = await exportMission(format);
      const again = await importMission(there.admin.client, file);
      const [before, after] = await Promise.all([
        show(here.admin.client, missionId),
        show(there.admin.client, again),
      ]);
      assert.deepEqual(after, before);
      const tests = after.scenarios.flatMap((scenario) => scenario.tests);
      assert.deepEqual([tests.length, tests[0]?.facts.length, tests[0]?.evidence.length], [4, 6, 2]);

      const second = await importFile(there.admin.client, file);
      assert.deepEqual([second.totals.new, second.totals.changed], [0, 0], JSON.stringify(second.totals));
    });
  }

  it('has the same tests, facts and times as vectr', async () => {
    const again = await importMission(there.admin.client, await exportMission('vectr'));
    const options = { hasEvidence: false };
    const [before, after] = await Promise.all([
      show(here.admin.client, missionId, options),
      show(there.admin.client, again, options),
    ]);
    assert.deepEqual(after, before);
  });

  for (const format of ['attire', 'ghostwriter']) {
    it(`keeps its runs as ${format}`, async () => {
      const ready = await importFile(there.admin.client, await exportMission(format));
      assert.deepEqual([ready.format, ready.status, ready.totals.refused], [format, 'ready', 0]);
      const applied = await applyImport(there.admin.client, ready.id);
      assert.equal(applied.status, 'applied', JSON.stringify(applied.problem));
      const rows = await rowsOf(there.admin.client, ready.id, '&what=execution');
      assert.deepEqual(
        rows.map(({ name }) => name),
        ['Dump “LSASS”, quietly', 'Sign in with the hash'],
      );
    });
  }
});

describe('a mission that comes back where it came from', () => {
  let home: TestServer;
  let client: Client;
  let id: string;
  before(async () => {
    home = await startTestServer({ loadCatalog: true });
    client = home.admin.client;
    id = await newWholeMission();
  });
  after(() => home?.close());

  /** A mission with runs, facts, findings, remediations, evidence and the data of a threat-led test. */
  async function newWholeMission(): Promise<string> {
    const path = `/api/v1/missions/${await importMission(client, await sampleFile())}`;
    const { id, scenarios } = bodyOf(await client.get(path), 200);
    const [first, second] = scenarios[0].tests;
    bodyOf(await client.post(`${path}/runs`, { reason: 'retest', test_ids: [first.id] }), 201);
    const output = 'Nothing to see';
    bodyOf(await client.put(`${path}/tests/${first.id}`, { output, red_comment: ' as before ' }), 200);
    const facts = `${path}/tests/${first.id}/facts`;
    bodyOf(await client.post(facts, { kind: 'logged', result: 'yes', note: 'seen' }), 201);
    const repair = { title: 'Watch LSASS', measure: 'Write it', priority: 'high', test_ids: [second.id] };
    bodyOf(await client.post(`${path}/remediations`, repair), 201);
    const finding = { title: 'Nobody watches LSASS', severity: 'high', description: '# What\n**it** is' };
    bodyOf(await client.post(`${path}/findings`, finding), 201);
    const tlpt = { code_name: 'Heron', entities: [{ name: 'Example Bank', jurisdiction: 'LU' }] };
    bodyOf(await client.patch(`${path}/tlpt`, tlpt), 200);
    return id;
  }

  const judge = async (file: ImportedFile) => {
    const ready = await importFile(client, file);
    assert.equal(ready.status, 'ready', JSON.stringify(ready.problem));
    const rows = await rowsOf(client, ready.id);
    return { ready, rows: rows.map(({ what, name, action, why }) => ({ what, name, action, why })) };
  };
  const others = (rows: Body[]) => rows.filter(({ action }) => action !== 'same');

  it('is the same, whole; then only what was edited here has changed, until that is reverted', async () => {
    const file = await exportMission('damson', { client, id });
    const { ready, rows } = await judge(file);
    assert.deepEqual(others(rows), []);
    for (const what of ['mission', 'test', 'remediation', 'finding']) {
      assert.ok(
        rows.some((row) => row.what === what),
        what,
      );
    }
    const before = await show(client, id);
    const applied = await applyImport(client, ready.id);
    assert.deepEqual([applied.status, applied.totals.same], ['applied', rows.length]);
    assert.deepEqual(await show(client, id), before);

    const { scenarios } = bodyOf(await client.get(`/api/v1/missions/${id}`), 200);
    const path = `/api/v1/missions/${id}/tests/${scenarios[0].tests[0].id}`;
    const { name, output } = bodyOf(await client.get(path), 200);
    bodyOf(await client.put(path, { output: 'Edited here' }), 200);
    const edited = others((await judge(file)).rows);
    assert.deepEqual(
      edited.map(({ what, name, action }) => [what, name, action]),
      [['test', name, 'changed']],
    );
    bodyOf(await client.put(path, { output }), 200);
    assert.deepEqual(others((await judge(file)).rows), []);
  });

  // Tables of findings and scripts are no files for an import; layers and flows come back as something else, on request.
  const apart = ['findings-csv', 'bash', 'powershell', 'navigator', 'attack-flow'];
  for (const format of missionExports.filter((one) => !apart.includes(one))) {
    it(`has nothing new or changed as ${format}`, async () => {
      const { rows } = await judge(await exportMission(format, { client, id }));
      const left = others(rows);
      assert.deepEqual(left, []);
    });
  }

  for (const format of libraryExports) {
    it(`has nothing new or changed in the library as ${format}, but for what was edited`, async () => {
      const catalog_tags = [{ kind: 'technique', external_id: 'T1082' }];
      const fields = { procedure: 'As ever', command: 'whoami', platforms: ['linux'], catalog_tags };
      const kept = await newTestTemplate(client, { name: `Look ${format}`, ...fields });
      const edited = await newTestTemplate(client, { name: `Take ${format}`, ...fields });
      const ids = [kept, edited].map((template) => template.id);
      const file = await download(client, `/api/v1/test-templates/export?format=${format}&ids=${ids}`);
      assert.deepEqual(others((await judge(file)).rows), []);
      const path = `/api/v1/test-templates/${edited.id}`;
      bodyOf(await client.patch(path, { command: 'id' }), 200);
      assert.deepEqual(
        others((await judge(file)).rows).map(({ name, action }) => [name, action]),
        [[`Take ${format}`, 'changed']],
      );
      bodyOf(await client.patch(path, { command: 'whoami' }), 200);
      assert.deepEqual(others((await judge(file)).rows), []);
    });
  }
});
