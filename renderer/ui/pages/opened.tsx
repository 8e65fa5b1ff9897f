import { useEffect } from 'react';
import { getSession, isDraftOf, makeDraftKey, onForget } from '../../api/connection/session.ts';

export type OpenedKind =
  | 'mission'
  | 'test'
  | 'finding'
  | 'report'
  | 'engagement'
  | 'simulation'
  | 'test_template'
  | 'scenario_template'
  | 'technique'
  | 'organisation';
/** An object with its own page; its name may be hostile. */
export type Opened = { kind: OpenedKind; path: string; name: string };

const mostKept = 20;

/** Pages opened by each person, latest first, only in the page's memory. */
const kept = new Map<string, Opened[]>();

onForget((owner) => {
  for (const key of kept.keys()) if (!isDraftOf(key, owner)) kept.delete(key);
});

function keyOf(): string | null {
  const userId = getSession()?.user.id;
  return userId === undefined ? null : makeDraftKey(userId, 'opened');
}

/** Pages opened by this person in this window, latest first. */
export function listOpened(): readonly Opened[] {
  return kept.get(keyOf() ?? '') ?? [];
}

/** Notes that the page of an object is open. */
export function NoteOpened({ kind, path, name }: Opened) {
  useEffect(() => {
    const key = keyOf();
    if (key === null) return;
    const others = listOpened().filter((other) => other.path !== path);
    kept.set(key, [{ kind, path, name }, ...others].slice(0, mostKept));
  }, [kind, path, name]);
  return null;
}
