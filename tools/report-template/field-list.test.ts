import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Scope } from '../../server/reports/docx/fields.ts';
import { templateFields } from '../../server/reports/docx/fields.ts';
import { lintTemplate } from '../../server/reports/docx/lint/lint.ts';
import { paragraphs, templateOf } from '../../test/support/reports/report-templates.ts';
import { writeFieldList } from './field-list.ts';

const page = readFileSync(new URL('../../docs/guide/report-fields.md', import.meta.url), 'utf8');

/** The names in braces of a text. */
const namesIn = (text: string) =>
  new Set([...text.matchAll(/\{#?([\w.]+)\}/g)].map(([, name]) => name as string));

function* listNames({ texts, pictures, charts, lists }: Scope): Generator<string> {
  yield* texts;
  yield* pictures;
  yield* charts;
  for (const [name, scope] of Object.entries(lists)) {
    yield name;
    yield* listNames(scope);
  }
}

describe('the page of the guide on fields of Word templates', () => {
  it('lists every name that a report has, and none that it has not', () => {
    const listed = page.slice(page.indexOf('\n## Texts\n') + 1);
    const names = new Set(listNames(templateFields));
    // Names of sections, parts and conditions of lists are described in one line.
    const told = [...names].filter((name) => !/^(?:section|is_(?!listed)|has_)/.test(name));
    const found = namesIn(listed);
    assert.deepEqual(
      told.filter((name) => !found.has(name)),
      [],
    );
    assert.deepEqual(
      [...namesIn(page)].filter((name) => !names.has(name) && name !== 'section.key'),
      [],
    );
    for (const name of names) {
      if (name.startsWith('section.')) assert.ok(listed.includes(`\`${name}\``), name);
    }
  });

  it('has the tables that the script writes, but for the examples', () => {
    const withoutExamples = (text: string) => text.replace(/ \| [^|\n]* \|$/gm, '');
    const begins = page.indexOf('\n## Texts\n') + 1;
    assert.equal(
      withoutExamples(page.slice(begins)).trimEnd(),
      withoutExamples(writeFieldList({})).trimEnd(),
    );
  });

  it('has an example that is accepted as a template', async () => {
    const [, example = ''] = /\n```\n(.*?)\n```\n/s.exec(page) ?? [];
    const lines = example.split('\n');
    assert.ok(lines.length > 30);
    assert.deepEqual((await lintTemplate(templateOf(paragraphs(...lines)))).faults, null);
  });
});
