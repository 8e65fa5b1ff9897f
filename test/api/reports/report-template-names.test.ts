import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { reportKinds } from '../../../domain/reports.ts';
import type { ReportTemplate } from '../../../server/report-templates/contract.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf, newMission, placeOf } from '../../support/missions/factories.ts';
import { makeRendering } from '../../support/reports/renderings.ts';
import { paragraphs, templateForm, templateOf } from '../../support/reports/report-templates.ts';
import { type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const base = '/api/v1/report-templates';
let server: TestServer;
let lead: Person;
before(async () => {
  server = await startTestServer();
  lead = await server.newPerson('redteam');
});
after(() => server.close());

const upload = (bytes: Buffer, language?: string) =>
  lead.client.request('POST', base, {
    raw: templateForm(bytes, { name: `Template ${Math.random()}` }),
    ...(language === undefined ? {} : { headers: { 'accept-language': language } }),
  });

async function download(at: string): Promise<Buffer> {
  const { base: url, token } = lead.client;
  const answer = await fetch(url + at, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(answer.status, 200);
  return Buffer.from(await answer.arrayBuffer());
}

/** The non-empty paragraphs of a document. */
const linesOf = (document: Buffer): string[] =>
  (strFromU8(unzipSync(document)['word/document.xml'] as Uint8Array).match(/<w:p[ >].*?<\/w:p>/gs) ?? [])
    .map((paragraph) => paragraph.replace(/<[^>]*>/g, '').trim())
    .filter((line) => line !== '');

/** The lines of a mission's report, filled from a template with these lines. */
async function fill(
  lines: readonly string[],
  report: { kind?: string; texts?: Record<string, string> } = {},
): Promise<string[]> {
  const template: ReportTemplate = bodyOf(await upload(templateOf(paragraphs(...lines))), 201);
  const mission = await newMission(server.admin.client, {
    name: 'Harbour',
    client: 'Acme & Sons',
    members: [[lead, 'lead']],
  });
  const at = `${placeOf(mission).missionPath}/reports`;
  const draft = {
    kind: 'executive',
    title: 'To the board',
    options: { template_id: template.id },
    ...report,
  };
  const { id } = bodyOf(await lead.client.post(at, draft), 201);
  assert.equal((await makeRendering(lead.client, `${at}/${id}`, 'docx')).status, 200);
  return linesOf(await download(`${at}/${id}/renderings/docx`));
}

const faultsOf = async (lines: readonly string[], language?: string): Promise<string[]> => {
  const answer = await upload(templateOf(paragraphs(...lines)), language);
  assertProblem(answer, 422, 'invalid');
  return answer.body.errors.map(
    ({ path, message }: { path: string; message: string }) => `${path} ${message}`,
  );
};

describe('a Word template by names', () => {
  it('is filled with facts, figures and texts of the mission', async () => {
    const lines = await fill(
      [
        '{client}: {lead}',
        'Summary: {summary}',
        '{judged} of {tests.n}, {missed.first.n}',
        '{stopped_or_detected.n}',
      ],
      { texts: { summary: 'All is well.' } },
    );
    assert.match(lines[0] ?? '', /^Acme &amp; Sons: redteam \d+$/);
    assert.deepEqual(lines.slice(1), ['Summary: All is well.', '0 of 1, 0', '0']);
  });

  it('shows a section by its key, and nothing for one that this kind of report lacks', async () => {
    const template = [
      '{#section.strengths}',
      '{title}: {#paragraphs}{paragraph}{/}',
      '{/}',
      '{#section.flags}',
      'Flags',
      '{/}',
      'The end',
    ];
    const texts = { strengths: 'Quick people.' };
    assert.deepEqual(await fill(template, { texts }), ['Strengths: Quick people.', 'The end']);
    assert.deepEqual(await fill(template, { kind: 'dora_red' }), ['Flags', 'The end']);
  });

  it('repeats lists of the whole report wherever they are named', async () => {
    const lines = await fill([
      '{#people}',
      '{name} ({role})',
      '{/people}',
      '{#has_findings}',
      'Findings',
      '{/}',
      '{#has_people}',
      'People',
      '{/}',
    ]);
    assert.match(lines.join('; '), /^redteam \d+ \(Lead\); People$/);
  });

  it('is refused with the page and the paragraph of each unknown name, and the nearest known one', async () => {
    const lines = [
      'A letter',
      '{titel}',
      '{#finding}',
      '{/}',
      'The digest of it is {sha256}, as was said',
      '{passwords}',
    ];
    const breaks = templateOf(
      `${paragraphs('A letter')}<w:p><w:r><w:br w:type="page"/></w:r></w:p>${paragraphs('{#gaps}', 'Dear {clint}, thank you for your trust', '{/gaps}')}`,
    );
    assert.deepEqual(await faultsOf(lines), [
      '{titel} is not a field that a report has here; the nearest name is {title} (page 1, “{titel}”)',
      '{#finding} is not a list or condition that a report has here; the nearest name is {#findings} (page 1, “{#finding}”)',
      '{sha256} is not a field that a report has here; it stands within {#evidence} (page 1, “The digest of it is {sha…”)',
      '{passwords} is not a field that a report has here (page 1, “{passwords}”)',
    ]);
    assert.deepEqual((await upload(breaks)).body.errors, [
      {
        path: '{clint}',
        message:
          'is not a field that a report has here; the nearest name is {client} (page 2, “Dear {clint}, thank you…”)',
      },
    ]);
    assert.deepEqual(await faultsOf(['{gaps}', '{#findings}', '{#gaps}', '{name}', '{/}', '{/}'], 'de'), [
      '{gaps} ist eine Liste: {#…} und {/…} wiederholen, was dazwischen steht (Seite 1, „{gaps}“)',
      '{#gaps} ist eine Liste des ganzen Berichts: Schließen Sie erst {#findings} (Seite 1, „{#gaps}“)',
    ]);
    assert.deepEqual(await faultsOf(['{titel}'], 'de'), [
      '{titel} ist kein Feld, das ein Bericht hier hat; der nächste Name ist {title} (Seite 1, „{titel}“)',
    ]);
  });

  it('has lists, bold words, links and tables of written texts as such, and nothing that runs', async () => {
    const mission = await newMission(server.admin.client, { members: [[lead, 'lead']] });
    const at = `${placeOf(mission).missionPath}/reports`;
    const summary = `Some **bold** and [a link](https://example.org/?a=1&b=2), [no link](javascript:alert).

1. first
2. second

- a point

| head | other |
|---|---|
| cell | <b>text</b> |`;
    const draft = { kind: 'executive', title: 'A <title>', texts: { summary }, options: { locale: 'de-DE' } };
    const { id } = bodyOf(await lead.client.post(at, draft), 201);
    assert.equal((await makeRendering(lead.client, `${at}/${id}`, 'docx')).status, 200);
    const files = unzipSync(await download(`${at}/${id}/renderings/docx`));
    const read = (name: string) => strFromU8(files[name] as Uint8Array);
    const xml = read('word/document.xml');
    assert.match(xml, /<w:b\/><\/w:rPr><w:t[^>]*>bold</);
    assert.match(xml, /<w:hyperlink r:id="(\w+)"[^>]*>.*?a link<\/w:t><\/w:r><\/w:hyperlink>/);
    assert.match(read('word/_rels/document.xml.rels'), /Target="https:\/\/example\.org\/\?a=1&amp;b=2"/);
    assert.match(xml, / \(javascript:alert\)/);
    assert.doesNotMatch(read('word/_rels/document.xml.rels'), /javascript/);
    const lists = [...xml.matchAll(/<w:numId w:val="(9\d{4})"\/>/g)].map(([, list]) => list);
    assert.equal(lists.length, 3);
    assert.equal(lists[0], lists[1]);
    for (const list of lists)
      assert.ok(read('word/numbering.xml').includes(`<w:num w:numId="${list}">`), list);
    assert.match(xml, /<w:tbl>(?:(?!<\/w:tbl>).)*head.*?cell.*?&lt;b&gt;text&lt;\/b&gt;.*?<\/w:tbl>/);
    assert.match(read('docProps/core.xml'), /<dc:title>A &#60;title&#62;<\/dc:title>/);
    assert.match(read('docProps/core.xml'), /<dc:creator>redteam \d+<\/dc:creator><dc:language>de-DE</);
    assert.doesNotMatch(
      Object.values(files)
        .map((content) => strFromU8(content))
        .join(''),
      /easy-template|fflate/,
    );
  });

  it('can be created from the sample with every field, which is accepted and works for every kind of report', async () => {
    const sample = await download(`${base}/sample`);
    const { id } = bodyOf(await upload(sample), 201);
    const mission = await newMission(server.admin.client, { members: [[lead, 'lead']] });
    const at = `${placeOf(mission).missionPath}/reports`;
    for (const kind of reportKinds) {
      const draft = bodyOf(
        await lead.client.post(at, { kind, title: 'All', options: { template_id: id } }),
        201,
      );
      assert.equal((await makeRendering(lead.client, `${at}/${draft.id}`, 'docx')).status, 200, kind);
      const lines = linesOf(await download(`${at}/${draft.id}/renderings/docx`));
      assert.ok(lines.includes('title: All'), kind);
      assert.ok(!lines.some((line) => /[{}]/.test(line)), kind);
    }
  });
});
