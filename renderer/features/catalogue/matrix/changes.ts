import { changeRoles } from '../../../../domain/charts/change-roles.ts';
import { palettes } from '../../../../domain/charts/palette.ts';
import { type MissionChangeKind, missionChanges, runChanges } from '../../../../domain/runs.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Comparison, MissionFigures } from '../../../../server/missions/figures/contract.ts';
import { t } from '../../../words.ts';
import { type Coverage, listEntries, reach, type Shade } from './coverage.ts';

/** A test of an exercise and its change since an earlier state, with the catalogue entries it covers. */
type Changed = { entries: readonly string[]; change: MissionChangeKind };

/** Above the ranks of levels, so that the two can be told apart. */
const firstRank = 10;
const signs = { worse: '▼', improved: '▲', same: '=', open: '?', new: '+', gone: '−' } as const;

/** The colours of changes, worst first, as in charts and layers of a comparison. */
export function listChangeShades(isOfRuns: boolean): Shade[] {
  const shown = isOfRuns ? missionChanges.filter((kind) => kind in runKinds) : missionChanges;
  return shown.map((kind) => ({
    rank: firstRank + missionChanges.indexOf(kind),
    name: t(`names.mission_change.${kind}`),
    color: palettes.paper[changeRoles[kind]],
    sign: signs[kind],
  }));
}

const runKinds: Partial<Record<MissionChangeKind, true>> = Object.fromEntries(
  runChanges.map((kind) => [kind, true]),
);

/** Takes a comparison of two missions, returns their tests. */
export function listMissionChanges({ tests }: Comparison): Changed[] {
  return tests.map(({ techniques, change }) => ({
    entries: techniques.map(({ external_id }) => external_id),
    change,
  }));
}

/** Takes a mission and its figures, returns its tests with several runs. */
export function listRunChanges(
  { scenarios }: Mission,
  { changes }: Pick<MissionFigures, 'changes'>,
): Changed[] {
  const tests = new Map(scenarios.flatMap((scenario) => scenario.tests.map((test) => [test.id, test])));
  return runChanges.flatMap((change) =>
    changes[change].map(({ test }) => ({
      entries: listEntries(tests.get(test.id)?.catalog_tags ?? []),
      change,
    })),
  );
}

/** Colours each entry by the worst change of its tests; those of a sub-technique also count for its technique. */
export function shadeChanges(changed: readonly Changed[], shades: readonly Shade[]): Coverage {
  const counts = new Map<string, Map<MissionChangeKind, number>>();
  for (const { entries, change } of changed) {
    for (const entry of reach(entries)) {
      const own = counts.get(entry) ?? new Map<MissionChangeKind, number>();
      own.set(change, (own.get(change) ?? 0) + 1);
      counts.set(entry, own);
    }
  }
  return new Map(
    [...counts].map(([entry, own]) => {
      const found = missionChanges.filter((kind) => own.has(kind));
      const tests = [...own.values()].reduce((sum, count) => sum + count, 0);
      const rank = firstRank + missionChanges.indexOf(found[0] ?? 'open');
      const words = found
        .map((kind) =>
          t('catalogue.change_count', {
            change: t(`names.mission_change.${kind}`),
            count: own.get(kind) ?? 0,
          }),
        )
        .join(', ');
      const score = (own.get('improved') ?? 0) - (own.get('worse') ?? 0);
      const level = shades.find((shade) => shade.rank === rank) ?? null;
      return [entry, { planned: tests, run: tests, level, missed: 0, change: { words, score } }];
    }),
  );
}
