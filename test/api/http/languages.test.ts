import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { assertProblem } from '../../support/http/raw-http.ts';
import { applyImport, importFile } from '../../support/interchange/imports.ts';
import { bodyOf, newMission, newReport, placeOf } from '../../support/missions/factories.ts';
import { makeRendering } from '../../support/reports/renderings.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

describe('the language that a request prefers', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());

  const table: [asked: string | undefined, language: string, detail: string][] = [
    [undefined, 'en', 'Mission not found'],
    ['*', 'en', 'Mission not found'],
    ['es', 'en', 'Mission not found'],
    ['de-AT,de;q=0.9', 'de', 'Nicht gefunden: Mission'],
    ['es, fr;q=0.8, de;q=0.5', 'fr', 'Introuvable\u00a0: Mission'],
    ['en;q=0.1, de', 'de', 'Nicht gefunden: Mission'],
    ['de;q=0', 'en', 'Mission not found'],
    ['x'.repeat(5000), 'en', 'Mission not found'],
  ];
  for (const [asked, language, detail] of table) {
    it(`is used for a refusal: ${asked?.slice(0, 30)} is ${language}`, async () => {
      const nowhere = '/api/v1/missions/01900000-0000-7000-8000-000000000000';
      const headers = asked === undefined ? undefined : { 'accept-language': asked };
      const answer = await server.admin.client.get(nowhere, headers);
      assertProblem(answer, 404, 'not_found');
      assert.equal(answer.body.detail, detail);
      assert.equal(answer.headers.get('content-language'), language);
      assert.match(answer.headers.get('vary') ?? '', /Accept-Language/);
    });
  }

  it('is used for each field, and sent values are not changed', async () => {
    const answer = await server.admin.client.request('POST', '/api/v1/missions', {
      body: { name: '', start_date: 'gestern', '<b>': 1 },
      headers: { 'accept-language': 'de' },
    });
    assertProblem(answer, 422, 'invalid');
    const byPath = new Map(
      answer.body.errors.map(({ path, message }: { path: string; message: string }) => [path, message]),
    );
    assert.equal(byPath.get('start_date'), 'muss ein Datum der Form YYYY-MM-DD sein');
    assert.equal(byPath.get('<b>'), 'unbekannte Eigenschaft');
    assert.equal(byPath.get('name'), 'Zu kurz: mindestens 1 Zeichen');
    assert.equal(answer.body.title, 'Unprocessable Content');
    assert.equal(answer.body.code, 'invalid');
  });
});

describe('the language of a report', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());

  const table: [locale: string, said: RegExp[]][] = [
    ['en-US', [/Summary/, /Contents/, /Not executed|executed/]],
    ['de-DE', [/Zusammenfassung/, /Inhalt/, /ausgeführt/]],
    ['fr-FR', [/Synthèse/, /Sommaire/, /exécuté/]],
    ['es-ES', [/Summary/, /Contents/, /executed/]],
  ];
  const english =
    /\b(?:Summary|Contents|Outcome|Tests? executed|Gaps|Strengths|Not judged|Remediation|Purpose|Page 1)\b/;
  for (const [locale, said] of table) {
    it(`follows its locale, in HTML and in Word: ${locale}`, async () => {
      const { client } = server.admin;
      const mission = await newMission(client, { tests: 3 });
      const place = placeOf(mission);
      bodyOf(await client.post(`${place.missionPath}/transition`, { status: 'in_progress' }), 200);
      bodyOf(await client.post(`${place.path}/transition`, { status: 'executed' }), 200);
      const report = await newReport(client, mission, { title: 'X', options: { locale } });
      const at = `${place.missionPath}/reports/${report.id}`;
      const language = locale.startsWith('e') ? 'en' : locale.slice(0, 2);
      const { body: html } = await makeRendering(client, at, 'html');
      assert.equal(/<html lang="(\w+)">/.exec(html)?.[1], language);
      await makeRendering(client, at, 'docx');
      const answer = await fetch(`${server.url}${at}/renderings/docx`, {
        headers: { authorization: `Bearer ${client.token}` },
      });
      const parts = unzipSync(new Uint8Array(await answer.arrayBuffer()));
      const read = (name: string) => strFromU8(parts[name] as Uint8Array);
      assert.match(read('word/styles.xml'), new RegExp(`<w:lang w:val="${language}-`));
      for (const text of [html, read('word/document.xml') + read('word/footer1.xml')]) {
        const plain = text.replace(/<style.*?<\/style>/gs, '').replace(/<[^>]*>/g, ' ');
        for (const words of said) assert.ok(words.test(plain), `lacks ${words}`);
        if (language !== 'en') assert.equal(english.exec(plain)?.[0], undefined);
      }
    });
  }
});

describe('the language of an import', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());

  const readIn = async (language: string | null, path: string) =>
    server.admin.client.get(
      `/api/v1/imports/${path}`,
      language === null ? {} : { 'accept-language': language },
    );
  const table = ['Name,Objective,Row', 'Ask at the gate,It has no name,Client', ',It has no name,row 3'].join(
    '\n',
  );

  const said: [language: string | null, note: string, place: string, why: string, label: string][] = [
    [null, 'Columns for no field, kept as text: Row', 'row 3', 'It has no name', 'Objective'],
    ['en', 'Columns for no field, kept as text: Row', 'row 3', 'It has no name', 'Objective'],
    ['de', 'Spalten ohne Feld, als Text behalten: Row', 'Zeile 3', 'Kein Name', 'Ziel'],
    ['fr', 'Colonnes sans champ, conservées comme texte\u00a0: Row', 'ligne 3', 'Aucun nom', 'Objectif'],
  ];
  for (const [language, note, place, why, label] of said) {
    it(`follows the request, and texts of the file are not changed: ${language}`, async () => {
      const { id } = await importFile(server.admin.client, { name: 'gates.csv', content: table });
      const { body, headers } = await readIn(language, id);
      assert.deepEqual(body.notes, [note]);
      assert.ok(body.asks.fields.some((field: { label: string }) => field.label === label));
      assert.equal(headers.get('content-language'), language ?? 'en');
      assert.match(headers.get('vary') ?? '', /Accept-Language/);
      for (const state of ['read', 'applied']) {
        const { items } = (await readIn(language, `${id}/rows`)).body;
        assert.deepEqual(
          items.map(({ row, why, name, leftover }: Record<string, unknown>) => [row, why, name, leftover]),
          [
            [place.replace('3', '2'), null, 'Ask at the gate', ['Row: Client']],
            [place, why, null, []],
          ],
          state,
        );
        for (const q of [place, why]) {
          const { body: found } = await readIn(language, `${id}/rows?q=${encodeURIComponent(q)}`);
          assert.deepEqual([found.total, found.items[0]?.number], [1, 2], `${state}: ${q}`);
        }
        if (state === 'read') await applyImport(server.admin.client, id);
      }
    });
  }

  const refused: [name: string, content: string, german: string][] = [
    [
      'a.json',
      '{"techniques": [',
      'Keines der unterstützten Formate erkennt die Datei: Sie ist kein gültiges JSON oder endet zu früh',
    ],
    [
      'a.csv',
      '"a,b\n1,2',
      'Die Tabelle ist kein gültiges CSV: Zeile 2: ein Anführungszeichen wird nicht geschlossen',
    ],
    ['a.txt', ' ', 'Die Datei ist leer'],
  ];
  for (const [name, content, german] of refused) {
    it(`is used for a refused file: ${german}`, async () => {
      const { id, status } = await importFile(server.admin.client, { name, content });
      assert.equal(status, 'refused');
      assert.equal((await readIn('de', id)).body.problem.detail, german);
    });
  }
});
