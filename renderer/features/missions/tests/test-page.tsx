import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { isArchived } from '../../../../domain/missions.ts';
import { type Side, sides, writePermission } from '../../../../domain/sides.ts';
import { detectionLevels } from '../../../api/detection-levels.ts';
import { missionTest } from '../../../api/mission-tests.ts';
import { mission as missionQuery } from '../../../api/missions.ts';
import { isGone } from '../../../api/problem.ts';
import { useUser } from '../../../api/session.ts';
import { ProblemNote } from '../../../ui/problem-note.tsx';
import { arrange, arrangementOf, neighbours, rowsOf } from '../arrange-tests.ts';
import { useEvidence } from '../evidence/use-evidence.tsx';
import { useActivity } from '../use-activity.ts';
import { recordOf, TestConflict, type TestField, useTestWriter } from './test-record.tsx';
import { TestView } from './test-view.tsx';
import { useFewTests } from './use-few-tests.ts';
import { useTestKeys } from './use-test-keys.ts';
import { useTestMoves } from './use-test-moves.tsx';
import { useTestSteps } from './use-test-steps.ts';

export function Component() {
  const { missionId = '', testId = '' } = useParams();
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const { permissions } = useUser();
  const mission = useQuery(missionQuery(missionId));
  const test = useQuery(missionTest(missionId, testId));
  useFewTests(testId);
  const levels = useQuery(detectionLevels);
  const { marks, clear } = useActivity(missionId);
  const { writer, snapshot } = useTestWriter(missionId, testId);
  const rows = useMemo(() => (mission.data ? rowsOf(mission.data) : []), [mission.data]);
  const arranged = useMemo(() => arrange(rows, arrangementOf(parameters)), [rows, parameters]);
  const around = useMemo(() => neighbours(rows, arranged, testId), [rows, arranged, testId]);
  const steps = useTestSteps(testId, (from) => neighbours(rows, arranged, from));
  const archived = mission.data !== undefined && isArchived(mission.data.status);
  const may = (side: Side) => !archived && permissions.includes(writePermission[side]);
  const mine = sides.filter(may);
  const evidence = useEvidence(test.data, mine);
  const moves = useTestMoves(test.data, mine, writer);
  const search = parameters.size > 0 ? `?${parameters}` : '';
  const go = (to: string | null) => {
    // The next test is looked at where this one was.
    if (to === null) return;
    steps.note(to);
    navigate(`/missions/${missionId}/tests/${to}${search}`, { preventScrollReset: true });
  };
  useTestKeys({
    moves,
    isLeft: steps.isLeft,
    onNext: () => go(steps.neighbours().next),
    onPrevious: () => go(steps.neighbours().previous),
  });

  // Being here is looking at it.
  const isMarked = marks[testId] !== undefined;
  useEffect(() => {
    if (isMarked) clear(testId);
  }, [isMarked, clear, testId]);

  const conflicting = (Object.keys(snapshot) as TestField[]).find(
    (field) => snapshot[field]?.phase === 'conflict',
  );
  const [comparing, setComparing] = useState<TestField | null>(null);
  // A conflict opens the comparison once; closed without a choice it waits at its field.
  useEffect(() => setComparing(conflicting ?? null), [conflicting]);

  if (test.data === undefined || isGone(test.error)) {
    if (test.error === null) return <TestSkeleton />;
    return <ProblemNote error={test.error} what="test" onRetry={() => test.refetch()} />;
  }
  const compared = comparing ? snapshot[comparing] : undefined;
  return (
    <>
      <TestView
        test={test.data}
        mission={mission.data ?? null}
        levels={levels.data ?? []}
        around={around}
        search={search}
        onGo={go}
        values={recordOf(test.data)}
        writer={writer}
        snapshot={snapshot}
        onCompare={setComparing}
        may={may}
        isArchived={archived}
        moves={moves}
        evidence={evidence}
      />
      {comparing && compared?.phase === 'conflict' ? (
        <TestConflict
          test={test.data}
          field={comparing}
          state={compared}
          levels={levels.data ?? []}
          writer={writer}
          onClose={() => setComparing(null)}
        />
      ) : null}
      {moves.dialog}
      {evidence.dialog}
    </>
  );
}

function TestSkeleton() {
  return (
    <Stack gap="sm" aria-busy="true" aria-label="Loading the test" role="status">
      <Skeleton height={26} width="50%" />
      <Skeleton height={200} />
      <Skeleton height={260} />
    </Stack>
  );
}
