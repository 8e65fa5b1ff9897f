import { isDraftOf, onForget } from '../api/session.ts';

/** What is typed and not on the server yet, or on its way there: all that closing the window would take along. */
export type UnfinishedWork = { unsaved: number; uploads: number };

/** By draft. What an earlier load of this window kept counts until its page is opened again. */
const unsaved = new Map<string, number>(
  Object.keys(sessionStorage)
    .filter((key) => key.startsWith('damson.draft.'))
    .map((key) => [key, 1]),
);
const listeners = new Set<() => void>();
let uploads = 0;
let last: UnfinishedWork = { unsaved: unsaved.size, uploads: 0 };

function tell(): void {
  const next = { unsaved: [...unsaved.values()].reduce((sum, count) => sum + count, 0), uploads };
  if (next.unsaved === last.unsaved && next.uploads === last.uploads) return;
  last = next;
  for (const listener of listeners) listener();
}

/** `draft` names a record or a form, `fields` how many of its fields are not saved. */
export function noteUnsaved(draft: string, fields: number): void {
  if (fields === 0) unsaved.delete(draft);
  else unsaved.set(draft, fields);
  tell();
}

export function noteUploads(count: number): void {
  uploads = count;
  tell();
}

onForget((owner) => {
  for (const draft of unsaved.keys()) if (!isDraftOf(draft, owner)) unsaved.delete(draft);
  tell();
});

export function unfinishedWork(): UnfinishedWork {
  return last;
}

export function subscribeToUnfinished(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
