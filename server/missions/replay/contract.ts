import { z } from 'zod';
import { longestName, longestNote } from '../../../domain/limits.ts';
import { mostAttendees } from '../../../domain/replay.ts';
import { emptiable, instant } from '../../fields.ts';
import { personSchema } from '../../person.ts';
import { runNumber } from '../contract.ts';

const id = z.uuid();
const time = z.string();
const text = z.string().nullable();

/** An executed run, with the answers of the room. */
export const replayStep = z.strictObject({
  /** Of the test; a step is one of its runs. */
  id,
  run: runNumber,
  test_name: z.string(),
  scenario: z.string(),
  executed_at: time,
  ended_at: time.nullable(),
  target_host: text,
  /** Answers to the questions of a replay, and the decision; Markdown. */
  seen: text,
  should_have: text,
  why_not: text,
  decision: text,
  /** A note of whoever presents, which is neither on the projector nor in the minutes. */
  note: text,
  /** When the room went through it; null if it has not. */
  discussed_at: time.nullable(),
  updated_by: personSchema.nullable(),
  updated_at: time.nullable(),
});
export type ReplayStep = z.output<typeof replayStep>;

export const replaySchema = z.strictObject({
  id,
  /** Open once the mission is completed, or when its lead says so; without steps until then. */
  is_open: z.boolean(),
  started_at: time.nullable(),
  ended_at: time.nullable(),
  attendees: z.array(z.string()),
  summary: text,
  /** Executions in order of time. */
  steps: z.array(replayStep),
  updated_by: personSchema.nullable(),
  updated_at: time.nullable(),
});
export type Replay = z.output<typeof replaySchema>;

const answer = z.string().max(longestNote).nullable();
const attendees = emptiable(z.array(z.string().trim().min(1).max(longestName)).max(mostAttendees));

export const replayPatchBody = z
  .strictObject({
    started_at: instant.nullable(),
    ended_at: instant.nullable(),
    attendees,
    summary: answer,
  })
  .partial();
export type ReplayPatch = z.output<typeof replayPatchBody>;

export const stepPatchBody = z
  .strictObject({
    seen: answer,
    should_have: answer,
    why_not: answer,
    decision: answer,
    note: answer,
    /** The time of the first true is kept. */
    discussed: z.boolean(),
  })
  .partial()
  .extend({ run: runNumber });
export type StepPatch = z.output<typeof stepPatchBody>;

/** When a replay was, and with whom, of a file. */
export const importedReplay = z.strictObject({
  started_at: instant.nullable(),
  ended_at: instant.nullable(),
  attendees,
  summary: answer,
});
export type ImportedReplay = z.output<typeof importedReplay>;

/** The answers to a step, with its run in a file. */
export const importedAnswers = z.strictObject({
  seen: answer,
  should_have: answer,
  why_not: answer,
  decision: answer,
  note: answer,
  discussed_at: instant.nullable(),
});
export type ImportedAnswers = z.output<typeof importedAnswers>;
