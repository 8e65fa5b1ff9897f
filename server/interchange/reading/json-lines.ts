import { ImportRefusal } from '../format.ts';
import { parseJson } from './json.ts';

/** A value and its place, or why it can't be read. */
export type JsonLine = { place: `line ${number}` | `entry ${number}` } & (
  | { value: unknown }
  | { why: string }
);

/**
 * Takes a text with JSON on its lines, or one that is JSON as a whole, returns the values; those of a list one by one. `cut` takes
 * what a line has before its JSON away.
 */
export function* readJsonLines(
  text: string,
  cut: (line: string) => string = (line) => line,
): Generator<JsonLine> {
  const whole = parseWhole(text);
  if (whole !== undefined) {
    const values = Array.isArray(whole) ? whole : [whole];
    for (const [index, value] of values.entries()) yield { place: `entry ${index + 1}`, value };
    return;
  }
  let line = 0;
  for (const written of text.split('\n')) {
    line += 1;
    const bare = cut(written).trim();
    if (bare === '') continue;
    try {
      yield { place: `line ${line}`, value: parseJson(bare) };
    } catch (error) {
      if (!(error instanceof ImportRefusal)) throw error;
      yield { place: `line ${line}`, why: notJson };
    }
  }
}

const notJson = 'It is not valid JSON, or it ends too early';

function parseWhole(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof ImportRefusal) return undefined;
    throw error;
  }
}
