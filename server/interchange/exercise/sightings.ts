import { type FactKind, isSighting } from '../../../domain/outcomes.ts';
import type { PlannedFact } from '../plan.ts';

/** Time at which facts of a kind were first seen; null without any. */
export function findFirst(facts: readonly PlannedFact[], kind: FactKind): string | null {
  const times = facts
    .filter((fact) => fact.kind === kind && isSighting(fact.result))
    .flatMap(({ at }) => (at === null ? [] : [at]));
  return times.sort()[0] ?? null;
}

/** The distinct tools that saw something of a kind. */
export function listTools(facts: readonly PlannedFact[], kind: FactKind): string[] {
  const seen = facts.filter((fact) => fact.kind === kind && isSighting(fact.result));
  return [...new Set(seen.flatMap(({ tool }) => (tool === null ? [] : [tool])))];
}
