import type { Entry } from '../../../server/history/contract.ts';
import type { Row } from './compare.ts';

/** A change of a field as a list tells it. */
export type FieldChange =
  | { is: 'values'; before: unknown; after: unknown }
  /** Both are texts, or nothing. */
  | { is: 'texts'; before: string | null; after: string | null }
  /** Too long for a list: the stretch that differs. */
  | { is: 'stretch'; removed: string | null; inserted: string | null; isText: boolean };

/** Texts in this form are shown as they were and are, and not as a difference. */
const longestInline = 60;
/** The same where there was nothing before, or is nothing after. */
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
  // Half of what differs would say something else.
  const isTold = entries.length === 1 && removed !== null && inserted !== null;
  return { is: 'stretch', ...(isTold ? { removed, inserted } : nothing), isText: stretch?.json !== true };
}

/** The stretch of a long text that differs, as lines. */
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

/** An identifier or a digest is not read by its parts. */
function isLong(text: string | null): boolean {
  return text !== null && (text.includes('\n') || (text.length > longestInline && text.includes(' ')));
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
