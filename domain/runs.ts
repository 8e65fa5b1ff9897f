import { type TestStatus, wasRun } from './missions.ts';
import { cutName } from './names.ts';
import { type Brief, type FactResult, factKinds } from './outcomes.ts';
import { type RecordField, recordFields } from './test-record.ts';

/** Reasons for running a test again. */
export const runReasons = ['retest', 'after_fix', 'replay'] as const;
export type RunReason = (typeof runReasons)[number];

/** States of a closed run: only executed tests are run again. */
export const closedStatuses = ['executed', 'reviewed_by_blue'] as const satisfies readonly TestStatus[];
export type ClosedStatus = (typeof closedStatuses)[number];

/** A run with its recorded content. */
export type WrittenRun = Readonly<Record<RecordField, string | null>> & {
  status: TestStatus;
  has_facts: boolean;
  evidence_count: number;
};

/** Whether a run is empty, so that it can be undone. */
export function isUntouched(run: WrittenRun): boolean {
  const isWritten = run.has_facts || run.evidence_count > 0 || recordFields.some((field) => run[field]);
  return run.status === 'pending' && !isWritten;
}

/** Change of a test from one run to a later one; open without a comparison. */
export const runChanges = ['improved', 'worse', 'same', 'open'] as const;
export type RunChange = (typeof runChanges)[number];

/** Change of a test from one mission to a later one, worst first; `new` and `gone` tests are in only one of them. */
export const missionChanges = ['worse', 'improved', 'same', 'open', 'new', 'gone'] as const;
export type MissionChangeKind = (typeof missionChanges)[number];

/** Result of a run: the rank of its detection level, and the best result of each kind of fact. */
export type RunResult = { status: TestStatus; rank: number | null; outcome: Brief | null };

const weights: Partial<Record<FactResult, number>> = { yes: 2, partial: 1, no: 0 };

/** Takes two results of one kind, returns which is better. Not tested and not applicable can't be compared. */
export function compareResults(first: FactResult | undefined, last: FactResult | undefined): RunChange {
  return compare(weights[first ?? 'not_tested'] ?? null, weights[last ?? 'not_tested'] ?? null);
}

/** Takes two ranks, returns which is better; a run without a level can't be compared. */
export function compareRanks(first: number | null, last: number | null): RunChange {
  return compare(first, last);
}

/** Takes two times to detection in milliseconds, returns which is better; nothing is compared without both. */
export function compareDelays(first: number | null, last: number | null): RunChange {
  return first === null || last === null ? 'open' : compare(last, first);
}

function compare(first: number | null, last: number | null): RunChange {
  if (first === null || last === null) return 'open';
  if (first === last) return 'same';
  return last > first ? 'improved' : 'worse';
}

/**
 * Takes the results of two runs of a test, returns the change: by detection level, and if that is the same by the first kind of
 * fact that differs, from prevented to responded.
 */
export function compareRuns(first: RunResult, last: RunResult): RunChange {
  if (!wasRun(last.status)) return 'open';
  const steps = [
    compareRanks(first.rank, last.rank),
    ...factKinds.map((kind) => compareResults(first.outcome?.[kind], last.outcome?.[kind])),
  ];
  const decided = steps.find((step) => step === 'improved' || step === 'worse');
  return decided ?? (steps.includes('same') ? 'same' : 'open');
}

/** Takes the name of a mission, returns the name of its retest, cut to the maximum length of a name. */
export function nameRetest(name: string): string {
  return cutName(`Retest of ${name}`);
}
