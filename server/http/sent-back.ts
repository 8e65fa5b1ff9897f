import { z } from 'zod';
import type { Route } from './route.ts';

export type SentBack = {
  /** Whether the body is an object as shown in responses, with its own id. */
  isShown: boolean;
  /** Its writable fields. */
  written: unknown;
};

/**
 * Takes a body and the ids it may have, and drops the properties of a sent-back object that the operation does not write. Any
 * other body stays unchanged, so that a read-only property by itself is refused.
 */
export function createSentBackReader({
  method,
  body,
  shows,
  listed,
  showsOnly,
}: Route): (sent: unknown, ids: ReadonlySet<unknown>) => SentBack {
  const isWrite = method === 'PUT' || method === 'PATCH';
  const written = isWrite && body !== undefined ? listNames(body) : null;
  const shown = shows === undefined ? null : listNames(shows);
  if (written === null || shown === null) return (sent) => ({ isShown: false, written: sent });
  const inLists = listed === undefined ? [] : (listNames(listed) ?? []);
  const readOnly = new Set(
    [...shown, ...inLists].filter((name) => !written.has(name) || showsOnly.includes(name)),
  );
  return (sent, ids) => {
    if (
      typeof sent !== 'object' ||
      sent === null ||
      !readOnly.has('id') ||
      !('id' in sent) ||
      !ids.has(sent.id)
    )
      return { isShown: false, written: sent };
    const kept = Object.entries(sent).filter(([name]) => !readOnly.has(name));
    return { isShown: true, written: Object.fromEntries(kept) };
  };
}

/** The names of an object's properties; null for other values. */
function listNames(schema: z.core.$ZodType): Set<string> | null {
  if (schema instanceof z.ZodObject) return new Set(Object.keys(schema.shape));
  if (schema instanceof z.ZodPipe) return listNames(schema.in);
  return null;
}
