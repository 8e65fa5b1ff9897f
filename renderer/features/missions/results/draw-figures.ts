import { drawOutcomeRows, rankByNeed } from '../../../../domain/charts/bars.ts';
import type { Drawing, Space } from '../../../../domain/charts/drawing.ts';
import type { MissionFigures } from '../../../../server/missions/figures/contract.ts';
import { t } from '../../../words.ts';

export function drawScenarios(
  { by_scenario }: Pick<MissionFigures, 'by_scenario'>,
  space: Space,
): Drawing | null {
  if (by_scenario.length < 2) return null;
  return drawOutcomeRows(
    rankByNeed(by_scenario.map(({ scenario, ...of }) => ({ key: scenario.id, name: scenario.name, of }))),
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
  const rows = rankByNeed(
    by_technique.map(({ technique, ...of }) => ({
      key: technique.external_id,
      mark: technique.external_id,
      name: technique.name,
      of,
    })),
  );
  return drawOutcomeRows(
    rows,
    {
      title: t('results.techniques.title'),
      hint: t('results.techniques.hint'),
      first: t('shared.technique'),
    },
    space,
  );
}
