import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Language } from '../../../domain/words/languages.ts';
import { readProgramFile } from '../../program.ts';
import { openWords } from '../../words.ts';
import { zipTime } from '../zip.ts';
import { type Scope, templateFields } from './fields.ts';
import { nameGroups, sectionKeys } from './names.ts';
import { ownTemplates } from './own-template.ts';

const style = (name: string, text: string) =>
  `<w:p><w:pPr><w:pStyle w:val="${name}"/></w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/**
 * Takes a language, returns a template with every field of a report, each next to its name, in Damson's own styles. Refuses
 * nothing.
 */
export async function makeSampleTemplate(language: Language): Promise<Buffer> {
  const files = unzipSync(await readProgramFile(ownTemplates[language]));
  const own = strFromU8(files['word/document.xml'] as Uint8Array);
  const charts = own.match(/<w:p>(?:(?!<\/w:p>).)*<c:chart\b.*?<\/w:p>/gs) ?? [];
  const { t } = openWords(language);
  const body = [
    style('Title', t('reports.sample.title')),
    style('BodyText', t('reports.sample.intro')),
    style('Heading1', t('reports.sample.texts')),
    style('BodyText', '{logo}'),
    ...Object.entries(nameGroups).flatMap(([group, names]) => [
      style('Heading2', t(`reports.sample.group.${group as keyof typeof nameGroups}`)),
      ...names.map(writeText),
    ]),
    style('Heading1', t('reports.sample.charts')),
    ...charts,
    style('Heading1', t('reports.sample.sections')),
    ...sectionKeys.flatMap(writeSection),
    style('Heading1', t('reports.sample.lists')),
    ...Object.entries(templateFields.lists)
      .filter(([name]) => !/^section/.test(name))
      .flatMap(([name, scope]) => [
        style('Heading2', name),
        ...writeCondition(`has_${name}`, writeList(name, scope)),
      ]),
    style('Heading1', t('reports.sample.all_sections')),
    ...writeList('sections', templateFields.lists.sections as Scope),
  ].join('');
  files['word/document.xml'] = strToU8(own.replace(/<w:body>.*(?=<w:sectPr>)/s, () => `<w:body>${body}`));
  return Buffer.from(zipSync(files, { mtime: zipTime }));
}

const writeText = (name: string) => style('BodyText', `${name}: {${name}}`);

const writeCondition = (name: string, inner: readonly string[]) => [
  style('Tag', `{#${name}}`),
  ...inner,
  style('Tag', '{/}'),
];

function writeSection(key: string): string[] {
  const text = writeCondition('paragraphs', [style('BodyText', '{paragraph}')]);
  return writeCondition(`section.${key}`, [style('Heading2', `{number} {title} (section.${key})`), ...text]);
}

/** A list with a line for each of its texts, and its content. */
function writeList(name: string, { texts, pictures, lists }: Scope): string[] {
  const conditions = texts.filter((text) => /^(?:is|has)_/.test(text));
  return writeCondition(name, [
    style('Label', name),
    ...texts.filter((text) => !conditions.includes(text)).map(writeText),
    ...conditions.flatMap((text) => writeCondition(text, [style('Quiet', text)])),
    ...pictures.map((picture) => style('Picture', `{${picture}}`)),
    ...Object.entries(lists).flatMap(([inner, scope]) => writeList(inner, scope)),
  ]);
}
