import { type TestStatus, takesExecutionTime } from '../../../domain/missions.ts';
import { findOutcome } from '../../../domain/outcomes.ts';
import { writePermission } from '../../../domain/sides.ts';
import { isoTime, type Now, timeAfter } from '../../database/clock.ts';
import { type Db, inTransaction, type Trx } from '../../database/database.ts';
import { requireDetectionLevel } from '../../detection-levels/service.ts';
import { forbidden, invalid, notFound } from '../../errors.ts';
import { listFacts } from '../../facts/service.ts';
import { recordWrite } from '../../history/service.ts';
import type { Principal } from '../../permissions.ts';
import type { MissionTest, TestPatch } from '../contract.ts';
import { openTest } from '../doors.ts';
import { listEvidence } from '../evidence/register.ts';
import { withTools } from '../expectations/store.ts';
import { followExpectations, withVerdicts } from '../expectations/verdicts.ts';
import { decideExecutedAt, findMoveSide, judgeTestMove } from '../rules.ts';
import { type TestPlace, toViewer } from '../visibility.ts';
import * as store from './store.ts';

type Tests = { db: Db; now: Now };

/** A test with its evidence. Refuses `not_found` what is missing or not visible to this user. */
export async function readTest(db: Db, user: Principal, place: TestPlace): Promise<MissionTest> {
  const test = await store.findTest(db, toViewer(user), place.mission_id, place.test_id);
  if (test === null) throw notFound('Test');
  const facts = test.outcome === null ? [] : await listFacts(db, { column: 'test_id', id: test.id });
  const expectations = await withTools(db, test.id, test.expectations);
  return {
    ...test,
    expectations: withVerdicts(expectations, { executed_at: test.executed_at, facts }),
    outcome: facts.length === 0 ? null : findOutcome(facts),
    facts,
    evidence: await listEvidence(db, test.id),
  };
}

/** When a write to a test happens: later than every earlier write to any test of its mission. */
export function pickWriteTime(test: store.TestHead, now: Now): string {
  return timeAfter(test.mission_last_change_at, now);
}

/**
 * Writes the fields present; the routes have judged the sides. Refuses `not_found`, `invalid` an unknown detection level,
 * `archived`, and `stale` when `ifMatch` does not name the present version.
 */
export function changeTest(
  { db, now }: Tests,
  user: Principal,
  place: TestPlace,
  patch: TestPatch,
  ifMatch: string | undefined,
): Promise<MissionTest> {
  return inTransaction(db, async (trx) => {
    const judge = async () => {
      if (patch.detection_level_id) await requireDetectionLevel(trx, patch.detection_level_id);
    };
    const test = await openTest(trx, user, place, { judge, ifMatch });
    const change = pickPresentFields(patch);
    if (Object.keys(change).length > 0) {
      await writeTest(trx, user, test, 'changed', change, pickWriteTime(test, now));
    }
    return readTest(trx, user, place);
  });
}

async function writeTest(
  trx: Trx,
  user: Principal,
  test: store.OpenTest,
  verb: 'changed' | 'moved',
  change: store.TestChange,
  at: string,
): Promise<void> {
  const before = await store.readFields(trx, test);
  const verdict = await followExpectations(trx, test, { executed_at: change.executed_at });
  await store.updateTest(trx, test, { ...change, ...verdict }, user.id, at);
  const place = { mission_id: test.mission_id, test_id: test.id };
  await recordWrite(trx, { at, by: user, verb, object: 'test', id: test.id, place, before, after: change });
}

function pickPresentFields(patch: TestPatch): store.TestChange {
  const change: store.TestChange = Object.fromEntries(
    Object.entries(patch).filter(([, value]) => value !== undefined),
  );
  const level = patch.detection_level_id;
  if (level !== undefined) change.detection_level_source = level === null ? null : 'set';
  return change;
}

/**
 * Moves a test; its present state is a no-op. `executedAt` counts from pending to executed and is ignored where `executed`
 * keeps the time it has. Refuses `not_found`, `forbidden` a move of a side this user may not write, `invalid` an
 * `executedAt` with another state, `archived`, `illegal_transition`.
 */
export function moveTest(
  { db, now }: Tests,
  user: Principal,
  place: TestPlace,
  to: TestStatus,
  executedAt: string | undefined,
): Promise<MissionTest> {
  return inTransaction(db, async (trx) => {
    const judge = ({ status }: store.TestHead) => {
      const needed = writePermission[findMoveSide(status, to)];
      if (!user.permissions.has(needed)) throw forbidden(`This needs the permission ${needed}`);
      if (executedAt !== undefined && !takesExecutionTime(to)) {
        throw invalid('executed_at', 'only belongs to the move to executed');
      }
    };
    const test = await openTest(trx, user, place, { judge });
    if (judgeTestMove(test.status, to) === 'move') {
      const executed_at = decideExecutedAt(test.status, to, executedAt, isoTime(now()));
      const change = { status: to, ...(executed_at === undefined ? {} : { executed_at }) };
      await writeTest(trx, user, test, 'moved', change, pickWriteTime(test, now));
      await store.moveCount(trx, test, to);
    }
    return readTest(trx, user, place);
  });
}

/** Notes on a test, in the caller's transaction, that evidence was added or removed; returns the time of the write. */
export async function recordEvidenceChange(
  trx: Trx,
  now: Now,
  test: store.OpenTest,
  user: Principal,
  by: 1 | -1,
): Promise<string> {
  const time = pickWriteTime(test, now);
  await store.updateTest(trx, test, {}, user.id, time);
  await store.changeEvidenceCount(trx, test, by);
  return time;
}
