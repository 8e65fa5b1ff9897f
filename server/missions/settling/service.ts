import { decidingKinds } from '../../../domain/outcomes.ts';
import { inTransaction } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { invalid } from '../../errors.ts';
import type { Principal } from '../../permissions.ts';
import type { MissionTest, TestTransition } from '../contract.ts';
import { testFacts } from '../facts/service.ts';
import { revealReviewed } from '../hiding/reveal.ts';
import { moveTestIn, readWrittenTest } from '../mission-tests/service.ts';
import type { TestPlace } from '../visibility.ts';

/**
 * Moves a test; a review also answers open questions that matter, in the same transaction: on the expected kinds, else on alerted
 * and logged. Refuses what moving refuses, and `invalid` an answer for any other move.
 */
export function moveAndSettle(
  { db, now }: Services,
  user: Principal,
  place: TestPlace,
  { status, executed_at, settle }: TestTransition,
): Promise<MissionTest> {
  return inTransaction(db, async (trx) => {
    if (settle !== undefined && status !== 'reviewed_by_blue')
      throw invalid('settle', 'is only for the move to reviewed_by_blue');
    const isMoved = await moveTestIn(trx, now, user, place, status, executed_at);
    if (isMoved && settle !== undefined && settle !== 'open') {
      const { expectations } = await readWrittenTest(trx, user, place);
      const kinds = expectations.length > 0 ? expectations.map(({ kind }) => kind) : decidingKinds;
      await testFacts.settle(trx, now, user, place, { kinds, result: settle });
    }
    if (isMoved && status === 'reviewed_by_blue') {
      await revealReviewed(trx, now, user, place.mission_id, (id) => id === place.test_id);
    }
    return readWrittenTest(trx, user, place);
  });
}
