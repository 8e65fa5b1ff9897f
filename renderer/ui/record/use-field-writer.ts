import { useEffect, useMemo, useRef } from 'react';
import { getSession, isDraftOf, makeDraftKey, onForget, useUser } from '../../api/session.ts';
import { useStore } from '../../api/use-store.ts';
import { noteUnsaved } from '../unfinished.ts';
import { FieldWriter, type Snapshot, type WriterWorld } from './field-writer.ts';

type AnyWriter = Pick<FieldWriter<string>, 'flush' | 'end'>;

/** Writers outlive their pages, and so does what could not be saved. */
const writers = new Map<string, AnyWriter>();

type World<Field extends string> = Pick<WriterWorld<Field>, 'known' | 'read' | 'write'>;

/** The writer of a record for the signed-in person, and what it has unsaved. `name` names the record. */
export function useFieldWriter<Field extends string>(
  name: string,
  world: World<Field>,
): { writer: FieldWriter<Field>; snapshot: Snapshot<Field> } {
  const key = makeDraftKey(useUser().id, name);
  // `world` means the same for the same record, whichever render made it.
  const made = useRef(world);
  made.current = world;
  const writer = useMemo(() => findWriter<Field>(key, made.current), [key]);
  const snapshot = useStore(writer.states);
  useEffect(() => {
    const stopWatching = writer.watch();
    // Saves what a lost server or an ended session left behind, as soon as it is back.
    void writer.retry();
    return () => {
      stopWatching();
      void writer.flush().then(() => {
        if (!writer.isDirty && !writer.isWatched) writers.delete(key);
      });
    };
  }, [writer, key]);
  return { writer, snapshot };
}

function findWriter<Field extends string>(key: string, world: World<Field>): FieldWriter<Field> {
  const known = writers.get(key) as FieldWriter<Field> | undefined;
  if (known !== undefined) return known;
  const writer = new FieldWriter<Field>({
    ...world,
    onUnsaved: (count) => noteUnsaved(key, count),
    isSignedIn: () => getSession() !== null,
  });
  writers.set(key, writer);
  return writer;
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
  }
});
