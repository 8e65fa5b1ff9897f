import { importBounds } from '../bounds.ts';
import { ImportRefusal } from '../format.ts';
import type { Values } from './values.ts';
import { listTokens } from './xml.ts';

const deepest = 20;
/** Of one record. */
const mostElements = 5000;

export type Element = {
  name: string;
  attributes: [name: string, value: string][];
  children: [name: string, value: unknown][];
  text: string;
};

const damaged = () => new ImportRefusal('The XML is damaged, or ends too early');

/**
 * Takes XML with records, one after another or within other elements, and what tells them; returns each as an object of its fields.
 * Refuses entities, deep nesting, oversized records and damaged XML.
 */
export function readXmlRecords(xml: string, isRecord: (element: Element) => boolean): Values[] {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) {
    throw new ImportRefusal('The XML defines entities, which no export does');
  }
  const records: Values[] = [];
  const open: Element[] = [];
  let elements = 0;
  const close = (element: Element): void => {
    if (!isRecord(element)) {
      open.at(-1)?.children.push([nameField(element), isNamed(element) ? element.text : toValue(element)]);
      return;
    }
    elements = 0;
    records.push({ [element.name]: toValue(element) });
    if (records.length > importBounds.rows) {
      throw new ImportRefusal(`The file has more than ${importBounds.rows.toLocaleString('en')} rows.`);
    }
  };
  for (const token of listTokens(xml, 'The XML has a text or a tag that is longer than can be read')) {
    const inner = open.at(-1);
    if (token.startsWith('<![CDATA[')) {
      if (inner !== undefined) inner.text += token.slice('<![CDATA['.length, -']]>'.length);
    } else if (/^<[?!]/.test(token)) {
      if (!token.endsWith('>')) throw damaged();
    } else if (token.startsWith('</')) {
      const closed = open.pop();
      if (closed === undefined || closed.name !== nameOf(token.slice(2))) throw damaged();
      close(closed);
    } else if (token.startsWith('<')) {
      const element = readTag(token);
      if (open.length >= deepest) throw new ImportRefusal(`The XML nests deeper than ${deepest} levels`);
      elements += 1;
      if (elements > mostElements)
        throw new ImportRefusal('The XML has a record that is larger than can be read');
      if (token.endsWith('/>')) close(element);
      else open.push(element);
    } else if (inner !== undefined) inner.text += decode(token);
  }
  if (open.length > 0) throw damaged();
  return records;
}

/** `<Data Name="CommandLine">whoami</Data>` is the field of that name. */
const isNamed = ({ name, attributes }: Element): boolean =>
  name === 'Data' && attributes.some(([key]) => key === 'Name');

function nameField(element: Element): string {
  const named = element.attributes.find(([key]) => key === 'Name')?.[1];
  return isNamed(element) && named !== undefined ? named : element.name;
}

function toValue({ attributes, children, text }: Element): unknown {
  const own = attributes.filter(([name]) => name !== 'xmlns');
  if (children.length === 0 && own.length === 0) return text;
  const fields = own.length === 0 ? [] : [['#attributes', Object.fromEntries(own)] as const];
  const said = children.length > 0 || text.trim() === '' ? [] : [['#text', text] as const];
  return Object.fromEntries([...fields, ...said, ...children]);
}

const nameOf = (tag: string): string => /^[^\s/>]*/.exec(tag)?.[0].replace(/^[^:]*:/, '') ?? '';

const attribute = /([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const mostAttributes = 50;

function readTag(tag: string): Element {
  if (!tag.endsWith('>')) throw damaged();
  const name = nameOf(tag.slice(1));
  if (name === '') throw damaged();
  const attributes: Element['attributes'] = [];
  for (const [, key = '', double, single] of tag.slice(1 + name.length).matchAll(attribute)) {
    if (attributes.length === mostAttributes) throw damaged();
    attributes.push([key, decode(double ?? single ?? '')]);
  }
  return { name, attributes, children: [], text: '' };
}

const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return Object.hasOwn(signs, name) ? (signs[name] as string) : whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isSign = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isSign ? String.fromCodePoint(code) : '\ufffd';
  });
}
