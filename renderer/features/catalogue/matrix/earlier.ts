import type { Scope } from './use-coverage.ts';

/** Baseline of a mission in a comparison: an earlier mission, or the first runs of its own tests. */
export type Earlier = { kind: 'mission'; id: string } | { kind: 'first' };

/** Takes a scope and the text of an address, returns the mission's baseline; null for none. */
export function parseEarlier(scope: Scope, text: string): Earlier | null {
  if (scope.kind !== 'mission') return null;
  if (text === 'first') return { kind: 'first' };
  const [kind, id] = text.split(':', 2);
  return kind === 'mission' && id && id !== scope.id ? { kind, id } : null;
}
