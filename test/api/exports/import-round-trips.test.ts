import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { libraryExports, missionExports } from '../../../domain/interchange.ts';
import { purpleopsWriter } from '../../../server/interchange/formats/purpleops/write.ts';
import { applyImport, type ImportedFile, importFile, rowsOf } from '../../support/interchange/imports.ts';
import { writeFiles } from '../../support/interchange/interchange.ts';
import { evidence, sampleMission } from '../../support/missions/exercise-samples.ts';
import { bodyOf, evidenceForm, newMission, newTestTemplate } from '../../support/missions/factories.ts';
import { sample } from '../../support/sample.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { type Body, show } from './scene.ts';

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

  for (const format of sample(['attire', 'ghostwriter'], 2)) {
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

describe('a blind exercise that goes to another server', () => {
  const shown = {
    command: 'open mail',
    name: 'Phish',
    executed_at: '2026-09-01T08:00:00Z',
    host: 'ws01',
    external_id: '1',
  };
  const secret = {
    command: 'beacon',
    name: 'Quiet beacon',
    executed_at: '2026-09-01T09:00:00Z',
    host: 'ws02',
    external_id: '2',
  };

  /** A mission with a hidden test; sightings with files, one of them matched; and a replay with answers. */
  async function newExercise(soc: Person): Promise<{ path: string; id: string }> {
    const { client } = here.admin;
    const { id } = await newMission(client, { name: 'Beacons', members: [[soc, 'blue']], tests: 0 });
    const path = `/api/v1/missions/${id}`;
    const { executions } = bodyOf(await client.post(`${path}/executions`, [shown, secret]), 200);
    const [open, hidden] = executions.map(({ test_id }: Body) => test_id);
    bodyOf(await client.post(`${path}/hide`, { test_ids: [hidden], hidden: true }), 200);
    for (const [title, text] of [
      ['Odd mail', 'From: nobody'],
      ['Odd traffic', 'GET /beacon'],
    ] as const) {
      const fields = { title, at: '2026-09-01T08:10:00Z' };
      const sighting = bodyOf(await client.post(`${path}/sightings`, fields), 201);
      const raw = evidenceForm(text, { caption: title });
      const file = `${path}/sightings/${sighting.id}/evidence`;
      bodyOf(await client.request('POST', file, { raw }), 201);
      if (title !== 'Odd mail') continue;
      bodyOf(await client.post(`${path}/sightings/${sighting.id}/accept`, { test_id: open }), 200);
    }
    bodyOf(await client.patch(path, { replay_opened: true }), 200);
    for (const [test, seen] of [
      [open, 'The mail'],
      [hidden, 'Nothing at all'],
    ]) {
      bodyOf(await client.patch(`${path}/replay/tests/${test}`, { run: 1, seen }), 200);
    }
    bodyOf(await client.patch(`${path}/replay`, { attendees: ['Cy'], summary: 'Much was missed' }), 200);
    return { path, id };
  }

  const linesOf = ({ content }: ImportedFile): string =>
    Object.entries(unzipSync(content as Uint8Array))
      .filter(([name]) => name.endsWith('.jsonl'))
      .map(([, bytes]) => strFromU8(bytes))
      .join('');

  it('keeps sightings with their files, the replay, and hidden tests hidden', async () => {
    const blue = await here.newPerson('soc');
    const { id } = await newExercise(blue);
    const file = await exportMission('damson', { client: here.admin.client, id });
    const again = await importMission(there.admin.client, file);
    const soc = await there.newPerson('soc');
    const path = `/api/v1/missions/${again}`;
    const { members } = bodyOf(await there.admin.client.get(path), 200);
    const everybody = members.map(({ user, role_hint }: Body) => ({ user_id: user.id, role_hint }));
    const added = { members: [...everybody, { user_id: soc.id, role_hint: 'blue' }] };
    bodyOf(await there.admin.client.put(`${path}/members`, added), 200);

    const [ofLead, ofBlue] = await Promise.all(
      [there.admin.client, soc.client].map(async (client) => bodyOf(await client.get(`${path}/replay`), 200)),
    );
    const answers = ({ steps }: Body) => steps.map(({ test_name, seen }: Body) => [test_name, seen]);
    assert.deepEqual(answers(ofLead), [
      ['Phish', 'The mail'],
      ['Quiet beacon', 'Nothing at all'],
    ]);
    assert.deepEqual(answers(ofBlue), [['Phish', 'The mail']]);
    assert.deepEqual([ofBlue.attendees, ofBlue.summary], [['Cy'], 'Much was missed']);

    const sightings = bodyOf(await soc.client.get(`${path}/sightings`), 200).items;
    const files = [];
    for (const { title, status, evidence } of sightings) {
      const { id: record, caption } = evidence[0];
      const answer = await fetch(`${soc.client.base}/api/v1/sightings/evidence/${record}`, {
        headers: { authorization: `Bearer ${soc.client.token}` },
      });
      files.push([title, status, evidence.length, caption, await answer.text()]);
    }
    assert.deepEqual(files.sort(), [
      ['Odd mail', 'matched', 1, 'Odd mail', 'From: nobody'],
      ['Odd traffic', 'open', 1, 'Odd traffic', 'GET /beacon'],
    ]);
    const second = await importFile(there.admin.client, file);
    assert.deepEqual([second.totals.new, second.totals.changed], [0, 0], JSON.stringify(second.totals));
  });

  it('is exported as its reader sees it, and the answers only of an open replay', async () => {
    const [blue, red] = [await here.newPerson('soc'), await here.newPerson('redteam')];
    const { path, id } = await newExercise(blue);
    const members = [
      { user_id: blue.id, role_hint: 'blue' },
      { user_id: red.id, role_hint: 'red' },
    ];
    bodyOf(await here.admin.client.put(`${path}/members`, { members }), 200);
    const ofBlue = linesOf(await exportMission('damson', { client: blue.client, id }));
    assert.match(ofBlue, /Odd traffic/);
    assert.doesNotMatch(ofBlue, /Quiet beacon|Nothing at all/);
    const ofRed = await exportMission('damson', { client: red.client, id });
    assert.doesNotMatch(linesOf(ofRed), /Odd traffic/);
    const digest = createHash('sha256').update('GET /beacon').digest('hex');
    assert.ok(!Object.keys(unzipSync(ofRed.content as Uint8Array)).includes(`evidence/${digest}`));
    bodyOf(await here.admin.client.patch(path, { replay_opened: false }), 200);
    const closed = linesOf(await exportMission('damson', { client: here.admin.client, id }));
    assert.doesNotMatch(closed, /The mail|Much was missed/);
  });
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
  for (const format of sample(
    missionExports.filter((one) => !apart.includes(one)),
    4,
  )) {
    it(`has nothing new or changed as ${format}`, async () => {
      const { rows } = await judge(await exportMission(format, { client, id }));
      const left = others(rows);
      assert.deepEqual(left, []);
    });
  }

  for (const format of sample(libraryExports, 3)) {
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
