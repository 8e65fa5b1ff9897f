import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission, Scenario, TestSummary } from '../../../../server/missions/contract.ts';
import {
  type SheetColumn,
  SheetHead,
  SheetSection,
  SheetTable,
  SheetText,
} from '../../../ui/print/sheet-parts.tsx';
import { DateRange, Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { EvidenceSheet } from '../../evidence/evidence-sheet.tsx';
import { describeSeen } from '../../facts/seen-words.ts';
import { describeDelay } from '../../facts/typed-moment.ts';
import { describeExpectations, describeParts, listParts, sumUpOutcomes } from '../outcomes/outcome-words.ts';
import { toColumns } from '../runs/run-columns.ts';
import { listForAnnex, missionAnnex } from './mission-annex.ts';
import { RunsTable } from './runs-sheet.tsx';

const columns: readonly SheetColumn<TestSummary>[] = [
  {
    head: 'Test',
    cell: ({ name, run_number }) => `${name}${run_number > 1 ? ` · run ${run_number}` : ''}`,
  },
  {
    head: 'Technique',
    width: '19mm',
    cell: ({ catalog_tags }) => catalog_tags.map(({ external_id }) => external_id).join(' '),
  },
  { head: 'Status', width: '19mm', cell: ({ status }) => t(`names.test_status.${status}`) },
  { head: 'Outcome', width: '33mm', cell: describeSeen },
  {
    head: 'Files',
    width: '10mm',
    cell: ({ evidence_count }) => (evidence_count === 0 ? '' : String(evidence_count)),
  },
  {
    head: 'Executed',
    width: '34mm',
    cell: ({ executed_at }) => (executed_at === null ? '' : <Moment at={executed_at} />),
  },
  {
    head: 'Detected',
    width: '18mm',
    cell: ({ executed_at, detected_at }) =>
      detected_at === null ? '' : (describeDelay(detected_at, executed_at) ?? <Moment at={detected_at} />),
  },
  {
    head: 'Who',
    width: '20mm',
    cell: ({ assignee, operator, last_actor }) =>
      assignee?.display_name ?? operator ?? last_actor?.display_name ?? '',
  },
];

/** A mission on paper: its head, and all of its tests in its own order, whatever the screen is narrowed to. */
export function MissionSheet({ mission }: { mission: Mission }) {
  const { counts, scenarios } = mission;
  const outcomes = sumUpOutcomes(mission);
  return (
    <>
      <SheetHead
        title={mission.name}
        facts={[
          ['Client', mission.client],
          [
            'Dates',
            mission.start_date === null && mission.end_date === null ? null : (
              <DateRange key="dates" from={mission.start_date} to={mission.end_date} />
            ),
          ],
          ['Status', t(`names.mission_status.${mission.status}`)],
          ['ATT&CK', mission.catalog_version],
          [
            'Members',
            mission.members.map(({ user, role_hint }) => `${user.display_name} (${role_hint})`).join(', '),
          ],
          [
            'Tests',
            `${counts.tests}: ${counts.executed + counts.reviewed_by_blue} executed, ${counts.reviewed_by_blue} reviewed, ${counts.pending} pending, ${counts.skipped + counts.blocked} skipped or could not run`,
          ],
          ['Outcome', describeParts(listParts(outcomes))],
          ['Expectations', describeExpectations(outcomes.expectations)],
        ]}
      >
        <SheetText label="Description" text={mission.description} />
      </SheetHead>
      {scenarios.length === 0 ? <p>No tests yet.</p> : null}
      {scenarios.map((scenario) => (
        <ScenarioTable key={scenario.id} scenario={scenario} />
      ))}
      <Annex mission={mission} />
    </>
  );
}

/** What was read to be printed; without it, only how many runs and files there are. */
function Annex({ mission }: { mission: Mission }) {
  const { data } = useQuery({ ...missionAnnex(useQueryClient(), mission), enabled: false });
  if (data === undefined) {
    return <p>{listForAnnex(mission).length > 0 ? 'Printed without evidence and earlier runs.' : ''}</p>;
  }
  return data.map(({ test, closed, pictures }) => (
    <SheetSection
      key={test.id}
      title={`${closed.length > 0 ? 'Runs and evidence' : 'Evidence'}: ${toVisibleText(test.name)}`}
    >
      <RunsTable test={test} closed={closed} />
      {toColumns(test, closed).map(({ run }) =>
        run.evidence.length === 0 ? null : (
          <div key={run.number}>
            {closed.length === 0 ? null : <h3>Evidence of run {run.number}</h3>}
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
        <p>No tests yet.</p>
      </SheetSection>
    );
  }
  return <SheetTable caption={toVisibleText(scenario.name)} columns={columns} rows={scenario.tests} />;
}
