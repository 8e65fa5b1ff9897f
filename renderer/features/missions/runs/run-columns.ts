import { type FactKind, factKinds, toBrief } from '../../../../domain/outcomes.ts';
import {
  compareDelays,
  compareRanks,
  compareResults,
  compareRuns,
  type RunChange,
} from '../../../../domain/runs.ts';
import {
  type ClosedName,
  type PlainField,
  pickFields,
  redFields,
  toClosed,
} from '../../../../domain/test-record.ts';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import type { ClosedRun } from '../../../../server/missions/runs/contract.ts';

/** A run among others: the closed ones and the current one. */
export type ShownRun = Pick<
  ClosedRun,
  | 'number'
  | 'reason'
  | 'status'
  | ClosedName<PlainField>
  | 'detection_level'
  | 'outcome'
  | 'expectation_met'
  | 'facts'
  | 'evidence'
>;

export type RunColumn = {
  run: ShownRun;
  isPresent: boolean;
  /** Change since the previous run; null in the first run shown. */
  change: RunChange | null;
  levelChange: RunChange | null;
  kindChange: Record<FactKind, RunChange> | null;
  delayChange: RunChange | null;
};

/**
 * Takes a test and its closed runs, newest first, returns all runs from the first to the current one, each compared with the
 * previous one.
 */
export function toColumns(test: MissionTest, closed: readonly ClosedRun[]): RunColumn[] {
  const { number, reason } = test.run;
  const present = { ...test, ...toClosed(pickFields(redFields, test)), number, reason };
  const runs: ShownRun[] = [...closed.toReversed(), present];
  return runs.map((run, index) => {
    const before = runs[index - 1];
    const isPresent = index === runs.length - 1;
    if (before === undefined) {
      return { run, isPresent, change: null, levelChange: null, kindChange: null, delayChange: null };
    }
    return {
      run,
      isPresent,
      change: compareRuns(toResult(before), toResult(run)),
      levelChange: compareRanks(toResult(before).rank, toResult(run).rank),
      kindChange: compareKinds(before, run),
      delayChange: compareDelays(delayOf(before), delayOf(run)),
    };
  });
}

/** Takes the columns, returns the kinds known in any run. */
export function listKnownKinds(columns: readonly RunColumn[]): FactKind[] {
  return factKinds.filter((kind) => columns.some(({ run }) => run.outcome?.[kind]));
}

function toResult({ status, detection_level, outcome }: ShownRun) {
  return { status, rank: detection_level?.rank ?? null, outcome: toBrief(outcome) };
}

function compareKinds(before: ShownRun, run: ShownRun): Record<FactKind, RunChange> {
  return Object.fromEntries(
    factKinds.map((kind) => [
      kind,
      compareResults(before.outcome?.[kind]?.result, run.outcome?.[kind]?.result),
    ]),
  ) as Record<FactKind, RunChange>;
}

function delayOf({ executed_at, detected_at }: ShownRun): number | null {
  if (executed_at === null || detected_at === null) return null;
  return Date.parse(detected_at) - Date.parse(executed_at);
}
