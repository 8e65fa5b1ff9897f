import { Group } from '@mantine/core';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { HistoryLink } from '../../../ui/pages/history-link.tsx';
import { Fact } from '../../../ui/pages/page-head.tsx';
import { PersonName } from '../../../ui/people/person-name.tsx';
import { FieldPeopleProvider } from '../../../ui/record/field-people.tsx';
import { useSteadyField } from '../../../ui/record/use-steady-field.ts';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { TestFindings } from '../findings/test-findings.tsx';
import { ClosedNote } from '../moves/closed-note.tsx';
import { ContradictionNote } from '../outcomes/contradiction-note.tsx';
import { PeopleHere } from '../presence/people-here.tsx';
import { usePlace } from '../presence/use-place.ts';
import { TestRemediations } from '../remediation/test-remediations.tsx';
import { NewRun } from '../runs/new-run.tsx';
import { RunHistory } from '../runs/run-history.tsx';
import { BlueRecord } from './blue-record.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { RedRecord } from './red-record.tsx';
import { TestAssignee } from './test-assignee.tsx';
import { TestBar, TestTrail } from './test-bar.tsx';
import styles from './test-view.module.css';
import type { TestViewProps } from './test-view-props.ts';

/** A test: its plan, red's record and blue's record, in as many columns as fit its width, below a sticky bar. */
export function TestView(props: TestViewProps) {
  const { test, mission, search, missionSearch, isBeside, evidence, remedy, may } = props;
  const scenario = mission?.scenarios.find(({ id }) => id === test.scenario_id);
  const place = usePlace(test.mission_id, test.id);
  const fields = useSteadyField();
  return (
    <div className={styles.view}>
      {isBeside ? null : <TestTrail test={test} mission={mission} search={missionSearch} />}
      <TestBar {...props} />
      <div className={styles.head}>
        <Group gap="4px 16px" fz="sm">
          {scenario ? <Fact label={t('shared.scenario')}>{toVisibleText(scenario.name)}</Fact> : null}
          {test.last_actor || test.status !== 'pending' ? (
            <Fact label={t('tests.last_change')}>
              <Moment at={test.updated_at} /> <PersonName person={test.last_actor} />
            </Fact>
          ) : null}
          <TestAssignee key={test.id} {...props} />
          <PeopleHere missionId={test.mission_id} testId={test.id} />
          <HistoryLink to={`/missions/${test.mission_id}/tests/${test.id}/history${search}`} />
        </Group>
        <NewRun test={test} runs={props.runs} />
        {mission === null ? null : <ClosedNote mission={mission} />}
        <ContradictionNote test={test} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes where one works, for others to see */}
      <div
        ref={fields}
        className={styles.columns}
        data-mine={may('blue') && !may('red') ? 'blue' : undefined}
        onFocus={place.onFocus}
        onBlur={place.onBlur}
      >
        <FieldPeopleProvider value={place.people}>
          <PlanPanel key={`${test.id} ${test.run.number}`} {...props} />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes where one works, for pasting */}
          <div
            className={styles.red}
            onPointerDown={() => evidence.onUsed('red')}
            onFocus={() => evidence.onUsed('red')}
          >
            <RedRecord {...props} />
          </div>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes where one works, for pasting */}
          <div
            className={styles.blue}
            onPointerDown={() => evidence.onUsed('blue')}
            onFocus={() => evidence.onUsed('blue')}
          >
            <BlueRecord {...props} />
          </div>
        </FieldPeopleProvider>
      </div>
      <TestFindings key={test.id} test={test} mission={mission} />
      <TestRemediations
        remediations={remedy.remediations}
        findOffer={remedy.findOffer}
        onVerify={remedy.verify}
        onOpen={remedy.open}
        onAdd={remedy.add}
      />
      <RunHistory test={test} />
    </div>
  );
}
