import { drawRates, type RateRow } from '../../../../domain/charts/bars.ts';
import type { Drawing, Space } from '../../../../domain/charts/drawing.ts';
import type { Figures } from '../../../../domain/figures.ts';
import type { MissionFigures } from '../../../../server/missions/figures/contract.ts';
import { t } from '../../../words.ts';

/** The rates in the order in which they are read; expectations where there are any. */
export function drawWhatWasSeen(
  { detection, visibility, prevention, response, missed, expectations }: Figures,
  space: Space,
): Drawing | null {
  const rows: RateRow[] = [
    { key: 'detection', name: t('results.rate.detection'), rate: detection },
    // Of what was seen, the part that was seen partly stands for itself.
    {
      key: 'visibility',
      name: t('results.rate.visibility'),
      rate: { ...visibility, n: visibility.n - visibility.partial },
    },
    { key: 'prevention', name: t('results.rate.prevention'), rate: prevention },
    { key: 'response', name: t('results.rate.response'), rate: response },
    { key: 'missed', name: t('results.rate.missed'), rate: { ...missed, n: missed.N - missed.n } },
  ];
  if (expectations !== null) {
    rows.push({
      key: 'expectations',
      name: t('results.rate.expectations'),
      rate: expectations,
      isOpen: true,
    });
  }
  const words = {
    title: t('results.seen.title'),
    hint: t('results.seen.hint'),
    first: t('results.seen.rate'),
  };
  return drawRates(rows, words, space);
}

export function drawScenarios(
  { by_scenario }: Pick<MissionFigures, 'by_scenario'>,
  space: Space,
): Drawing | null {
  if (by_scenario.length < 2) return null;
  return drawRates(
    by_scenario.map(({ scenario, detection }) => ({
      key: scenario.id,
      name: scenario.name,
      rate: detection,
    })),
    {
      title: t('results.scenarios.title'),
      hint: t('results.scenarios.hint'),
      first: t('shared.scenario'),
    },
    space,
  );
}

export function drawTechniques(
  { by_technique }: Pick<MissionFigures, 'by_technique'>,
  space: Space,
): Drawing | null {
  const rows = by_technique
    .map(({ technique, detection }) => ({
      key: technique.external_id,
      mark: technique.external_id,
      name: technique.name,
      rate: detection,
    }))
    .filter(({ rate }) => rate.N > 0)
    .sort((one, other) => shareOf(one) - shareOf(other));
  const unknown = by_technique.length - rows.length;
  const hint =
    unknown > 0 ? t('results.techniques.hint_unknown', { count: unknown }) : t('results.techniques.hint');
  return drawRates(rows, { title: t('results.techniques.title'), hint, first: t('shared.technique') }, space);
}

function shareOf({ rate: { n, N, partial } }: RateRow): number {
  return (n + partial / 2) / N;
}
