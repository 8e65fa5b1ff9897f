import { z } from 'zod';
import { longestName, longestNote, mostTestsOfRemediation, mostTlptItems } from '../../../domain/limits.ts';
import { tlptDays, tlptDeadlines, tlptNotes, tlptTexts } from '../../../domain/tlpt.ts';
import { calendarDate, each, emptiable, optionalText, shortName } from '../../fields.ts';
import { newId } from '../../ids.ts';
import { personSchema } from '../../person.ts';

const text = optionalText(longestNote);
const line = optionalText(longestName);
const day = calendarDate.nullable();

const id = z.uuid().default(newId);
const entity = z.strictObject({ id, name: shortName, jurisdiction: line.default(null) });
const importantFunction = z.strictObject({
  id,
  name: shortName,
  /** Systems, processes and technologies behind it. */
  systems: text.default(null),
  /** Reason for including or excluding it. */
  rationale: text.default(null),
});

function listed<Item extends z.ZodType>(item: Item) {
  return emptiable(z.array(item).max(mostTlptItems));
}

function isOnce<Field extends string>(items: readonly Record<Field, unknown>[], field: Field): boolean {
  return new Set(items.map((item) => item[field])).size === items.length;
}

/** Fields written by people; `test` is the schema of a reference to a test. */
function makeFields<Test extends z.ZodType<string>>(test: Test) {
  const ofItem = {
    id,
    on: day.default(null),
    test_ids: emptiable(z.array(test).max(mostTestsOfRemediation)).default([]),
  };
  const flag = z.strictObject({
    number: z.int().min(1).max(mostTlptItems),
    system: line.default(null),
    objective: shortName,
    /** Null while unknown. */
    captured: z.boolean().nullable().default(null),
    ...ofItem,
  });
  const what = { what: shortName, why: text.default(null) };
  const legUp = z.strictObject({ ...what, granted_by: line.default(null), ...ofItem });
  const deviation = z.strictObject({ ...what, agreed_by: line.default(null), ...ofItem });
  return {
    ...each(tlptTexts, text),
    ...each(tlptNotes, text),
    entities: listed(entity),
    functions: listed(importantFunction),
    ...each(tlptDays, day),
    flags: listed(flag).refine((flags) => isOnce(flags, 'number'), 'has a number twice'),
    leg_ups: listed(legUp),
    deviations: listed(deviation),
  };
}

const whole = z.strictObject(makeFields(z.uuid()));
export type TlptRecord = z.output<typeof whole>;

/** A record in a file, whose tests have the file's ids. */
export const importedTlpt = z.strictObject(makeFields(z.string()));
export type ImportedTlpt = z.output<typeof importedTlpt>;

const deadline = z.strictObject({
  key: z.enum(tlptDeadlines.map(({ key }) => key)),
  article: z.string(),
  due_on: z.string().nullable(),
  done_on: z.string().nullable(),
  state: z.enum(['open', 'done', 'late']),
});

const shownText = z.string().nullable();
const testIds = z.array(z.uuid());
const shown = {
  ...each(tlptTexts, shownText),
  ...each(tlptNotes, shownText),
  entities: z.array(z.strictObject({ id: z.uuid(), name: z.string(), jurisdiction: shownText })),
  functions: z.array(
    z.strictObject({ id: z.uuid(), name: z.string(), systems: shownText, rationale: shownText }),
  ),
  ...each(tlptDays, shownText),
  flags: z.array(
    z.strictObject({
      id: z.uuid(),
      number: z.int(),
      system: shownText,
      objective: z.string(),
      captured: z.boolean().nullable(),
      on: shownText,
      test_ids: testIds,
    }),
  ),
  leg_ups: z.array(
    z.strictObject({
      id: z.uuid(),
      what: z.string(),
      why: shownText,
      granted_by: shownText,
      on: shownText,
      test_ids: testIds,
    }),
  ),
  deviations: z.array(
    z.strictObject({
      id: z.uuid(),
      what: z.string(),
      why: shownText,
      agreed_by: shownText,
      on: shownText,
      test_ids: testIds,
    }),
  ),
};

export const tlptSchema = z.strictObject({
  /** Id of the mission. */
  id: z.uuid(),
  ...shown,
  /** Determined by the date in UTC. */
  deadlines: z.array(deadline),
  updated_by: personSchema.nullable(),
  /** Null before anything is recorded. */
  updated_at: z.string().nullable(),
});
export type Tlpt = z.output<typeof tlptSchema>;

export const tlptPatchBody = whole.partial();
export type TlptPatch = z.output<typeof tlptPatchBody>;
