import type { TestStatus } from '../../../domain/missions.ts';
import { deriveLevel, toBrief } from '../../../domain/outcomes.ts';
import { writePermission } from '../../../domain/sides.ts';
import { isoTime, type Now, timeAfter } from '../../database/clock.ts';
import { type Db, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { requireDetectionLevel, requireLevelOfKey } from '../../detection-levels/service.ts';
import { forbidden, notFound } from '../../errors.ts';
import { type Author, type Recorded, recordWrite } from '../../history/service.ts';
import { listWhoWrote, notify } from '../../notifications/service.ts';
import type { Principal } from '../../permissions.ts';
import type { MissionTest, TestPatch } from '../contract.ts';
import { openTest } from '../doors.ts';
import { withTools } from '../expectations/store.ts';
import { followExpectations, withVerdicts } from '../expectations/verdicts.ts';
import { tellCameBack } from '../findings/news.ts';
import { type TestPlace, toViewer } from '../visibility.ts';
import { findFacts, findParts, type PartsMemory, type TestParts } from './parts.ts';
import {
  decideExecutedAt,
  decideOperator,
  findMoveNews,
  findMoveSide,
  judgeTestMove,
  refuseInvertedTimes,
} from './rules.ts';
import * as store from './store.ts';
import { changeEvidenceCount, moveCount, type TestChange, updateTest } from './writes.ts';

/** A test with its evidence. Refuses `not_found` when it is missing or not visible to this user. */
export function readTest(
  { db, memory }: { db: Db; memory: PartsMemory },
  user: Principal,
  place: TestPlace,
): Promise<MissionTest> {
  return compose(db, user, place, (test) => memory.of(db, test));
}

/** The same in the transaction of a write to the test. */
export function readWrittenTest(trx: Trx, user: Principal, place: TestPlace): Promise<MissionTest> {
  return compose(trx, user, place, (test) => findParts(trx, test));
}

async function compose(
  db: Db,
  user: Principal,
  place: TestPlace,
  find: (test: store.FoundTest) => Promise<TestParts>,
): Promise<MissionTest> {
  const test = await store.findTest(db, toViewer(user), place.mission_id, place.test_id);
  if (test === null) throw notFound('Test');
  const parts = await find(test);
  const expectations = await withTools(db, test.id, test.expectations);
  return {
    ...test,
    expectations: withVerdicts(expectations, { executed_at: test.executed_at, facts: parts.facts }),
    ...parts,
  };
}

/** Time of a write to a test: later than every earlier write to any test of its mission. */
export function pickWriteTime(test: store.TestHead, now: Now): string {
  return timeAfter(test.mission_last_change_at, now);
}

/**
 * Writes the given fields; the routes have checked the sides. Refuses `not_found`, `invalid` an unknown detection level and an
 * end before the start, `archived`, and `stale` when `ifMatch` does not name the current version.
 */
export function changeTest(
  { db, now }: Services,
  user: Principal,
  place: TestPlace,
  patch: TestPatch,
  ifMatch: string | undefined,
): Promise<MissionTest> {
  return inTransaction(db, async (trx) => {
    await changeTestIn(trx, now, user, place, patch, ifMatch);
    return readWrittenTest(trx, user, place);
  });
}

/** The same in the caller's transaction, with the same refusals. */
export async function changeTestIn(
  trx: Trx,
  now: Now,
  user: Principal,
  place: TestPlace,
  patch: TestPatch,
  ifMatch: string | undefined,
): Promise<void> {
  const judge = async (present: store.TestHead) => {
    refuseInvertedTimes(present, patch);
    if (patch.detection_level_id) await requireDetectionLevel(trx, patch.detection_level_id);
  };
  const test = await openTest(trx, user, place, { judge, ifMatch });
  const change = { ...pickPresentFields(patch), ...(await followLevel(trx, test, patch)) };
  if (Object.keys(change).length > 0) {
    await writeTest(trx, user, test, 'changed', change, pickWriteTime(test, now));
  }
}

async function writeTest(
  trx: Trx,
  user: Principal,
  test: store.OpenTest,
  verb: 'changed' | 'moved',
  change: TestChange,
  at: string,
): Promise<void> {
  const before = await store.readFields(trx, test);
  const verdict = await followExpectations(trx, test, { executed_at: change.executed_at });
  await updateTest(trx, test, { ...change, ...verdict }, user.id, at);
  await recordTestWrite(trx, user, test, { at, verb, before, after: change });
  await tellOthers(trx, user, test, change.status, at);
  await tellCameBack(trx, { at, by: user }, test);
}

/** Records a write to a test in its transaction, under the place of the test. Refuses nothing. */
export async function recordTestWrite(
  trx: Trx,
  by: Author,
  { id, mission_id }: Pick<store.TestHead, 'id' | 'mission_id'>,
  write: Pick<Recorded, 'at' | 'verb' | 'before' | 'after'>,
): Promise<void> {
  await recordWrite(trx, { ...write, by, object: 'test', id, place: { mission_id, test_id: id } });
}

/** Notifies people who worked on a test that it was reviewed or sent back. */
async function tellOthers(
  trx: Trx,
  by: Principal,
  test: store.OpenTest,
  status: TestStatus | undefined,
  at: string,
): Promise<void> {
  const kind = status === undefined ? null : findMoveNews(test.status, status);
  if (kind === null) return;
  const doing = { at, by, mission_id: test.mission_id, test_ids: [test.id] };
  const assignee = await store.readAssignee(trx, test);
  const writers = await listWhoWrote(trx, test.mission_id, test.id);
  await notify(trx, { ...doing, kind }, [...writers, assignee?.id ?? null]);
}

function pickPresentFields(patch: TestPatch): TestChange {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

/** Sets the owner of a written level; a removed level is derived from the facts again. */
async function followLevel(
  trx: Trx,
  { id }: store.OpenTest,
  { detection_level_id: level, detection_level_source: source }: TestPatch,
): Promise<TestChange> {
  if (level) return { detection_level_source: 'set' };
  if (level === undefined && source === undefined) return {};
  const key = deriveLevel(toBrief((await findFacts(trx, id)).outcome) ?? {});
  if (key === null) return { detection_level_id: null, detection_level_source: null };
  return { detection_level_id: (await requireLevelOfKey(trx, key)).id, detection_level_source: 'derived' };
}

/**
 * Moves a test in the caller's transaction, and returns whether it did; the current state is a no-op, unless `executedAt` differs
 * from an executed test's time. Refuses `not_found`, `forbidden` a move of a side this user may not write, `invalid` an
 * impossible `executedAt`, `archived`, `illegal_transition`.
 */
export async function moveTestIn(
  trx: Trx,
  now: Now,
  user: Principal,
  place: TestPlace,
  to: TestStatus,
  executedAt: string | undefined,
): Promise<boolean> {
  let executed_at: string | null | undefined;
  const judge = async (present: store.TestHead) => {
    const needed = writePermission[findMoveSide(present.status, to)];
    if (!user.permissions.has(needed)) throw forbidden(`This needs the permission ${needed}`);
    executed_at = decideExecutedAt(present, to, executedAt, isoTime(now()));
  };
  const test = await openTest(trx, user, place, { judge });
  const time = executed_at === undefined ? {} : { executed_at };
  if (judgeTestMove(test.status, to) === 'move') {
    const operator = await decideOperator(test, to, user.displayName, () =>
      store.isOperatorOfMove(trx, test),
    );
    const change = { status: to, ...time, ...(operator === undefined ? {} : { operator }) };
    await writeTest(trx, user, test, 'moved', change, pickWriteTime(test, now));
    await moveCount(trx, test, to);
    return true;
  }
  if (executed_at !== undefined) await writeTest(trx, user, test, 'changed', time, pickWriteTime(test, now));
  return false;
}

/** Writes an execution to a pending test, which becomes executed, in the caller's transaction. Refuses nothing. */
export async function executeTestIn(
  trx: Trx,
  user: Principal,
  test: store.OpenTest,
  change: TestChange,
  at: string,
): Promise<void> {
  await writeTest(trx, user, test, 'moved', { ...change, status: 'executed' }, at);
  await moveCount(trx, test, 'executed');
}

/** Notes on a test, in the caller's transaction, that evidence was added, removed or changed; returns the time of the write. */
export async function recordEvidenceChange(
  trx: Trx,
  now: Now,
  test: store.OpenTest,
  user: Principal,
  by: 1 | 0 | -1,
): Promise<string> {
  const time = pickWriteTime(test, now);
  await updateTest(trx, test, {}, user.id, time);
  if (by !== 0) await changeEvidenceCount(trx, test, by);
  return time;
}
