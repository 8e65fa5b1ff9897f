import { strToU8, type Unzipped } from 'fflate';
import { nameAuthor } from '../content/document.ts';
import type { ReportModel } from '../model.ts';
import { change } from './numbering.ts';
import { toMarkup } from './values.ts';

const place = 'docProps/core.xml';
const type = 'application/vnd.openxmlformats-package.core-properties+xml';
const relation = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties';

/**
 * Takes the files of a document and its properties, and sets title, author, language and times; the template's own are removed.
 */
export function setProperties(files: Unzipped, model: ReportModel): void {
  const { report, mission } = model;
  const author = nameAuthor(model) ?? '';
  const at = toTime(report.issued?.at ?? report.read_at);
  const times = ['created', 'modified'].map((name) =>
    at === null ? '' : `<dcterms:${name} xsi:type="dcterms:W3CDTF">${at}</dcterms:${name}>`,
  );
  files[place] = strToU8(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${toMarkup(report.title)}</dc:title><dc:subject>${toMarkup(mission.name)}</dc:subject><dc:creator>${toMarkup(author)}</dc:creator><dc:language>${report.options.locale}</dc:language>${times.join('')}</cp:coreProperties>`,
  );
  change(files, '[Content_Types].xml', (text) =>
    text.includes(type)
      ? text
      : text.replace('</Types>', `<Override PartName="/${place}" ContentType="${type}"/></Types>`),
  );
  change(files, '_rels/.rels', (text) =>
    text.includes('/core-properties"')
      ? text
      : text.replace(
          '</Relationships>',
          `<Relationship Id="rIdCore" Type="${relation}" Target="${place}"/></Relationships>`,
        ),
  );
}

function toTime(at: string): string | null {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? null : time.toISOString().replace(/\.\d+Z$/, 'Z');
}
