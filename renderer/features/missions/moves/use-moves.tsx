import { useQueryClient } from '@tanstack/react-query';
import { type SettleAnswer, type TestMove, testMoves } from '../../../../domain/missions.ts';
import type { TestSummary } from '../../../../server/missions/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { moveTest, writeTest } from '../../../api/missions/mission-tests.ts';
import { rich } from '../../../rich.ts';
import { type Done, writeWithUndo } from '../../../ui/dialogs/undo.tsx';
import { sayRefused } from '../../../ui/notes/say-refused.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { eachTest } from '../each-test.ts';

type Movable = Pick<TestSummary, 'id' | 'name' | 'executed_at'>;

export type MoveTests = (
  tests: readonly Movable[],
  move: TestMove,
  more?: { onProgress?: ((done: number) => void) | undefined; settle?: SettleAnswer },
) => Promise<void>;

/** Moves tests of a mission, reports the result, and offers undo through the reverse moves. */
export function useMoves(missionId: string): MoveTests {
  const queryClient = useQueryClient();
  const me = useUser().id;

  const putBack = async (tests: readonly Movable[], { from, to }: TestMove) => {
    const back = testMoves.find((move) => move.from === to && move.to === from);
    if (back === undefined) return undefined;
    return eachTest(queryClient, missionId, tests, async ({ id, executed_at }) => {
      const time = back.executedAt === 'set' ? { executed_at } : {};
      const { updated_at } = await moveTest(queryClient, missionId, { id, to: back.to, ...time });
      // A time of execution recorded before the test was executed.
      if (back.executedAt === 'clear' && executed_at !== null) {
        await writeTest(queryClient, missionId, id, { executed_at }, updated_at);
      }
    });
  };

  const moveAll = async (
    offer: (done: Done) => void,
    ...[tests, move, { onProgress, settle } = {}]: Parameters<MoveTests>
  ): Promise<void> => {
    const moved: Movable[] = [];
    const refused = await eachTest(
      queryClient,
      missionId,
      tests,
      async (test) => {
        const after = await moveTest(queryClient, missionId, {
          id: test.id,
          to: move.to,
          ...(settle === undefined || settle === 'open' || move.name !== 'review' ? {} : { settle }),
        });
        // If someone else was faster, nothing has moved.
        if (after.last_actor?.id === me) moved.push(test);
      },
      onProgress,
    );
    const [first] = moved;
    if (first !== undefined) {
      offer({
        isMove: true,
        what: rich('shared.labelled', {
          label:
            moved.length === 1 ? <Name>{first.name}</Name> : t('shared.count.tests', { count: moved.length }),
          value: t(`tests.test_move_done.${move.name}`),
        }),
        undo: () => putBack(moved, move),
      });
    }
    sayRefused(refused, tests.length, 'test');
  };
  return (...given) => writeWithUndo((offer) => moveAll(offer, ...given));
}
