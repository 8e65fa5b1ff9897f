import { mostRuns } from '../../../domain/limits.ts';
import { type TestStatus, wasRun } from '../../../domain/missions.ts';
import { isUntouched } from '../../../domain/runs.ts';
import { DomainError } from '../../errors.ts';
import type { TestFields } from '../mission-tests/columns.ts';
import { refuseUnknownTests } from '../rules.ts';

/** Refuses `illegal_transition` a retest of an unexecuted test, or beyond the limit. */
export function judgeNextRun(status: TestStatus, number: number): void {
  if (!wasRun(status)) {
    throw new DomainError('illegal_transition', `A test that is ${toWords(status)} can't be retested`);
  }
  if (number >= mostRuns) {
    throw new DomainError('illegal_transition', `The test already has ${mostRuns} runs, which is the limit`);
  }
}

function toWords(status: TestStatus): string {
  return status.replaceAll('_', ' ');
}

/** Refuses `run_touched` to undo a run that has a record. */
export function refuseTouched(
  run: TestFields & { outcome_json: string | null; evidence_count: number },
): void {
  if (isUntouched({ ...run, has_facts: run.outcome_json !== null })) return;
  throw new DomainError('run_touched', "The new run has records: it can't be undone");
}

/**
 * Takes the tests of a mission and the requested ones, returns those to retest: the requested ones, or all executed ones. Refuses
 * `invalid` at its index one that is not in the mission, is listed twice, or was not executed.
 */
export function pickTests(
  tests: readonly { id: string; status: TestStatus }[],
  wanted: readonly string[] | undefined,
): string[] {
  if (wanted === undefined) return tests.filter(({ status }) => wasRun(status)).map(({ id }) => id);
  const statuses = new Map(tests.map(({ id, status }) => [id, status]));
  refuseUnknownTests(wanted, statuses, (id) => {
    const status = statuses.get(id) as TestStatus;
    return wasRun(status) ? null : `the test ${id} is ${toWords(status)}: it can't be retested`;
  });
  return [...wanted];
}
