import { toLevelCounts } from '../figures.ts';
import type { Outcomes } from './bars.ts';
import type { Drawing, Space } from './drawing.ts';
import { drawTechniqueMatrix } from './technique-matrix.ts';
import { outcomeOrder } from './words.ts';

type Entry = { external_id: string; name: string };

/** Matrix of the figures: tactics in order, and techniques with their tactics. */
export type Heat = {
  by_tactic: readonly { tactic: Entry }[];
  by_technique: readonly (Outcomes & { technique: Entry; tactics: readonly string[] })[];
};

/**
 * The executed techniques, by tactic, each in the colours of its tests' outcomes; null when there is none. `key` of a target is
 * the technique's external id.
 */
export function drawHeatMap({ by_tactic, by_technique }: Heat, space: Space): Drawing | null {
  const { t } = space.words;
  return drawTechniqueMatrix(
    {
      title: t('charts.heat.title'),
      hint: t('charts.heat.hint'),
      entries: outcomeOrder.map((role) => ({ role, name: t(`names.outcome.${role}`), part: role })),
      tactics: by_tactic.map(({ tactic }) => tactic),
      cells: by_technique
        .filter(({ attempted }) => attempted > 0)
        .map(({ technique, tactics, ...of }) => {
          const counts = toLevelCounts(of);
          return { technique, tactics, counts: outcomeOrder.map((key) => counts[key]) };
        }),
    },
    space,
  );
}
