import type { z } from 'zod';
import { longestRedDetail } from '../../../domain/limits.ts';
import { cutText, wholeCaption } from '../../cut-text.ts';
import type { PlannedEvidence } from '../plan.ts';

/** A text longer than its field. */
export type Cut = { path: readonly PropertyKey[]; whole: string; most: number };

/** For one-line fields. */
const shortField = longestRedDetail;

/**
 * Takes a schema, the value to validate and the value to keep, with the same structure; cuts each text that is too long for its
 * field, in copies of both. `why` describes other faults, or is null.
 */
export function fit(
  schema: z.ZodType,
  body: unknown,
  item: object,
): { item: object; cuts: Cut[]; why: string | null } {
  const cuts: Cut[] = [];
  let [judged, kept]: [unknown, unknown] = [body, item];
  for (;;) {
    const issues = schema.safeParse(judged).error?.issues ?? [];
    const found = issues.flatMap((issue): Cut[] => {
      if (issue.code !== 'too_big' || issue.origin !== 'string') return [];
      const whole = readAt(judged, issue.path);
      return typeof whole === 'string' ? [{ path: issue.path, whole, most: Number(issue.maximum) }] : [];
    });
    if (found.length === 0) {
      const [issue] = issues;
      const why = issue === undefined ? null : `${issue.path.join('.')}: ${issue.message}`;
      return { item: kept as object, cuts, why };
    }
    for (const cut of found) {
      const text = cutText(cut.whole, cut.most);
      judged = writeAt(judged, cut.path, text);
      if (readAt(kept, cut.path) === cut.whole) kept = writeAt(kept, cut.path, text);
    }
    cuts.push(...found);
  }
}

/** Cuts each longer text in a value. */
export function cutTexts<T>(value: T, most: number, cuts: Cut[], path: readonly PropertyKey[] = []): T {
  if (typeof value === 'string') {
    if (value.length <= most) return value;
    cuts.push({ path, whole: value, most });
    return cutText(value, most) as T;
  }
  if (typeof value !== 'object' || value === null) return value;
  let copy: Record<string, unknown> | null = null;
  for (const [name, inner] of Object.entries(value)) {
    const cut = cutTexts(inner, most, cuts, [...path, name]);
    if (cut === inner) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    copy[name] = cut;
  }
  return (copy ?? value) as T;
}

/** Note of a row on a cut value: a line is quoted in full, a text refers to the place that keeps it. */
export function sayCut({ path, whole, most }: Cut, fileName: string | null): string {
  const place = path.join('.');
  if (most <= shortField) return `${place}: ${whole}`;
  const [count, limit] = [whole.length, most].map((length) => length.toLocaleString('en'));
  return fileName === null
    ? `${place}: it has ${count} characters, cut at ${limit}`
    : `${place}: it has ${count} characters, cut at ${limit}; the whole of it is the evidence ${fileName}`;
}

/** This many characters always fit into an evidence file. */
const longestFile = 8_000_000;

/** A whole text as evidence files, named after its field. */
export function toEvidence({ path, whole }: Cut): (PlannedEvidence & { text: string })[] {
  const place = path.filter((part) => part !== 'run').join('-');
  const count = Math.ceil(whole.length / longestFile);
  const isBlue = path.includes('facts') || path.includes('blue_comment');
  return Array.from({ length: count }, (_, index) => {
    const file_name = count === 1 ? `${place}.txt` : `${place}-${index + 1}.txt`;
    return {
      member: `/${file_name}`,
      file_name,
      side: isBlue ? 'blue' : 'red',
      caption: wholeCaption,
      text: whole.slice(index * longestFile, (index + 1) * longestFile),
    };
  });
}

/** Whether a text is long enough to be stored as a file. */
export const isKeptAsFile = ({ most }: Cut): boolean => most > shortField;

function readAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined),
    value,
  );
}

function writeAt(value: unknown, [part, ...rest]: readonly PropertyKey[], text: string): unknown {
  if (part === undefined) return text;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<PropertyKey, unknown>;
  copy[part] = writeAt(copy[part], rest, text);
  return copy;
}
