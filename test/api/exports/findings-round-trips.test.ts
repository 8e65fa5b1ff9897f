import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Finding, Suggestion } from '../../../server/missions/findings/contract.ts';
import { applyImport, type ImportedFile, importFile, rowsOf } from '../../support/interchange/imports.ts';
import { attach, bodyOf, newMission, type Place, placeOf } from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let here: TestServer;
let there: TestServer;
let red: Person;
let blue: Person;
let missionId: string;
before(async () => {
  [here, there] = await Promise.all([startTestServer(), startTestServer()]);
  red = await here.newPerson('redteam');
  blue = await here.newPerson('soc');
  missionId = await newScene();
});
after(() => Promise.all([here?.close(), there?.close()]));

/** A mission with findings of both sides, one of them from two runs, deleted numbers, and decided suggestions. */
async function newScene(): Promise<string> {
  const { client } = here.admin;
  const mission = await newMission(client, { tests: 3, members: [red, [blue, 'blue']] });
  const places = [0, 1, 2].map((index) => placeOf(mission, index)) as [Place, Place, Place];
  const path = `${places[0].missionPath}/findings`;
  const miss = async (place: Place, attack_result: string) => {
    const executed_at = '2026-11-20T09:00:00.000Z';
    bodyOf(await client.post(`${place.path}/transition`, { status: 'executed', executed_at }), 200);
    bodyOf(await client.put(place.path, { attack_result }), 200);
    for (const kind of ['alerted', 'logged']) {
      bodyOf(await client.post(`${place.path}/facts`, { kind, result: 'no' }), 201);
    }
  };
  await miss(places[0], 'failed');
  const first = bodyOf(await attach(client, places[0]), 201);
  bodyOf(await client.post(`${places[0].path}/runs`, { reason: 'after_fix' }), 201);
  await miss(places[0], 'failed');
  const second = bodyOf(await attach(client, places[0]), 201);
  await miss(places[1], 'succeeded');
  await miss(places[2], 'succeeded');
  const remediation = bodyOf(
    await client.post(`${places[0].missionPath}/remediations`, { title: 'Watch' }),
    201,
  );
  const add = async (fields: object, by = client): Promise<Finding> =>
    bodyOf(await by.post(path, fields), 201);
  const suggested: Suggestion[] = bodyOf(await client.get(`${path}/suggestions`), 200).items;
  const [gap, otherGap, , attack] = suggested as [Suggestion, Suggestion, Suggestion, Suggestion];
  await add({
    title: 'Nobody watches LSASS',
    severity: 'high',
    kind: 'prevention_gap',
    description: '# What\n**it** is',
    impact: 'All of it',
    root_cause: 'Off',
    recommendation: 'On',
    affected: 'ws-0417',
    references: ['https://attack.mitre.org/techniques/T1003/'],
    techniques: ['T1003'],
    tests: [
      { test_id: places[0].test, run: 1 },
      { test_id: places[0].test, run: 2 },
    ],
    evidence_ids: [first.id, second.id],
    remediation_ids: [remediation.id],
    status: 'confirmed',
    suggestion: gap.suggestion,
  });
  const gone = await add({ title: 'Twice', suggestion: otherGap.suggestion });
  assert.equal((await client.delete(`${path}/${gone.id}`)).status, 204);
  await add({ title: 'Red alone', side: 'red' }, red.client);
  await add({ title: 'Blue alone', side: 'blue', status: 'risk_accepted' }, blue.client);
  const last = await add({ title: 'Last' });
  assert.equal((await client.delete(`${path}/${last.id}`)).status, 204);
  bodyOf(await client.post(`${path}/suggestions`, { suggestion: attack.suggestion, reason: 'Planned' }), 204);
  return mission.id;
}

async function download(client: Client): Promise<ImportedFile> {
  const answer = await fetch(`${client.base}/api/v1/missions/${missionId}/export?format=damson`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  assert.equal(answer.status, 200);
  return { name: 'mission.zip', content: new Uint8Array(await answer.arrayBuffer()) };
}

async function take(client: Client, file: ImportedFile, choices: object = {}) {
  const ready = await importFile(client, file);
  assert.equal(ready.status, 'ready', JSON.stringify(ready.problem));
  const applied = await applyImport(client, ready.id, choices);
  assert.equal(applied.status, 'applied', JSON.stringify(applied.problem));
  const made = applied.made.find(({ what }: { what: string }) => what === 'mission');
  return { applied, mission: made?.id as string };
}

/** Findings and suggestions of a mission, with names in place of ids. */
async function show(client: Client, id: string) {
  const path = `/api/v1/missions/${id}`;
  const mission = bodyOf(await client.get(path), 200);
  const names = new Map<string, unknown>();
  for (const [index, test] of mission.scenarios[0].tests.entries()) {
    names.set(test.id, `test ${index}`);
    for (const run of bodyOf(await client.get(`${path}/tests/${test.id}/runs`), 200).items) {
      for (const file of run.evidence) names.set(file.id, [`test ${index}`, run.number, file.sha256]);
    }
    const { evidence } = bodyOf(await client.get(`${path}/tests/${test.id}`), 200);
    for (const file of evidence) names.set(file.id, [`test ${index}`, 'present', file.sha256]);
  }
  for (const { id, title } of bodyOf(await client.get(`${path}/remediations`), 200).items)
    names.set(id, title);
  const { items } = bodyOf(await client.get(`${path}/findings`), 200) as { items: Finding[] };
  const suggested: Suggestion[] = bodyOf(await client.get(`${path}/findings/suggestions`), 200).items;
  const shown = (tests: Finding['tests']) => tests.map(({ test_id, run }) => [names.get(test_id), run]);
  return {
    findings: items.map(
      ({
        id: _id,
        mission: _of,
        status_changed_at,
        status_changed_by,
        created_at,
        created_by,
        updated_at,
        updated_by,
        ...rest
      }) => ({
        ...rest,
        tests: shown(rest.tests),
        evidence_ids: rest.evidence_ids.map((one) => names.get(one)),
        remediation_ids: rest.remediation_ids.map((one) => names.get(one)),
      }),
    ),
    suggestions: suggested.map(({ kind, tests }) => [kind, shown(tests)]),
  };
}

describe('findings of a mission that goes from one server to another', () => {
  it('are complete there, with their numbers and the decisions on suggestions', async () => {
    const { client } = there.admin;
    const file = await download(here.admin.client);
    const { applied, mission } = await take(client, file);
    assert.equal(applied.totals.refused, 0);
    const [was, is] = await Promise.all([show(here.admin.client, missionId), show(client, mission)]);
    assert.deepEqual(is, was);
    assert.deepEqual(
      is.findings.map(({ number, tests, evidence_ids }) => [number, tests.length, evidence_ids.length]),
      [
        [1, 2, 2],
        [3, 0, 0],
        [4, 0, 0],
      ],
    );
    assert.deepEqual(
      is.suggestions,
      [
        ['prevention_gap', [['test 2', 1]]],
        ['detection_gap', [['test 2', 1]]],
      ].toReversed(),
    );
    const next = bodyOf(await client.post(`/api/v1/missions/${mission}/findings`, { title: 'Next' }), 201);
    assert.equal(next.number, 6);
    bodyOf(await client.delete(`/api/v1/missions/${mission}/findings/${next.id}`), 204);
    const rows = await rowsOf(client, applied.id, '&what=finding');
    assert.deepEqual(
      rows.map(({ action, leftover }) => [action, leftover]),
      Array.from({ length: 3 }, () => ['new', []]),
    );

    const again = await importFile(client, file);
    assert.deepEqual([again.totals.new, again.totals.changed], [0, 0], JSON.stringify(again.totals));
    bodyOf(await client.delete(`/api/v1/imports/${again.id}`), 204);
  });

  it('are exported as far as the person reads them', async () => {
    const titles = async (client: Client) => {
      const { content } = await download(client);
      const lines = strFromU8(unzipSync(content as Uint8Array)['mission.jsonl']!)
        .trim()
        .split('\n');
      return lines
        .map((line) => JSON.parse(line))
        .flatMap(({ kind, title }) => (kind === 'finding' ? [title] : []));
    };
    assert.deepEqual(await titles(red.client), ['Nobody watches LSASS', 'Red alone']);
    assert.deepEqual(await titles(blue.client), ['Nobody watches LSASS', 'Blue alone']);
  });
});

describe('findings that come back to where they were made', () => {
  it('are recognised and not changed', async () => {
    const { client } = here.admin;
    const before = await show(client, missionId);
    const ready = await importFile(client, await download(client));
    assert.deepEqual([ready.totals.new, ready.totals.refused], [0, 0], JSON.stringify(ready.totals));
    const { status } = await applyImport(client, ready.id);
    assert.equal(status, 'applied');
    assert.deepEqual(await show(client, missionId), before);
  });
});

describe('a finding of a file that has grown', () => {
  it('is added to the mission with the next number, and missing parts are reported', async () => {
    const { client } = there.admin;
    const { content } = await download(here.admin.client);
    const members = unzipSync(content as Uint8Array);
    const lines = strFromU8(members['mission.jsonl']!).trim();
    const mission = JSON.parse(lines.split('\n')[0]!).id;
    const finding = {
      kind: 'finding',
      mission,
      id: 'grown',
      number: 3,
      title: 'Grown',
      severity: 'low',
      finding_kind: 'process',
      side: 'both',
      status: 'draft',
      tests: [{ test: 'nowhere', run: 1 }],
      remediations: ['nothing'],
    };
    const grown = { ...members, 'mission.jsonl': strToU8(`${lines}\n${JSON.stringify(finding)}\n`) };
    const ready = await importFile(client, { name: 'grown.zip', content: zipSync(grown) });
    const applied = await applyImport(client, ready.id);
    assert.deepEqual([applied.totals.new, applied.totals.refused], [1, 0], JSON.stringify(applied.totals));
    const [row] = await rowsOf(client, ready.id, '&what=finding&action=new');
    assert.deepEqual(row?.leftover, ['tests: run 1 of nowhere', 'remediations: nothing', 'number: F-3']);
    const { id, mission_id } = row!.object;
    const made = bodyOf(await client.get(`/api/v1/missions/${mission_id}/findings/${id}`), 200);
    assert.deepEqual([made.number, made.title, made.kind], [7, 'Grown', 'process']);
  });
});

describe('findings that came in', () => {
  it('are removed with the mission when the import is undone', async () => {
    const other = await there.newPerson('redteam');
    const across = async () => bodyOf(await other.client.get('/api/v1/findings?limit=100'), 200).total;
    const ready = await importFile(other.client, await download(here.admin.client));
    const applied = await applyImport(other.client, ready.id);
    assert.equal(applied.status, 'applied', JSON.stringify(applied.problem));
    assert.equal(await across(), 3);
    bodyOf(await other.client.post(`/api/v1/imports/${applied.id}/undo`, {}), 200);
    assert.equal(await across(), 0);
  });
});
