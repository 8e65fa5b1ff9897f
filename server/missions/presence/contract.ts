import { z } from 'zod';

const id = z.uuid();

/** Place of a person. A field has its name in the test. */
export const presenceBody = z.strictObject({
  test_id: id.nullable().optional(),
  field: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be the name of a field')
    .nullable()
    .optional(),
  /** The person is leaving: without an open stream, they are no longer present. */
  left: z.literal(true).optional(),
});
export type Whereabouts = z.output<typeof presenceBody>;

/** People who have a mission open, in order of arrival. */
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
