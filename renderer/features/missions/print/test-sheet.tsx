import { useQuery } from '@tanstack/react-query';
import type { Mission, MissionTest } from '../../../../server/missions/contract.ts';
import type { ClosedRun } from '../../../../server/missions/runs/contract.ts';
import { missionRemediations } from '../../../api/missions/remediations.ts';
import { describeExpectation } from '../../../ui/expectations/expectation-words.ts';
import { SheetHead, SheetSection, SheetText } from '../../../ui/print/sheet-parts.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import type { Pictures } from '../../evidence/printed-pictures.ts';
import { toColumns } from '../runs/run-columns.ts';
import { RemediationsTable } from './remediations-sheet.tsx';
import { RunSheet, RunsTable } from './runs-sheet.tsx';

type Props = {
  test: MissionTest;
  mission: Mission | null;
  /** Newest first, as far as loaded. */
  closed: readonly ClosedRun[];
  pictures: Pictures;
};

/** A test on paper: its plan, the full record of every run with evidence, and remediations. */
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
          [t('shared.status'), t(`names.test_status.${test.status}`)],
          [
            t('shared.run'),
            number === 1
              ? null
              : reason === null
                ? String(number)
                : t('runs.numbered_with_reason', {
                    number: String(number),
                    reason: t(`names.run_reason.${reason}`),
                  }),
          ],
          ['ATT&CK', test.catalog_tags.map(({ external_id, name }) => `${external_id} ${name}`).join(', ')],
          [t('tests.platforms'), test.platforms.join(', ')],
          [t('tests.opsec'), test.opsec],
          [t('shared.tags'), test.tags.join(', ')],
          [t('tests.assignee'), test.assignee?.display_name],
          [t('tests.last_change'), <Moment key="last" at={test.updated_at} />],
          ['by', test.last_actor?.display_name],
        ]}
      />
      <Plan test={test} />
      {present === undefined ? null : <RunSheet run={present.run} pictures={pictures} />}
      <Remediations test={test} mission={mission} />
      {test.closed_runs === 0 ? null : (
        <SheetSection title={t('tests.runs')}>
          <RunsTable test={test} closed={closed} />
          {closed.length < test.closed_runs ? (
            <p>{t('tests.could_not_be_read_in_time', { closedruns: test.closed_runs - closed.length })}</p>
          ) : null}
        </SheetSection>
      )}
      {earlier.map(({ run }) => (
        <RunSheet key={run.number} run={run} pictures={pictures} isEarlier />
      ))}
    </>
  );
}

function Plan({ test }: { test: MissionTest }) {
  const { description, objective, procedure, suggested_command, cleanup_command, expected_detection } = test;
  const words = [description, objective, procedure, suggested_command, cleanup_command, expected_detection];
  if (!words.some(Boolean) && test.expectations.length === 0) return null;
  return (
    <SheetSection title={t('tests.plan')}>
      <SheetText label={t('shared.description')} text={description} />
      <SheetText label={t('shared.objective')} text={objective} />
      <SheetText label={t('tests.procedure')} text={procedure} mono />
      <SheetText label={t('tests.suggested_command')} text={suggested_command} mono />
      <SheetText label={t('tests.clean_up_command')} text={cleanup_command} mono />
      <SheetText label={t('tests.expected_detection')} text={expected_detection} />
      <SheetText
        label={t('tests.what_should_be_seen')}
        text={test.expectations
          .map((one) =>
            t('expectations.with_verdict', {
              kind: t(`names.fact_kind.${one.kind}`),
              expected: describeExpectation(one, one.tools),
              verdict: t(`names.verdict.${one.met}`),
            }),
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
    <SheetSection title={t('shared.remediation')}>
      <RemediationsTable remediations={those} mission={mission} />
    </SheetSection>
  );
}
