import { toString as toPlainText } from 'mdast-util-to-string';
import { reportParts } from '../../domain/reports.ts';
import { type Scope, templateFields } from '../../server/reports/docx/fields.ts';
import { nameGroups, sectionKeys } from '../../server/reports/docx/names.ts';
import type { Data, RichText, Value } from '../../server/reports/docx/values.ts';

const longest = 90;

const titles: Readonly<Record<keyof typeof nameGroups, string>> = {
  document: 'The report',
  mission: 'The mission',
  written: 'Written texts',
  figures: 'Figures',
  counts: 'Counts',
};

const part = templateFields.lists.sections?.lists.parts as Scope;

/** Takes the data of a report, returns the tables of the guide that list every name with an example. */
export function writeFieldList(data: Data): string {
  return [
    '## Texts',
    ...Object.entries(nameGroups).map(([group, names]) =>
      [
        `### ${titles[group as keyof typeof nameGroups]}`,
        writeTable(
          ['name', 'example'],
          names.map((name) => [code(name), writeValue(data[name])]),
        ),
      ].join('\n\n'),
    ),
    '## Pictures and charts',
    writeTable(
      ['name', 'stands'],
      [
        ['`{logo}`', 'where the logo of the organisation should be'],
        ...templateFields.charts.map((name) => [
          code(name),
          'in the title of a chart with stacked bars, which is left out where there is nothing to draw',
        ]),
      ],
    ),
    '## Lists',
    writeTable(
      ['list', 'fields of each entry', 'example of the first'],
      Object.entries(templateFields.lists)
        .filter(([name]) => !/^section/.test(name))
        .map(([name, scope]) => [`\`{#${name}}\``, listFields(scope), writeEntry(data[name], scope)]),
    ),
    'The lists in lists:',
    writeTable(
      ['list', 'fields of each entry'],
      [...listInner(templateFields)].map(([name, scope]) => [`\`{#${name}}\``, listFields(scope)]),
    ),
    '## Sections',
    'Each section has a key, and `{#section.key}` … `{/}` shows what is between where the report has it:',
    sectionKeys.map((key) => `\`section.${key}\``).join(', '),
    'Within a section and within `{#sections}`:',
    writeTable(
      ['list', 'fields of each entry'],
      [
        ['the section', listFields(templateFields.lists.sections as Scope)],
        ['`{#parts}`', listFields(part)],
        ['`{#drawings}` of a part', listFields(part.lists.drawings as Scope)],
      ],
    ),
    'A part is one of these, and `{#is_…}` says which: '.concat(
      reportParts.map((part) => `\`${part}\``).join(', '),
    ),
  ].join('\n\n');
}

const code = (name: string) => `\`{${name}}\``;

function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Conditions of parts have their own list below. */
function listFields({ texts, pictures, lists }: Scope): string {
  return [
    ...texts.filter((name) => !/^is_(?!listed)/.test(name)).map(code),
    ...pictures.map(code),
    ...Object.keys(lists).map((name) => `\`{#${name}}\``),
  ].join(' ');
}

/** The distinct nested lists. */
function listInner(scope: Scope, found = new Map<string, Scope>()): Map<string, Scope> {
  for (const [name, outer] of Object.entries(scope.lists)) {
    if (/^section/.test(name)) continue;
    for (const [inner, of] of Object.entries(outer.lists)) if (!found.has(inner)) found.set(inner, of);
    listInner(outer, found);
  }
  return found;
}

function writeEntry(list: Value | undefined, { texts }: Scope): string {
  const entry = Array.isArray(list) ? (list as readonly Data[])[0] : undefined;
  if (entry === undefined) return '–';
  const values = texts.map((name) => textOf(entry[name])).filter((text) => text !== '');
  return cut(values.join(' · '));
}

function writeValue(value: Value | undefined): string {
  const text = textOf(value);
  return text === '' ? '–' : cut(text);
}

function textOf(value: Value | undefined): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null && '_type' in value && value._type === 'rich'
    ? toPlainText({ type: 'root', children: [...(value as RichText).blocks] })
    : '';
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(/[|<>*_`[\]\\]/g, '\\$&');
  return line.length > longest ? `${line.slice(0, longest).trimEnd()}…` : line;
}
