import { hash } from 'node:crypto';

/** Texts longer than this are recorded as a difference. */
export const longestWhole = 1024;

/** Change of a long text: enough to derive the old text from the new one. */
export type TextDifference = {
  at: number;
  removed: string;
  /** Null when it is long: the new text contains it. */
  inserted: string | null;
  inserted_length: number;
  /** SHA-256 of the text before and after; null when there was none. */
  before: string | null;
  after: string | null;
};

export function digestOf(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The difference between two texts, as the one stretch of characters that changed. */
export function compareTexts(before: string | null, after: string | null): TextDifference {
  const [old, present] = [before ?? '', after ?? ''];
  const shorter = Math.min(old.length, present.length);
  let start = 0;
  while (start < shorter && old.charCodeAt(start) === present.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < shorter - start &&
    old.charCodeAt(old.length - 1 - end) === present.charCodeAt(present.length - 1 - end)
  ) {
    end += 1;
  }
  // A surrogate pair is one character, and half of it would be invalid.
  if (start > 0 && isHighSurrogate(old.charCodeAt(start - 1))) start -= 1;
  if (end > 0 && isLowSurrogate(old.charCodeAt(old.length - end))) end -= 1;
  const inserted = present.slice(start, present.length - end);
  return {
    at: start,
    removed: old.slice(start, old.length - end),
    inserted: inserted.length > longestWhole ? null : inserted,
    inserted_length: inserted.length,
    before: before === null ? null : digestOf(before),
    after: after === null ? null : digestOf(after),
  };
}

/** The old text, derived from the new one; null if there was none, and undefined if the change is of a different text. */
export function undo(difference: TextDifference, after: string | null): string | null | undefined {
  if (!matches(after, difference.after)) return undefined;
  const before = takeBack(difference, after);
  return matches(before, difference.before) ? before : undefined;
}

/** The same without checking that the new text is the right one. */
export function takeBack(difference: TextDifference, after: string | null): string | null {
  if (difference.before === null) return null;
  const { at, removed, inserted_length } = difference;
  const text = after ?? '';
  return text.slice(0, at) + removed + text.slice(at + inserted_length);
}

/** Whether a text has this digest; null when there was none. */
export function matches(text: string | null, digest: string | null): boolean {
  return digest === (text === null ? null : digestOf(text));
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
