import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { draftKey, getSession, isDraftOf, isKept, onForget, useUser } from '../../api/session.ts';
import { noteUnsaved, unfinishedWork } from '../unfinished.ts';
import { type Drafts, FieldWriter, type Snapshot, type WriterWorld } from './field-writer.ts';

type AnyWriter = { isDirty: boolean; isWatched: boolean; flush: () => Promise<void>; end: () => void };
const writers = new Map<string, AnyWriter>();
/** Drafts that session storage has no room for are kept as long as the page lives. */
const overflow = new Map<string, string>();

type World<Field extends string> = Pick<WriterWorld<Field>, 'known' | 'read' | 'write'>;

/** The writer of a record for the signed-in person, and what it has unsaved. `name` names the record. */
export function useFieldWriter<Field extends string>(
  name: string,
  world: World<Field>,
): { writer: FieldWriter<Field>; snapshot: Snapshot<Field> } {
  const key = draftKey(useUser().id, name);
  // The world is the same for the same record, whichever render made it.
  const made = useRef(world);
  made.current = world;
  const writer = useMemo(() => writerOf<Field>(key, made.current), [key]);
  const snapshot = useSyncExternalStore(writer.subscribe, writer.snapshot);
  useEffect(() => {
    // What a lost server or an ended session left behind is tried as soon as one is back.
    void writer.retry();
    return () => {
      void writer.flush().then(() => {
        if (!writer.isDirty && !writer.isWatched) writers.delete(key);
      });
    };
  }, [writer, key]);
  return { writer, snapshot };
}

function writerOf<Field extends string>(key: string, world: World<Field>): FieldWriter<Field> {
  const known = writers.get(key) as FieldWriter<Field> | undefined;
  if (known !== undefined) return known;
  const writer = new FieldWriter<Field>({
    ...world,
    keep: (drafts) => keep(key, drafts),
    restore: () => restore(key),
    isSignedIn: () => getSession() !== null,
  });
  writers.set(key, writer);
  // The desktop shell asks in its own words, and a page that holds on to its window would only be in its way.
  if (window.desktop === undefined) addEventListener('beforeunload', warnOfUnfinished);
  return writer;
}

function keep(key: string, drafts: Drafts<string>): void {
  if (!isKept(key)) return;
  overflow.delete(key);
  const fields = Object.keys(drafts).length;
  noteUnsaved(key, fields);
  if (fields === 0) {
    sessionStorage.removeItem(key);
    return;
  }
  const text = JSON.stringify(drafts);
  try {
    sessionStorage.setItem(key, text);
  } catch {
    overflow.set(key, text);
  }
}

function restore<Field extends string>(key: string): Drafts<Field> {
  try {
    const drafts = JSON.parse(overflow.get(key) ?? sessionStorage.getItem(key) ?? '{}') as Drafts<Field>;
    noteUnsaved(key, Object.keys(drafts).length);
    return drafts;
  } catch {
    return {};
  }
}

function warnOfUnfinished(event: BeforeUnloadEvent): void {
  const isDirty = [...writers.values()].some((writer) => writer.isDirty);
  if (isDirty || unfinishedWork().uploads > 0) event.preventDefault();
}

const saveForMs = 3_000;

/** Saves what waits for its pause; resolves when that is done, and also when it takes too long to wait for. */
export async function saveDrafts(): Promise<void> {
  const saved = Promise.all([...writers.values()].map((writer) => writer.flush()));
  let late: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<void>((resolve) => {
    late = setTimeout(resolve, saveForMs);
  });
  await Promise.race([saved, tooLong]);
  clearTimeout(late);
}

onForget((owner) => {
  for (const [key, writer] of writers) {
    if (isDraftOf(key, owner)) continue;
    writer.end();
    writers.delete(key);
    overflow.delete(key);
  }
});
