import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { drawOutcomes, drawQuestions } from '../../../domain/charts/bars.ts';
import type { Drawing, Space } from '../../../domain/charts/drawing.ts';
import { nameQuestion } from '../../../domain/charts/figure-places.ts';
import { eachOf } from '../../../domain/each-name.ts';
import { runningStatus } from '../../../domain/missions.ts';
import { factKinds } from '../../../domain/outcomes.ts';
import type { HeadlineFigures } from '../../../server/missions/figures/contract.ts';
import type { CoverageSummary } from '../../../server/missions/overview/contract.ts';
import { runningHeadline } from '../../api/home.ts';
import { Chart } from '../../ui/charts/chart.tsx';
import { CountLink } from '../../ui/charts/count-link.tsx';
import { ExpectationSentence } from '../../ui/charts/expectation-counts.tsx';
import { HeadlineTiles } from '../../ui/charts/headline.tsx';
import { SidePanel } from '../../ui/dialogs/side-panel.tsx';
import { t } from '../../words.ts';
import { SeenInMissionsNote } from '../missions/hiding/seen-note.tsx';
import { All, Lines } from './from-home.tsx';

/** Coverage of running missions, and its outcomes. */
export function CoveragePanel({ coverage }: { coverage: CoverageSummary | null }) {
  const headline = useQuery(runningHeadline);
  return (
    <SidePanel title={t('home.coverage')} beside={<All to="/catalogue" what={t('home.techniques')} />}>
      {coverage === null ? (
        <Lines />
      ) : (
        <>
          <SeenInMissionsNote status={runningStatus} />
          <Text size="sm" {...(coverage.tests.run === 0 ? { c: 'dimmed' } : {})}>
            {coverage.tests.run === 0 ? (
              describeTagged(coverage)
            ) : (
              <CountLink to={toTests('attempted')} count={coverage.tests.run}>
                {describeTagged(coverage)}
              </CountLink>
            )}
          </Text>
          {headline.data === undefined || headline.data.attempted === 0 ? null : (
            <>
              <HeadlineTiles figures={headline.data} first={headline.data.first} toTests={toTests} />
              <Chart of={headline.data} draw={drawClasses} toLink={(figure) => toTests(figure)} isPlain />
            </>
          )}
          <Chart
            of={coverage}
            draw={drawKinds}
            toLink={(kind, answer) => toTests(nameQuestion(kind, answer))}
            isPlain
          />
          {headline.data === undefined ? null : (
            <Text size="sm">
              <ExpectationSentence counts={headline.data.expectations} toTests={toTests} />
            </Text>
          )}
        </>
      )}
    </SidePanel>
  );
}

/** The tests counted in a figure over the running missions. */
function toTests(figure: string, more: Record<string, string> = {}): string {
  return `/figures?${new URLSearchParams({ figure, status: runningStatus, ...more })}`;
}

function describeTagged({ tests, tagged }: CoverageSummary): string {
  if (tests.run === 0) return t('home.nothing_was_executed_in_a_running');
  const { run, planned } = tagged;
  return planned === 0
    ? t('home.tested_without_a_technique', { count: tests.run })
    : t('home.tested_of_planned', { run, planned, count: tests.run });
}

/** The classes of the executed tests. */
function drawClasses(figures: HeadlineFigures, space: Space): Drawing | null {
  return drawOutcomes(figures, space);
}

/** Answers for each kind of fact; not tested counts as not answered. */
function drawKinds({ outcomes, tests }: CoverageSummary, space: Space): Drawing | null {
  const questions = eachOf(factKinds, (kind) => {
    const { yes = 0, partial = 0, no = 0, not_applicable = 0 } = outcomes[kind] ?? {};
    const not_answered = tests.run - yes - partial - no - not_applicable;
    return { yes, partial, no, not_applicable, not_answered };
  });
  return drawQuestions({ questions, attempted: tests.run }, space);
}
