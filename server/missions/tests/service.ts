import type { TestStatus } from '../../../domain/missions.ts';
import { writePermission } from '../../../domain/sides.ts';
import { isoTime, type Now, timeAfter } from '../../database/clock.ts';
import { type Db, inTransaction, type Trx } from '../../database/database.ts';
import { requireDetectionLevel } from '../../detection-levels/service.ts';
import { refuseStale } from '../../entity-tag.ts';
import { forbidden, invalid, notFound } from '../../errors.ts';
import type { Principal } from '../../permissions.ts';
import type { Activity, MissionTest, TestPatch } from '../contract.ts';
import { listEvidence } from '../evidence/register.ts';
import { executedAtAfter, judgeTestMove, refuseArchived, sideOfMove } from '../rules.ts';
import { viewerOf } from '../service.ts';
import * as store from './store.ts';

type Tests = { db: Db; now: Now };

/** A test with its evidence. Refuses `not_found` what is missing or not visible to this user. */
export async function readTest(
  db: Db,
  user: Principal,
  missionId: string,
  testId: string,
): Promise<MissionTest> {
  const test = await store.findTest(db, viewerOf(user), missionId, testId);
  if (test === null) throw notFound('Test');
  return { ...test, evidence: await listEvidence(db, testId) };
}

/** What a write needs to know of a test. Refuses `not_found` what is missing or not visible to this user. */
export async function visibleTest(
  db: Db,
  user: Principal,
  missionId: string,
  testId: string,
): Promise<store.TestHead> {
  const head = await store.findTestHead(db, viewerOf(user), missionId, testId);
  if (head === null) throw notFound('Test');
  return head;
}

/** When a write to a test happens: later than every earlier write to any test of its mission. */
export function timeOfWrite(test: store.TestHead, now: Now): string {
  return timeAfter(test.mission_last_change_at, now);
}

/**
 * Writes the fields present; the routes have judged the sides. Refuses `not_found`, `invalid` an unknown detection level,
 * `archived`, and `stale` when `ifMatch` does not name the present version.
 */
export function changeTest(
  { db, now }: Tests,
  user: Principal,
  ids: { mission_id: string; test_id: string },
  patch: TestPatch,
  ifMatch: string | undefined,
): Promise<MissionTest> {
  return inTransaction(db, async (trx) => {
    const test = await visibleTest(trx, user, ids.mission_id, ids.test_id);
    const level = patch.detection_level_id;
    if (level !== undefined && level !== null) await requireDetectionLevel(trx, level);
    refuseArchived(test.mission_status);
    refuseStale(ifMatch, test.updated_at);
    const change = presentFields(patch);
    if (Object.keys(change).length > 0) {
      await store.updateTest(trx, test, change, user.id, timeOfWrite(test, now));
    }
    return readTest(trx, user, ids.mission_id, ids.test_id);
  });
}

function presentFields(patch: TestPatch): store.TestChange {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

/**
 * Moves a test; its present state is a no-op. `executedAt` counts from pending to executed and is passed over where
 * `executed` keeps the time it has. Refuses `not_found`, `forbidden` a move of a side this user may not write, `invalid`
 * an `executedAt` with another state, `archived`, `illegal_transition`.
 */
export function moveTest(
  { db, now }: Tests,
  user: Principal,
  ids: { mission_id: string; test_id: string },
  to: TestStatus,
  executedAt: string | undefined,
): Promise<MissionTest> {
  return inTransaction(db, async (trx) => {
    const test = await visibleTest(trx, user, ids.mission_id, ids.test_id);
    const needed = writePermission[sideOfMove(test.status, to)];
    if (!user.permissions.has(needed)) throw forbidden(`This needs the permission ${needed}`);
    if (executedAt !== undefined && to !== 'executed') {
      throw invalid('executed_at', 'only belongs to the move to executed');
    }
    refuseArchived(test.mission_status);
    if (judgeTestMove(test.status, to) === 'move') {
      const executed_at = executedAtAfter(test.status, to, executedAt, isoTime(now()));
      await store.updateTest(
        trx,
        test,
        { status: to, ...(executed_at === undefined ? {} : { executed_at }) },
        user.id,
        timeOfWrite(test, now),
      );
      await store.moveCount(trx, test.mission_id, test.status, to);
    }
    return readTest(trx, user, ids.mission_id, ids.test_id);
  });
}

const beginning = '0000-01-01T00:00:00.000Z';

/**
 * The tests of a mission changed after `since`, oldest change first, with where to go on. A write takes a later time than
 * every earlier one of its mission, so going on from `next_since` misses nothing and repeats nothing.
 */
export async function readActivity(
  { db, now }: Tests,
  missionId: string,
  since: string | undefined,
): Promise<Activity> {
  const tests = await store.listChanged(db, missionId, since ?? beginning);
  return {
    tests,
    next_since: tests.at(-1)?.updated_at ?? since ?? beginning,
    server_time: isoTime(now()),
  };
}

/** Notes on a test, in the caller's transaction, that evidence was added or removed; returns the time of the write. */
export async function recordEvidenceChange(
  trx: Trx,
  now: Now,
  test: store.TestHead,
  user: Principal,
  by: 1 | -1,
): Promise<string> {
  const time = timeOfWrite(test, now);
  await store.updateTest(trx, test, {}, user.id, time);
  await store.changeEvidenceCount(trx, test.id, by);
  return time;
}
