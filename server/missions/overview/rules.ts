import type { KeptVerdict } from '../../../domain/expectations.ts';
import { type Brief, factKinds, type LevelKey } from '../../../domain/outcomes.ts';
import type { DetectionLevel } from '../../detection-levels/contract.ts';
import type { CoverageSummary, LevelCounts, MissionOutcomes, OutcomeCounts } from './contract.ts';
import type { Alike } from './store.ts';

type Standing = {
  planned: number;
  run: number;
  level: DetectionLevel | null;
  levels: LevelCounts;
  outcomes: OutcomeCounts;
};

/** Adds up the coverage of tests, equal ones at once. */
export class CoverageSum {
  readonly #levels: ReadonlyMap<string, DetectionLevel>;
  readonly #tests = { planned: 0, run: 0 };
  readonly #tagged = { planned: new Set<string>(), run: new Set<string>() };
  readonly #runByLevel = new Map<string | null, number>();
  readonly #outcomes: OutcomeCounts = {};
  readonly #expectations = noVerdicts();
  readonly #entries = new Map<string, Standing>();

  constructor(levels: readonly DetectionLevel[]) {
    this.#levels = new Map(levels.map((level) => [level.id, level]));
  }

  add({ entries, was_run, level_id, outcome, expectation_met, tests }: Alike): void {
    const run = was_run ? tests : 0;
    this.#tests.planned += tests;
    this.#tests.run += run;
    addVerdict(this.#expectations, expectation_met, tests);
    const level = was_run && level_id !== null ? (this.#levels.get(level_id) ?? null) : null;
    if (was_run) {
      this.#runByLevel.set(level_id, (this.#runByLevel.get(level_id) ?? 0) + tests);
      addOutcome(this.#outcomes, outcome, tests);
    }
    for (const entry of entries) {
      this.#tagged.planned.add(entry);
      if (was_run) this.#tagged.run.add(entry);
    }
    for (const entry of collectReached(entries)) {
      const standing = this.#entries.get(entry) ?? {
        planned: 0,
        run: 0,
        level: null,
        levels: {},
        outcomes: {},
      };
      standing.planned += tests;
      standing.run += run;
      if (was_run) addOutcome(standing.outcomes, outcome, tests);
      addLevel(standing.levels, level, tests);
      if (level !== null && level.rank > (standing.level?.rank ?? -1)) standing.level = level;
      this.#entries.set(entry, standing);
    }
  }

  total(): Omit<CoverageSummary, 'missions'> {
    const byLevel = [...this.#levels.values()].map((level) => ({
      level,
      run: this.#runByLevel.get(level.id) ?? 0,
    }));
    return {
      tests: this.#tests,
      tagged: { planned: this.#tagged.planned.size, run: this.#tagged.run.size },
      levels: [...byLevel, { level: null, run: this.#runByLevel.get(null) ?? 0 }],
      outcomes: this.#outcomes,
      expectations: this.#expectations,
      entries: [...this.#entries]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([external_id, standing]) => ({ external_id, ...standing })),
    };
  }
}

/** Outcomes of the tests of one mission. */
export function sumUpMission(
  tests: readonly Alike[],
  levels: ReadonlyMap<string, DetectionLevel>,
): Omit<MissionOutcomes, 'mission_id' | 'waits'> {
  const sum = { tests: { planned: 0, run: 0 }, levels: {}, expectations: noVerdicts() };
  for (const { was_run, level_id, expectation_met, tests: count } of tests) {
    sum.tests.planned += count;
    addVerdict(sum.expectations, expectation_met, count);
    if (!was_run) continue;
    sum.tests.run += count;
    addLevel(sum.levels, level_id === null ? null : (levels.get(level_id) ?? null), count);
  }
  return sum;
}

function noVerdicts(): Record<KeptVerdict, number> {
  return { met: 0, missed: 0, open: 0 };
}

function addVerdict(counts: Record<KeptVerdict, number>, verdict: KeptVerdict | null, tests: number): void {
  if (verdict !== null) counts[verdict] += tests;
}

function addLevel(counts: LevelCounts, level: DetectionLevel | null, tests: number): void {
  if (level === null) return;
  const key = level.key as LevelKey;
  counts[key] = (counts[key] ?? 0) + tests;
}

function addOutcome(counts: OutcomeCounts, outcome: Brief | null, tests: number): void {
  for (const kind of factKinds) {
    const result = outcome?.[kind];
    if (result === undefined) continue;
    const results = counts[kind] ?? {};
    results[result] = (results[result] ?? 0) + tests;
    counts[kind] = results;
  }
}

/** The distinct entries of a test, with the technique of each sub-technique. */
function collectReached(entries: readonly string[]): Set<string> {
  return new Set(entries.flatMap((entry) => [entry, entry.split('.', 1)[0] as string]));
}
