import { wasRun } from '../../../../domain/missions.ts';
import { type LevelKey, levelKeys } from '../../../../domain/outcomes.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { MissionOutcomes } from '../../../../server/missions/overview/contract.ts';
import { t } from '../../../words.ts';

/** A part of the bar: a detection level, executed tests without a verdict, or unexecuted tests. */
export type Part = { key: LevelKey | 'not_judged' | 'not_run'; tests: number };

/** Takes the outcomes of a mission's tests, returns the parts, best first; an unexecuted test is not a miss. */
export function listParts({ tests, levels }: Pick<MissionOutcomes, 'tests' | 'levels'>): Part[] {
  const judged = levelKeys.toReversed().map((key) => ({ key, tests: levels[key] ?? 0 }));
  const rated = judged.reduce((sum, part) => sum + part.tests, 0);
  return [
    ...judged,
    { key: 'not_judged', tests: tests.run - rated },
    { key: 'not_run', tests: tests.planned - tests.run },
  ];
}

/** The non-empty parts in words. */
export function describeParts(parts: readonly Part[]): string {
  const words = parts.flatMap(({ key, tests }) =>
    tests > 0 ? [t(`results.outcome.${key}`, { count: tests })] : [],
  );
  return words.length === 0 ? t('results.no_outcome') : words.join(', ');
}

/** Outcomes of tests, independent of waiting work. */
export type SummedOutcomes = Omit<MissionOutcomes, 'waits' | 'expectations'>;

/** Outcomes of the tests of a fully loaded mission. */
export function sumUpOutcomes({ id, scenarios }: Mission): SummedOutcomes {
  const sum: SummedOutcomes = {
    mission_id: id,
    tests: { planned: 0, run: 0 },
    levels: {},
  };
  for (const { tests } of scenarios) {
    for (const { status, detection_level } of tests) {
      sum.tests.planned += 1;
      if (!wasRun(status)) continue;
      sum.tests.run += 1;
      const key = levelKeys.find((known) => known === detection_level?.key);
      if (key !== undefined) sum.levels[key] = (sum.levels[key] ?? 0) + 1;
    }
  }
  return sum;
}
