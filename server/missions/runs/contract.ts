import { z } from 'zod';
import { mostTests } from '../../../domain/limits.ts';
import { runChanges } from '../../../domain/runs.ts';
import { blueFields, pickFields, redFields, toClosed } from '../../../domain/test-record.ts';
import { detectionLevelSchema } from '../../detection-levels/contract.ts';
import { briefSchema, factSchema, levelSource, outcomeSchema } from '../../facts/contract.ts';
import { listOf } from '../../paging.ts';
import { personSchema } from '../../person.ts';
import { runNumber, runReason, testStatus, testVerdict } from '../contract.ts';
import { evidenceRecord } from '../evidence/contract.ts';
import { runShape } from '../mission-tests/contract.ts';

const id = z.uuid();
const time = z.string();
const count = z.int().min(0);

export const newRunBody = z.strictObject({ reason: runReason });

/** If omitted, `test_ids` are all executed tests. */
export const newRunsBody = z.strictObject({
  reason: runReason,
  test_ids: z.array(id).min(1).max(mostTests).optional(),
});
export type NewRuns = z.output<typeof newRunsBody>;

export const closedRunSchema = z.strictObject({
  id,
  number: runNumber,
  reason: runReason.nullable(),
  started_at: time.nullable(),
  closed_at: time,
  closed_by: personSchema.nullable(),
  status: testStatus,
  /** The times of the attack have other names: `started_at` is the run's. */
  ...toClosed(pickFields(redFields, runShape)),
  detection_level: detectionLevelSchema.nullable(),
  detection_level_source: levelSource.nullable(),
  outcome: outcomeSchema.nullable(),
  /** The verdict as of closing. */
  expectation_met: testVerdict,
  ...pickFields(blueFields, runShape),
  last_actor: personSchema.nullable(),
  facts: z.array(factSchema),
  evidence: z.array(evidenceRecord),
});
export type ClosedRun = z.output<typeof closedRunSchema>;
export const closedRunList = listOf(closedRunSchema);

const runResult = z.strictObject({
  number: runNumber,
  /** Null for the first. */
  started_at: time.nullable(),
  status: testStatus,
  detection_level: detectionLevelSchema.nullable(),
  outcome: briefSchema.nullable(),
  executed_at: time.nullable(),
  detected_at: time.nullable(),
});
export type RunResult = z.output<typeof runResult>;

export const runComparisonSchema = z.strictObject({
  /** Retested tests, by change. */
  retested: count,
  improved: count,
  worse: count,
  same: count,
  /** Tests whose last run is not executed yet, or has no comparable result. */
  open: count,
  /** In the order of the mission. */
  tests: z.array(
    z.strictObject({
      id,
      scenario_id: id,
      name: z.string(),
      change: z.enum(runChanges),
      first: runResult,
      last: runResult,
    }),
  ),
});
export type RunComparison = z.output<typeof runComparisonSchema>;
