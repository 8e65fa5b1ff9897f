import type { Tag } from 'easy-template-x';
import { zipSync } from 'fflate';
import type { FieldError } from '../../../errors.ts';
import { zipTime } from '../../zip.ts';
import { askForPages, emptyContents } from '../contents-field.ts';
import { listTags } from '../fill.ts';
import { tellPlace } from './places.ts';
import {
  decode,
  judgeContentTypes,
  judgeFormulas,
  judgeReferences,
  judgeRelations,
  readEntities,
  readXml,
} from './references.ts';
import { judgeTags } from './tags.ts';
import { tryTemplate } from './trial.ts';
import { readZip, ZipRefused } from './unzip.ts';
import { judgeWorkbook } from './workbook.ts';

/** Limits of a template. */
const bounds = { entries: 500, bytes: 48 * 1024 * 1024 };
const mostFaults = 50;

const parts =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/(?:core|app|custom)\.xml|docProps\/thumbnail\.(?:jpe?g|png)|customXml\/(?:_rels\/)?item(?:Props)?\d+\.xml(?:\.rels)?|word\/(?:document|styles|stylesWithEffects|settings|webSettings|fontTable|numbering|footnotes|endnotes)\.xml|word\/(?:header|footer)\d*\.xml|word\/theme\/theme\d+\.xml|word\/charts\/(?:chart|style|colors)\d*\.xml|word\/media\/[\w-]+\.(?:png|jpe?g|gif)|word\/embeddings\/[\w-]+\.xlsx|word\/(?:charts\/|theme\/)?_rels\/\w+\.xml\.rels)$/;

/** Allowed relationship types, by their last word. */
const relations = new Set([
  'officeDocument',
  'core-properties',
  'extended-properties',
  'custom-properties',
  'thumbnail',
  'styles',
  'stylesWithEffects',
  'settings',
  'webSettings',
  'fontTable',
  'theme',
  'numbering',
  'header',
  'footer',
  'footnotes',
  'endnotes',
  'chart',
  'chartStyle',
  'chartColorStyle',
  'image',
  'hyperlink',
  'package',
  'customXml',
  'customXmlProps',
]);

/** Allowed targets of links in a template. */
const mayLink = (kind: string, target: string): boolean =>
  kind === 'hyperlink' && /^(?:https?:\/\/|mailto:)/i.test(target);

/** Fields that count or name parts of the document itself. */
const fieldCodes =
  /^\s*(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES|TOC|PAGEREF|REF|NOTEREF|STYLEREF|SEQ|DATE|TIME|CREATEDATE|SAVEDATE|PRINTDATE|TITLE|AUTHOR|SUBJECT|HYPERLINK\s+\\l)(?=\s|$)/i;

/** Elements that include or run external content. */
const elements =
  /<(?:[^\s<>/:]+:)?(altChunk|object|OLEObject|control|subDoc|attachedTemplate|mailMerge|saveThroughXslt|frameset|movie|externalLink|ddeLink|oleLink|schemaLibrary|HyperlinkBase)\b/g;

/** Takes the bytes of a template, returns its faults with their places, or its stored form. */
export async function lintTemplate(
  bytes: Buffer,
): Promise<{ faults: FieldError[] } | { faults: null; template: Buffer }> {
  let files: Map<string, Buffer>;
  try {
    files = readZip(bytes, bounds);
  } catch (error) {
    if (error instanceof ZipRefused) return { faults: [{ path: 'file', message: error.message }] };
    throw error;
  }
  settleParts(files);
  const faults = [...listFaults(files)].slice(0, mostFaults);
  if (faults.length > 0) return { faults };
  // Stores the files as read here, because another program may read the uploaded zip differently.
  const template = Buffer.from(zipSync(Object.fromEntries(files), { mtime: zipTime }));
  const tagFaults = await listTagFaults(template);
  return tagFaults.length > 0 ? { faults: tagFaults } : { faults: null, template };
}

/**
 * Removes leftovers of Word and LibreOffice that a report doesn't need. The result is then checked like any upload: nothing is
 * exempt because it was changed here.
 */
function settleParts(files: Map<string, Buffer>): void {
  const change = (path: string, settle: (text: string) => string) => {
    const content = files.get(path);
    const text = content === undefined ? null : decode(content);
    if (text !== null) files.set(path, Buffer.from(settle(text)));
  };
  // Turns a file saved as a Word template into a document.
  change('[Content_Types].xml', (text) =>
    text.replace(/wordprocessingml\.template\.main\+xml/g, 'wordprocessingml.document.main+xml'),
  );
  // Path of the template on the author's computer.
  change('word/settings.xml', (text) => text.replace(/<w:attachedTemplate\s[^<>]*\/>/g, ''));
  change('word/_rels/settings.xml.rels', (text) =>
    text.replace(/<Relationship\s[^<>]*\/relationships\/attachedTemplate"[^<>]*\/>/g, ''),
  );
  // Tags may not be in content controls, which LibreOffice puts around some contents.
  for (const path of files.keys()) {
    if (filledParts.test(path)) change(path, unwrapControls);
  }
  // Contents are made anew from the headings of each report.
  change('word/document.xml', emptyContents);
  if (/>\s*TOC\b/.test(decode(files.get('word/document.xml') ?? Buffer.alloc(0)) ?? ''))
    change('word/settings.xml', askForPages);
}

const filledParts = /^word\/(?:document|(?:header|footer)\d*)\.xml$/;

function unwrapControls(text: string): string {
  return text
    .replace(/<w:(sdtPr|sdtEndPr)(?:\s[^<>]*)?(?:\/>|(?<!\/)>[\s\S]*?<\/w:\1>)/g, '')
    .replace(/<\/?w:(?:sdt|sdtContent)(?:\s[^<>]*)?\/?>/g, '');
}

function* listFaults(files: ReadonlyMap<string, Buffer>): Generator<FieldError> {
  for (const needed of ['[Content_Types].xml', '_rels/.rels', 'word/document.xml']) {
    if (!files.has(needed)) yield { path: needed, message: 'is missing: the file is not a Word document' };
  }
  if (files.has('word/comments.xml'))
    yield { path: 'word/comments.xml', message: 'holds comments: delete them all, and upload it again' };
  for (const [path, content] of files) {
    if (commentParts.test(path)) continue;
    if (!parts.test(path)) {
      yield { path, message: 'is a part that a template may not have' };
      continue;
    }
    if (path.endsWith('.xlsx')) yield* judgeWorkbook(path, content);
    if (!/\.(?:xml|rels)$/.test(path)) continue;
    for (const message of judgeXml(path, content)) {
      if (!commentRelation.test(message)) yield { path, message };
    }
    if (noteParts.test(path)) yield* judgeNotes(content);
  }
}

const commentParts = /^word\/(?:comments\w*|people)\.xml$/;
const commentRelation = /^has a relationship that a template may not have: (?:comments\w*|people)$/;
const noteParts = /^word\/(?:footnotes|endnotes)\.xml$/;

/** Tags of footnotes and endnotes, which are not filled. */
function* judgeNotes(content: Buffer): Generator<FieldError> {
  const notes = decode(content)?.match(/<w:(footnote|endnote)[ >].*?<\/w:\1>/gs) ?? [];
  for (const note of notes) {
    const text = readEntities(note.replace(/<[^>]*>/g, '')).trim();
    for (const [tag] of text.matchAll(/\{[^{}]*\}/g)) {
      yield {
        path: tag.slice(0, 100),
        message: `stands in a footnote or endnote, where nothing is filled: “${text.slice(0, 40)}”`,
      };
    }
  }
}

function* judgeXml(path: string, content: Buffer): Generator<string> {
  const { text, fault } = readXml(content);
  if (fault !== null) {
    yield fault;
    return;
  }
  if (path.endsWith('.rels')) yield* judgeRelations(text, relations, mayLink);
  yield* judgeReferences(text);
  yield* judgeFormulas(text);
  if (path === '[Content_Types].xml') yield* judgeContentTypes(text);
  for (const [, name] of text.matchAll(elements))
    yield `has ${name}, which brings in what is not in the template`;
  for (const code of listFieldCodes(text)) {
    // A tag in a field would turn text from the report into a field.
    if (!fieldCodes.test(code) || /[{}]/.test(code))
      yield `has a field that may load or run something: ${code.trim().slice(0, 60)}`;
  }
}

/** The codes of all fields, with a marker for a code made by another field. */
function* listFieldCodes(text: string): Generator<string> {
  const tokens =
    /<(?:[^\s<>/:]+:)?fldSimple\s(?:[^>"']|"[^"]*"|'[^']*')*?(?<=[\s:])instr\s*=\s*(?:"([^"]*)"|'([^']*)')|<(?:[^\s<>/:]+:)?fldChar\s(?:[^>"']|"[^"]*"|'[^']*')*?fldCharType\s*=\s*["'](\w+)["']|<(?:[^\s<>/:]+:)?(?:del)?[iI]nstrText(?:\s[^>]*)?>([^<]*)</g;
  const open: { code: string; isShown: boolean }[] = [];
  for (const [, double, single, kind, instruction] of text.matchAll(tokens)) {
    const field = open.at(-1);
    if (kind === 'begin') {
      if (field !== undefined && !field.isShown) field.code += ' field in a field';
      open.push({ code: '', isShown: false });
    } else if (kind === 'separate' && field !== undefined) field.isShown = true;
    else if (kind === 'end') {
      const ended = open.pop();
      if (ended !== undefined) yield ended.code.includes('field in a field') ? `(${ended.code})` : ended.code;
    } else if (instruction !== undefined) {
      if (field === undefined) yield readEntities(instruction);
      else field.code += readEntities(instruction);
    } else if (double !== undefined || single !== undefined) yield readEntities(double ?? single ?? '');
  }
  for (const { code } of open) yield code;
}

async function listTagFaults(template: Buffer): Promise<FieldError[]> {
  let tags: Tag[] = [];
  try {
    tags = await listTags(template);
    const faults = judgeTags(tags).slice(0, mostFaults);
    return faults.length > 0 ? faults : await tryTemplate(template, new Set(tags.map(({ name }) => name)));
  } catch (error) {
    return [toFault(error, tags)];
  }
}

/** The library names the tag; the rest of its message does not help the template's author. */
function toFault(error: unknown, tags: readonly Tag[]): FieldError {
  const message = error instanceof Error ? error.message.slice(0, 300) : "can't be filled";
  const [, unclosed] = /^Close delimiter is missing from '(.*)'\.$/s.exec(message) ?? [];
  if (unclosed !== undefined) return { path: unclosed, message: 'has no closing brace in its paragraph' };
  const [, opened] = /^Open and close tags are not in the same container: (\{#[^{}]*\})/.exec(message) ?? [];
  const tag = tags.find(({ rawText }) => rawText === opened);
  return tag === undefined
    ? { path: 'tags', message }
    : {
        path: tag.rawText.slice(0, 100),
        message: tellPlace(
          tag,
          'is closed elsewhere: only one of the two tags stands in a cell or a text box',
        ),
      };
}
