import { getSession, isDraftOf, makeDraftKey, onForget } from '../../api/connection/session.ts';

/** Filters and order of each list by person, kept only in the page's memory. */
const views = new Map<string, string>();

onForget((owner) => {
  for (const key of views.keys()) if (!isDraftOf(key, owner)) views.delete(key);
});

function keyOf(path: string): string | null {
  const userId = getSession()?.user.id;
  return userId === undefined ? null : makeDraftKey(userId, path);
}

export function rememberView(path: string, search: string): void {
  const key = keyOf(path);
  if (key !== null) views.set(key, search);
}

export function recallView(path: string): string {
  const key = keyOf(path);
  return (key === null ? undefined : views.get(key)) ?? '';
}
