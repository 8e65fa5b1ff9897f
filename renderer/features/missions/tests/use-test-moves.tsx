import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type TestMove, testMoves } from '../../../../domain/missions.ts';
import type { Side } from '../../../../domain/sides.ts';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import { moveTest } from '../../../api/mission-tests.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { describeLoss } from '../mission-words.ts';

export type TestMoves = {
  possible: TestMove[];
  isMoving: boolean;
  run: (move: TestMove) => void;
  dialog: ReactNode;
};

/** The moves this person can make with a test; what was typed is saved before. */
export function useTestMoves(
  test: MissionTest | undefined,
  sides: readonly Side[],
  writer: { flush: () => Promise<void> },
): TestMoves {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<TestMove | null>(null);
  const moving = useMutation({
    mutationFn: async ({ of, move }: { of: MissionTest; move: TestMove }) => {
      await writer.flush();
      await moveTest(queryClient, of.mission_id, of.id, move.to);
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The test stayed as it was', message: error.message }),
  });
  return {
    possible: testMoves.filter(({ from, side }) => from === test?.status && sides.includes(side)),
    isMoving: moving.isPending,
    run: (move) => {
      if (test === undefined || moving.isPending) return;
      if (describeLoss(move) !== null) setAsking(move);
      else moving.mutate({ of: test, move });
    },
    dialog:
      asking && test ? (
        <ConfirmDialog
          title="Set this test back to pending?"
          confirm="Set back"
          onConfirm={() => moving.mutateAsync({ of: test, move: asking })}
          onClose={() => setAsking(null)}
        >
          <Text size="sm">
            It loses {describeLoss(asking)}. What was written about it, and its evidence, stays.
          </Text>
        </ConfirmDialog>
      ) : null,
  };
}
