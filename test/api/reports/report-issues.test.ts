import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { strFromU8, unzipSync } from 'fflate';
import type { Report } from '../../../server/missions/reports/contract.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  type Place,
  placeOf,
  told,
  walk,
} from '../../support/missions/factories.ts';
import { makeRendering } from '../../support/reports/renderings.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const year = 365 * 86_400_000;
const start = Date.now() - 3 * year;
let now = start;
let server: TestServer;
let admin: Client;
let red: Person;
let blue: Person;
before(async () => {
  server = await startTestServer({ seams: { now: () => now } });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  blue = await server.newPerson('soc');
});
after(() => server.close());

type Shelf = Place & { reports: string; evidence: string; other: Place };

async function newShelf(): Promise<Shelf> {
  const mission = await newMission(admin, { tests: 2, members: [red, [blue, 'blue']] });
  const place = placeOf(mission);
  bodyOf(await red.client.put(place.path, { command: 'whoami', output: 'root' }), 200);
  const evidence = bodyOf(await attach(red.client, place, evidenceForm('seen')), 201);
  await walk(red.client, place.path, 'executed');
  return {
    ...place,
    reports: `${place.missionPath}/reports`,
    evidence: evidence.id,
    other: placeOf(mission, 1),
  };
}

async function draft({ reports }: Shelf, fields: object = {}): Promise<{ at: string; report: Report }> {
  const body = { kind: 'technical', title: 'As it was', texts: { summary: 'Seen' }, ...fields };
  const report: Report = bodyOf(await red.client.post(reports, body), 201);
  return { at: `${reports}/${report.id}`, report };
}

const bytesOf = async (at: string, format: string, client = red.client) =>
  bodyOf(await client.get(`${at}/renderings/${format}`), 200);
const digestOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const folderOf = ({ mission }: Shelf, { id }: Report) => path.join(server.filesOf('reports'), mission, id);
const verify = async (at: string) => bodyOf(await blue.client.get(`${at}/verification`), 200);

describe('an issued report', () => {
  it('keeps its model and its HTML with their digests and the head of the history', async () => {
    const shelf = await newShelf();
    const { at, report } = await draft(shelf);
    const head = bodyOf(await admin.get('/api/v1/audit/head'), 200);
    now += 1000;
    const answer = await red.client.post(`${at}/issue`);
    const issued: Report = bodyOf(answer, 200);
    assert.equal(answer.headers.get('etag'), `"${issued.updated_at}"`);
    const time = new Date(now).toISOString();
    assert.deepEqual(
      {
        ...issued,
        files: issued.files.map(({ format }) => format),
        issued: { ...issued.issued, model_sha256: '' },
      },
      {
        ...report,
        status: 'issued',
        updated_at: time,
        issued: {
          at: time,
          by: { id: red.id, display_name: 'redteam 1' },
          model_sha256: '',
          history: { seq: head.seq, hash: head.hash },
        },
        files: ['json', 'html'],
      },
    );
    const kept = readdirSync(folderOf(shelf, report)).map((name) => [
      name,
      digestOf(readFileSync(path.join(folderOf(shelf, report), name))),
    ]);
    assert.deepEqual(kept.sort(), issued.files.map(({ sha256 }) => [sha256, sha256]).sort());
    const model = await bytesOf(at, 'json', blue.client);
    assert.equal(digestOf(`${JSON.stringify(model, null, 2)}\n`), issued.issued?.model_sha256);
    assert.deepEqual(model.report.issued, { at: time, by: { id: red.id, display_name: 'redteam 1' } });
    assert.deepEqual([model.history.seq, model.history.hash], [head.seq, head.hash]);
    const { items } = bodyOf(await admin.get(`/api/v1/audit?object_id=${report.id}&verb=issued`), 200);
    assert.deepEqual(
      [items[0].verb, items[0].object_type, items[0].object_id],
      ['issued', 'report', report.id],
    );
    assert.deepEqual(items[0].changes.json_sha256, [null, issued.issued?.model_sha256]);
    assert.deepEqual(items[0].changes.status, ['draft', 'issued']);
  });

  it('never changes', async () => {
    const shelf = await newShelf();
    const { at } = await draft(shelf);
    const issued = bodyOf(await red.client.post(`${at}/issue`), 200);
    assertProblem(await red.client.patch(at, { title: 'Other' }), 409, 'report_issued');
    assertProblem(await red.client.delete(at), 409, 'report_issued');
    assertProblem(await red.client.post(`${at}/issue`), 409, 'report_issued');
    assertProblem(await red.client.delete(`${at}/renderings/html`), 404, 'not_found');
    assert.deepEqual(bodyOf(await red.client.get(at), 200), issued);
  });

  it('stays the same whatever happens to the mission, in every format', async () => {
    const shelf = await newShelf();
    const { at } = await draft(shelf);
    const csvOfDraft = (await makeRendering(red.client, at, 'csv')).body;
    bodyOf(await red.client.post(`${at}/issue`), 200);
    const before = { json: await bytesOf(at, 'json'), html: await bytesOf(at, 'html') };
    // A year of further work on the mission.
    const fact = { kind: 'alerted', result: 'yes' };
    bodyOf(await blue.client.post(`${shelf.path}/facts`, fact), 201);
    assert.equal((await red.client.delete(`/api/v1/evidence/${shelf.evidence}`)).status, 204);
    bodyOf(await red.client.put(shelf.path, { command: 'id', output: null }), 200);
    bodyOf(await red.client.post(`${shelf.path}/runs`, { reason: 'after_fix' }), 201);
    assert.equal((await red.client.delete(shelf.other.path)).status, 204);
    bodyOf(await admin.patch(shelf.missionPath, { name: 'Renamed', description: 'Other' }), 200);
    bodyOf(await admin.post(`${shelf.missionPath}/scenarios`, { name: 'One more' }), 201);
    now += year;
    [admin, red.client, blue.client] = await Promise.all([
      server.signIn(server.admin.email, server.admin.password),
      server.signIn(red.email, red.password),
      server.signIn(blue.email, blue.password),
    ]);
    await server.restart();
    await walk(admin, shelf.missionPath, 'in_progress', 'completed', 'archived');
    assert.deepEqual({ json: await bytesOf(at, 'json'), html: await bytesOf(at, 'html') }, before);
    const csv = await makeRendering(blue.client, at, 'csv');
    assert.equal(csv.body, csvOfDraft);
    const { files } = bodyOf(await red.client.get(at), 200);
    assert.deepEqual(
      files.map(({ format }: { format: string }) => format),
      ['json', 'html', 'csv'],
    );
    const asked = bodyOf(await red.client.post(`${at}/renderings`, { format: 'csv' }), 202);
    assert.deepEqual([asked.state, asked.progress], ['done', 1]);
    assert.deepEqual(await verify(at), {
      files: ['json', 'html', 'csv'].map((format) => ({ format, intact: true })),
      history: true,
    });
  });

  it('marks pictures that were removed from the mission since, in formats created later', async () => {
    const shelf = await newShelf();
    const files = [];
    const icon = (size: string) =>
      new Uint8Array(readFileSync(new URL(`../../../resources/icons/linux/${size}.png`, import.meta.url)));
    for (const [name, bytes] of [
      ['kept.png', icon('32x32')],
      ['removed.png', icon('16x16')],
    ] as const) {
      const form = evidenceForm(bytes, { name, type: 'image/png', caption: `Of ${name}` });
      files.push(bodyOf(await attach(red.client, shelf, form), 201));
    }
    const { at } = await draft(shelf);
    bodyOf(await red.client.post(`${at}/issue`), 200);
    assert.equal((await red.client.delete(`/api/v1/evidence/${files[1].id}`)).status, 204);
    bodyOf(await makeRendering(red.client, at, 'docx'), 200);
    const answer = await fetch(`${server.url}${at}/renderings/docx`, {
      headers: { authorization: `Bearer ${red.client.token}` },
    });
    const document = unzipSync(new Uint8Array(await answer.arrayBuffer()))['word/document.xml'];
    const text = strFromU8(document as Uint8Array).replace(/<[^>]*>/g, ' ');
    const said = text.match(/This picture was deleted from the mission or its file is damaged/g) ?? [];
    assert.equal(said.length, 1);
    assert.match(text, /its file is damaged[^.]*\.\s+Of removed\.png\s+removed\.png/);
  });

  it('fails verification if a file or the history was tampered with', onlyWithFile, async () => {
    const shelf = await newShelf();
    const { at, report } = await draft(shelf);
    const issued: Report = bodyOf(await red.client.post(`${at}/issue`), 200);
    const html = issued.files.find(({ format }) => format === 'html')?.sha256 ?? '';
    const file = path.join(folderOf(shelf, report), html);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.toString().replace('whoami', 'whoare'));
    assert.deepEqual(await verify(at), {
      files: [
        { format: 'json', intact: true },
        { format: 'html', intact: false },
      ],
      history: true,
    });
    assertProblem(await red.client.get(`${at}/renderings/html`), 500, 'evidence_corrupt');
    writeFileSync(file, bytes);
    assert.equal((await verify(at)).files[1].intact, true);

    const sqlite = new Sqlite(path.join(server.dataDir, 'damson.db'));
    // Someone forging the file would also remove its guards.
    const guards = sqlite.prepare(
      "select name from sqlite_schema where type = 'trigger' and tbl_name = 'audit_entries'",
    );
    for (const name of guards.pluck().all()) sqlite.exec(`drop trigger ${name}`);
    const rename = sqlite.prepare('update audit_entries set actor_name = ? where seq = ?');
    const head = issued.issued?.history?.seq;
    const name = sqlite.prepare('select actor_name from audit_entries where seq = ?').pluck().get(head);
    rename.run('Someone', head);
    assert.equal((await verify(at)).history, false);
    rename.run(name, head);
    assert.equal((await verify(at)).history, true);
    // Replaces a file and its row, so that they match.
    const forged = bytes.toString().replace('whoami', 'whoare');
    writeFileSync(path.join(folderOf(shelf, report), digestOf(forged)), forged);
    sqlite.prepare('update report_files set sha256 = ? where sha256 = ?').run(digestOf(forged), html);
    sqlite.close();
    const { files, history } = await verify(at);
    assert.deepEqual([files[1].intact, history], [true, false]);
  });

  it('is issued in the version that was last read, or not at all', async () => {
    const shelf = await newShelf();
    const { at, report } = await draft(shelf);
    bodyOf(await red.client.patch(at, { title: 'Newer' }), 200);
    const headers = { 'if-match': `"${report.updated_at}"` };
    assert.deepEqual(told(await red.client.request('POST', `${at}/issue`, { headers })), [
      412,
      'stale',
      undefined,
    ]);
    // The report is changed during rendering.
    const issuing = red.client.post(`${at}/issue`);
    bodyOf(await blue.client.get(at), 200);
    bodyOf(await red.client.patch(at, { title: 'Newest' }), 200);
    assertProblem(await issuing, 412, 'stale');
    const { status, title, files } = bodyOf(await red.client.get(at), 200);
    assert.deepEqual([status, title, files], ['draft', 'Newest', []]);
    assert.deepEqual(
      readdirSync(server.filesOf('reports')).filter((name) => name === shelf.mission),
      [],
    );
    assertProblem(await red.client.get(`${at}/verification`), 404, 'not_found');
  });
});
