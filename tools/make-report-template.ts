// Makes the Word templates of reports in resources, one for each language: `node tools/make-report-template.ts`.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { type Language, languages } from '../domain/words/languages.ts';
import { openWords } from '../server/words.ts';
import { chartPart } from './report-template/chart.ts';
import { header, writeDocument, writeFooter } from './report-template/document.ts';
import { fontTable } from './report-template/fonts.ts';
import { head, main, relations, types } from './report-template/markup.ts';
import { numbering } from './report-template/numbering.ts';
import { writeStyles } from './report-template/styles.ts';
import { theme } from './report-template/theme.ts';

const settings = `${head}<w:settings xmlns:w="${main}"><w:zoom w:percent="100"/><w:updateFields w:val="true"/><w:defaultTabStop w:val="708"/><w:characterSpacingControl w:val="doNotCompress"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`;

const charts = ['chart_of_outcomes', 'chart_of_times', 'chart_of_tactics'];

const tags: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' };

function relate(entries: [id: string, type: string, target: string][]): string {
  return `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
}

function makeTemplate(language: Language): void {
  const words = openWords(language);
  const { t } = words;
  const parts: [name: string, type: string, xml: string][] = [
    ['word/document.xml', `${types}.wordprocessingml.document.main+xml`, writeDocument(t)],
    ['word/styles.xml', `${types}.wordprocessingml.styles+xml`, writeStyles(tags[language])],
    ['word/numbering.xml', `${types}.wordprocessingml.numbering+xml`, numbering],
    ['word/theme/theme1.xml', `${types}.theme+xml`, theme],
    ['word/fontTable.xml', `${types}.wordprocessingml.fontTable+xml`, fontTable],
    ['word/settings.xml', `${types}.wordprocessingml.settings+xml`, settings],
    ['word/header1.xml', `${types}.wordprocessingml.header+xml`, header],
    ['word/footer1.xml', `${types}.wordprocessingml.footer+xml`, writeFooter(words)],
    ...charts.map((tag, index): [string, string, string] => [
      `word/charts/chart${index + 1}.xml`,
      `${types}.drawingml.chart+xml`,
      chartPart(tag),
    ]),
  ];

  const files: Record<string, string> = {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts
      .map(([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`)
      .join('')}</Types>`,
    '_rels/.rels': relate([['rId1', 'officeDocument', 'word/document.xml']]),
    ...Object.fromEntries(parts.map(([name, , xml]) => [name, xml])),
    'word/_rels/document.xml.rels': relate([
      ['rIdStyles', 'styles', 'styles.xml'],
      ['rIdNumbering', 'numbering', 'numbering.xml'],
      ['rIdTheme', 'theme', 'theme/theme1.xml'],
      ['rIdFonts', 'fontTable', 'fontTable.xml'],
      ['rIdSettings', 'settings', 'settings.xml'],
      ['rIdHeader', 'header', 'header1.xml'],
      ['rIdFooter', 'footer', 'footer1.xml'],
      ...charts.map((_, index): [string, string, string] => [
        `rIdChart${index + 1}`,
        'chart',
        `charts/chart${index + 1}.xml`,
      ]),
    ]),
  };

  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])), {
    mtime: new Date(1980, 0, 1),
    level: 9,
  });
  const name = language === 'en' ? 'report-template.docx' : `report-template.${language}.docx`;
  writeFileSync(path.join(import.meta.dirname, '../resources', name), zip);
}

for (const language of languages) makeTemplate(language);
