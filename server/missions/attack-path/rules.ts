import { nameCycle, type PathEdge, withoutCycles } from '../../../domain/attack-path.ts';
import { mostFollowed } from '../../../domain/limits.ts';
import { DomainError, type FieldError, refuseFields } from '../../errors.ts';
import type { Followed, ImportedPath } from './contract.ts';

/** Refuses `invalid`, at its index, a test that is not in the mission, or named twice. */
export function refuseUnknownFollowed(
  follows: readonly Followed[],
  names: ReadonlyMap<string, string>,
): void {
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, { test_id }] of follows.entries()) {
    const message = !names.has(test_id)
      ? `the mission has no test with the id ${test_id}`
      : seen.has(test_id)
        ? 'is named twice'
        : null;
    seen.add(test_id);
    if (message !== null) errors.push({ path: `follows.${index}.test_id`, message });
  }
  refuseFields(errors);
}

/** Refuses `invalid`, at its index, a hidden test for one that everybody sees: its version and history would tell of it. */
export function refuseHiddenFollowed(follows: readonly Followed[], hidden: ReadonlySet<string>): void {
  refuseFields(
    follows.flatMap(({ test_id }, index) =>
      hidden.has(test_id)
        ? [{ path: `follows.${index}.test_id`, message: 'is hidden, and what follows it is not' }]
        : [],
    ),
  );
}

/** The refusal of a cycle, with the names of its tests in order; the last is the first again. */
export function refuseCycle(names: readonly string[]): never {
  throw new DomainError('follows_cycle', `The test would follow itself: ${nameCycle(names)}`);
}

/** Followed tests by name with their conditions, for the history. */
export function toRecordedFollows(
  follows: readonly Followed[],
  names: ReadonlyMap<string, string>,
): string[] {
  return follows.map(({ test_id, condition }) => {
    const name = names.get(test_id) ?? '';
    return condition === null ? name : `${name} (${condition})`;
  });
}

/** Takes imported edges, returns those between tests of the mission, as many per test as there may be, and without cycles. */
export function toEdges(planned: ImportedPath, find: (test: string) => string | undefined): PathEdge[] {
  const counts = new Map<string, number>();
  const edges = planned.flatMap(({ test, follows, condition }): PathEdge[] => {
    const [test_id, follows_id] = [find(test), find(follows)];
    if (test_id === undefined || follows_id === undefined) return [];
    const count = (counts.get(test_id) ?? 0) + 1;
    counts.set(test_id, count);
    return count > mostFollowed ? [] : [{ test_id, follows_id, condition: condition || null }];
  });
  return withoutCycles(edges);
}
