import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Outlet, useParams, useSearchParams } from 'react-router';
import { isArchived } from '../../../../domain/missions.ts';
import { type Side, sides, writePermission } from '../../../../domain/sides.ts';
import { detectionLevels } from '../../../api/detection-levels.ts';
import { missionTest } from '../../../api/mission-tests.ts';
import { mission as missionQuery } from '../../../api/missions.ts';
import { isGone } from '../../../api/problem.ts';
import { useUser } from '../../../api/session.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import { ProblemNote } from '../../../ui/problem-note.tsx';
import { ConflictDialog } from '../../../ui/record/conflict-dialog.tsx';
import { useConflict } from '../../../ui/record/use-conflict.ts';
import { useRecordKeys } from '../../../ui/record/use-record-keys.ts';
import { useSteps } from '../../../ui/record/use-steps.ts';
import { useDialog } from '../../../ui/use-dialog.ts';
import { arrange, findNeighbours, listRows, readArrangement } from '../arrange-tests.ts';
import { useEvidence } from '../evidence/use-evidence.tsx';
import { ExpectationsDialog } from '../expectations/expectations-dialog.tsx';
import { testMoveKey } from '../mission-words.ts';
import { useTestRemediations } from '../remediation/use-test-remediations.ts';
import { useRuns } from '../runs/use-runs.tsx';
import { useActivity } from '../use-activity.ts';
import type { TestPageContext } from './test-outlet.ts';
import { fieldKind, fieldName, toRecord, useTestWriter } from './test-record.ts';
import { TestView } from './test-view.tsx';
import { useFewTests } from './use-few-tests.ts';
import { useTestMoves } from './use-test-moves.tsx';

export function TestPage() {
  const { missionId = '', testId = '' } = useParams();
  const [parameters] = useSearchParams();
  const { permissions } = useUser();
  const mission = useQuery(missionQuery(missionId));
  const test = useQuery(missionTest(missionId, testId));
  useFewTests(testId);
  const levels = useQuery(detectionLevels);
  const { marks, clear } = useActivity(missionId);
  const { writer, snapshot } = useTestWriter(missionId, testId);
  const rows = useMemo(() => (mission.data ? listRows(mission.data) : []), [mission.data]);
  const arranged = useMemo(() => arrange(rows, readArrangement(parameters)), [rows, parameters]);
  const search = toSearch(parameters);
  const steps = useSteps(
    testId,
    (from) => findNeighbours(rows, arranged, from),
    (to) => `/missions/${missionId}/tests/${to}${search}`,
  );
  const archived = mission.data !== undefined && isArchived(mission.data.status);
  const may = (side: Side) => !archived && permissions.includes(writePermission[side]);
  const mine = sides.filter(may);
  const mayExpect = !archived && permissions.includes('mission.update');
  const dialog = useDialog(['expectations'], { may: mayExpect });
  const evidence = useEvidence(test.data, mine);
  const moves = useTestMoves(test.data, mine, writer);
  const runs = useRuns(test.data, may('red'), writer);
  const conflict = useConflict(snapshot);
  const remedy = useTestRemediations(missionId, mission.data ?? null, test.data);
  useRecordKeys(steps, [
    ...moves.possible.flatMap((move) => {
      const key = testMoveKey[move.name];
      return key === undefined ? [] : [{ key, run: () => moves.run(move) }];
    }),
    ...(remedy.add === null ? [] : [{ key: 'w', run: remedy.add }]),
  ]);

  // Opening the page counts as looking at the test.
  const isMarked = marks[testId] !== undefined;
  useEffect(() => {
    if (isMarked) clear(testId);
  }, [isMarked, clear, testId]);

  if (test.data === undefined || isGone(test.error)) {
    if (test.error === null) return <TestSkeleton />;
    return <ProblemNote error={test.error} what="test" onRetry={() => test.refetch()} />;
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
      <TestView
        test={test.data}
        mission={mission.data ?? null}
        levels={levels.data ?? []}
        steps={steps}
        search={search}
        values={toRecord(test.data)}
        writer={writer}
        snapshot={snapshot}
        onCompare={conflict.compare}
        may={may}
        isArchived={archived}
        moves={moves}
        runs={runs}
        evidence={evidence}
        onExpect={mayExpect ? () => void dialog.open('expectations') : null}
        remedy={remedy}
      />
      <ConflictDialog
        conflict={conflict}
        names={fieldName}
        kinds={fieldKind}
        writer={writer}
        snapshot={snapshot}
        levels={levels.data ?? []}
        by={<PersonName person={test.data.last_actor} />}
        at={test.data.updated_at}
      />
      {moves.dialog}
      {dialog.name === 'expectations' ? (
        <ExpectationsDialog
          key={testId}
          test={test.data}
          organisationId={mission.data?.organisation?.id ?? null}
          onClose={dialog.close}
        />
      ) : null}
      {runs.dialog}
      {evidence.dialog}
      {remedy.dialog}
      <Outlet context={beside} />
    </>
  );
}

/** What narrows the mission's table, which goes with every step; a dialog is the page's own. */
function toSearch(parameters: URLSearchParams): string {
  const kept = new URLSearchParams(parameters);
  kept.delete('dialog');
  return kept.size > 0 ? `?${kept}` : '';
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
