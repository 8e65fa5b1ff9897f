import { type FactKind, type FactResult, factKinds, factResults } from './outcomes.ts';

export type RecordedDetection = { kind: FactKind; result: FactResult };

/** Takes the changes of an entry about a fact; returns what was added or removed, null for a changed or erased one. */
export function readDetection(changes: Readonly<Record<string, unknown>> | null): RecordedDetection | null {
  const [said, answer] = [readOnlyValue(changes?.kind), readOnlyValue(changes?.result)];
  const kind = factKinds.find((known) => known === said);
  const result = factResults.find((known) => known === answer);
  return kind === undefined || result === undefined ? null : { kind, result };
}

/** The value of a field that was empty before or is empty now. */
function readOnlyValue(change: unknown): unknown {
  if (!Array.isArray(change)) return null;
  const [before, after] = change;
  return before === null ? after : after === null ? before : null;
}
