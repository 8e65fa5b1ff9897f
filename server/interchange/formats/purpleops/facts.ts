import {
  deriveLevel,
  type FactKind,
  type FactResult,
  isSighting,
  type LevelKey,
  summarise,
} from '../../../../domain/outcomes.ts';
import { blankFact } from '../../exercise/blank.ts';
import { lookUp } from '../../exercise/look-up.ts';
import type { PlannedFact } from '../../plan.ts';
import { nameOutcome } from './words.ts';

/** Blue's fields of a record, parsed; times are moments. */
export type Sighting = {
  kind: FactKind;
  result: FactResult;
  at: string | null;
  /** Tools that saw the attack; empty when unknown. */
  tools: readonly string[];
};

/** Takes the fields of one kind in a record, returns its facts: one for each tool. */
export function toFacts({ kind, result, at, tools }: Sighting): PlannedFact[] {
  const names = tools.length === 0 ? [null] : tools;
  return names.map((tool) => ({ ...blankFact(kind, result), at, tool }));
}

const results: Readonly<Record<string, FactResult>> = {
  yes: 'yes',
  true: 'yes',
  on: 'yes',
  partial: 'partial',
  no: 'no',
  false: 'no',
  'n/a': 'not_applicable',
  na: 'not_applicable',
};

/** Takes `Yes`, `Partial`, `No`, `N/A`, ignoring case, or a boolean; null for anything else. */
export function readResult(text: string): FactResult | null {
  return lookUp(results, text.trim().toLowerCase()) ?? null;
}

/** Takes facts, returns the best result of a kind as PurpleOps writes `prevented`; empty for none. */
export function writePrevented(facts: readonly PlannedFact[]): string {
  const words: Partial<Record<FactResult, string>> = {
    yes: 'Yes',
    partial: 'Partial',
    no: 'No',
    not_applicable: 'N/A',
  };
  const best = summarise(facts).prevented;
  return best === undefined ? '' : (words[best] ?? '');
}

/** Takes facts, returns whether something of a kind was seen; null when unknown. */
export function writeSeen(facts: readonly PlannedFact[], kind: FactKind): boolean | null {
  const best = summarise(facts)[kind];
  if (best === undefined || best === 'not_applicable' || best === 'not_tested') return null;
  return isSighting(best);
}

/** The outcome by PurpleOps' own rule, which counts a partial prevention as one; empty for none. */
export function findOwnOutcome(facts: readonly PlannedFact[]): string {
  if (['Yes', 'Partial'].includes(writePrevented(facts))) return nameOutcome('prevented');
  if (writeSeen(facts, 'alerted') === true) return nameOutcome('alerted');
  if (writeSeen(facts, 'logged') === true) return nameOutcome('logged');
  return writePrevented(facts) === '' ? '' : nameOutcome('not_detected');
}

/**
 * Takes facts and the outcome in the file, returns the level that a person must have set: when facts give none, and when the
 * outcome differs from PurpleOps' own.
 */
export function findSetLevel(facts: readonly PlannedFact[], outcome: LevelKey | null): LevelKey | null {
  const derived = deriveLevel(summarise(facts));
  if (outcome === null || outcome === derived) return null;
  return derived === null || nameOutcome(outcome) !== findOwnOutcome(facts) ? outcome : null;
}

/** Whether facts in a text agree with those in the fields of a record. */
export function agree(some: readonly PlannedFact[], others: readonly PlannedFact[]): boolean {
  const [first, second] = [summarise(some), summarise(others)];
  const kinds = ['prevented', 'alerted', 'logged'] as const;
  return kinds.every((kind) => isSighting(first[kind]) === isSighting(second[kind]));
}
