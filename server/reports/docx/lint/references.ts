/** The XML of a part without its comments, or its fault. */
export function readXml(content: Buffer): { text: string; fault: null } | { text: null; fault: string } {
  const whole = decode(content);
  const refuse = (fault: string) => ({ text: null, fault });
  if (whole === null) return refuse('is not XML in UTF-8');
  if (/<!DOCTYPE|<!ENTITY/i.test(whole)) return refuse('declares a document type');
  // Another reader ignores comments, so a text that they split is checked as a whole.
  const text = whole.replace(/<!--[\s\S]*?-->/g, '');
  if (!isWellFormed(text)) return refuse('is not well-formed');
  // A part only needs the XML declaration; other instructions refer to style sheets and programs.
  if (/<\?/.test(text.replace(/^<\?xml\s[^<>]*\?>/, ''))) return refuse('has a processing instruction');
  return { text, fault: null };
}

/** A part as text; null when it is not UTF-8, or declares another encoding. */
export function decode(content: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return /^\s*<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** Whether each element is closed correctly. */
function isWellFormed(text: string): boolean {
  const open: string[] = [];
  const rest = text.replace(
    /<\?[\s\S]*?\?>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/g,
    (_, close?: string, name?: string, _attributes?: string, end?: string) => {
      if (name === undefined) return '';
      if (close === '/') return open.pop() === name ? '' : '<';
      if (end !== '/') open.push(name);
      return '';
    },
  );
  return rest.replace(/^\ufeff/, '') === '' && open.length === 0;
}

type Element = { name: string; attributes: [name: string, value: string][] };

/** The elements of well-formed XML, names without prefixes, values decoded. */
function* listElements(text: string): Generator<Element> {
  for (const [, name = '', written = ''] of text.matchAll(/<([\w:.-]+)((?:[^>"']|"[^"]*"|'[^']*')*)>/g)) {
    const attributes = [...written.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
      ([, attribute = '', double, single]): [string, string] => [
        withoutPrefix(attribute),
        readEntities(double ?? single ?? '').trim(),
      ],
    );
    yield { name: withoutPrefix(name), attributes };
  }
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An address outside of the file: a URL scheme, another computer, a path on this one, or a disguised form of these. */
const leadsOut = /^[\w+.-]+:|^\/\/|\\|%|(?:\.\.\/){2}|[\p{C}\s]/u;

/** Faults of a part's relationships: a kind that is not among `kinds`, or an external target that `mayLink` does not allow. */
export function* judgeRelations(
  text: string,
  kinds: { has(kind: string): boolean },
  mayLink: (kind: string, target: string) => boolean,
): Generator<string> {
  for (const { name, attributes } of listElements(text)) {
    if (name.toLowerCase() !== 'relationship') continue;
    // Checks every spelling and every repetition of an attribute, because another reader may use any of them.
    const read = (wanted: string) =>
      attributes.filter(([attribute]) => attribute.toLowerCase() === wanted).map(([, value]) => value);
    const kind = read('type').at(-1)?.split('/').at(-1) ?? '';
    if (read('type').length > 1 || !kinds.has(kind)) {
      yield `has a relationship that a template may not have: ${kind.slice(0, 60)}`;
      continue;
    }
    const isExternal = read('targetmode').some((mode) => mode.toLowerCase() !== 'internal');
    for (const target of read('target')) {
      if (isExternal ? !mayLink(kind, target) : leadsOut.test(target)) {
        yield `refers to something outside of the template: ${target.slice(0, 200)}`;
      }
    }
  }
}

/** VML attributes that refer to a picture or a page by its address, on any element. */
const addresses = new Set(['src', 'href', 'althref', 'hrefs', 'manifestlocation']);

/** Attributes with the address of a picture or a page: those of VML, on any element. */
export function* judgeReferences(text: string): Generator<string> {
  for (const { name, attributes } of listElements(text)) {
    for (const [attribute, value] of attributes) {
      if (addresses.has(attribute.toLowerCase()) && (leadsOut.test(value) || value.startsWith('/'))) {
        yield `refers to something outside of the template: ${name} ${attribute}, ${value.slice(0, 200)}`;
      }
    }
  }
}

const formulas =
  /<(?:[\w.-]+:)?(f|formula\d?|definedName|calculatedColumnFormula|totalsRowFormula)(?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?(?<!\/)>([^<]*)</gi;
/** Functions that load or run something, other workbooks, and external programs. */
const loads =
  /(?:^|[^\w.])(?:_xlfn\.)?(?:WEBSERVICE|RTD|CALL|REGISTER(?:\.ID)?|IMAGE|HYPERLINK|EXEC|SQL\.REQUEST)\s*\(|'\[|^\s*=?\s*\[|\[\d+\]|\[[^\]]*\.\w+\]|:\/\/|\\|\|/i;

/** Faults of formulas in a workbook, and of references to the cells of a chart. */
export function* judgeFormulas(text: string): Generator<string> {
  for (const [, , written = ''] of text.matchAll(formulas)) {
    const formula = readEntities(written);
    if (loads.test(formula))
      yield `has a formula that may load or run something: ${formula.trim().slice(0, 60)}`;
  }
}

/** Faults of the declared types of parts. */
export function* judgeContentTypes(text: string): Generator<string> {
  for (const { attributes } of listElements(text)) {
    const read = (wanted: string) =>
      attributes.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value.toLowerCase());
    const types = read('contenttype');
    if (types.some((type) => /macroenabled|vbaproject|activex|oleobject/.test(type)))
      yield 'names macros or programs';
    const isPicture = [...read('extension'), ...read('partname')].some((name) =>
      /(?:^|\.)(?:png|jpe?g|gif)$/.test(name),
    );
    if (isPicture && types.some((type) => !type.startsWith('image/')))
      yield 'says that a picture is something else';
  }
}

/** A text as decoded by an XML reader. */
export function readEntities(text: string): string {
  return text
    .replace(/&#x0*([0-9a-f]{1,6});/gi, (_, code) => toCharacter(Number.parseInt(code, 16)))
    .replace(/&#0*(\d{1,7});/g, (_, code) => toCharacter(Number(code)))
    .replace(
      /&(lt|gt|quot|apos|amp);/g,
      (_, name: 'lt') => ({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' })[name],
    );
}

function toCharacter(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
