import { z } from 'zod';
import { factKinds, factResults } from '../../domain/outcomes.ts';
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
  /** Only items waiting for this side; otherwise for each side of the caller. */
  side: side.optional(),
  /**
   * `mine`: in missions of the caller, and not assigned to another member of that side; `all`: in all visible missions. In a
   * mission with members of a side, its tests belong to them; others only get assigned tests. Simulations belong to everyone.
   */
  scope: z.enum(['mine', 'all']).default('mine'),
  /** Only in this mission; all its waiting items are shown for either side, to any caller. */
  mission_id: id.optional(),
});
export type WaitingQuery = z.output<typeof waitingQuery>;

const waitingFields = {
  id,
  name: z.string(),
  /** The side whose turn it is. */
  side,
  /** Start of the wait; null when the time of execution was not recorded. */
  since: time.nullable(),
  catalog_tags: z.array(catalogTag),
  place: placeSchema,
  /** Assigned person; simulations have none. */
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
  /** Only in this mission, including the caller's own actions. */
  mission_id: id.optional(),
});
export type StreamQuery = z.output<typeof streamQuery>;

const deedSchema = z.strictObject({
  object_type: z.string(),
  verb: z.string(),
  /** The state after a move; null for anything but a move. */
  moved_to: z.string().nullable(),
  /** Changed fields, if short; none when something was created or removed. */
  fields: z.array(z.string()),
  /** Kind and result of a detection that was added or removed; null for anything else. */
  detection: z.strictObject({ kind: z.enum(factKinds), result: z.enum(factResults) }).nullable(),
});
export type Deed = z.output<typeof deedSchema>;

export const streamSchema = z.strictObject({
  /** Newest first: actions of one person on one object within a short time are combined. */
  items: z.array(
    z.strictObject({
      /** Its newest history entry. */
      seq: z.int(),
      at: time,
      actor: personSchema,
      place: placeSchema,
      test: named.nullable(),
      simulation: named.nullable(),
      /** Newest first, without repetition. */
      deeds: z.array(deedSchema),
    }),
  ),
});
export type Stream = z.output<typeof streamSchema>;

export const firstSteps = ['catalogue', 'library', 'people', 'mission'] as const;
export const firstStepsSchema = z.strictObject({
  /** Steps available to the caller, in order. */
  steps: z.array(z.strictObject({ step: z.enum(firstSteps), done: z.boolean() })),
  /** Content of the starter library. */
  starter_library: z.strictObject({ tests: z.int(), scenarios: z.int() }),
});
export type FirstSteps = z.output<typeof firstStepsSchema>;
export type FirstStep = (typeof firstSteps)[number];
