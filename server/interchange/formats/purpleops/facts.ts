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

/** Blue's fields of a record, once read; times are moments. */
export type Sighting = {
  kind: FactKind;
  result: FactResult;
  at: string | null;
  /** By which the attack was seen; none where nothing says. */
  tools: readonly string[];
};

/** Takes what a record says of one kind, returns its facts: one for each tool. */
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

/** Takes `Yes`, `Partial`, `No`, `N/A` in any case, or a truth value; null for what is none of them. */
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

/** Takes facts, returns whether something of a kind was seen; null where nothing is known of it. */
export function writeSeen(facts: readonly PlannedFact[], kind: FactKind): boolean | null {
  const best = summarise(facts)[kind];
  if (best === undefined || best === 'not_applicable' || best === 'not_tested') return null;
  return isSighting(best);
}

/** The outcome that PurpleOps finds by its own rule, which counts a partial prevention as one; empty for none. */
export function findOwnOutcome(facts: readonly PlannedFact[]): string {
  if (['Yes', 'Partial'].includes(writePrevented(facts))) return nameOutcome('prevented');
  if (writeSeen(facts, 'alerted') === true) return nameOutcome('alerted');
  if (writeSeen(facts, 'logged') === true) return nameOutcome('logged');
  return writePrevented(facts) === '' ? '' : nameOutcome('not_detected');
}

/**
 * Takes facts and the outcome that the file has, returns the level that a person has to be taken for having set: where facts give
 * none, and where the outcome is not what PurpleOps finds by itself.
 */
export function findSetLevel(facts: readonly PlannedFact[], outcome: LevelKey | null): LevelKey | null {
  const derived = deriveLevel(summarise(facts));
  if (outcome === null || outcome === derived) return null;
  return derived === null || nameOutcome(outcome) !== findOwnOutcome(facts) ? outcome : null;
}

/** Whether facts that a text carries say the same as those that the fields of a record give. */
export function agree(some: readonly PlannedFact[], others: readonly PlannedFact[]): boolean {
  const [first, second] = [summarise(some), summarise(others)];
  const kinds = ['prevented', 'alerted', 'logged'] as const;
  return kinds.every((kind) => isSighting(first[kind]) === isSighting(second[kind]));
}
