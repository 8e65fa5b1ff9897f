import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import { readWorkbook } from '../../../server/interchange/formats/csv/workbook.ts';
import { parseCsv } from '../../../server/interchange/reading/csv.ts';
import { applyImport, type ImportedFile, importFile } from '../../support/interchange/imports.ts';
import { attach, bodyOf, newMission, type Place, placeOf } from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let here: TestServer;
let red: Person;
let blue: Person;
let missionId: string;
let testName: string;
before(async () => {
  here = await startTestServer();
  red = await here.newPerson('redteam');
  blue = await here.newPerson('soc');
  missionId = await newScene();
});
after(() => here?.close());

/** A mission with findings of both sides in several states: one reopened, one fixed by its remediation. */
async function newScene(): Promise<string> {
  const { client } = here.admin;
  const mission = await newMission(client, { tests: 1, members: [red, [blue, 'blue']] });
  const place = placeOf(mission, 0);
  const { test, missionPath } = place;
  testName = bodyOf(await client.get(place.path), 200).name;
  await run(place, 'no');
  const proof = bodyOf(await attach(client, place), 201);
  for (const result of ['yes', 'no']) {
    bodyOf(await client.post(`${place.path}/runs`, { reason: 'after_fix' }), 201);
    await run(place, result);
  }
  const remediation = bodyOf(
    await client.post(`${missionPath}/remediations`, { title: 'Watch it', status: 'fixed' }),
    201,
  );
  const add = async (fields: object, by = client) =>
    bodyOf(await by.post(`${missionPath}/findings`, fields), 201);
  await add({
    title: '=cmd|"/c calc"!A1',
    severity: 'high',
    kind: 'prevention_gap',
    status: 'confirmed',
    description: 'It is,\n"quoted"',
    impact: '+1',
    root_cause: 'Off',
    recommendation: 'On',
    affected: '@ws-0417',
    references: ['https://example.test/a', 'https://example.test/b'],
    techniques: ['T1003', 'T1059'],
    tests: [
      { test_id: test, run: 1 },
      { test_id: test, run: 2 },
    ],
    evidence_ids: [proof.id],
    remediation_ids: [remediation.id],
  });
  await add({ title: 'A draft' });
  await add({ title: 'No finding', status: 'dismissed' });
  await add({ title: 'Red alone', side: 'red' }, red.client);
  await add({ title: 'Blue alone', side: 'blue' }, blue.client);
  return mission.id;
}

async function run({ path }: Place, result: string): Promise<void> {
  const { client } = here.admin;
  const executed_at = '2026-11-20T09:00:00.000Z';
  bodyOf(await client.post(`${path}/transition`, { status: 'executed', executed_at }), 200);
  for (const kind of ['alerted', 'logged']) {
    bodyOf(await client.post(`${path}/facts`, { kind, result }), 201);
  }
}

async function download(client: Client, format: string): Promise<ImportedFile> {
  const answer = await fetch(`${client.base}/api/v1/missions/${missionId}/export?format=${format}`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  assert.equal(answer.status, 200);
  const [, name = ''] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  return { name, content: new Uint8Array(await answer.arrayBuffer()) };
}

const textOf = ({ content }: ImportedFile) => Buffer.from(content).toString().replace('\ufeff', '');

async function readTable(client: Client, format: 'findings-csv' | 'xlsx'): Promise<Record<string, string>[]> {
  const file = await download(client, format);
  const [heads = [], ...rows] =
    format === 'xlsx'
      ? (await readWorkbook(Buffer.from(file.content), 'Findings')).rows
      : parseCsv(textOf(file));
  return rows.map((cells) => Object.fromEntries(heads.map((head, index) => [head, cells[index] ?? ''])));
}

const titles = async (client: Client, format: 'findings-csv' | 'xlsx') =>
  (await readTable(client, format)).map(({ Title }) => Title?.replace(/^'/, ''));

describe('findings of a mission as a table', () => {
  for (const format of ['findings-csv', 'xlsx'] as const) {
    it(`have every field of each, in every state: ${format}`, async () => {
      const rows = await readTable(here.admin.client, format);
      const { 'Finding ID': id, ...first } = rows[0] ?? {};
      const guard = format === 'xlsx' ? '' : "'";
      assert.match(id ?? '', /^[0-9a-f-]{36}$/);
      assert.deepEqual(first, {
        Finding: 'F-1',
        Title: `${guard}=cmd|"/c calc"!A1`,
        Severity: 'high',
        Kind: 'prevention_gap',
        Side: 'both',
        Status: 'fixed',
        'Came back': 'yes',
        Techniques: 'T1003; T1059',
        Tests: `${testName}\n${testName} (run 2)`,
        Description: 'It is,\n"quoted"',
        Impact: `${guard}+1`,
        'Root cause': 'Off',
        Recommendation: 'On',
        Affected: `${guard}@ws-0417`,
        References: 'https://example.test/a\nhttps://example.test/b',
        Evidence: 'note.txt',
        Remediations: 'Watch it',
      });
      assert.deepEqual(
        rows.slice(1).map(({ Finding, Status, 'Came back': back }) => [Finding, Status, back]),
        [
          ['F-2', 'draft', 'no'],
          ['F-3', 'dismissed', 'no'],
          ['F-4', 'draft', 'no'],
          ['F-5', 'draft', 'no'],
        ],
      );
    });

    it(`are those that the person can read: ${format}`, async () => {
      const both = ['=cmd|"/c calc"!A1', 'A draft', 'No finding'];
      assert.deepEqual(await titles(red.client, format), [...both, 'Red alone']);
      assert.deepEqual(await titles(blue.client, format), [...both, 'Blue alone']);
      assert.deepEqual(await titles(here.admin.client, format), [...both, 'Red alone', 'Blue alone']);
    });
  }

  it('have no formula in a workbook', async () => {
    const parts = unzipSync(
      new Uint8Array((await download(here.admin.client, 'xlsx')).content as Uint8Array),
    );
    const sheets = Object.entries(parts).filter(([name]) => /worksheets\/[^/]+\.xml$/.test(name));
    assert.equal(sheets.length, 2);
    for (const [name, part] of sheets) assert.doesNotMatch(Buffer.from(part).toString(), /<f[ >]/, name);
  });

  it('are not imported as tests, from a workbook or from a table of them', async () => {
    const { client } = await here.newPerson('redteam');
    const admin = here.admin.client;
    const ready = await importFile(client, await download(admin, 'xlsx'));
    assert.deepEqual([ready.format, ready.status, ready.totals.new], ['csv', 'ready', 2]);
    const applied = await applyImport(client, ready.id);
    const mission = applied.made.find(({ what }: { what: string }) => what === 'mission');
    assert.deepEqual(bodyOf(await client.get(`/api/v1/missions/${mission.id}/findings`), 200).items, []);
    const refused = await importFile(client, await download(admin, 'findings-csv'));
    assert.deepEqual(
      [refused.status, refused.problem.detail],
      ['refused', 'The table is one of findings, which come in with an export for Damson'],
    );
  });
});
