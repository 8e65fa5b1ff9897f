import { shortestWithheld } from '../../../../domain/withheld.ts';
import type { Value } from '../../../ui/record/field-writer.ts';

/** Takes the lines of a list, returns its entries, each once. */
export function toEntries(lines: Value): string[] {
  const entries = (lines ?? '').split('\n').map((line) => line.trim());
  return [...new Set(entries)].filter((entry) => entry.length >= shortestWithheld);
}

/** Takes a list, returns its lines; null for an empty one. */
export function toLines(entries: readonly string[]): Value {
  return entries.length === 0 ? null : entries.join('\n');
}
