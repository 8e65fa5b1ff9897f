import { z } from 'zod';

const id = z.uuid();

/** Where somebody is. A field is named as the test has it. */
export const presenceBody = z.strictObject({
  test_id: id.nullable().optional(),
  field: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be the name of a field')
    .nullable()
    .optional(),
  /** They are going: with no stream of theirs open, they are not there any more. */
  left: z.literal(true).optional(),
});
export type Whereabouts = z.output<typeof presenceBody>;

/** People who have a mission open, in the order in which they came. */
export const presenceSchema = z.strictObject({
  people: z.array(
    z.strictObject({
      id,
      display_name: z.string(),
      test_id: id.nullable(),
      field: z.string().nullable(),
    }),
  ),
});
export type Presence = z.output<typeof presenceSchema>;
