import { z } from 'zod';
import { attackResults } from '../../../domain/missions.ts';
import { hostFields, mapFields, pickFields, plainFields, rowFields } from '../../../domain/test-record.ts';
import { levelSource } from '../../facts/contract.ts';
import { instant, longText } from '../../fields.ts';
import { personSchema } from '../../person.ts';

const text = z.string().nullable();
export const attackResult = z.enum(attackResults);

/** The record of a run as in responses, except for its detection level. */
export const runShape = mapFields(plainFields, {
  text: () => text,
  line: () => text,
  moment: () => text,
  attack_result: () => attackResult.nullable(),
});

/** Fields of a test in tables, and its assignee. */
export const rowDetails = {
  assignee: personSchema.nullable(),
  tags: z.array(z.string()),
  ...pickFields(rowFields, runShape),
  detection_level_source: levelSource.nullable(),
};

/** The same as input: verbatim, because it is saved while typing; a blank line means none. */
export const runInput = mapFields(plainFields, {
  text: () => longText.nullable(),
  line: ({ longest }) =>
    z
      .string()
      .max(longest)
      .transform((typed) => (typed.trim() === '' ? null : typed))
      .nullable(),
  moment: () => instant.nullable(),
  attack_result: () => attackResult.nullable(),
});

/** Suggestions to red for a test: the previous run's command, and hosts and user from it, or else from red's own last test. */
export const suggestionsSchema = z.strictObject({
  command: text,
  ...mapFields(hostFields, { line: () => text }),
  /** Values of these fields in the tests of the mission, most frequent first. */
  seen: z.strictObject(mapFields(hostFields, { line: () => z.array(z.string()) })),
});
export type Suggestions = z.output<typeof suggestionsSchema>;
