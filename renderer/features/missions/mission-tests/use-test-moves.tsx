import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type TestMove, testMoves } from '../../../../domain/missions.ts';
import type { Side } from '../../../../domain/sides.ts';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import { getKnownTest } from '../../../api/missions/mission-tests.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { t } from '../../../words.ts';
import { isJudged } from '../../facts/is-judged.ts';
import { useMoves } from '../moves/use-moves.tsx';

export type TestMoves = {
  possible: TestMove[];
  isMoving: boolean;
  run: (move: TestMove) => void;
  dialog: ReactNode;
};

/** Tests whose reviewer has said once that there is nothing to judge. */
const asked = new Set<string>();

/** The moves this person can make with a test; what was typed is saved before. A review without a judgement asks once. */
export function useTestMoves(
  missionId: string,
  test: MissionTest | undefined,
  sides: readonly Side[],
  writer: { flush: () => Promise<void> },
): TestMoves {
  const queryClient = useQueryClient();
  const moveTests = useMoves(missionId);
  const [asking, setAsking] = useState<{ of: MissionTest; move: TestMove } | null>(null);
  const moving = useMutation({
    mutationFn: async ({ of, move }: { of: MissionTest; move: TestMove }) => {
      await writer.flush();
      const known = getKnownTest(queryClient, of.id) ?? of;
      if (move.name === 'review' && !isJudged(known) && !asked.has(of.id)) setAsking({ of: known, move });
      else await moveTests([known], move);
    },
  });
  return {
    possible: testMoves.filter(({ from, side }) => from === test?.status && sides.includes(side)),
    isMoving: moving.isPending,
    run: (move) => {
      if (test !== undefined && !moving.isPending) moving.mutate({ of: test, move });
    },
    dialog:
      asking === null || asking.of.id !== test?.id ? null : (
        <ConfirmDialog
          title={t('tests.review_without_a_judgement')}
          confirm={t('tests.mark_as_reviewed')}
          isDestructive={false}
          onConfirm={() => {
            asked.add(asking.of.id);
            return moving.mutateAsync(asking);
          }}
          onClose={() => setAsking(null)}
        >
          <Text size="sm">{t('tests.nobody_has_said_what_was_seen')}</Text>
        </ConfirmDialog>
      ),
  };
}
