import type { SimulationListItem } from '../../../server/simulations/contract.ts';
import type { EngagementFigures } from '../../../server/simulations/figures/contract.ts';

export const simulationFilters = ['q', 'level', 'tactic'] as const;
/** Empty where all pass; `level` is the key of a detection level, or `none`. */
export type SimulationFilter = Record<(typeof simulationFilters)[number], string>;

/** The simulations that pass; a tactic is that of its techniques too, as the figures have them. */
export function filterSimulations(
  simulations: readonly SimulationListItem[],
  { q, level, tactic }: SimulationFilter,
  figures: Pick<EngagementFigures, 'by_technique'> | undefined,
): SimulationListItem[] {
  const needle = q.trim().toLowerCase();
  const ofTactic = new Set(
    figures?.by_technique.flatMap(({ technique, tactics }) =>
      tactics.includes(tactic) ? [technique.external_id] : [],
    ),
  );
  return simulations.filter(({ name, techniques, tactics, detection_level }) => {
    const tags = [...techniques, ...tactics].map((tag) => `${tag.id} ${tag.name}`);
    return (
      (needle === '' || [name, ...tags].some((text) => text.toLowerCase().includes(needle))) &&
      (level === '' || (detection_level?.key ?? 'none') === level) &&
      (tactic === '' ||
        tactics.some(({ id }) => id === tactic) ||
        techniques.some(({ id }) => ofTactic.has(id)))
    );
  });
}
