import { findOutcome } from '../../../domain/outcomes.ts';
import { compareRuns, type RunReason, runChanges } from '../../../domain/runs.ts';
import { type Db, inSnapshot, inTransaction } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { listDetectionLevels } from '../../detection-levels/service.ts';
import { DomainError } from '../../errors.ts';
import { listFacts } from '../../facts/service.ts';
import type { Found, Paging } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import type { Mission, MissionTest } from '../contract.ts';
import { openPlan, openTest, openTests } from '../doors.ts';
import { listEvidenceOfRun } from '../evidence/register.ts';
import { followExpectations } from '../expectations/verdicts.ts';
import { pickWriteTime, readWrittenTest } from '../mission-tests/service.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import { moveCount, updateTest } from '../mission-tests/writes.ts';
import { readMission } from '../service.ts';
import { requireVisibleTest, type TestPlace } from '../visibility.ts';
import { pickRecord, recordRun, runAgainIn as runAgain } from './again.ts';
import type { ClosedRun, NewRuns, RunComparison, RunResult } from './contract.ts';
import { judgeNextRun, pickTests, refuseTouched } from './rules.ts';
import * as starts from './starts.ts';
import * as store from './store.ts';

/** Closes the current runs of tests and starts the next ones, in the caller's transaction. */
export const runAgainIn: typeof runAgain = runAgain;

/** Finishes new runs that a process has begun and left. */
export const openRunStarts: typeof starts.openRunStarts = starts.openRunStarts;

/** A page of the closed runs of a test in full, newest first. Refuses `not_found`. */
export function listRuns(db: Db, user: Principal, place: TestPlace, page: Paging): Promise<Found<ClosedRun>> {
  return inSnapshot(db, async (trx) => {
    const test = await requireVisibleTest(trx, user, place);
    const runs = await store.listRuns(trx, test.id, page);
    const items: ClosedRun[] = [];
    for (const run of runs) {
      const facts = await listFacts(trx, { column: 'run_id', id: run.id });
      const outcome = facts.length === 0 ? null : findOutcome(facts);
      items.push({ ...run, outcome, facts, evidence: await listEvidenceOfRun(trx, run.id) });
    }
    return { items, total: await store.countRuns(trx, test.id) };
  });
}

/**
 * Closes the current run of a test, with its facts and evidence, and starts the next one, which is empty. Refuses `not_found`,
 * `archived`, `illegal_transition` an unexecuted test.
 */
export function startRun(
  { db, now }: Services,
  user: Principal,
  place: TestPlace,
  reason: RunReason,
): Promise<MissionTest> {
  return inTransaction(db, async (trx) => {
    const test = await openTest(trx, user, place);
    await runAgain(trx, user, [test], reason, pickWriteTime(test, now));
    return readWrittenTest(trx, user, place);
  });
}

/**
 * Retests tests of a mission, the named or all executed ones: all or none. They are judged at once; many are then started in slices,
 * which go on after a crash. Refuses `not_found`, `invalid` at its index a test that can't be run again, `archived`,
 * `illegal_transition` a mission without an executed test, and a test with the most runs.
 */
export async function startRuns(
  missions: Services,
  user: Principal,
  missionId: string,
  { reason, test_ids }: NewRuns,
): Promise<Mission> {
  const { db, now } = missions;
  // Left by another request, or by a process that ended.
  await starts.finishStart(missions, missionId);
  await inTransaction(db, async (trx) => {
    const { judged } = await openPlan(trx, user, missionId, async () => {
      const all = await store.listStatuses(trx, missionId);
      return { all, picked: pickTests(all, test_ids) };
    });
    const { picked } = judged;
    if (picked.length === 0)
      throw new DomainError('illegal_transition', 'No test of the mission was executed');
    const some = new Set(picked);
    for (const { id, status, run_number } of judged.all) if (some.has(id)) judgeNextRun(status, run_number);
    if (picked.length > starts.testsOfSlice) return starts.noteStart(trx, missionId, user, reason, picked);
    const tests = await openTests(trx, user, missionId, picked);
    await runAgain(trx, user, tests, reason, pickWriteTime(tests[0] as OpenTest, now));
  });
  await starts.finishStart(missions, missionId);
  return readMission(db, user, missionId);
}

/**
 * Undoes a run without a record: the last closed run becomes the current one again, unchanged. Refuses `not_found`, `archived`,
 * `no_closed_run`, `run_touched`.
 */
export async function takeBackRun({ db, now }: Services, user: Principal, place: TestPlace): Promise<void> {
  await inTransaction(db, async (trx) => {
    const test = await openTest(trx, user, place);
    const [present] = (await store.readPresentRuns(trx, [test])) as [store.PresentRun];
    const closed = await store.findNewestRun(trx, test);
    if (closed === null) throw new DomainError('no_closed_run', 'The test has only one run');
    refuseTouched(present);
    const evidence_count = await store.reopenRun(trx, closed.id);
    const { number, reason, opened_at } = closed;
    const again = {
      ...pickRecord(closed),
      outcome_json: closed.outcome_json,
      ...(await followExpectations(trx, test, { executed_at: closed.executed_at })),
      evidence_count,
      run_number: number,
      run_reason: reason,
      run_started_at: opened_at,
    };
    const time = pickWriteTime(test, now);
    await updateTest(trx, test, again, user.id, time);
    await moveCount(trx, test, closed.status);
    await recordRun(trx, { at: time, by: user, verb: 'taken_back' }, test, present, again);
  });
}

/** Results of a mission's retested tests in their first and last run. The caller has checked access. */
export function compareMissionRuns(db: Db, missionId: string): Promise<RunComparison> {
  return inSnapshot(db, async (trx) => {
    const levels = new Map((await listDetectionLevels(trx)).map((level) => [level.id, level]));
    const toResult = ({ detection_level_id, ...result }: store.StoredResult): RunResult => ({
      ...result,
      detection_level: levels.get(detection_level_id ?? '') ?? null,
    });
    const tests = (await store.listRetested(trx, missionId)).map((test) => {
      const [first, last] = [toResult(test.first), toResult(test.last)];
      return { ...test, first, last, change: compareRuns(toComparable(first), toComparable(last)) };
    });
    const [improved, worse, same, open] = runChanges.map(
      (change) => tests.filter((test) => test.change === change).length,
    ) as [number, number, number, number];
    return { retested: tests.length, improved, worse, same, open, tests };
  });
}

function toComparable({ status, detection_level, outcome }: RunResult) {
  return { status, rank: detection_level?.rank ?? null, outcome };
}
