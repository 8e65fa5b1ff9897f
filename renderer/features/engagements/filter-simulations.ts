import { isOfTechnique } from '../../../domain/technique-filter.ts';
import type { SimulationListItem } from '../../../server/simulations/contract.ts';
import type { EngagementFigures } from '../../../server/simulations/figures/contract.ts';

export const simulationFilters = ['q', 'level', 'tactic', 'technique', 'figure', 'tool'] as const;
/** An empty filter passes everything; `level` is the key of a detection level, or `none`, and `tool` is the tool for `figure`. */
export type SimulationFilter = Record<(typeof simulationFilters)[number], string>;
export const noFilter: SimulationFilter = {
  q: '',
  level: '',
  tactic: '',
  technique: '',
  figure: '',
  tool: '',
};

/**
 * The simulations that pass the filters, limited to those counted in the figure if there is one; a tactic includes its
 * techniques, as in the figures.
 */
export function filterSimulations(
  simulations: readonly SimulationListItem[],
  { q, level, tactic, technique }: SimulationFilter,
  figures: Pick<EngagementFigures, 'by_technique'> | undefined,
  counted: ReadonlySet<string> | null,
): SimulationListItem[] {
  const needle = q.trim().toLowerCase();
  const ofTactic = new Set(
    figures?.by_technique.flatMap(({ technique, tactics }) =>
      tactics.includes(tactic) ? [technique.external_id] : [],
    ),
  );
  return simulations.filter(({ id, name, techniques, tactics, detection_level }) => {
    const tags = [...techniques, ...tactics].map((tag) => `${tag.id} ${tag.name}`);
    return (
      (counted === null || counted.has(id)) &&
      (technique === '' || techniques.some((tag) => isOfTechnique(tag.id, technique))) &&
      (needle === '' || [name, ...tags].some((text) => text.toLowerCase().includes(needle))) &&
      (level === '' || (detection_level?.key ?? 'none') === level) &&
      (tactic === '' ||
        tactics.some(({ id }) => id === tactic) ||
        techniques.some(({ id }) => ofTactic.has(id)))
    );
  });
}
