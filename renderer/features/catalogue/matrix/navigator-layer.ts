import type { Matrix } from '../../../../server/catalogue/contract.ts';
import { type Coverage, describeStanding, type Shade, toState } from './coverage.ts';

export const unratedColor = '#adb5bd';

/** A layer for the ATT&CK Navigator, format 4.5: what was run, coloured by the best level; the rest stays blank. */
export function makeNavigatorLayer(
  matrix: Matrix,
  coverage: Coverage,
  { title, description, levels }: { title: string; description: string; levels: readonly Shade[] },
) {
  const known = new Set(
    matrix.tactics.flatMap(({ techniques }) =>
      techniques.flatMap(({ id, subtechniques }) => [id, ...subtechniques.map((sub) => sub.id)]),
    ),
  );
  const techniques = [...coverage]
    .filter(([id, standing]) => known.has(id) && toState(standing) !== 'untested')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([techniqueID, standing]) => ({
      techniqueID,
      // 0 means run and not rated; the levels follow by rank.
      score: standing.level === null ? 0 : standing.level.rank + 1,
      color: standing.level?.color ?? unratedColor,
      comment: describeStanding(standing),
      enabled: true,
      metadata: [],
      links: [],
      showSubtechniques: false,
    }));
  return {
    name: title,
    versions: {
      ...(matrix.version === null ? {} : { attack: matrix.version.split('.', 1)[0] as string }),
      navigator: '5.1.0',
      layer: '4.5',
    },
    domain: 'enterprise-attack',
    description,
    sorting: 0,
    layout: {
      layout: 'side',
      aggregateFunction: 'max',
      showID: true,
      showName: true,
      showAggregateScores: false,
      countUnscored: false,
      expandedSubtechniques: 'annotated',
    },
    hideDisabled: false,
    techniques,
    gradient: {
      colors: [unratedColor, ...levels.map((level) => level.color)],
      minValue: 0,
      maxValue: levels.length,
    },
    legendItems: [
      { label: 'Run, not rated', color: unratedColor },
      ...levels.map(({ name, color }) => ({ label: name, color })),
    ],
    metadata: [],
    links: [],
    showTacticRowBackground: false,
    tacticRowBackground: '#dddddd',
    selectTechniquesAcrossTactics: true,
    selectSubtechniquesWithParent: false,
    selectVisibleTechniques: false,
  };
}
