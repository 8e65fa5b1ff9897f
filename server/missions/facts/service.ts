import { factsOf } from '../../facts/service.ts';
import { openTest } from '../doors.ts';
import { listEvidence } from '../evidence/register.ts';
import { followExpectations } from '../expectations/verdicts.ts';
import { tellCameBack } from '../findings/news.ts';
import { pickWriteTime } from '../mission-tests/service.ts';
import { updateTest } from '../mission-tests/writes.ts';
import { requireVisibleTest, type TestPlace } from '../visibility.ts';
import { readDetection } from './store.ts';

/** The facts of tests. Refuses `not_found`; a write also `archived`. */
export const testFacts = factsOf<TestPlace>({
  column: 'test_id',
  find: requireVisibleTest,
  async open(trx, now, user, place) {
    const test = await openTest(trx, user, place);
    const at = pickWriteTime(test, now);
    return {
      ...(await readDetection(trx, test.id)),
      id: test.id,
      at,
      place: { mission_id: test.mission_id, test_id: test.id },
      listEvidence: () => listEvidence(trx, test.id),
      async follow(columns, facts) {
        const met = await followExpectations(trx, test, { facts });
        await updateTest(trx, test, { ...columns, ...met }, user.id, at);
        await tellCameBack(trx, { at, by: user }, test);
      },
    };
  },
});
