import { Text } from '@mantine/core';
import { drawOutcomes, drawRates } from '../../../domain/charts/bars.ts';
import type { Drawing, Space } from '../../../domain/charts/drawing.ts';
import { factKinds, levelKeys } from '../../../domain/outcomes.ts';
import type { CoverageSummary } from '../../../server/missions/overview/contract.ts';
import { rich } from '../../rich.ts';
import { Chart } from '../../ui/charts/chart.tsx';
import { SidePanel } from '../../ui/dialogs/side-panel.tsx';
import { t } from '../../words.ts';
import { All, Lines } from './from-home.tsx';

/** Coverage of running missions, and its outcomes. */
export function CoveragePanel({ coverage }: { coverage: CoverageSummary | null }) {
  return (
    <SidePanel title={t('home.coverage')} beside={<All to="/catalogue" what={t('home.techniques')} />}>
      {coverage === null ? (
        <Lines />
      ) : (
        <>
          <Text size="sm" {...(coverage.tests.run === 0 ? { c: 'dimmed' } : {})}>
            {describeTagged(coverage)}
          </Text>
          <Chart of={coverage} draw={drawLevels} isPlain />
          <Chart of={coverage} draw={drawKinds} isPlain />
          <Expectations coverage={coverage} />
        </>
      )}
    </SidePanel>
  );
}

function describeTagged({ tests, tagged }: CoverageSummary): string {
  if (tests.run === 0) return t('home.nothing_was_executed_in_a_running');
  const what =
    tagged.planned === 0
      ? t('home.tested_without_a_technique')
      : t('home.run_of_planned_planned_techniques_tested', { run: tagged.run, planned: tagged.planned });
  return t('home.tested_by', { what, count: tests.run });
}

function drawLevels({ tests, levels }: CoverageSummary, space: Space): Drawing | null {
  const count = (key: string) => levels.find(({ level }) => level?.key === key)?.run ?? 0;
  const counts = Object.fromEntries(levelKeys.map((key) => [key, count(key)])) as Record<
    (typeof levelKeys)[number],
    number
  >;
  return drawOutcomes({ attempted: tests.run, levels: counts }, space);
}

/** Of each kind that something is known of, how often it was seen, partly and not. */
function drawKinds({ outcomes }: CoverageSummary, space: Space): Drawing | null {
  const rows = factKinds.flatMap((kind) => {
    const { yes = 0, partial = 0, no = 0 } = outcomes[kind] ?? {};
    const rate = { n: yes, N: yes + partial + no, partial };
    return rate.N === 0 ? [] : [{ key: kind, name: t(`names.fact_kind.${kind}`), rate }];
  });
  return drawRates(rows, { title: t('home.what_was_seen'), first: t('home.kind') }, space);
}

/** How many of the tests of which something is expected have come to it. */
function Expectations({ coverage: { expectations } }: { coverage: CoverageSummary }) {
  const { met, missed, open } = expectations;
  if (met + missed + open === 0) return null;
  return (
    <Text size="sm">
      {rich('home.expectations_met_met_missed_missed_open', {
        met,
        missed,
        strong: (parts) => <strong>{parts}</strong>,
        open,
      })}
    </Text>
  );
}
