import { palettes } from '../../../../domain/charts/palette.ts';
import type { Matrix } from '../../../../server/catalogue/contract.ts';
import { t } from '../../../words.ts';
import {
  type Coverage,
  describeStanding,
  type Part,
  type Shade,
  type Standing,
  toState,
} from './coverage.ts';
import { mixColors } from './mix-colors.ts';

export const unratedColor = '#adb5bd';

/**
 * A layer for the ATT&CK Navigator, format 4.5: executed entries in the matrix's colours; the rest stays blank. The Navigator has
 * one colour per entry, so a split matrix uses the mixture, and the score is the percentage of tests that were not missed.
 */
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
  const isCompared = [...coverage.values()].some(({ change }) => change !== undefined);
  const isSplit = [...coverage.values()].some(({ parts }) => parts !== undefined);
  const techniques = [...coverage]
    .filter(([id, standing]) => known.has(id) && toState(standing) !== 'untested')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([techniqueID, standing]) => ({
      techniqueID,
      ...colour(standing, isSplit),
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
    gradient: isCompared
      ? toBalance(coverage)
      : isSplit
        ? { colors: levels.map((level) => level.color), minValue: 0, maxValue: 100 }
        : {
            colors: [unratedColor, ...levels.map((level) => level.color)],
            minValue: 0,
            maxValue: levels.length,
          },
    legendItems: [
      ...(isCompared ? [] : [{ label: t('catalogue.run_not_rated'), color: unratedColor }]),
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

/** From worse to improved, as in a layer of two compared missions. */
function toBalance(coverage: Coverage): { colors: string[]; minValue: number; maxValue: number } {
  const { worse, same, better } = palettes.paper;
  const most = Math.max(1, ...[...coverage.values()].map(({ change }) => Math.abs(change?.score ?? 0)));
  return { colors: [worse, same, better], minValue: -most, maxValue: most };
}

/** Percentage of tests that were not missed. */
function countSeen(parts: readonly Part[]): number {
  const all = parts.reduce((sum, { tests }) => sum + tests, 0);
  const missed = parts.find(({ shade }) => shade.rank === 0)?.tests ?? 0;
  return Math.round(((all - missed) / all) * 100);
}

/** The score is 0 for executed but not rated entries; the levels follow by rank. */
function colour({ parts, level, change }: Standing, isSplit: boolean): { score?: number; color: string } {
  if (change !== undefined) return { score: change.score, color: level?.color ?? unratedColor };
  if (parts !== undefined) return { score: countSeen(parts), color: mixColors(parts) };
  const color = level?.color ?? unratedColor;
  return isSplit ? { color } : { score: level === null ? 0 : level.rank + 1, color };
}
