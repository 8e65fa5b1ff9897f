import { type FactKind, type FactResult, factKinds } from '../../../../domain/outcomes.ts';
import type { DetectionLevel } from '../../../../server/detection-levels/contract.ts';
import { inSentence, t } from '../../../words.ts';
import type { Coverage, Shade, Tallies, Tally } from './coverage.ts';

export const picks = ['best', 'worst', 'split'] as const;
/** Colouring of the matrix: the figure, and whether by the best or worst result or the share of an entry's tests. */
export type MatrixMode = { by: 'level' | FactKind; pick: (typeof picks)[number] };

/** The default, because successes must not hide failures. */
export const usualMode: MatrixMode = { by: 'level', pick: 'worst' };

/** The mode named in an address; unknown parts default to the detection level and the worst result. */
export function parseMode(by: string, pick: string): MatrixMode {
  return {
    by: factKinds.find((kind) => kind === by) ?? usualMode.by,
    pick: picks.find((known) => known === pick) ?? usualMode.pick,
  };
}

/** Figures for colouring; a response says little about an entry. */
export const shownKinds = factKinds.filter((kind) => kind !== 'responded');

/** Colouring in words: `Best detection level`. */
export function describeMode({ by, pick }: MatrixMode): string {
  const what =
    by === 'level'
      ? t('catalogue.detection_level')
      : t('catalogue.result_of_value', { value: inSentence(t(`names.fact_kind.${by}`)) });
  return pick === 'split'
    ? t('catalogue.shares_of_each_what', { what })
    : t(`catalogue.mode.${pick}`, { what });
}

/** The shades of a mode, worst first: the levels themselves, or three of their colours. */
export function listShades({ by }: MatrixMode, levels: readonly DetectionLevel[]): Shade[] {
  if (by === 'level') return [...levels];
  const shadeOf = (key: string, result: FactResult): Shade[] => {
    const level = levels.find((one) => one.key === key);
    return level === undefined
      ? []
      : [
          {
            rank: level.rank,
            color: level.color,
            name: t('shared.labelled', {
              label: t(`names.fact_kind.${by}`),
              value: inSentence(t(`names.fact_result.${result}`)),
            }),
          },
        ];
  };
  return [...shadeOf('not_detected', 'no'), ...shadeOf('logged', 'partial'), ...shadeOf('prevented', 'yes')];
}

/** Assigns shades to the counts. Not tested is never missed, and has no shade. */
export function shade(tallies: Tallies, mode: MatrixMode, levels: readonly DetectionLevel[]): Coverage {
  const shades = listShades(mode, levels);
  const ranks = new Map(levels.map(({ key, rank }) => [key, rank]));
  return new Map(
    [...tallies].map(([entry, tally]) => {
      const counts = countByRank(tally, mode, ranks);
      const seen = shades.filter(({ rank }) => (counts.get(rank) ?? 0) > 0);
      const level = (mode.pick === 'worst' ? seen[0] : seen.at(-1)) ?? null;
      const standing = { planned: tally.planned, run: tally.run, level, missed: counts.get(0) ?? 0 };
      if (mode.pick !== 'split' || level === null) return [entry, standing];
      const parts = seen.map((one) => ({ shade: one, tests: counts.get(one.rank) ?? 0 }));
      return [entry, { ...standing, parts }];
    }),
  );
}

/** Number of an entry's tests by rank; results take the ranks of the levels with the same colour. */
function countByRank(
  { levels, outcomes }: Tally,
  { by }: MatrixMode,
  ranks: ReadonlyMap<string, number>,
): ReadonlyMap<number | undefined, number> {
  const counts =
    by === 'level'
      ? levels
      : {
          not_detected: outcomes[by]?.no,
          logged: outcomes[by]?.partial,
          prevented: outcomes[by]?.yes,
        };
  return new Map(Object.entries(counts).map(([key, count]) => [ranks.get(key), count ?? 0]));
}
