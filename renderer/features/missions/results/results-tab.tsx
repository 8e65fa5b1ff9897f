import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import {
  drawOutcomes,
  drawOutcomesByTactic,
  drawQuestions,
  drawTools,
  drawWithin,
} from '../../../../domain/charts/bars.ts';
import { nameQuestion, nameTimes, nameTool, nameWithin } from '../../../../domain/charts/figure-places.ts';
import { drawHeatMap } from '../../../../domain/charts/heat-map.ts';
import { drawExpectations, drawSeverities } from '../../../../domain/charts/matrices.ts';
import { drawTimes } from '../../../../domain/charts/times.ts';
import { notAttempted } from '../../../../domain/counted-tests.ts';
import { countedRuns } from '../../../../domain/figures.ts';
import { decidingKinds } from '../../../../domain/outcomes.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { MissionFigures } from '../../../../server/missions/figures/contract.ts';
import { missionFigures } from '../../../api/missions/figures.ts';
import { rich } from '../../../rich.ts';
import { Chart } from '../../../ui/charts/chart.tsx';
import { CountLink } from '../../../ui/charts/count-link.tsx';
import { ExpectationSentence } from '../../../ui/charts/expectation-counts.tsx';
import { HeadlineTiles } from '../../../ui/charts/headline.tsx';
import { useFilters } from '../../../ui/filters/use-filters.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { t } from '../../../words.ts';
import { SeenNote } from '../hiding/seen-note.tsx';
import { useMissionTab } from '../mission-tabs.ts';
import { ConfirmTimes } from './confirm-times.tsx';
import { drawScenarios, drawTechniques } from './draw-figures.ts';
import { GapList, StrengthList } from './gap-list.tsx';
import { ResultFilters, resultFilters } from './result-filters.tsx';
import styles from './results.module.css';
import { RunChanges } from './run-changes.tsx';

/** Results of a mission or a part of it, in figures and charts; each bar links to its tests. */
export function ResultsTab() {
  const { mission } = useMissionTab();
  const { values, set } = useFilters(resultFilters);
  const { scenario, tactic, tool } = values;
  const runs = countedRuns.find((known) => known === values.runs) ?? 'compare';
  const chosen = useMemo(
    () => ({
      ...(scenario && { scenario }),
      ...(tactic && { tactic }),
      ...(tool && { tool }),
      ...(runs !== 'compare' && { runs }),
    }),
    [scenario, tactic, tool, runs],
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
      {whole.data.attempted === 0 ? null : (
        <Group justify="space-between" gap="xs">
          <ResultFilters figures={whole.data} values={values} onChange={set} />
          <Anchor component={Link} to={toComparison(mission)} size="sm" data-no-print>
            {t('results.comparison.link')}
          </Anchor>
        </Group>
      )}
      {data.attempted === 0 ? (
        <EmptyState
          icon={IconChartBar}
          title={isPart ? t('results.empty.part') : t('results.empty.whole')}
          hint={t('results.empty.not_run')}
          action={
            <Button component={Link} to={`/missions/${mission.id}`} variant="default">
              {t('tests.to_the_tests')}
            </Button>
          }
        />
      ) : (
        <Results
          figures={data}
          mission={mission}
          chosen={{ scenario, tactic, tool, runs: runs === 'first' ? runs : '' }}
        />
      )}
    </>
  );
}

function toComparison({ id, organisation }: Mission): string {
  const named = { now: id, ...(organisation && { organisation: organisation.id }) };
  return `/comparison?${new URLSearchParams(named)}`;
}

type Props = {
  figures: MissionFigures;
  mission: Mission;
  /** The part of the mission for the figures. */
  chosen: { scenario: string; tactic: string; tool: string; runs: string };
};

function Results({ figures, mission, chosen }: Props) {
  const missionId = mission.id;
  const toTests = (figure: string, part: Record<string, string> = {}) => {
    const all = Object.entries({ ...chosen, ...part, figure }).filter(([, value]) => value !== '');
    return `/missions/${missionId}?${new URLSearchParams(all)}`;
  };
  const toPart = (name: 'scenario' | 'tactic' | 'technique') => (key: string, found?: string) =>
    toTests(found ?? 'attempted', { [name]: key });
  const toLimit = (limit: string, part?: string) => toTests(nameWithin(limit, part));
  const toTime = (kind: string, part?: string) => toTests(nameTimes(kind, part));
  const toCell = (kind: 'expected' | 'severity') => (cell: string) =>
    toTests(`${kind}_${cell.replace(' ', '_')}`);
  const { tactic, tool } = chosen;
  const parts = useMemo(() => keepChosen(figures, { tactic, tool }), [figures, tactic, tool]);
  return (
    <>
      <SeenNote of={mission} />
      <HeadlineTiles figures={figures} first={figures.first} toTests={toTests} />
      <Basis figures={figures} toTests={toTests} />
      <ConfirmTimes mission={mission} figures={figures} />
      <Chart of={figures} draw={drawOutcomes} toLink={(key) => toTests(key)} />
      <div className={styles.charts}>
        <RunChanges figures={figures} missionId={missionId} />
        <GapList figures={figures} missionId={missionId} />
        <StrengthList figures={figures} toTests={toTests} />
        <Chart of={parts.by_tactic} draw={drawOutcomesByTactic} toLink={toPart('tactic')} />
        <Chart of={figures} draw={drawScenarios} toLink={toPart('scenario')} />
        <Chart of={figures} draw={drawWithin} toLink={toLimit} />
        <Chart of={figures} draw={drawTimes} toLink={toTime} />
        <Chart
          of={figures}
          draw={drawQuestions}
          toLink={(kind, answer) => toTests(nameQuestion(kind, answer))}
        />
        <Chart of={parts} draw={drawTools} toLink={(tool, part) => toTests(nameTool(part), { tool })} />
        <Chart of={figures.expected_levels} draw={drawExpectations} toLink={toCell('expected')} />
        <Chart of={figures.severities} draw={drawSeverities} toLink={toCell('severity')} />
        <Chart of={figures} draw={drawTechniques} toLink={toPart('technique')} />
      </div>
      <Chart of={figures} draw={drawHeatMap} toLink={toPart('technique')} />
    </>
  );
}

/** Leaves out bars of other tactics and tools than the chosen ones: no list shows the tests of two. */
function keepChosen(
  { by_tactic, by_tool }: MissionFigures,
  { tactic, tool }: Pick<Props['chosen'], 'tactic' | 'tool'>,
): Pick<MissionFigures, 'by_tactic' | 'by_tool'> {
  return {
    by_tactic: by_tactic.filter((part) => tactic === '' || part.tactic.external_id === tactic),
    by_tool: by_tool.filter((part) => tool === '' || part.tool.id === tool),
  };
}

/** Basis of the figures: executed tests, open questions, and times that do not count. */
function Basis({ figures, toTests }: { figures: MissionFigures; toTests: (figure: string) => string }) {
  const { open_questions, odd, unconfirmed, expectations } = figures;
  const said: [text: string, figure: string, count: number][] = [
    ...decidingKinds.map((kind): (typeof said)[number] => {
      const count = open_questions[kind];
      return [
        t('results.open_question', { kind: t(`names.fact_kind.${kind}`), count }),
        `open_${kind}`,
        count,
      ];
    }),
    [t('charts.odd', { count: odd }), 'odd', odd],
    [t('charts.unconfirmed', { count: unconfirmed }), 'unconfirmed', unconfirmed],
  ];
  return (
    <Text size="sm" c="dimmed" className={styles.basis}>
      <RunTests figures={figures} toTests={toTests} />{' '}
      {said
        .filter(([, , count]) => count > 0)
        .map(([text, figure, count]) => (
          <Fragment key={text}>
            <CountLink to={toTests(figure)} count={count}>
              {text}
            </CountLink>{' '}
          </Fragment>
        ))}
      <ExpectationSentence counts={expectations} toTests={toTests} />
    </Text>
  );
}

/** Number of executed tests, and of the others by state. */
function RunTests({ figures, toTests }: { figures: MissionFigures; toTests: (figure: string) => string }) {
  const { tests, attempted, not_attempted } = figures;
  const left = notAttempted.filter((status) => not_attempted[status] > 0);
  const run = (said: ReactNode) => (
    <CountLink to={toTests('attempted')} count={attempted}>
      {said}
    </CountLink>
  );
  if (left.length === 0) return rich('results.basis', { attempted, tests, run });
  return rich('results.basis_left', {
    attempted,
    tests,
    run,
    left: left.map((status, index) => (
      <Fragment key={status}>
        {index === 0 ? '' : ', '}
        <CountLink to={toTests(status)} count={not_attempted[status]}>
          {t(`results.left.${status}`, { count: not_attempted[status] })}
        </CountLink>
      </Fragment>
    )),
  });
}
