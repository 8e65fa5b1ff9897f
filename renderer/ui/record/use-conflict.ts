import { useEffect, useState } from 'react';
import type { Snapshot } from './field-writer.ts';

export type Conflict<Field extends string> = {
  /** The field whose versions are compared. */
  field: Field | null;
  compare: (field: Field | null) => void;
};

/** A conflict opens the comparison once; closed without a choice, it waits at its field. */
export function useConflict<Field extends string>(snapshot: Snapshot<Field>): Conflict<Field> {
  const conflicting = (Object.keys(snapshot) as Field[]).find(
    (field) => snapshot[field]?.phase === 'conflict',
  );
  const [compared, setCompared] = useState<Field | null>(null);
  useEffect(() => setCompared(conflicting ?? null), [conflicting]);
  return {
    field: compared !== null && snapshot[compared]?.phase === 'conflict' ? compared : null,
    compare: setCompared,
  };
}
