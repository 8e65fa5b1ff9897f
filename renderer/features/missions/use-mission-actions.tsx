import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  isArchived,
  type MissionMove,
  missionMoves,
  type TestMove,
  testMoves,
} from '../../../domain/missions.ts';
import type { RunReason } from '../../../domain/runs.ts';
import { writePermission } from '../../../domain/sides.ts';
import type { Mission, TestSummary } from '../../../server/missions/contract.ts';
import { moveTests } from '../../api/mission-tests.ts';
import { deleteMission, moveMission } from '../../api/missions.ts';
import { startRuns } from '../../api/runs.ts';
import { useUser } from '../../api/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Name } from '../../ui/name.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { useGo } from '../../ui/use-go.ts';
import { AppendDialog } from './append-dialog.tsx';
import { EditMissionDialog } from './edit-mission-dialog.tsx';
import { MembersDialog } from './members-dialog.tsx';
import { RetestDialog } from './runs/retest-dialog.tsx';

export type BulkMove = TestMove & { tests: TestSummary[] };

export type MissionActions = {
  /** Each is null for people who may not; on an archived mission, all but `remove` are. */
  edit: (() => void) | null;
  members: (() => void) | null;
  append: (() => void) | null;
  /** A new mission of the same tests; also of an archived one. */
  retest: (() => void) | null;
  remove: (() => void) | null;
  moves: (MissionMove & { run: () => void })[];
  isMoving: boolean;
  /** Whether tests can be moved at all by this person. */
  selectable: boolean;
  /** The moves that at least one of these tests can make by this person. */
  bulkMoves: (tests: readonly TestSummary[]) => BulkMove[];
  /** Runs tests again that were run, all or none; null for people who may not. */
  runAgain: ((testIds: readonly string[], reason: RunReason) => Promise<void>) | null;
  moveTests: (move: BulkMove, onProgress: (done: number) => void) => Promise<void>;
  dialog: ReactNode;
};

/** What this person may do with a mission, and doing it. */
export function useMissionActions(mission: Mission | undefined): MissionActions {
  const queryClient = useQueryClient();
  const go = useGo();
  const { permissions } = useUser();
  const [confirming, setConfirming] = useState<'archive' | 'delete' | null>(null);
  const [isMoving, setMoving] = useState(false);
  const archived = mission !== undefined && isArchived(mission.status);
  const mayChange = permissions.includes('mission.update') && !archived;
  const dialog = useDialog(['edit', 'members', 'append'], { may: mission !== undefined && mayChange });
  const mayRetest = permissions.includes('mission.create');
  const retest = useDialog(['retest'], { may: mission !== undefined && mayRetest });
  const close = () => setConfirming(null);

  const moves = missionMoves
    .filter(({ from, needs }) => from === mission?.status && permissions.includes(needs))
    .map((move) => ({
      ...move,
      run: () => {
        if (isArchived(move.to)) {
          setConfirming('archive');
          return;
        }
        setMoving(true);
        moveMission(queryClient, (mission as Mission).id, move.to)
          .catch((error: Error) =>
            notifications.show({
              color: 'red',
              title: 'The mission stayed as it was',
              message: error.message,
            }),
          )
          .finally(() => setMoving(false));
      },
    }));

  const mine = archived ? [] : testMoves.filter(({ side }) => permissions.includes(writePermission[side]));
  return {
    edit: mayChange ? () => dialog.open('edit') : null,
    members: mayChange ? () => dialog.open('members') : null,
    append: mayChange ? () => dialog.open('append') : null,
    retest: mayRetest ? () => retest.open('retest') : null,
    remove: permissions.includes('mission.archive') ? () => setConfirming('delete') : null,
    moves,
    isMoving,
    selectable: mine.length > 0,
    bulkMoves: (tests) =>
      mine
        .map((move) => ({ ...move, tests: tests.filter(({ status }) => status === move.from) }))
        .filter((move) => move.tests.length > 0),
    runAgain:
      !archived && permissions.includes(writePermission.red)
        ? (testIds, reason) => startRuns(queryClient, (mission as Mission).id, testIds, reason)
        : null,
    moveTests: async (move, onProgress) => {
      const refused = await moveTests(queryClient, (mission as Mission).id, move.tests, move.to, onProgress);
      if (refused.length === 0) return;
      notifications.show({
        color: 'red',
        title: `${refused.length} of ${move.tests.length} tests stayed as they were`,
        message: refused[0] as string,
        autoClose: false,
      });
    },
    dialog:
      mission === undefined ? null : (
        <>
          {dialog.name === 'edit' ? <EditMissionDialog mission={mission} onClose={dialog.close} /> : null}
          {dialog.name === 'members' ? <MembersDialog mission={mission} onClose={dialog.close} /> : null}
          {dialog.name === 'append' ? <AppendDialog mission={mission} onClose={dialog.close} /> : null}
          {retest.name === 'retest' ? (
            <RetestDialog
              mission={mission}
              onClose={retest.close}
              onMade={(made) => retest.leaveFor(`/missions/${made.id}`)}
            />
          ) : null}
          {confirming === 'archive' ? (
            <ConfirmDialog
              title="Archive this mission?"
              confirm="Archive for good"
              onClose={close}
              onConfirm={() => moveMission(queryClient, mission.id, 'archived')}
            >
              <Text size="sm">
                <b>
                  <Name>{mission.name}</Name>
                </b>{' '}
                stays readable, with its {mission.counts.tests} tests and their evidence. Nobody can change
                any of it any more, and there is no way back.
              </Text>
            </ConfirmDialog>
          ) : null}
          {confirming === 'delete' ? (
            <ConfirmDialog
              title="Delete this mission?"
              confirm="Delete mission"
              onClose={close}
              onConfirm={() => deleteMission(queryClient, mission.id, () => go('/missions'))}
            >
              <Text size="sm">
                <b>
                  <Name>{mission.name}</Name>
                </b>{' '}
                and its {describeDeleted(mission)} will be gone for everybody, also for its{' '}
                {mission.members.length} members.
              </Text>
            </ConfirmDialog>
          ) : null}
        </>
      ),
  };
}

function describeDeleted(mission: Mission): string {
  const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
  const files = tests.reduce((sum, test) => sum + test.evidence_count, 0);
  const recorded = tests.length - mission.counts.pending;
  return `${tests.length} tests (${recorded} with results) and ${files} ${files === 1 ? 'file' : 'files'} of evidence`;
}
