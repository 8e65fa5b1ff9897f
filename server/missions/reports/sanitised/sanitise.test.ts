import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nothingWithheld } from '../../../../domain/withheld.ts';
import { sampleModel } from '../../../reports/docx/lint/samples.ts';
import type { ReportModel } from '../../../reports/model.ts';
import { findPatterns } from './patterns.ts';
import { sanitise } from './sanitise.ts';
import { searchSensitive } from './search.ts';

const placeholder = '‹withheld›';

/** Names of the fields in which a word stands. */
function listFieldsWith(word: string, value: unknown, field = ''): string[] {
  if (typeof value === 'string') return value.includes(word) ? [field] : [];
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value)
    ? value.flatMap((one) => listFieldsWith(word, one, field))
    : Object.entries(value).flatMap(([name, one]) => listFieldsWith(word, one, name));
  return [...new Set(names)];
}

const withhold = (text: string, ...withheld_words: string[]): string | null =>
  sanitise(describing(text), { ...nothingWithheld, withheld_words }, placeholder).mission.description;

function describing(description: string): ReportModel {
  const model = sampleModel('A text', 'technical', 1);
  return { ...model, mission: { ...model.mission, description } };
}

describe('a sanitised model', () => {
  it('has a withheld word in no field but those that Damson writes itself', () => {
    const model = sampleModel('Harbour', 'dora_summary');
    const sanitised = sanitise(model, { ...nothingWithheld, withheld_words: ['harbour'] }, placeholder);
    const written = [
      ...['format', 'generator', 'time_zone', 'number', 'key', 'color', 'accent', 'article'],
      ...['at', 'until', 'read_at', 'created_at', 'updated_at', 'opened_at', 'closed_at'],
      ...['executed_at', 'started_at', 'ended_at', 'detected_at', 'status_changed_at'],
      ...['date', 'start_date', 'end_date', 'on', 'due_on', 'done_on', 'hash', 'notified_on'],
      ...['preparation_start', 'preparation_end', 'intelligence_start', 'intelligence_end'],
      ...['testing_start', 'testing_end', 'closure_start', 'closure_end'],
      ...['red_report_on', 'blue_report_on', 'replay_on', 'purple_teaming_on', 'summary_on'],
      ...['remediation_plan_on', 'blue_informed_on', 'red_passed_on', 'blue_passed_on'],
    ];
    assert.deepEqual(
      listFieldsWith('Harbour', sanitised).filter((field) => !written.includes(field)),
      [],
    );
  });

  const table: [name: string, text: string, shown: string][] = [
    ['in any case', 'HARBOUR bank', placeholder],
    ['over line ends', 'Harbour\n  Bank', placeholder],
    ['inside longer words', 'svc_harbourbank@x', 'svc_‹withheld›@x'],
    ['with invisible letters', 'Har\u200bbour\u00adbank', placeholder],
    ['with marks of Markdown', 'Harbour **Bank**', `${placeholder}**`],
    ['with escaped letters of Markdown', 'Harbour\\_Bank', placeholder],
    ['as letters of HTML', 'a &#72;arbour Bank', placeholder],
  ];
  for (const [name, text, shown] of table) {
    it(`has no withheld word ${name}`, () =>
      assert.equal(withhold(text, 'Harbour Bank', 'HarbourBank'), shown));
  }

  it('withholds letters in composed and decomposed form alike', () =>
    assert.equal(withhold('Cafe\u0301 Nord', 'Caf\u00e9'), `${placeholder} Nord`));

  it('withholds short words only where they stand alone', () =>
    assert.equal(withhold('IT with it.', 'IT'), `${placeholder} with ${placeholder}.`));

  it('withholds the longest word first', () =>
    assert.equal(withhold('Harbour Bank', 'Harbour', 'Harbour Bank'), placeholder));

  it('takes a word that is all marks for none', () => assert.equal(withhold('***', '***'), '***'));

  it('keeps no beginning of a word at the end of a text that was cut off', () => {
    const model = sampleModel('A text', 'technical', 1);
    const [scenario] = model.scenarios;
    const [test] = scenario?.tests ?? [];
    assert.ok(test);
    test.output = 'Sent to harbour ba';
    test.left_out = { output: 7 };
    const { scenarios } = sanitise(
      model,
      { ...nothingWithheld, withheld_words: ['Harbour Bank'] },
      placeholder,
    );
    assert.equal(scenarios[0]?.tests[0]?.output, 'Sent to ');
  });

  it('has no whole field that is withheld, nor its text elsewhere', () => {
    const model = describing('The text of the mission');
    model.scenarios[0]!.tests[0]!.output = 'The text of the mission';
    const field = `${model.mission.id}/description`;
    const sanitised = sanitise(model, { ...nothingWithheld, withheld_fields: [field] }, placeholder);
    assert.deepEqual(listFieldsWith('The text', sanitised), []);
  });

  it('has no evidence, no digest and no logo, except released files', () => {
    const model = sampleModel('A text');
    const [file] = model.scenarios[0]?.tests[0]?.evidence ?? [];
    assert.ok(file);
    const { findings = [], scenarios, brand } = sanitise(model, nothingWithheld, placeholder);
    assert.deepEqual(
      listFieldsWith('A text', { findings, scenarios }).filter((name) => /sha256|file/.test(name)),
      [],
    );
    assert.equal(brand.logo, null);
    const released = sanitise(model, { ...nothingWithheld, released_files: [file.id] }, placeholder);
    assert.deepEqual(released.scenarios[0]?.tests[0]?.evidence[0], file);
  });
});

describe('the search for likely secrets', () => {
  const table: [text: string, found: string[]][] = [
    ['ssh root@10.4.0.12 then 127.0.0.1', ['address 10.4.0.12']],
    ['see fe80:0:0:0:1:2:3:4', ['address fe80:0:0:0:1:2:3:4']],
    ['mail to jo.doe@bank.example', ['mail jo.doe@bank.example']],
    ['nltest /dsgetdc:corp.harbour.local', ['domain corp.harbour.local']],
    ['cmd.exe, Get-Item.ps1, System.Text and 10.0.19041.3', []],
    ['net use \\\\fs-01\\share', ['host fs-01']],
    ['as HARBOUR\\svc_sql', ['user HARBOUR\\svc_sql']],
    ['C:\\Windows\\Temp', []],
    ['password: Winter2026!', ['password Winter2026!']],
    ['psexec -p Winter2026! -u x', ['password Winter2026!']],
    ['AKIAIOSFODNN7EXAMPLE', ['key AKIAIOSFODNN7EXAMPLE']],
    ['-----BEGIN RSA PRIVATE KEY-----', ['key -----BEGIN RSA PRIVATE KEY-----']],
    ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', ['token ghp_16C7e42F292c6912E7710c838347Ae178B4a']],
    ['8846f7eaee8fb117ad06bdd830b7586c', ['token 8846f7eaee8fb117ad06bdd830b7586c']],
    ['Zm9vYmFyMTIzNDU2Nzg5MHF3ZXJ0eQ', ['token Zm9vYmFyMTIzNDU2Nzg5MHF3ZXJ0eQ']],
    ['an ordinary sentence about ordinary things', []],
    ['Invoke-AtomicTestWithAVeryLongNameOfWords', []],
  ];
  for (const [text, found] of table) {
    it(`finds ${found.length === 0 ? 'nothing' : found.join(', ')} in "${text}"`, () => {
      const said = findPatterns(text).map((one) => `${one.kind} ${one.text}`);
      assert.deepEqual([...new Set(said)], found);
    });
  }

  it('finds names of the record in every text, with what stands beside them, until they are decided on', () => {
    const model = describing('We tested Harbour Bank in spring');
    model.mission.organisation = 'Harbour Bank';
    const found = searchSensitive(model, ['a TEXT'], placeholder).find(({ text }) => text === 'Harbour Bank');
    assert.equal(found?.kind, 'organisation');
    assert.equal(found?.count, 2);
    const place = found?.places.find(({ name_of_field }) => name_of_field === 'description');
    assert.deepEqual([place?.object, place?.before, place?.after], ['mission', 'We tested ', ' in spring']);
    assert.equal(place?.field, `${model.mission.id}/description`);
    assert.deepEqual(searchSensitive(model, ['a text', 'harbour bank'], placeholder), []);
  });
});
