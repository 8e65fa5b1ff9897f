import { useEffect, useMemo, useRef } from 'react';
import { getSession, isDraftOf, makeDraftKey, onForget, useUser } from '../../api/connection/session.ts';
import { noteUnsaved } from '../forms/unfinished.ts';
import { FieldWriter, type WriterWorld } from './field-writer.ts';

type AnyWriter = Pick<FieldWriter<string>, 'flush' | 'end'>;

/** Kept here so that writers and their unsaved text outlive pages. */
const writers = new Map<string, AnyWriter>();

type World<Field extends string> = Pick<WriterWorld<Field>, 'known' | 'read' | 'write'> & {
  /** Called with fields that turned out to be in conflict after their page was left. */
  onLeftBehind: (fields: readonly Field[]) => void;
};

/** The writer of a record for the signed-in person. `name` names the record. */
export function useFieldWriter<Field extends string>(name: string, world: World<Field>): FieldWriter<Field> {
  const key = makeDraftKey(useUser().id, name);
  // Every render's `world` is equivalent for the same record.
  const made = useRef(world);
  made.current = world;
  const writer = useMemo(() => findWriter<Field>(key, made.current), [key]);
  useEffect(() => {
    const stopWatching = writer.watch();
    const { onLeftBehind } = made.current;
    // Saves text left over from a lost connection or an ended session.
    void writer.retry();
    return () => {
      stopWatching();
      // The person confirmed leaving with these.
      const known = writer.listStuck().map(({ field }) => field);
      void writer.flush().then(() => {
        if (writer.isWatched) return;
        if (!writer.isDirty) writers.delete(key);
        const conflicts = writer.listStuck().filter(({ phase }) => phase === 'conflict');
        const left = conflicts.map(({ field }) => field).filter((field) => !known.includes(field));
        if (left.length > 0) onLeftBehind(left);
      });
    };
  }, [writer, key]);
  return writer;
}

function findWriter<Field extends string>(key: string, world: World<Field>): FieldWriter<Field> {
  const present = writers.get(key) as FieldWriter<Field> | undefined;
  if (present !== undefined) return present;
  const { known, read, write } = world;
  const writer = new FieldWriter<Field>({
    known,
    read,
    write,
    onUnsaved: (count) => noteUnsaved(key, count),
    isSignedIn: () => getSession() !== null,
  });
  writers.set(key, writer);
  return writer;
}

const saveForMs = 3_000;

/** Saves pending text; resolves when saved, or after a time limit. */
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
  }
});
