import type { Matrix, NamedTag } from '../../../../server/catalogue/contract.ts';
import type { DetectionLevel } from '../../../../server/detection-levels/contract.ts';

/** A test or simulation in an exercise, with the entries of the catalogue that it covers. */
export type Doing = {
  entries: readonly string[];
  wasRun: boolean;
  level: DetectionLevel | null;
};

/** What is known of one entry: how often it is planned, how often it was run, and the best level of what was run. */
export type Standing = { planned: number; run: number; level: DetectionLevel | null };
export type Coverage = ReadonlyMap<string, Standing>;

/** What covers a sub-technique also counts for its technique, once for each test. */
export function sumUpCoverage(doings: Iterable<Doing>): Coverage {
  const coverage = new Map<string, Standing>();
  for (const { entries, wasRun, level } of doings) {
    const reached = new Set<string>();
    for (const entry of entries) {
      reached.add(entry);
      if (entry.includes('.')) reached.add(entry.slice(0, entry.indexOf('.')));
    }
    for (const entry of reached) {
      const before = coverage.get(entry) ?? { planned: 0, run: 0, level: null };
      coverage.set(entry, {
        planned: before.planned + 1,
        run: before.run + (wasRun ? 1 : 0),
        level: wasRun ? pickBetter(before.level, level) : before.level,
      });
    }
  }
  return coverage;
}

function pickBetter(one: DetectionLevel | null, other: DetectionLevel | null): DetectionLevel | null {
  if (one === null || other === null) return one ?? other;
  return other.rank > one.rank ? other : one;
}

/** Techniques and sub-techniques among tags; a tactic alone marks no cell. */
export function listEntries(tags: readonly NamedTag[]): string[] {
  return tags.filter((tag) => tag.kind !== 'tactic').map((tag) => tag.external_id);
}

/** `untested`, `unrated` (run, and no level given) or the rank of the best level. */
export type State = 'untested' | 'unrated' | `${number}`;

export function toState(standing: Standing | undefined): State {
  if (standing === undefined || standing.run === 0) return 'untested';
  return standing.level === null ? 'unrated' : `${standing.level.rank}`;
}

/** A state in words, with how often. */
export function describeStanding(standing: Standing | undefined): string {
  if (standing === undefined) return 'never tested';
  const { planned, run, level } = standing;
  if (run === 0) return `never tested, ${countTests(planned)} planned`;
  return `${level === null ? 'not rated yet' : level.name}, ${countTests(run)} run`;
}

const countTests = (count: number) => `${count} ${count === 1 ? 'test' : 'tests'}`;

/** How many different entries of the matrix are in each state; an entry under several tactics counts once. */
export function countStates(matrix: Matrix, coverage: Coverage): { total: number; by: Map<State, number> } {
  const entries = new Set<string>();
  for (const { techniques } of matrix.tactics) {
    for (const { id, subtechniques } of techniques) {
      entries.add(id);
      for (const sub of subtechniques) entries.add(sub.id);
    }
  }
  const by = new Map<State, number>();
  for (const entry of entries) {
    const state = toState(coverage.get(entry));
    by.set(state, (by.get(state) ?? 0) + 1);
  }
  return { total: entries.size, by };
}
