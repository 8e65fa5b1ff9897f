import { isDraftOf, onForget } from '../../api/connection/session.ts';
import { createStore } from '../../api/connection/store.ts';

/** Unsaved and pending text: everything lost by closing or reloading the page. */
export type UnfinishedWork = { unsaved: number; uploads: number };

/** Takes the unfinished work of several pages, returns the total. */
export function sumUp(works: readonly UnfinishedWork[]): UnfinishedWork {
  return {
    unsaved: works.reduce((sum, { unsaved }) => sum + unsaved, 0),
    uploads: works.reduce((sum, { uploads }) => sum + uploads, 0),
  };
}

const work = createStore<UnfinishedWork>({ unsaved: 0, uploads: 0 });
/** Number of unsaved fields by draft. */
const unsaved = new Map<string, number>();

function publish(uploads: number): void {
  const next = { unsaved: [...unsaved.values()].reduce((sum, count) => sum + count, 0), uploads };
  const last = work.get();
  if (next.unsaved === last.unsaved && next.uploads === last.uploads) return;
  work.set(next);
  // The desktop shell asks by itself; a second question from the page would only interfere.
  if (window.desktop !== undefined) return;
  if (next.unsaved + next.uploads > 0) addEventListener('beforeunload', askToStay);
  else removeEventListener('beforeunload', askToStay);
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** `draft` names a record or a form, `fields` is the number of its unsaved fields. */
export function noteUnsaved(draft: string, fields: number): void {
  if (fields === 0) unsaved.delete(draft);
  else unsaved.set(draft, fields);
  publish(work.get().uploads);
}

export function noteUploads(count: number): void {
  publish(count);
}

onForget((owner) => {
  for (const draft of unsaved.keys()) if (!isDraftOf(draft, owner)) unsaved.delete(draft);
  publish(work.get().uploads);
});

export const unfinishedWork = work.get;

export const subscribeToUnfinished = work.subscribe;
