import type { RunReason } from '../../../domain/runs.ts';
import { pickFields, recordFields } from '../../../domain/test-record.ts';
import type { Trx } from '../../database/database.ts';
import type { Author } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { TestFields } from '../mission-tests/columns.ts';
import { toFirstVerdict, untouched } from '../mission-tests/new-tests.ts';
import { recordTestWrite } from '../mission-tests/service.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import { moveCounts, updateTests } from '../mission-tests/writes.ts';
import { judgeNextRun } from './rules.ts';
import * as store from './store.ts';

/** The author of a run. */
export type RunAuthor = Extract<Author, { id: string }>;

/**
 * Closes the current runs of tests and starts the next ones, in the caller's transaction. Refuses `illegal_transition` an
 * unexecuted test, and one with the most runs.
 */
export async function runAgainIn(
  trx: Trx,
  user: RunAuthor,
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

/** Records a run that was started or taken back, with every text that was emptied or restored, so that the history leads to the texts of the test. */
export async function recordRun(
  trx: Trx,
  { by, ...write }: { at: string; by: RunAuthor; verb: 'run_again' | 'taken_back' },
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

/** The recorded fields of a run. */
export function pickRecord(run: TestFields): TestFields {
  return { status: run.status, ...pickFields(recordFields, run) };
}
