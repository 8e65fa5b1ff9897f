import { useQuery, useQueryClient } from '@tanstack/react-query';
import { describeExpectations } from '../../../../domain/charts/figure-words.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission, Scenario, TestSummary } from '../../../../server/missions/contract.ts';
import { missionFigures } from '../../../api/missions/figures.ts';
import {
  type SheetColumn,
  SheetHead,
  SheetSection,
  SheetTable,
  SheetText,
} from '../../../ui/print/sheet-parts.tsx';
import { DateRange, Moment } from '../../../ui/times/time.tsx';
import { describeDelay } from '../../../ui/times/typed-moment.ts';
import { t, words } from '../../../words.ts';
import { EvidenceSheet } from '../../evidence/evidence-sheet.tsx';
import { describeSeen } from '../../facts/seen-words.ts';
import { useOfSeen } from '../hiding/hidden-tests.ts';
import { describeParts, listParts, sumUpOutcomes } from '../outcomes/outcome-words.ts';
import { toColumns } from '../runs/run-columns.ts';
import { listForAnnex, missionAnnex } from './mission-annex.ts';
import { RunsTable } from './runs-sheet.tsx';

const columns = (): readonly SheetColumn<TestSummary>[] => [
  {
    head: t('shared.test'),
    cell: ({ name, run_number }) =>
      run_number > 1 ? t('tests.name_and_run', { name, run: run_number }) : name,
  },
  {
    head: t('shared.technique'),
    width: '19mm',
    cell: ({ catalog_tags }) => catalog_tags.map(({ external_id }) => external_id).join(' '),
  },
  { head: t('shared.status'), width: '19mm', cell: ({ status }) => t(`names.test_status.${status}`) },
  { head: t('shared.outcome'), width: '33mm', cell: describeSeen },
  {
    head: t('tests.files'),
    width: '10mm',
    cell: ({ evidence_count }) => (evidence_count === 0 ? '' : String(evidence_count)),
  },
  {
    head: t('tests.executed'),
    width: '32mm',
    cell: ({ executed_at }) => (executed_at === null ? '' : <Moment at={executed_at} bare />),
  },
  {
    head: t('tests.detected'),
    width: '20mm',
    cell: ({ executed_at, detected_at }) =>
      detected_at === null ? '' : (describeDelay(detected_at, executed_at) ?? <Moment at={detected_at} />),
  },
  {
    head: t('tests.who'),
    width: '20mm',
    cell: ({ assignee, operator, last_actor }) =>
      assignee?.display_name ?? operator ?? last_actor?.display_name ?? '',
  },
];

/** A mission on paper: its head, and all its tests in its own order, regardless of filters. */
export function MissionSheet({ mission }: { mission: Mission }) {
  const { counts, scenarios } = mission;
  const outcomes = sumUpOutcomes(mission);
  // Printing does not wait: without loaded figures, their line is left out.
  const figures = useQuery(missionFigures(mission)).data;
  const ofSeen = useOfSeen();
  const expectations = figures === undefined ? null : describeExpectations(figures.expectations, words);
  return (
    <>
      <SheetHead
        title={mission.name}
        facts={[
          [t('shared.client'), mission.client],
          [
            t('shared.dates'),
            mission.start_date === null && mission.end_date === null ? null : (
              <DateRange key="dates" from={mission.start_date} to={mission.end_date} />
            ),
          ],
          [t('shared.status'), t(`names.mission_status.${mission.status}`)],
          ['ATT&CK', mission.catalog_version],
          [
            t('shared.members'),
            mission.members.map(({ user, role_hint }) => `${user.display_name} (${role_hint})`).join(', '),
          ],
          [
            t('shared.tests'),
            ofSeen(
              mission,
              t('tests.tests_executed_executed_reviewedbyblue_revie', {
                tests: counts.tests,
                executed: counts.executed + counts.reviewed_by_blue,
                reviewedbyblue: counts.reviewed_by_blue,
                pending: counts.pending,
                skipped: counts.skipped + counts.blocked,
              }),
            ),
          ],
          [t('shared.outcome'), ofSeen(mission, describeParts(listParts(outcomes)))],
          [t('tests.expectations'), expectations && ofSeen(mission, expectations)],
        ]}
      >
        <SheetText label={t('shared.description')} text={mission.description} />
      </SheetHead>
      {scenarios.length === 0 ? <p>{t('tests.no_tests_yet')}</p> : null}
      {scenarios.map((scenario) => (
        <ScenarioTable key={scenario.id} scenario={scenario} />
      ))}
      <Annex mission={mission} />
    </>
  );
}

/** Data loaded for printing; without it, only the numbers of runs and files are printed. */
function Annex({ mission }: { mission: Mission }) {
  const { data } = useQuery({ ...missionAnnex(useQueryClient(), mission), enabled: false });
  if (data === undefined) {
    return (
      <p>{listForAnnex(mission).length > 0 ? t('tests.printed_without_evidence_and_earlier_runs') : ''}</p>
    );
  }
  return data.map(({ test, closed, pictures }) => (
    <SheetSection
      key={test.id}
      title={t(closed.length > 0 ? 'tests.annex_runs' : 'tests.annex_evidence', {
        test: toVisibleText(test.name),
      })}
    >
      <RunsTable test={test} closed={closed} />
      {toColumns(test, closed).map(({ run }) =>
        run.evidence.length === 0 ? null : (
          <div key={run.number}>
            {closed.length === 0 ? null : (
              <h3>{t('tests.evidence_of_run_number', { number: run.number })}</h3>
            )}
            <EvidenceSheet files={run.evidence} pictures={pictures} />
          </div>
        ),
      )}
    </SheetSection>
  ));
}

function ScenarioTable({ scenario }: { scenario: Scenario }) {
  if (scenario.tests.length === 0) {
    return (
      <SheetSection title={toVisibleText(scenario.name)}>
        <p>{t('tests.no_tests_yet')}</p>
      </SheetSection>
    );
  }
  return <SheetTable caption={toVisibleText(scenario.name)} columns={columns()} rows={scenario.tests} />;
}
