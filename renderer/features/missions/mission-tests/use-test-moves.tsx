import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type SettleAnswer, type Settling, type TestMove, testMoves } from '../../../../domain/missions.ts';
import { decidingKinds, type FactKind, isOpen, toBrief } from '../../../../domain/outcomes.ts';
import type { Side } from '../../../../domain/sides.ts';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import { getKnownTest } from '../../../api/missions/mission-tests.ts';
import { sayRefused } from '../../../ui/notes/say-refused.ts';
import type { FieldWriter } from '../../../ui/record/field-writer.ts';
import { formatList, t } from '../../../words.ts';
import { factsScope } from '../../facts/use-facts.ts';
import { SettleDialog } from '../moves/settle-dialog.tsx';
import { useMoves } from '../moves/use-moves.tsx';
import type { TestField } from './test-record.ts';

export type TestMoves = {
  possible: TestMove[];
  isMoving: boolean;
  run: (move: TestMove) => void;
  dialog: ReactNode;
};

/**
 * Moves available to this person for a test; typed text is saved first. A review handles open questions as set in the mission.
 */
export function useTestMoves(
  missionId: string,
  test: MissionTest | undefined,
  sides: readonly Side[],
  { writer, names }: { writer: FieldWriter<TestField>; names: Readonly<Record<TestField, string>> },
  settling: Settling,
): TestMoves {
  const queryClient = useQueryClient();
  const moveTests = useMoves(missionId);
  const [asking, setAsking] = useState<Asking | null>(null);
  const moving = useMutation({
    // Moves wait for answers being saved, so that these are not asked for again.
    ...(test === undefined ? {} : { scope: factsScope(test.id) }),
    mutationFn: async ({ of, move, answer }: Asking & { answer?: SettleAnswer }) => {
      await writer.flush();
      const unread = writer.listStuck().filter(({ phase }) => phase === 'unread');
      if (unread.length > 0) {
        const fields = formatList(unread.map(({ field }) => names[field]));
        sayRefused([t('tests.correct_first', { fields })], 1, 'test');
        return;
      }
      const known = getKnownTest(queryClient, of.id) ?? of;
      const hasOpen = move.name === 'review' && listOpen(known).length > 0;
      if (hasOpen && answer === undefined && settling === 'ask') return setAsking({ of: known, move });
      const settle = hasOpen ? (answer ?? (settling === 'no' ? 'no' : 'open')) : 'open';
      await moveTests([known], move, { settle });
      setAsking(null);
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
        <SettleDialog
          kinds={listOpen(asking.of)}
          isMoving={moving.isPending}
          onAnswer={(answer) => moving.mutate({ ...asking, answer })}
          onClose={() => setAsking(null)}
        />
      ),
  };
}

type Asking = { of: MissionTest; move: TestMove };

/** Relevant unanswered questions; none if a person has set the level. */
function listOpen(test: MissionTest): FactKind[] {
  if (test.detection_level_source === 'set') return [];
  const brief = toBrief(test.outcome);
  const asked = test.expectations.length > 0 ? test.expectations.map(({ kind }) => kind) : decidingKinds;
  return asked.filter((kind) => isOpen(brief?.[kind]));
}
