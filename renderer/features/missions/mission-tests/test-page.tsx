import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useDeferredValue, useEffect } from 'react';
import { Outlet, useOutletContext, useParams, useSearchParams } from 'react-router';
import { isArchived, takesRecords } from '../../../../domain/missions.ts';
import { type Side, sides, writePermission } from '../../../../domain/sides.ts';
import { detectionLevels } from '../../../api/catalogue/detection-levels.ts';
import { isGone } from '../../../api/connection/problem.ts';
import { useUser } from '../../../api/connection/session.ts';
import { lastWriteOf, missionHistory } from '../../../api/history.ts';
import { missionTest } from '../../../api/missions/mission-tests.ts';
import { mission as missionQuery } from '../../../api/missions/missions.ts';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { ConflictDialog } from '../../../ui/record/conflict-dialog.tsx';
import { useConflict } from '../../../ui/record/use-conflict.ts';
import { useLeaveGuard } from '../../../ui/record/use-leave-guard.tsx';
import { useRecordKeys } from '../../../ui/record/use-record-keys.ts';
import { useSteps } from '../../../ui/record/use-steps.ts';
import { t } from '../../../words.ts';
import { useEvidence } from '../../evidence/use-evidence.tsx';
import { findNeighbours } from '../arrangement/arrange-tests.ts';
import { useArranged } from '../arrangement/use-arranged.ts';
import { useTestPlan } from '../edit/use-test-plan.tsx';
import { ExpectationsDialog } from '../expectations/expectations-dialog.tsx';
import { testMoveKey } from '../moves/mission-words.ts';
import { PrintedTest } from '../print/printed-test.tsx';
import { useTestRemediations } from '../remediation/use-test-remediations.ts';
import { useRuns } from '../runs/use-runs.tsx';
import { useActivity } from '../use-activity.ts';
import { TestVariablesDialog } from '../variables/variables-dialogs.tsx';
import type { TestPageContext } from './test-outlet.ts';
import { fieldKind, fieldName, type TestField, toRecord, useTestWriter } from './test-record.ts';
import { readQueue, toMissionSearch, toTestSearch } from './test-search.ts';
import { TestView } from './test-view.tsx';
import type { TestViewProps } from './test-view-props.ts';
import { useFewTests } from './use-few-tests.ts';
import { useQueue } from './use-queue.ts';
import { useSuggestedCommand } from './use-suggested-command.ts';
import { useSuggestions } from './use-suggestions.ts';
import { useTestMoves } from './use-test-moves.tsx';

/** A test on its own page, or `beside` the table of its mission, which then handles the keys that move between tests. */
export function TestPage() {
  const { isBeside } = useOutletContext<{ isBeside: boolean } | undefined>() ?? { isBeside: false };
  const { missionId = '', testId = '' } = useParams();
  const [parameters] = useSearchParams();
  const { permissions } = useUser();
  const mission = useQuery(missionQuery(missionId));
  const test = useQuery(missionTest(missionId, testId));
  useFewTests(testId);
  const levels = useQuery(detectionLevels);
  const { marks, clear } = useActivity(missionId);
  const writer = useTestWriter(missionId, testId);
  const { all, rows } = useArranged(mission.data, parameters);
  const side = readQueue(parameters);
  const queued = useQueue(missionId, testId, side, all);
  const search = toTestSearch(parameters);
  const path = `/missions/${missionId}/tests/${testId}`;
  const steps = useSteps(
    testId,
    (from) => findNeighbours(all, side === null ? rows : queued, from),
    (to) => `/missions/${missionId}/tests/${to}${search}`,
  );
  const archived = mission.data !== undefined && isArchived(mission.data.status);
  const isClosed = mission.data !== undefined && !takesRecords(mission.data.status);
  const holds = (side: Side) => permissions.includes(writePermission[side]);
  const may = (side: Side) => !isClosed && holds(side);
  const mine = sides.filter(may);
  const mayExpect = !isClosed && permissions.includes('mission.update');
  const plan = useTestPlan(mission.data, test.data);
  const dialog = useDialog(['expectations', 'test-variables'], { may: mayExpect });
  const evidence = useEvidence(
    test.data && {
      owner: { kind: 'test', id: testId, missionId },
      evidence: test.data.evidence,
    },
    archived ? [] : sides.filter(holds),
  );
  const moves = useTestMoves(
    missionId,
    test.data,
    mine,
    { writer, names: fieldName() },
    mission.data?.settle_at_review ?? 'ask',
  );
  const runs = useRuns(test.data, may('red'), writer);
  const conflict = useConflict<TestField>();
  const leaving = useLeaveGuard({ writer, names: fieldName(), path, onCompare: conflict.compare });
  const remedy = useTestRemediations(missionId, mission.data ?? null, test.data);
  const moveKeys = moves.possible.flatMap((move) => {
    const key = testMoveKey[move.name];
    return key === undefined ? [] : [{ key, run: () => moves.run(move) }];
  });
  const suggested = useSuggestions(test.data, may('red'), writer);
  const command = useSuggestedCommand(test.data, mission.data, may('red'), writer);
  const redKeys = [
    ...(command.use === null ? [] : [{ key: 'c', run: command.use }]),
    ...(command.copy === null ? [] : [{ key: 'shift+C', run: command.copy }]),
    ...(suggested.take === null ? [] : [{ key: 'h', run: suggested.take }]),
  ];
  const workKey = remedy.add === null ? [] : [{ key: 'w', run: remedy.add }];
  useRecordKeys(steps, { moves: [...moveKeys, ...workKey, ...redKeys], leads: !isBeside });
  const lastWrite = useCallback(
    (field: TestField) => lastWriteOf(missionHistory(missionId), { test_id: testId }, field),
    [missionId, testId],
  );

  // Opening the page marks the test as seen.
  const isMarked = marks[testId] !== undefined;
  useEffect(() => {
    if (isMarked) clear(testId);
  }, [isMarked, clear, testId]);

  if (test.data === undefined || isGone(test.error)) {
    if (test.error === null) return <TestSkeleton />;
    return <ProblemNote error={test.error} what={t('tests.test')} of="test" onRetry={() => test.refetch()} />;
  }
  const beside: TestPageContext = {
    test: test.data,
    mission: mission.data ?? null,
    levels: levels.data ?? [],
    writer,
    may,
  };
  return (
    <>
      <TestViewInSteps
        view={{
          test: test.data,
          mission: mission.data ?? null,
          levels: levels.data ?? [],
          isBeside,
          steps,
          search,
          missionSearch: toMissionSearch(parameters),
          values: toRecord(test.data),
          writer,
          lastWrite,
          onCompare: conflict.compare,
          may,
          moves,
          runs,
          evidence,
          mayAssign: mayExpect || mine.length > 0,
          mayPlan: mayExpect,
          onVariables: mayExpect ? () => void dialog.open('test-variables') : null,
          onExpect: mayExpect ? () => void dialog.open('expectations') : null,
          remedy,
          plan,
          suggested,
          command,
        }}
      />
      <ConflictDialog
        conflict={conflict}
        names={fieldName()}
        kinds={fieldKind}
        writer={writer}
        levels={levels.data ?? []}
        lastWrite={lastWrite}
        isOpen={!isClosed}
      />
      {leaving}
      {moves.dialog}
      {dialog.name === 'expectations' ? (
        <ExpectationsDialog
          key={testId}
          test={test.data}
          organisationId={mission.data?.organisation?.id ?? null}
          onClose={dialog.close}
        />
      ) : null}
      {dialog.name === 'test-variables' ? (
        <TestVariablesDialog
          key={testId}
          test={test.data}
          mission={mission.data ?? null}
          onClose={dialog.close}
        />
      ) : null}
      {plan.dialog}
      {runs.dialog}
      {evidence.dialog}
      {remedy.dialog}
      <PrintedTest test={test.data} mission={mission.data ?? null} />
      <Outlet context={beside} />
    </>
  );
}

/** Saving and others' writes change the whole record, which is rendered in steps, so that typing goes on between them. */
function TestViewInSteps({ view }: { view: TestViewProps }) {
  const later = useDeferredValue(view);
  return <MemoTestView view={later.test.id === view.test.id ? later : view} />;
}

const MemoTestView = memo(function MemoTestView({ view }: { view: TestViewProps }) {
  return <TestView {...view} />;
});

function TestSkeleton() {
  return (
    <Stack gap="sm" aria-busy="true" aria-label={t('tests.loading_the_test')} role="status">
      <Skeleton height={26} width="50%" />
      <Skeleton height={200} />
      <Skeleton height={260} />
    </Stack>
  );
}
