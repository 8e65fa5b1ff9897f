import { useQuery } from '@tanstack/react-query';
import type { Mission, MissionTest } from '../../../../server/missions/contract.ts';
import type { ClosedRun } from '../../../../server/missions/runs/contract.ts';
import { missionRemediations } from '../../../api/missions/remediations.ts';
import { describeExpectation } from '../../../ui/expectations/expectation-words.ts';
import { SheetHead, SheetSection, SheetText } from '../../../ui/print/sheet-parts.tsx';
import { formatCount } from '../../../ui/text/format-count.ts';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import type { Pictures } from '../../evidence/printed-pictures.ts';
import { toColumns } from '../runs/run-columns.ts';
import { RemediationsTable } from './remediations-sheet.tsx';
import { RunSheet, RunsTable } from './runs-sheet.tsx';

type Props = {
  test: MissionTest;
  mission: Mission | null;
  /** Newest first, as far as they are there by now. */
  closed: readonly ClosedRun[];
  pictures: Pictures;
};

/** A test on paper: its plan, what both sides wrote of every run to the last letter, with evidence, and remediations. */
export function TestSheet({ test, mission, closed, pictures }: Props) {
  const runs = toColumns(test, closed);
  const present = runs.at(-1);
  const earlier = runs.slice(0, -1).toReversed();
  const scenario = mission?.scenarios.find(({ id }) => id === test.scenario_id);
  const { number, reason } = test.run;
  return (
    <>
      <SheetHead
        trail={[mission?.name, scenario?.name].filter((name) => name !== undefined).join(' / ')}
        title={test.name}
        facts={[
          ['Status', t(`names.test_status.${test.status}`)],
          [
            'Run',
            number === 1
              ? null
              : `${number}${reason === null ? '' : ` (${t(`names.run_reason.${reason}`)})`}`,
          ],
          ['ATT&CK', test.catalog_tags.map(({ external_id, name }) => `${external_id} ${name}`).join(', ')],
          ['Platforms', test.platforms.join(', ')],
          ['OPSEC', test.opsec],
          ['Tags', test.tags.join(', ')],
          ['Assignee', test.assignee?.display_name],
          ['Last change', <Moment key="last" at={test.updated_at} />],
          ['by', test.last_actor?.display_name],
        ]}
      />
      <Plan test={test} />
      {present === undefined ? null : <RunSheet run={present.run} pictures={pictures} />}
      <Remediations test={test} mission={mission} />
      {test.closed_runs === 0 ? null : (
        <SheetSection title="Runs">
          <RunsTable test={test} closed={closed} />
          {closed.length < test.closed_runs ? (
            <p>{formatCount(test.closed_runs - closed.length, 'earlier run')} could not be read in time.</p>
          ) : null}
        </SheetSection>
      )}
      {earlier.map(({ run }) => (
        <RunSheet key={run.number} run={run} pictures={pictures} named={`Run ${run.number}: `} />
      ))}
    </>
  );
}

function Plan({ test }: { test: MissionTest }) {
  const { description, objective, procedure, suggested_command, cleanup_command, expected_detection } = test;
  const words = [description, objective, procedure, suggested_command, cleanup_command, expected_detection];
  if (!words.some(Boolean) && test.expectations.length === 0) return null;
  return (
    <SheetSection title="Plan">
      <SheetText label="Description" text={description} />
      <SheetText label="Objective" text={objective} />
      <SheetText label="Procedure" text={procedure} mono />
      <SheetText label="Suggested command" text={suggested_command} mono />
      <SheetText label="Clean-up command" text={cleanup_command} mono />
      <SheetText label="Expected detection" text={expected_detection} />
      <SheetText
        label="What should be seen"
        text={test.expectations
          .map(
            (one) =>
              `${t(`names.fact_kind.${one.kind}`)}: ${describeExpectation(one, one.tools)} (${one.met})`,
          )
          .join('\n')}
      />
    </SheetSection>
  );
}

function Remediations({ test, mission }: { test: MissionTest; mission: Mission | null }) {
  const { data } = useQuery({ ...missionRemediations(test.mission_id), enabled: false });
  const those = (data ?? []).filter(({ test_ids }) => test_ids.includes(test.id));
  if (those.length === 0) return null;
  return (
    <SheetSection title="Remediation">
      <RemediationsTable remediations={those} mission={mission} />
    </SheetSection>
  );
}
