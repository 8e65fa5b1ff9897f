import { z } from 'zod';
import { sides } from '../../domain/sides.ts';
import { catalogTag } from '../fields.ts';
import { testStatus } from '../missions/contract.ts';
import { listOf, pagingFields } from '../paging.ts';
import { personSchema } from '../person.ts';
import { simulationStatus } from '../simulations/contract.ts';

const id = z.uuid();
const time = z.string();
const side = z.enum(sides);
const named = z.strictObject({ id, name: z.string() });
const placeSchema = z.strictObject({ kind: z.enum(['mission', 'engagement']), id, name: z.string() });

export const waitingQuery = z.strictObject({
  ...pagingFields,
  /** Only what waits for this side; else for each that the caller writes for. */
  side: side.optional(),
  /**
   * `mine`: in missions that the caller is a member of, and not assigned to somebody else of that side; `all`: in all that they see.
   * In a mission that has members of a side, its tests are theirs, and of others what is assigned to them. Simulations are everybody's.
   */
  scope: z.enum(['mine', 'all']).default('mine'),
  /** Only in this mission; all that waits in it is shown for either side, whoever asks. */
  mission_id: id.optional(),
});
export type WaitingQuery = z.output<typeof waitingQuery>;

const waitingFields = {
  id,
  name: z.string(),
  /** Whose turn it is. */
  side,
  /** Since when it waits; null where nobody wrote down when it was run. */
  since: time.nullable(),
  catalog_tags: z.array(catalogTag),
  place: placeSchema,
  /** Whose work it is; simulations are nobody's. */
  assignee: personSchema.nullable(),
};
const waitingItem = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('test'), ...waitingFields, status: testStatus }),
  z.strictObject({ kind: z.literal('simulation'), ...waitingFields, status: simulationStatus }),
]);
export type WaitingItem = z.output<typeof waitingItem>;
/** Longest waiting first. */
export const waitingList = listOf(waitingItem);

export const streamQuery = z.strictObject({
  limit: pagingFields.limit,
  /** Only in this mission, the caller's own actions too. */
  mission_id: id.optional(),
});
export type StreamQuery = z.output<typeof streamQuery>;

const deedSchema = z.strictObject({
  object_type: z.string(),
  verb: z.string(),
  /** The state that it was moved to; null for what moved nothing. */
  moved_to: z.string().nullable(),
  /** Which fields were changed, as far as they are short; none for what was made or removed. */
  fields: z.array(z.string()),
});
export type Deed = z.output<typeof deedSchema>;

export const streamSchema = z.strictObject({
  /** Newest first: what somebody did to one thing within a short time is told together. */
  items: z.array(
    z.strictObject({
      /** Of the newest entry of the history that is in it. */
      seq: z.int(),
      at: time,
      actor: personSchema,
      place: placeSchema,
      test: named.nullable(),
      simulation: named.nullable(),
      /** Newest first, each once. */
      deeds: z.array(deedSchema),
    }),
  ),
});
export type Stream = z.output<typeof streamSchema>;

export const firstSteps = ['catalogue', 'library', 'people', 'mission'] as const;
export const firstStepsSchema = z.strictObject({
  /** Steps that the caller may take, in their order. */
  steps: z.array(z.strictObject({ step: z.enum(firstSteps), done: z.boolean() })),
  /** Contents of the library that ships with Damson. */
  starter_library: z.strictObject({ tests: z.int(), scenarios: z.int() }),
});
export type FirstSteps = z.output<typeof firstStepsSchema>;
export type FirstStep = (typeof firstSteps)[number];
