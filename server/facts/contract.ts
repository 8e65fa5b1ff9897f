import { z } from 'zod';
import { longestName, longestNote, mostEvidenceOfFact } from '../../domain/limits.ts';
import {
  type Brief,
  detectionCategories,
  detectionModifiers,
  factKinds,
  factResults,
  levelSources,
  severities,
  type TimeConfirmed,
} from '../../domain/outcomes.ts';
import { emptiable, instant, optionalText, shownBeside } from '../fields.ts';
import { personSchema } from '../person.ts';

const id = z.uuid();
const time = z.string();

export const factKind = z.enum(factKinds);
export const factResult = z.enum(factResults);
export const levelSource = z.enum(levelSources);
const toolName = z.strictObject({ id, name: z.string() });

export const factSchema = z.strictObject({
  id,
  kind: factKind,
  result: factResult,
  at: time.nullable(),
  time_confirmed: z.boolean().nullable(),
  tool: toolName.nullable(),
  rule_name: z.string().nullable(),
  rule_id: z.string().nullable(),
  alert_id: z.string().nullable(),
  severity: z.enum(severities).nullable(),
  category: z.enum(detectionCategories).nullable(),
  modifiers: z.array(z.enum(detectionModifiers)),
  note: z.string().nullable(),
  evidence_ids: z.array(id),
  analyst: personSchema.nullable(),
  /** Answered when a review was settled. */
  settled: z.boolean(),
  /** The sighting that it was made from; omitted for others. */
  from_sighting: id.optional(),
  created_at: time,
  updated_at: time,
});
export type Fact = z.output<typeof factSchema>;

/** A tool and a person are named as in responses; only the id counts. */
const factFields = {
  kind: factKind,
  result: factResult,
  at: instant.nullable(),
  /** Null for a time as given; true confirms an unusual one, false marks it as only the time of recording. */
  time_confirmed: z.boolean().nullable(),
  tool: z.strictObject({ id, ...shownBeside('name') }).nullable(),
  rule_name: optionalText(longestName),
  rule_id: optionalText(longestName),
  alert_id: optionalText(longestName),
  severity: z.enum(severities).nullable(),
  category: z.enum(detectionCategories).nullable(),
  modifiers: emptiable(z.array(z.enum(detectionModifiers)).max(detectionModifiers.length)),
  note: z.string().max(longestNote).nullable(),
  evidence_ids: emptiable(z.array(id).max(mostEvidenceOfFact)),
  analyst: z.strictObject({ id, ...shownBeside('display_name') }).nullable(),
};
export const factPatchBody = z.strictObject(factFields).partial();
export type FactPatch = z.output<typeof factPatchBody>;
/** If omitted, `analyst` is the caller. */
export const newFactBody = factPatchBody.required({ kind: true, result: true });
export type NewFact = z.output<typeof newFactBody>;

export const factListSchema = z.array(factSchema);

/** The best result of each known kind. */
export const briefSchema = z.strictObject({
  prevented: factResult.optional(),
  alerted: factResult.optional(),
  logged: factResult.optional(),
  detected: factResult.optional(),
  responded: factResult.optional(),
});

/** Takes the column of a fact, returns its value. */
export function readConfirmed(column: 0 | 1 | null): TimeConfirmed {
  return column === null ? null : column === 1;
}

/** Takes a test's JSON column, returns its brief. */
export function readBrief(json: string | null): Brief | null {
  return json === null ? null : (JSON.parse(json) as Brief);
}

const kindOutcome = z
  .strictObject({ result: factResult, at: time.nullable(), tools: z.array(toolName) })
  .nullable();
export const outcomeSchema = z.strictObject({
  prevented: kindOutcome,
  alerted: kindOutcome,
  logged: kindOutcome,
  detected: kindOutcome,
  responded: kindOutcome,
});
