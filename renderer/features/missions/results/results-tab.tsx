import { Skeleton, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { drawOutcomes, drawOutcomesByTactic, drawTools, drawWithin } from '../../../../domain/charts/bars.ts';
import { drawHeatMap } from '../../../../domain/charts/heat-map.ts';
import { drawExpectations, drawSeverities } from '../../../../domain/charts/matrices.ts';
import { drawTimes } from '../../../../domain/charts/times.ts';
import type { MissionFigures } from '../../../../server/missions/figures/contract.ts';
import { missionFigures } from '../../../api/missions/figures.ts';
import { Chart } from '../../../ui/charts/chart.tsx';
import { useFilters } from '../../../ui/filters/use-filters.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { t } from '../../../words.ts';
import { useMissionTab } from '../mission-tabs.ts';
import { drawScenarios, drawTechniques, drawWhatWasSeen } from './draw-figures.ts';
import { ResultFilters, resultFilters } from './result-filters.tsx';
import styles from './results.module.css';

/** Results of a mission or a part of it, in figures and charts; each bar leads to its tests. */
export function ResultsTab() {
  const { mission } = useMissionTab();
  const { values, set } = useFilters(resultFilters);
  const { scenario, tactic, tool } = values;
  const chosen = useMemo(
    () => ({ ...(scenario && { scenario }), ...(tactic && { tactic }), ...(tool && { tool }) }),
    [scenario, tactic, tool],
  );
  const isPart = Object.keys(chosen).length > 0;
  const whole = useQuery(missionFigures(mission));
  const part = useQuery({ ...missionFigures(mission, chosen), enabled: isPart });
  const { data, error, refetch } = isPart ? part : whole;
  if (whole.data === undefined || data === undefined) {
    const problem = error ?? whole.error;
    if (problem !== null) {
      const retry = () => Promise.all([refetch(), whole.refetch()]);
      return <ProblemNote error={problem} what={t('results.figures')} onRetry={retry} />;
    }
    return (
      <div className={styles.charts} aria-busy="true" role="status" aria-label={t('results.loading')}>
        {['outcomes', 'within', 'times', 'tactics'].map((chart) => (
          <Skeleton key={chart} height={180} />
        ))}
      </div>
    );
  }
  return (
    <>
      {whole.data.scored === 0 ? null : <ResultFilters figures={whole.data} values={values} onChange={set} />}
      {data.scored === 0 ? (
        <EmptyState
          icon={IconChartBar}
          title={isPart ? t('results.empty.part') : t('results.empty.whole')}
          hint={
            data.attempted === 0
              ? t('results.empty.not_run')
              : t('results.empty.not_judged', { count: data.attempted })
          }
        />
      ) : (
        <Charts figures={data} missionId={mission.id} chosen={{ scenario, tactic }} />
      )}
    </>
  );
}

type ChartsProps = {
  figures: MissionFigures;
  missionId: string;
  /** Filters that the table of tests has too. */
  chosen: { scenario: string; tactic: string };
};

function Charts({ figures, missionId, chosen }: ChartsProps) {
  const toTests = (filters: Record<string, string>) => {
    const all = Object.entries({ ...chosen, ...filters }).filter(([, value]) => value !== '');
    return `/missions/${missionId}?${new URLSearchParams(all)}`;
  };
  // The table knows of a cell its column alone.
  const toLevel = (cell: string) => {
    const level = cell.split(' ')[1] ?? '';
    return toTests({ level: level === 'open' ? 'none' : level });
  };
  return (
    <>
      <Basis figures={figures} />
      <div className={styles.charts}>
        <Chart
          of={figures}
          draw={drawOutcomes}
          toLink={(key) => toTests({ level: key === 'open' ? 'none' : key })}
        />
        <Chart of={figures} draw={drawWhatWasSeen} toLink={(key) => toTests(testsOfRate[key] ?? {})} />
        <Chart of={figures} draw={drawWithin} toLink={() => toTests({ sort: 'delay' })} />
        <Chart of={figures} draw={drawTimes} toLink={() => toTests({ sort: 'delay' })} />
        <Chart of={figures.by_tactic} draw={drawOutcomesByTactic} toLink={(tactic) => toTests({ tactic })} />
        <Chart of={figures} draw={drawScenarios} toLink={(scenario) => toTests({ scenario })} />
        <Chart
          of={figures}
          draw={drawTools}
          toLink={(tool) => `/missions/${missionId}/results?${new URLSearchParams({ tool })}`}
        />
        <Chart of={figures.expected_levels} draw={drawExpectations} toLink={toLevel} />
        <Chart of={figures.severities} draw={drawSeverities} toLink={toLevel} />
        <Chart of={figures} draw={drawTechniques} toLink={(q) => toTests({ q })} />
      </div>
      <Chart of={figures} draw={drawHeatMap} toLink={(q) => toTests({ q })} />
    </>
  );
}

/** The tests of a rate as far as the table can choose them, else in the order in which it is read off. */
const testsOfRate: Readonly<Record<string, Record<string, string>>> = {
  detection: { sort: 'level', dir: 'desc' },
  visibility: { sort: 'level', dir: 'desc' },
  prevention: { level: 'prevented' },
  missed: { level: 'not_detected' },
  expectations: { expected: 'met' },
};

/** Basis of the figures. */
function Basis({ figures }: { figures: MissionFigures }) {
  const { tests, attempted, scored, basis, skew, not_attempted } = figures;
  const left = (['pending', 'skipped', 'blocked'] as const).flatMap((status) => {
    const count = not_attempted[status];
    return count > 0 ? [t(`results.left.${status}`, { count })] : [];
  });
  const describeBasis = () => {
    const counts = { attempted, tests, scored };
    const levels = basis.level;
    if (left.length === 0) {
      return levels === 0 ? t('results.basis', counts) : t('results.basis_levels', { ...counts, levels });
    }
    const named = { ...counts, left: left.join(', ') };
    return levels === 0
      ? t('results.basis_left', named)
      : t('results.basis_left_levels', { ...named, levels });
  };
  return (
    <Text size="sm" c="dimmed" className={styles.basis}>
      {describeBasis()}
      {skew > 0 ? ` ${t('results.basis_skew', { count: skew })}` : null}
    </Text>
  );
}
