import { isAlias, isMap, isScalar, isSeq, parseAllDocuments } from 'yaml';
import { importBounds } from '../bounds.ts';
import { isObject, type Values } from './values.ts';

const looked = 64 * 1024;
const deepest = 12;
const mostItems = 60;
const mostKept = 64;

const shapes = new Map<string, unknown[]>();

/**
 * Takes the beginning of a YAML or JSON text, returns the readable values of its documents: truncated or damaged parts are
 * missing, aliases are null, long lists are cut. For recognising files by structure, never for reading them.
 */
export function readShape(text: string): unknown[] {
  const beginning = text.slice(0, looked);
  const known = shapes.get(beginning);
  if (known !== undefined) return known;
  const shape = parse(beginning, text.length > looked);
  if (shapes.size >= mostKept) shapes.clear();
  shapes.set(beginning, shape);
  return shape;
}

/** The objects of a file: its documents, and the items of list documents. */
export function listObjects(text: string): Values[] {
  return readShape(text).flat().filter(isObject);
}

function parse(text: string, isCut: boolean): unknown[] {
  if (isDeep(text)) return [];
  const whole = isCut ? text.slice(0, Math.max(0, text.lastIndexOf('\n')) || text.length) : text;
  if (!isCut && /^\s*[[{]/.test(whole)) {
    try {
      return [JSON.parse(whole)];
    } catch {
      // It may be YAML in flow style.
    }
  }
  try {
    const documents = parseAllDocuments(whole.replaceAll('\0', ''), {
      strict: false,
      uniqueKeys: false,
      logLevel: 'silent',
    });
    return Array.isArray(documents)
      ? documents.map((document) => toValue(document.contents, 0)).filter((value) => value !== null)
      : [];
  } catch {
    return [];
  }
}

function toValue(node: unknown, depth: number): unknown {
  if (depth > deepest || isAlias(node)) return null;
  if (isScalar(node)) return node.value;
  if (isSeq(node)) return node.items.slice(0, mostItems).map((item) => toValue(item, depth + 1));
  if (!isMap(node)) return null;
  return Object.fromEntries(
    node.items.map(({ key, value }) => [isScalar(key) ? String(key.value) : '', toValue(value, depth + 1)]),
  );
}

/** Counts nested brackets before anything is built from them. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === 0x5b || sign === 0x7b) depth++;
    else if (sign === 0x5d || sign === 0x7d) depth--;
    if (depth > importBounds.depth) return true;
  }
  return /^(?:[-?:] ?){100}/m.test(text);
}
