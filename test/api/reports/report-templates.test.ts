import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { strFromU8, strToU8, unzipSync } from 'fflate';
import { openDatabase } from '../../../server/database/database.ts';
import type { Report } from '../../../server/missions/reports/contract.ts';
import type { ReportTemplate } from '../../../server/report-templates/contract.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf, newMission, nobody, placeOf } from '../../support/missions/factories.ts';
import { makeRendering } from '../../support/reports/renderings.ts';
import {
  addRelation,
  fieldOf,
  own,
  paragraphs,
  templateForm,
  templateOf,
  types,
} from '../../support/reports/report-templates.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import {
  type Answer,
  Client,
  type Person,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

const base = '/api/v1/report-templates';
let server: TestServer;
let admin: Client;
let red: Person;
let blue: Person;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  blue = await server.newPerson('soc');
});
after(() => server.close());
beforeEach(async () => {
  for (const { id } of await list()) await admin.delete(`${base}/${id}`);
});

const list = async (): Promise<ReportTemplate[]> => bodyOf(await admin.get(base), 200).items;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const upload = (bytes: Buffer, form: { name?: string; fileName?: string } = {}, client = red.client) =>
  client.request('POST', base, { raw: templateForm(bytes, form) });
const add = async (bytes: Buffer, name = 'Acme'): Promise<ReportTemplate> =>
  bodyOf(await upload(bytes, { name }), 201);

async function download(client: Client, at: string): Promise<Buffer> {
  const answer = await fetch(client.base + at, { headers: { authorization: `Bearer ${client.token}` } });
  assert.equal(answer.status, 200);
  return Buffer.from(await answer.arrayBuffer());
}

const textOf = (document: Buffer) =>
  strFromU8(unzipSync(document)['word/document.xml'] as Uint8Array).replace(/<[^>]*>/g, '');

const letter = (word: string) =>
  templateOf(paragraphs(`${word} for {client}: {title}`, '{#sections}', '{number} {title}', '{/sections}'));

async function newDraft(options: object = {}): Promise<{ report: Report; at: string }> {
  const mission = await newMission(admin, { client: 'Acme & Sons', members: [red, [blue, 'blue']] });
  const at = `${placeOf(mission).missionPath}/reports`;
  const body = { kind: 'executive', title: 'To the <board>', options };
  const report: Report = bodyOf(await red.client.post(at, body), 201);
  return { report, at: `${at}/${report.id}` };
}

/** The text of a report's Word document, rendered again. */
async function wordOf(at: string, client = blue.client): Promise<string> {
  const answer = await makeRendering(client, at, 'docx');
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return textOf(await download(client, `${at}/renderings/docx`));
}

const faultsOf = (answer: Answer): string[] =>
  assertRefused(answer).map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`);
function assertRefused(answer: Answer) {
  assertProblem(answer, 422, 'invalid');
  return answer.body.errors;
}

describe('a Word template', () => {
  it('is stored, listed, recorded in the history and downloaded', async () => {
    const template = await add(letter('Letter'), 'Acme & Sons');
    const { id, name, size, drafts, created_by } = template;
    assert.deepEqual([name, drafts, created_by?.id], ['Acme & Sons', 0, red.id]);
    assert.deepEqual(await list(), [template]);
    assert.deepEqual(bodyOf(await blue.client.get(`${base}/${id}`), 200), { ...template, may_change: false });
    const kept = await download(blue.client, `${base}/${id}/file`);
    assert.deepEqual([kept.length, sha256(kept)], [size, template.sha256]);
    assert.match(textOf(kept), /Letter for \{client\}/);
    const sent = await blue.client.get(`${base}/${id}/file`);
    assert.match(sent.headers.get('content-disposition') ?? '', /^attachment; filename="Acme & Sons\.docx"/);
    const [entry] = bodyOf(await admin.get(`/api/v1/audit?object_id=${id}`), 200).items;
    assert.deepEqual(
      [entry.object_type, entry.verb, entry.changes],
      [
        'report_template',
        'created',
        { name: [null, 'Acme & Sons'], size: [null, size], sha256: [null, template.sha256] },
      ],
    );
  });

  it('is named after its file unless told otherwise, with a unique name', async () => {
    const called = async (fileName: string) =>
      bodyOf(await upload(letter('a'), { fileName }), 201).name as string;
    assert.equal(await called('C:\\reports\\Été 漢字.docx'), 'Été 漢字');
    assert.equal(await called('Letterhead.DOTX'), 'Letterhead');
    assertProblem(await upload(letter('b'), { name: 'letterHEAD' }), 409, 'duplicate');
    assert.deepEqual(faultsOf(await upload(letter('b'), { name: ' ' })), [
      'name: must be a text of 1 to 200 characters',
    ]);
    assert.equal((await list()).length, 2);
  });

  it('is renamed and given another file, each with a history entry; an empty change leaves none', async () => {
    const { id } = await add(letter('First'));
    await add(letter('Other'), 'Other');
    const rename = (name: string) => red.client.patch(`${base}/${id}`, { name });
    assertProblem(await rename('OTHER'), 409, 'duplicate');
    assert.equal(bodyOf(await rename('Renamed'), 200).name, 'Renamed');
    const replace = (bytes: Buffer) =>
      red.client.request('PUT', `${base}/${id}/file`, { raw: templateForm(bytes) });
    const replaced = bodyOf(await replace(letter('Second')), 200);
    assert.match(textOf(await download(admin, `${base}/${id}/file`)), /Second for/);
    assert.deepEqual(bodyOf(await rename('Renamed'), 200), replaced);
    assert.deepEqual(bodyOf(await replace(letter('Second')), 200), replaced);
    assert.match(
      faultsOf(await replace(templateOf(paragraphs('{secret}')))).join(),
      /\{secret\}: is not a field/,
    );
    assert.equal(bodyOf(await admin.get(`/api/v1/audit?object_id=${id}`), 200).total, 3);
    assertProblem(
      await red.client.request('PUT', `${base}/${nobody}/file`, { raw: templateForm(own) }),
      404,
      'not_found',
    );
  });

  it('can be created from the default template, which is accepted unchanged', async () => {
    const bytes = await download(blue.client, `${base}/own`);
    assert.deepEqual(bytes, own);
    await add(bytes);
  });

  it('is read by people who read missions, and managed by people who change them', async () => {
    const { id } = await add(letter('a'));
    assertProblem(await upload(letter('b'), {}, blue.client), 403, 'forbidden');
    assertProblem(await blue.client.delete(`${base}/${id}`), 403, 'forbidden');
    assertProblem(await server.anonymous.get(`${base}/${id}/file`), 401, 'unauthenticated');
    assertProblem(await red.client.get(`${base}/${nobody}/file`), 404, 'not_found');
  });

  it('is refused with a list of all its problems, and nothing is stored', async () => {
    const countEntries = async () =>
      bodyOf(await admin.get('/api/v1/audit?object_type=report_template'), 200).total;
    const count = await countEntries();
    const external = addRelation(
      `Id="x" Type="${types}/image" Target="https://attacker.example/p.png" TargetMode="External"`,
    );
    const add = (name: string, content: string) => (files: Record<string, Uint8Array>) => {
      files[name] = strToU8(content);
    };
    const xxe = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';
    const endless = Array.from({ length: 50 }, () => ['{#sections}', '{/sections}']).flat();
    for (const [template, ...faults] of [
      [
        templateOf(paragraphs('{passwords}', '{#sections}', '{sha256}', '{__proto__}', '{/sections}')),
        /^\{passwords\}: is not a field that a report has here \(page 1, “\{passwords\}”\)$/,
        /^\{sha256\}: is not a field/,
        /^\{__proto__\}: is not a field/,
      ],
      [templateOf(paragraphs(...endless)), /repeated more than 5 times/],
      [
        templateOf(
          `<w:altChunk r:id="x"/>${fieldOf('INCLUDETEXT "c:\\\\a"')}${fieldOf('DDEAUTO cmd')}`,
          (files) => {
            external(files);
            add('word/vbaProject.bin', 'x')(files);
            add('word/embeddings/oleObject1.bin', 'x')(files);
            add('word/header1.xml', xxe)(files);
          },
        ),
        /document\.xml\.rels: refers to something outside of the template: https/,
        /word\/document\.xml: has altChunk/,
        /has a field that may load or run something: INCLUDETEXT/,
        /has a field that may load or run something: DDEAUTO/,
        /^word\/vbaProject\.bin: is a part/,
        /oleObject1\.bin: is a part/,
        /^word\/header1\.xml: declares a document type/,
      ],
      [templateOf('', add('word/theme/theme1.xml', ' '.repeat(60_000_000))), /^file: is larger than/],
      [Buffer.from('%PDF-1.7 and nothing of Word'), /^file: is no document/],
      [Buffer.alloc(0), /^file: the file is empty/],
    ] as [Buffer, ...RegExp[]][]) {
      const found = faultsOf(await upload(template));
      for (const fault of faults)
        assert.ok(
          found.some((line) => fault.test(line)),
          `${fault}: ${found}`,
        );
    }
    assertProblem(await upload(Buffer.alloc(10 * 1024 * 1024 + 1)), 413, 'too_large');
    const form = templateForm(own);
    form.set('colour', 'red');
    assert.deepEqual(faultsOf(await red.client.request('POST', base, { raw: form })), [
      'colour: unknown field',
    ]);
    assertProblem(await red.client.post(base, { name: 'x' }), 415, 'unsupported_media_type');
    assert.deepEqual(await list(), []);
    assert.equal(await countEntries(), count);
  });

  it('is not stored if the session ends during the upload', async () => {
    const other = await server.newPerson('redteam');
    const form = new Response(templateForm(own));
    const bytes = new Uint8Array(await form.arrayBuffer());
    const ends = new ReadableStream({
      async pull(controller) {
        controller.enqueue(bytes.subarray(0, bytes.length - 10));
        bodyOf(await admin.patch(`/api/v1/users/${other.id}`, { is_active: false }), 200);
        controller.enqueue(bytes.subarray(bytes.length - 10));
        controller.close();
      },
    });
    const headers = { 'content-type': form.headers.get('content-type') ?? '' };
    const answer = await new Client(server.url, other.client.token).request('POST', base, {
      raw: ends,
      headers,
    });
    assertProblem(answer, 401, 'unauthenticated');
    assert.deepEqual(await list(), []);
  });
});

describe('a report with a template', () => {
  it('is created from it, while other formats do not change', async () => {
    const { id, sha256 } = await add(letter('Letter'));
    const { report, at } = await newDraft({ template_id: id });
    assert.deepEqual([report.options.template_id, report.template], [id, { id, name: 'Acme', sha256 }]);
    assert.equal((await list())[0]?.drafts, 1);
    const text = await wordOf(at);
    assert.match(text, /Letter for Acme &amp; Sons: To the &lt;board&gt;/);
    assert.match(text, /\d Purpose and scope/);
    assert.doesNotMatch(text, /[{}]/);
    const model = bodyOf(await makeRendering(red.client, at, 'json'), 200);
    assert.equal('template_id' in model.report.options, false);
  });

  it('has an existing template or the default one', async () => {
    const { id } = await add(letter('Letter'));
    const { at } = await newDraft();
    const choose = (template_id: string | null) => red.client.patch(at, { options: { template_id } });
    assert.deepEqual(faultsOf(await choose(nobody)), [
      `options.template_id: no template has the id ${nobody}`,
    ]);
    assert.doesNotMatch(await wordOf(at), /Letter for/);
    bodyOf(await choose(id), 200);
    bodyOf(await red.client.patch(at, { options: { commands: false } }), 200);
    assert.match(await wordOf(at), /Letter for/);
    bodyOf(await red.client.patch(`${base}/${id}`, { name: 'Renamed' }), 200);
    assert.equal(bodyOf(await blue.client.get(at), 200).template.name, 'Renamed');
    assert.equal(bodyOf(await choose(null), 200).template, null);
    assert.doesNotMatch(await wordOf(at), /Letter for/);
  });

  it('reports that a draft’s template was deleted, and then uses the default one', async () => {
    const { id, sha256 } = await add(letter('Letter'));
    const { at } = await newDraft({ template_id: id });
    assert.equal((await red.client.delete(`${base}/${id}`)).status, 204);
    const report: Report = bodyOf(await red.client.get(at), 200);
    assert.deepEqual(report.template, { id: null, name: 'Acme', sha256 });
    assert.equal(report.options.template_id, null);
    assert.doesNotMatch(await wordOf(at), /Letter for/);
    const cleared = bodyOf(await red.client.patch(at, { options: { template_id: null } }), 200);
    assert.equal(cleared.template, null);
    const [entry] = bodyOf(await admin.get(`/api/v1/audit?object_id=${report.id}`), 200).items;
    assert.deepEqual(entry.changes, { template: [{ id: null, name: 'Acme' }, null] });
  });

  it('is refused with the problems of a template accepted by an older version', onlyWithFile, async () => {
    const { id } = await add(letter('Letter'));
    const { at } = await newDraft({ template_id: id });
    const content = templateOf(paragraphs('{title} of {old_name}', '{#old_list}', '{/old_list}'));
    const { db, close } = openDatabase(path.join(server.dataDir, 'damson.db'), { mustExist: true });
    await db
      .updateTable('report_templates')
      .set({ content, size: content.length, sha256: sha256(content) })
      .where('id', '=', id)
      .execute();
    await close();
    const refused = await makeRendering(red.client, at, 'docx');
    assertProblem(refused, 500, 'rendering_failed');
    assert.equal(
      refused.body.detail,
      'The Word template does not fit this version of Damson: {old_name} is not a field that a report has here (page 1, “{title} of {old_name}”); {#old_list} is not a list or condition that a report has here (page 1, “{#old_list}”). Correct it and upload it again, or choose another',
    );
    const issued = await red.client.post(`${at}/issue`);
    assertProblem(issued, 500, 'rendering_failed');
    assert.equal(bodyOf(await red.client.get(at), 200).status, 'draft');
    assert.equal((await makeRendering(red.client, at, 'html')).status, 200);
    bodyOf(
      await red.client.request('PUT', `${base}/${id}/file`, { raw: templateForm(letter('Put right')) }),
      200,
    );
    assert.match(await wordOf(at), /Put right for/);
  });

  it('keeps its document once it is issued, whatever happens to the template', async () => {
    const template = await add(letter('Letter'));
    const { at } = await newDraft({ template_id: template.id });
    const issued: Report = bodyOf(await red.client.post(`${at}/issue`), 200);
    assert.deepEqual(
      issued.files.map(({ format }) => format),
      ['json', 'html', 'docx'],
    );
    const document = await download(blue.client, `${at}/renderings/docx`);
    assert.match(textOf(document), /Letter for Acme/);
    assert.equal(sha256(document), issued.files[2]?.sha256);
    await red.client.request('PUT', `${base}/${template.id}/file`, { raw: templateForm(letter('Later')) });
    await red.client.patch(`${base}/${template.id}`, { name: 'Later' });
    const frozen = { name: 'Acme', sha256: template.sha256 };
    assert.deepEqual(bodyOf(await blue.client.get(at), 200).template, { id: template.id, ...frozen });
    assert.equal((await list())[0]?.drafts, 0);
    assert.equal((await red.client.delete(`${base}/${template.id}`)).status, 204);
    assert.deepEqual(bodyOf(await blue.client.get(at), 200).template, { id: null, ...frozen });
    assert.deepEqual(await download(blue.client, `${at}/renderings/docx`), document);
    assert.deepEqual(bodyOf(await blue.client.get(`${at}/verification`), 200), {
      files: ['json', 'html', 'docx'].map((format) => ({ format, intact: true })),
      history: true,
    });
    const { items } = bodyOf(await admin.get(`/api/v1/audit?object_id=${issued.id}&verb=issued`), 200);
    assert.deepEqual(items[0].changes.template_sha256, [null, template.sha256]);
    assert.deepEqual(items[0].changes.docx_sha256, [null, sha256(document)]);
  });
});
