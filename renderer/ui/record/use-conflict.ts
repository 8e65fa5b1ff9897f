import { useState } from 'react';

export type Conflict<Field extends string> = {
  /** The field whose versions are compared. */
  field: Field | null;
  compare: (field: Field | null) => void;
};

/** The requested conflict; none is shown without a request. */
export function useConflict<Field extends string>(): Conflict<Field> {
  const [field, setField] = useState<Field | null>(null);
  return { field, compare: setField };
}
