import type { Entry } from '../../../server/history/contract.ts';
import type { Row } from './compare.ts';

/** A change of a field in a list. */
export type FieldChange =
  | { is: 'values'; before: unknown; after: unknown }
  /** Before and after are both texts, or empty. */
  | { is: 'texts'; before: string | null; after: string | null }
  /** Too long for a list, so only the changed stretch. */
  | { is: 'stretch'; removed: string | null; inserted: string | null; isText: boolean };

/** Texts up to this length are shown before and after, longer ones as a difference. */
const longestInline = 60;
/** The same limit when one side is empty. */
const longestAlone = 300;

const nothing = { removed: null, inserted: null };

/** Change of a field over several saves, newest first. */
export function readChange(entries: readonly Entry[], field: string): FieldChange {
  const [newest, oldest] = [entries[0]?.changes?.[field], entries.at(-1)?.changes?.[field]];
  if (Array.isArray(newest) && Array.isArray(oldest)) {
    const [before, after] = [oldest[0], newest[1]];
    return isText(before) && isText(after) && isDifference(before, after)
      ? { is: 'texts', before, after }
      : { is: 'values', before, after };
  }
  const stretch = (Array.isArray(newest) ? oldest : newest) as Record<string, unknown> | undefined;
  const [removed, inserted] = [toText(stretch?.removed), toText(stretch?.inserted)];
  // A partial difference would be misleading.
  const isTold = entries.length === 1 && removed !== null && inserted !== null;
  return { is: 'stretch', ...(isTold ? { removed, inserted } : nothing), isText: stretch?.json !== true };
}

/** The changed stretch of a long text, as lines. */
export function toRows(removed: string | null, inserted: string | null): Row[] {
  const lines = (kind: 'removed' | 'inserted', text: string | null): Row[] =>
    text
      ? text
          .replace(/^\n(?=.)/s, '')
          .split('\n')
          .map((line) => ({ kind, pieces: [{ text: line, isChanged: false }] }))
      : [];
  return [...lines('removed', removed), ...lines('inserted', inserted)];
}

function isDifference(before: string | null, after: string | null): boolean {
  if (before && after) return isLong(before) || isLong(after);
  const one = before || after || '';
  return one.includes('\n') || one.length > longestAlone;
}

function isText(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

/** Ids and digests are not compared part by part. */
function isLong(text: string | null): boolean {
  return text !== null && (text.includes('\n') || (text.length > longestInline && text.includes(' ')));
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
