import { findOutcome } from '../../../domain/outcomes.ts';
import { compareRuns, type RunReason, runChanges } from '../../../domain/runs.ts';
import { pickFields, recordFields } from '../../../domain/test-record.ts';
import { type Db, inLongTransaction, inSnapshot, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { listDetectionLevels } from '../../detection-levels/service.ts';
import { DomainError } from '../../errors.ts';
import { listFacts } from '../../facts/service.ts';
import { newId } from '../../ids.ts';
import type { Found, Paging } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import { Turn } from '../../turn.ts';
import type { Mission, MissionTest } from '../contract.ts';
import { openPlan, openTest, openTests } from '../doors.ts';
import { listEvidenceOfRun } from '../evidence/register.ts';
import { followExpectations } from '../expectations/verdicts.ts';
import type { TestFields } from '../mission-tests/columns.ts';
import { toFirstVerdict, untouched } from '../mission-tests/new-tests.ts';
import { pickWriteTime, readWrittenTest, recordTestWrite } from '../mission-tests/service.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import { moveCount, moveCounts, updateTest, updateTests } from '../mission-tests/writes.ts';
import { readMission } from '../service.ts';
import { requireVisibleTest, type TestPlace } from '../visibility.ts';
import type { ClosedRun, NewRuns, RunComparison, RunResult } from './contract.ts';
import { judgeNextRun, pickTests, refuseTouched } from './rules.ts';
import * as store from './store.ts';

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
    await runAgainIn(trx, user, [test], reason, pickWriteTime(test, now));
    return readWrittenTest(trx, user, place);
  });
}

/**
 * Retests tests of a mission, the named or all executed ones: all or none. Refuses `not_found`, `invalid` at its index a test
 * that can't be run again, `archived`, `illegal_transition` a mission without an executed test.
 */
export async function startRuns(
  { db, now }: Services,
  user: Principal,
  missionId: string,
  { reason, test_ids }: NewRuns,
): Promise<Mission> {
  await inLongTransaction(db, async (trx, pause) => {
    const { judged: picked } = await openPlan(trx, user, missionId, async () =>
      pickTests(await store.listStatuses(trx, missionId), test_ids),
    );
    if (picked.length === 0)
      throw new DomainError('illegal_transition', 'No test of the mission was executed');
    const tests = await openTests(trx, user, missionId, picked);
    const time = pickWriteTime(tests[0] as OpenTest, now);
    const turn = new Turn();
    for (let from = 0; from < tests.length; from += closedAtOnce) {
      await runAgainIn(trx, user, tests.slice(from, from + closedAtOnce), reason, time);
      await turn.giveWay(pause);
    }
  });
  return readMission(db, user, missionId);
}

const closedAtOnce = 50;

/**
 * Closes the current runs of tests and starts the next ones, in the caller's transaction. Refuses `illegal_transition` an
 * unexecuted test, and one with the most runs.
 */
export async function runAgainIn(
  trx: Trx,
  user: Principal,
  tests: readonly OpenTest[],
  reason: RunReason,
  time: string,
): Promise<void> {
  const present = await store.readPresentRuns(trx, tests);
  const runs = tests.map((test, index) => {
    const run = present[index] as store.PresentRun;
    judgeNextRun(run.status, run.run_number);
    const next = {
      ...untouched,
      expectation_met: toFirstVerdict(test.expectation_met !== null),
      run_number: run.run_number + 1,
      run_reason: reason,
      run_started_at: time,
    };
    return { id: newId(), test, run, next };
  });
  await store.closeRuns(trx, runs, { closed_at: time, closed_by: user.id });
  const alike = Map.groupBy(runs, ({ next }) => `${next.run_number} ${next.expectation_met}`);
  for (const some of alike.values()) {
    const these = some.map(({ test }) => test);
    await updateTests(trx, these, (some[0] as (typeof runs)[number]).next, user.id, time);
  }
  await moveCounts(trx, tests, untouched.status);
  for (const { test, run, next } of runs) {
    await recordRun(trx, { at: time, by: user, verb: 'run_again' }, test, run, next);
  }
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

/** Includes every text that was emptied or restored, so that the history leads to the texts of the test. */
async function recordRun(
  trx: Trx,
  { by, ...write }: { at: string; by: Principal; verb: 'run_again' | 'taken_back' },
  test: OpenTest,
  before: RecordedRun,
  after: RecordedRun,
): Promise<void> {
  await recordTestWrite(trx, by, test, { ...write, before: toRecorded(before), after: toRecorded(after) });
}

type RecordedRun = TestFields & Pick<store.PresentRun, 'run_number' | 'run_reason'>;

function toRecorded(run: RecordedRun): Record<string, unknown> {
  return { ...pickRecord(run), run_number: run.run_number, run_reason: run.run_reason };
}

function pickRecord(run: TestFields): TestFields {
  return { status: run.status, ...pickFields(recordFields, run) };
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
