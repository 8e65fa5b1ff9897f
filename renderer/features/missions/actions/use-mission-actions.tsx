import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type TestMove, takesRecords, testMoves } from '../../../../domain/missions.ts';
import type { RunReason } from '../../../../domain/runs.ts';
import { writePermission } from '../../../../domain/sides.ts';
import type { Mission, TestSummary } from '../../../../server/missions/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { deleteMission, replaceMembers } from '../../../api/missions/missions.ts';
import { startRuns, takeBackRun } from '../../../api/missions/runs.ts';
import { rich } from '../../../rich.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { offerUndo } from '../../../ui/dialogs/undo.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { useGo } from '../../../ui/pages/use-go.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { ExportMissionDialog } from '../../interchange/export-mission-dialog.tsx';
import { eachTest } from '../each-test.ts';
import { AddTestsDialog } from '../edit/add-tests-dialog.tsx';
import { CloneDialog } from '../edit/clone-dialog.tsx';
import { hasHidden } from '../hiding/hidden-tests.ts';
import { RevealDialog } from '../hiding/reveal-dialog.tsx';
import { useHiding } from '../hiding/use-hiding.ts';
import { MembersDialog } from '../members/members-dialog.tsx';
import { toTestSearch } from '../mission-tests/test-search.ts';
import { type MissionMoves, useMissionMoves } from '../moves/use-mission-moves.tsx';
import { useMoves } from '../moves/use-moves.tsx';
import { PrintDialog } from '../print/print-dialog.tsx';
import { RetestDialog } from '../runs/retest-dialog.tsx';
import { MissionVariablesDialog } from '../variables/variables-dialogs.tsx';
import { toWall } from '../wall-link.ts';
import { AppendDialog } from './append-dialog.tsx';
import { EditMissionDialog } from './edit-mission-dialog.tsx';

export type BulkMove = TestMove & { tests: TestSummary[] };

export type MissionActions = {
  /** Each action is null for people who may not; on a read-only mission, all except `retest` and `remove` are. */
  edit: (() => void) | null;
  members: (() => void) | null;
  append: (() => void) | null;
  variables: (() => void) | null;
  /** Adds tests by hand, from the library, or from a C2 framework. */
  addTests: (() => void) | null;
  /** Creates a new mission with the same tests; also for an archived mission. */
  retest: (() => void) | null;
  /** Address of the outline, for arranging scenarios and tests. */
  outline: string | null;
  /** Address of the mission's TLPT record; null if it has its own tab. */
  tlpt: string | null;
  /** Reveals what is hidden; null also when nothing is. */
  reveal: (() => void) | null;
  /** Creates a draft of the same plan; also for an archived mission. */
  clone: (() => void) | null;
  remove: (() => void) | null;
  /** Address of the wall view. */
  wall: ReturnType<typeof toWall>;
  /** Address for printing with evidence and earlier runs, on the tests tab. */
  print: string;
  /** Address of the export. */
  takeOut: string;
  moves: MissionMoves['moves'];
  isMoving: boolean;
  /** Whether this person can move tests at all. */
  selectable: boolean;
  /** Moves available to this person for at least one of these tests. */
  bulkMoves: (tests: readonly TestSummary[]) => BulkMove[];
  /** Retests executed tests, all or none; null for people who may not. */
  runAgain: ((tests: readonly TestSummary[], reason: RunReason) => Promise<void>) | null;
  moveTests: (move: BulkMove, onProgress: (done: number) => void) => Promise<void>;
  dialog: ReactNode;
};

/** Actions on a mission available to this person. */
export function useMissionActions(mission: Mission | undefined): MissionActions {
  const queryClient = useQueryClient();
  const go = useGo();
  const { permissions } = useUser();
  const [deleting, setDeleting] = useState(false);
  const moving = useMissionMoves(mission);
  const missionId = mission?.id ?? '';
  const moveTests = useMoves(missionId);
  const isClosed = mission !== undefined && !takesRecords(mission.status);
  const mayChange = permissions.includes('mission.update') && !isClosed;
  const mayReveal = useHiding(mission) !== null;
  const revealing = useDialog(['reveal'], { may: mayReveal });
  const dialog = useDialog(['edit', 'members', 'append', 'variables', 'add-tests'], {
    may: mission !== undefined && mayChange,
  });
  // People arranging the outline stay there.
  const [parameters] = useSearchParams();
  const isArranging = parameters.has('outline');
  const lead = (testId: string) =>
    dialog.leaveFor(`/missions/${missionId}/tests/${testId}${toTestSearch(parameters)}`);
  const mayRetest = permissions.includes('mission.create');
  const retest = useDialog(['retest', 'clone'], { may: mission !== undefined && mayRetest });
  const anybody = useDialog(['print', 'export'], { may: mission !== undefined });

  const mine = isClosed ? [] : testMoves.filter(({ side }) => permissions.includes(writePermission[side]));
  return {
    edit: mayChange ? () => dialog.open('edit') : null,
    members: mayChange ? () => dialog.open('members') : null,
    append: mayChange ? () => dialog.open('append') : null,
    variables: mayChange ? () => dialog.open('variables') : null,
    addTests: mayChange ? () => dialog.open('add-tests') : null,
    tlpt: mayChange && !mission?.tlpt ? `/missions/${missionId}/tlpt` : null,
    reveal: mayReveal && mission !== undefined && hasHidden(mission) ? () => revealing.open('reveal') : null,
    outline: mayChange ? `/missions/${missionId}?outline=edit` : null,
    retest: mayRetest ? () => retest.open('retest') : null,
    clone: mayRetest ? () => retest.open('clone') : null,
    remove: permissions.includes('mission.archive') ? () => setDeleting(true) : null,
    wall: toWall(missionId),
    print: `/missions/${missionId}?dialog=print`,
    takeOut: `/missions/${missionId}?dialog=export`,
    moves: moving.moves,
    isMoving: moving.isMoving,
    selectable: mine.length > 0,
    bulkMoves: (tests) =>
      mine
        .map((move) => ({ ...move, tests: tests.filter(({ status }) => status === move.from) }))
        .filter((move) => move.tests.length > 0),
    runAgain:
      !isClosed && permissions.includes(writePermission.red)
        ? async (tests, reason) => {
            await startRuns(
              queryClient,
              missionId,
              tests.map(({ id }) => id),
              reason,
            );
            offerUndo({
              what:
                tests.length === 1
                  ? t('mission_editor.one_test_is_run_again')
                  : t('mission_editor.count_tests_are_run_again', { count: tests.length }),
              undo: () =>
                eachTest(queryClient, missionId, tests, ({ id }) =>
                  takeBackRun(queryClient, { id, mission_id: missionId }),
                ),
            });
          }
        : null,
    moveTests: (move, onProgress) =>
      moveTests(move.tests, move, {
        onProgress,
        ...(mission?.settle_at_review === 'no' ? { settle: 'no' as const } : {}),
      }),
    dialog:
      mission === undefined ? null : (
        <>
          {dialog.name === 'edit' ? <EditMissionDialog mission={mission} onClose={dialog.close} /> : null}
          {dialog.name === 'members' ? (
            <MembersDialog
              draft={`mission-members.${mission.id}`}
              known={mission.members}
              save={(members) => replaceMembers(queryClient, mission.id, members)}
              leaving={() => t('missions.you_are_no_longer_among_them')}
              onClose={dialog.close}
            />
          ) : null}
          {dialog.name === 'append' ? <AppendDialog mission={mission} onClose={dialog.close} /> : null}
          {dialog.name === 'variables' ? (
            <MissionVariablesDialog mission={mission} onClose={dialog.close} />
          ) : null}
          {dialog.name === 'add-tests' ? (
            <AddTestsDialog
              mission={mission}
              scenarioId={null}
              onClose={dialog.close}
              {...(isArranging ? {} : { onWritten: lead })}
            />
          ) : null}
          {anybody.name === 'print' ? <PrintDialog mission={mission} onClose={anybody.close} /> : null}
          {anybody.name === 'export' ? (
            <ExportMissionDialog mission={mission} onClose={anybody.close} />
          ) : null}
          {retest.name === 'clone' ? (
            <CloneDialog
              mission={mission}
              onClose={retest.close}
              onMade={(made) => retest.leaveFor(`/missions/${made.id}`)}
            />
          ) : null}
          {retest.name === 'retest' ? (
            <RetestDialog
              mission={mission}
              onClose={retest.close}
              onMade={(made) => retest.leaveFor(`/missions/${made.id}`)}
            />
          ) : null}
          {revealing.name === 'reveal' ? (
            <RevealDialog mission={mission} tests={null} onClose={revealing.close} />
          ) : null}
          {moving.dialog}
          {deleting ? (
            <ConfirmDialog
              title={t('mission_editor.delete_this_mission')}
              confirm={t('mission_editor.delete_mission')}
              onClose={() => setDeleting(false)}
              onConfirm={() => deleteMission(queryClient, mission.id, () => go('/missions'))}
            >
              <Text size="sm">
                {rich('mission_editor.b_and_its_mission_will_be', {
                  b: (
                    <b>
                      <Name>{mission.name}</Name>
                    </b>
                  ),
                  mission: describeDeleted(mission),
                  count: mission.members.length,
                })}
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
  return t('mission_editor.what_goes', { tests: tests.length, recorded, files });
}
