import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RemediationStatus } from '../../../../domain/remediations.ts';
import type { Remediation, Verification } from '../../../../server/missions/remediations/contract.ts';
import { changeRemediation, missionRemediations } from '../../../api/missions/remediations.ts';
import { rich } from '../../../rich.ts';
import { writeWithUndo } from '../../../ui/dialogs/undo.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';

type Move = {
  id: string;
  title: string;
  from: RemediationStatus;
  to: RemediationStatus;
  /** The run that verifies the remediation, if known. */
  run?: Verification | undefined;
  takesBack?: true;
};

export type BoardMoves = {
  /** Moves in progress, with their targets. */
  moving: Readonly<Record<string, RemediationStatus>>;
  move: (remediation: Remediation, to: RemediationStatus, run?: Verification) => void;
};

/** Moves remediations between columns: at once on screen, one after the other on the server. Each move offers Undo. */
export function useBoardMoves(missionId: string): BoardMoves {
  const queryClient = useQueryClient();
  const [moving, setMoving] = useState<Record<string, RemediationStatus>>({});
  const find = (id: string) => {
    const known = queryClient.getQueryData(missionRemediations(missionId).queryKey);
    const seen = known?.find((one) => one.id === id);
    if (seen === undefined) throw new Error(t('remediation.move_lost'));
    return seen;
  };
  const moves = useMutation({
    // One after the other: each needs the version made by the previous one.
    scope: { id: `remediations of ${missionId}` },
    mutationFn: async ({ id, from, to, run, takesBack }: Move) => {
      const verified = run && { verified_by_run: run };
      const seen = find(id);
      if (takesBack && seen.status !== from) throw new Error(t('remediation.moved_on'));
      await changeRemediation(queryClient, seen, { status: to, ...verified });
    },
    onSettled: (_done, _error, { id, to }) =>
      // Skipped if the remediation was moved again in the meantime.
      setMoving(({ [id]: target, ...others }) =>
        target === undefined || target === to ? others : { ...others, [id]: target },
      ),
  });
  const start = (move: Move) => {
    setMoving((before) => ({ ...before, [move.id]: move.to }));
    return moves.mutateAsync(move);
  };
  const undo = async ({ id, title, from, to }: Move) => {
    await start({ id, title, from: to, to: from, takesBack: true });
    return [];
  };
  return {
    moving,
    move: ({ id, title, status }, to, run) => {
      const move = { id, title, from: moving[id] ?? status, to, run };
      if (move.from === to) return;
      writeWithUndo(async (offer) => {
        await start(move);
        offer({
          isMove: true,
          what: rich('remediation.moved', {
            remediation: <Name>{title}</Name>,
            status: t(`names.remediation_status.${to}`),
          }),
          undo: () => undo(move),
        });
      }).catch((error: Error) =>
        notifications.show({
          color: 'red',
          title: t('remediation.not_moved'),
          message: error.message,
        }),
      );
    },
  };
}
