import { importBounds } from '../bounds.ts';
import { ImportRefusal } from '../format.ts';

/** Limit of values in one text: more would take more memory than a file may. */
const mostValues = 2_000_000;

/**
 * Takes JSON text, returns its value; lone surrogates become U+FFFD. Refuses invalid JSON, nesting beyond the limit, and too many
 * values, before anything is built.
 */
export function parseJson(text: string): unknown {
  checkStructure(text);
  const hasSurrogates = /\\u[dD][89a-fA-F]/.test(text);
  try {
    return JSON.parse(text, hasSurrogates ? toWellFormed : undefined);
  } catch {
    throw new ImportRefusal('The file is not valid JSON, or it ends too early');
  }
}

function toWellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

function checkStructure(text: string): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = findEnd(text, at);
    else if (code === comma) values++;
    else if (code === openBracket || code === openBrace) {
      values++;
      if (++depth > importBounds.depth) throw new ImportRefusal(tooDeep);
    } else if (code === closeBracket || code === closeBrace) depth--;
    if (values > mostValues) throw new ImportRefusal('The file has more values than can be read at once');
  }
}

/** The quote that ends a string. */
function findEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === quote) return at;
  }
  return text.length;
}

export const tooDeep = `The file has lists within lists deeper than ${importBounds.depth} levels`;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
