import { drawRates, type RateRow } from '../../../../domain/charts/bars.ts';
import type { Drawing, Space } from '../../../../domain/charts/drawing.ts';
import { describeCount } from '../../../../domain/charts/words.ts';
import type { Figures } from '../../../../domain/figures.ts';
import type { MissionFigures } from '../../../../server/missions/figures/contract.ts';

/** The rates in the order in which they are read; expectations where there are any. */
export function drawWhatWasSeen(
  { detection, visibility, prevention, response, missed, expectations }: Figures,
  space: Space,
): Drawing | null {
  const rows: RateRow[] = [
    { key: 'detection', name: 'Detected', rate: detection },
    // Of what was seen, the part that was seen partly stands for itself.
    { key: 'visibility', name: 'Seen at all', rate: { ...visibility, n: visibility.n - visibility.partial } },
    { key: 'prevention', name: 'Prevented', rate: prevention },
    { key: 'response', name: 'Responded to', rate: response },
    { key: 'missed', name: 'Not missed', rate: { ...missed, n: missed.N - missed.n } },
  ];
  if (expectations !== null) {
    rows.push({ key: 'expectations', name: 'As expected', rate: expectations, isOpen: true });
  }
  const words = { title: 'What was seen', hint: 'Of the tests of which it is known.', first: 'Rate' };
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
    { title: 'Detection by scenario', hint: 'In the order of the mission.', first: 'Scenario' },
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
  const rest = unknown > 0 ? ` Of ${describeCount(unknown, 'more technique')} nothing is known.` : '';
  const hint = `Worst to best.${rest}`;
  return drawRates(rows, { title: 'Detection by technique', hint, first: 'Technique' }, space);
}

function shareOf({ rate: { n, N, partial } }: RateRow): number {
  return (n + partial / 2) / N;
}
