import { z } from 'zod';
import {
  executionMatches,
  executionResults,
  largestExecutions,
  mostExecutions,
  mostRecordings,
} from '../../../domain/executions.ts';
import { longestName, longestRedDetail } from '../../../domain/limits.ts';
import { isRecordingName } from '../../../domain/recordings/files.ts';
import { instant, longText, oneOrSeveral, optionalText } from '../../fields.ts';
import { runNumber } from '../contract.ts';

const recording = z.strictObject({
  name: z
    .string()
    .trim()
    .max(255)
    .refine(isRecordingName, 'must end in .cast, .typescript, .timing, .txt or .log'),
  text: z.string().max(largestExecutions),
});

const line = z.string().trim().min(1).max(longestRedDetail);

/** One execution, as a program sends it. */
const execution = z
  .strictObject({
    /** Id of the program, unique within the mission. */
    external_id: z.string().trim().min(1).max(longestName),
    /** Of the atomic test. */
    guid: z.guid().toLowerCase().nullish(),
    technique: z
      .string()
      .toUpperCase()
      .regex(/^T\d{4}(?:\.\d{3})?$/, 'must be a technique such as T1059 or T1059.001')
      .nullish(),
    name: optionalText(longestName).optional(),
    /** Empty if the program does not know it. */
    command: longText,
    output: z.string().max(largestExecutions).nullish(),
    executed_at: instant,
    ended_at: instant.nullish(),
    host: line,
    user: line.nullish(),
    exit_code: z
      .int()
      .min(-(2 ** 31))
      .max(2 ** 32 - 1)
      .nullish(),
    /** Goes into red's comment. */
    comment: longText.nullish(),
    process_id: z
      .int()
      .min(0)
      .max(2 ** 32 - 1)
      .nullish(),
    /** Recordings of its session, which become evidence of its run. */
    recordings: z.array(recording).max(mostRecordings).nullish(),
  })
  .refine(({ executed_at, ended_at }) => !ended_at || ended_at >= executed_at, {
    path: ['ended_at'],
    message: 'must not be before executed_at',
  });
export type Execution = z.output<typeof execution>;

export const executionsBody = oneOrSeveral('executions', execution, mostExecutions);

export const executionsAnswer = z.strictObject({
  /** In the order of the request. */
  executions: z.array(
    z.strictObject({
      external_id: z.string(),
      result: z.enum(executionResults),
      /** Null if the test was deleted since. */
      test_id: z.uuid().nullable(),
      run: runNumber,
      matched_by: z.enum(executionMatches).nullable(),
      /** How many of the recordings sent its run has. */
      recordings: z.int(),
    }),
  ),
});
export type ExecutionsAnswer = z.output<typeof executionsAnswer>;
