import { type Brief, factKinds } from '../../../../domain/outcomes.ts';
import type { Matrix, NamedTag } from '../../../../server/catalogue/contract.ts';
import type { DetectionLevel } from '../../../../server/detection-levels/contract.ts';
import type { CoverageSummary } from '../../../../server/missions/overview/contract.ts';
import { t } from '../../../words.ts';

/** A test or simulation in an exercise, with the catalogue entries it covers. */
export type Doing = {
  entries: readonly string[];
  wasRun: boolean;
  level: Pick<DetectionLevel, 'key'> | null;
  outcome: Brief | null;
};

/** Number of planned and executed tests of an entry, and of executed ones by level and by result of each kind. */
export type Tally = Pick<CoverageSummary['entries'][number], 'planned' | 'run' | 'levels' | 'outcomes'>;
export type Tallies = ReadonlyMap<string, Tally>;

/** A colour of the matrix with its rank. */
export type Shade = Pick<DetectionLevel, 'rank' | 'name' | 'color'> & {
  /** Shown before the id if the shade is not a level, because rings only show levels. */
  sign?: string;
};

/** Standing of an entry: the numbers of planned and executed tests, its shade, and the number of misses. */
export type Standing = {
  planned: number;
  run: number;
  level: Shade | null;
  missed: number;
  /** Number of the entry's tests by shade, worst first, when the matrix is split. */
  parts?: readonly Part[];
  /** Only in a comparison: the change in words, and the number of improved tests minus the number of worse ones. */
  change?: { words: string; score: number };
};
export type Part = { shade: Shade; tests: number };
export type Coverage = ReadonlyMap<string, Standing>;

/** Tests of a sub-technique also count for its technique, once for each test. */
export function tallyUp(doings: Iterable<Doing>): Tallies {
  const tallies = new Map<string, Tally>();
  for (const { entries, ...doing } of doings) {
    for (const entry of reach(entries)) {
      const tally = tallies.get(entry) ?? { planned: 0, run: 0, levels: {}, outcomes: {} };
      addTo(tally, doing);
      tallies.set(entry, tally);
    }
  }
  return tallies;
}

/** The distinct entries of a test, with the technique of each sub-technique. */
export function reach(entries: readonly string[]): Set<string> {
  return new Set(entries.flatMap((entry) => [entry, entry.split('.', 1)[0] as string]));
}

function addTo(tally: Tally, { wasRun, level, outcome }: Omit<Doing, 'entries'>): void {
  tally.planned += 1;
  if (!wasRun) return;
  tally.run += 1;
  if (level !== null) {
    const key = level.key as keyof Tally['levels'];
    tally.levels[key] = (tally.levels[key] ?? 0) + 1;
  }
  for (const kind of factKinds) {
    const result = outcome?.[kind];
    if (result === undefined) continue;
    const results = tally.outcomes[kind] ?? {};
    results[result] = (results[result] ?? 0) + 1;
    tally.outcomes[kind] = results;
  }
}

/** Techniques and sub-techniques among tags; a tactic alone marks no cell. */
export function listEntries(tags: readonly NamedTag[]): string[] {
  return tags.filter((tag) => tag.kind !== 'tactic').map((tag) => tag.external_id);
}

/** `untested`, `unrated` (executed, result unknown), `split` by shades, or the rank of its shade. */
export type State = 'untested' | 'unrated' | 'split' | `${number}`;

export function toState(standing: Standing | undefined): State {
  if (standing === undefined || standing.run === 0) return 'untested';
  if (standing.level === null) return 'unrated';
  return standing.parts === undefined ? `${standing.level.rank}` : 'split';
}

/** Whether an entry has a missed test that its shade does not show. */
export function hidesMisses(standing: Standing | undefined): boolean {
  if (standing === undefined || standing.parts !== undefined) return false;
  return standing.missed > 0 && standing.level?.rank !== 0;
}

/** A state in words, with numbers. */
export function describeStanding(standing: Standing | undefined): string {
  if (standing === undefined) return t('catalogue.never_tested');
  const { planned, run, level, missed, change } = standing;
  if (change !== undefined) return change.words;
  if (run === 0) return t('catalogue.never_tested_planned_planned', { count: planned });
  const shades = standing.parts?.map(({ shade, tests }) => `${tests} ${shade.name}`).toReversed();
  const words = t('catalogue.standing', {
    level: level === null ? t('catalogue.not_rated_yet') : (shades?.join(', ') ?? level.name),
    count: run,
  });
  return hidesMisses(standing) ? t('catalogue.words_missed_missed', { words, missed }) : words;
}

/**
 * Number of distinct matrix entries in each state, and of those hiding misses; an entry under several tactics counts once, and a
 * split one once for each of its shades.
 */
export function countStates(
  matrix: Matrix,
  coverage: Coverage,
): { total: number; by: Map<State, number>; hiding: number } {
  const entries = new Set<string>();
  for (const { techniques } of matrix.tactics) {
    for (const { id, subtechniques } of techniques) {
      entries.add(id);
      for (const sub of subtechniques) entries.add(sub.id);
    }
  }
  const by = new Map<State, number>();
  let hiding = 0;
  for (const entry of entries) {
    const standing = coverage.get(entry);
    const states = standing?.parts?.map(({ shade }): State => `${shade.rank}`) ?? [];
    for (const state of states.length > 0 ? states : [toState(standing)]) {
      by.set(state, (by.get(state) ?? 0) + 1);
    }
    if (hidesMisses(coverage.get(entry))) hiding += 1;
  }
  return { total: entries.size, by, hiding };
}

/** Whether any test is planned or executed. */
export function hasPlanned(coverage: Coverage): boolean {
  return [...coverage.values()].some(({ planned }) => planned > 0);
}

/** The matrix without entries that have no planned or executed test, and without empty tactics. */
export function keepPlanned(matrix: Matrix, coverage: Coverage): Matrix {
  const isPlanned = ({ id }: { id: string }) => (coverage.get(id)?.planned ?? 0) > 0;
  const tactics = matrix.tactics.flatMap((tactic) => {
    const techniques = tactic.techniques
      .filter(isPlanned)
      .map((technique) => ({ ...technique, subtechniques: technique.subtechniques.filter(isPlanned) }));
    return techniques.length === 0 ? [] : [{ ...tactic, techniques }];
  });
  return { ...matrix, tactics };
}
