import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { findMissionMove, isArchived, type MissionMove, missionMoves } from '../../../../domain/missions.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { moveMission } from '../../../api/missions/missions.ts';
import { rich } from '../../../rich.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { writeWithUndo } from '../../../ui/dialogs/undo.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { inSentence, t } from '../../../words.ts';
import { SeenNote } from '../hiding/seen-note.tsx';
import { CompleteDialog, findOpen } from './complete-dialog.tsx';

export type MissionMoves = {
  /** Moves of the mission available to this person. */
  moves: (MissionMove & { run: () => void })[];
  isMoving: boolean;
  dialog: ReactNode;
};

/** Moves a mission; asks before moves that can't be undone, and before completing it with open work. */
export function useMissionMoves(mission: Mission | undefined): MissionMoves {
  const queryClient = useQueryClient();
  const { permissions } = useUser();
  const [asking, setAsking] = useState<MissionMove | null>(null);
  const [isMoving, setMoving] = useState(false);
  if (mission === undefined) return { moves: [], isMoving, dialog: null };
  const { id, name, status, counts } = mission;
  const open = findOpen(mission);
  const leavesOpen = Object.values(open).some((count) => count > 0);
  const close = () => setAsking(null);

  const moveTo = (move: MissionMove) =>
    writeWithUndo(async (offer) => {
      await moveMission(queryClient, id, move.to, move.name === 'complete' ? { lock: true } : {});
      const back = findMissionMove(move.to, move.from);
      if (back === undefined || !permissions.includes(back.needs)) return;
      offer({
        isMove: true,
        what: rich('shared.labelled', {
          label: <Name>{name}</Name>,
          value: inSentence(t(`names.mission_status.${move.to}`)),
        }),
        undo: async () => void (await moveMission(queryClient, id, back.to)),
      });
    });
  const tryMove = (move: MissionMove) => {
    setMoving(true);
    moveTo(move)
      .catch((error: Error) =>
        notifications.show({
          color: 'red',
          title: t('tests.the_mission_stayed_as_it_was'),
          message: error.message,
        }),
      )
      .finally(() => setMoving(false));
  };
  return {
    moves: missionMoves
      .filter(({ from, needs }) => from === status && permissions.includes(needs))
      .map((move) => ({
        ...move,
        run: () => {
          if (isArchived(move.to) || (move.name === 'complete' && leavesOpen)) setAsking(move);
          else tryMove(move);
        },
      })),
    isMoving,
    dialog:
      asking === null ? null : isArchived(asking.to) ? (
        <ConfirmDialog
          title={t('tests.archive_this_mission')}
          confirm={t('tests.archive_for_good')}
          onClose={close}
          onConfirm={() => moveTo(asking)}
        >
          <Text size="sm">
            {rich('tests.b_stays_readable_with_its_tests', {
              b: (
                <b>
                  <Name>{name}</Name>
                </b>
              ),
              tests: counts.tests,
            })}
          </Text>
          <SeenNote of={mission} />
        </ConfirmDialog>
      ) : (
        <CompleteDialog mission={mission} open={open} onComplete={() => tryMove(asking)} onClose={close} />
      ),
  };
}
