import { z } from 'zod';
import { unreadSchema } from '../../notifications/contract.ts';
import { activitySchema, changedTest, position } from '../contract.ts';
import { presenceSchema } from '../presence/contract.ts';

export const eventsQuery = z.strictObject({ since: position.optional() });

/** Why events end. */
const endReasons = ['session_ended', 'access_ended', 'mission_deleted', 'server_stopping'] as const;
export type EndReason = (typeof endReasons)[number];

/** The data of each event, by its name. */
export const events = {
  /** One test that was changed, as the activity tells it; the id of the event is where to go on from. */
  change: changedTest,
  /** That scenarios, order or plans changed, and the tests removed with that; the id is where to go on from, too. */
  outline: activitySchema.pick({ removed: true, outline_changed_at: true }),
  /** People who have the mission open and their place, on every change. */
  presence: presenceSchema,
  /**
   * How many findings, remediations and reports of the mission the listener reads, on how many suggestions somebody has decided, and
   * the last change, whenever one changes.
   */
  findings: z.strictObject({
    findings: z.int(),
    remediations: z.int(),
    reports: z.int(),
    decided: z.int(),
    changed_at: z.string().nullable(),
  }),
  /** The mission that this one is set against and its last change, whenever either is another; null for none. */
  earlier: z.strictObject({ id: z.uuid().nullable(), changed_at: z.string().nullable() }),
  /** How much of what the listener was told is unread, whenever that may have changed. */
  notifications: unreadSchema,
  /** The last one. */
  end: z.strictObject({ reason: z.enum(endReasons) }),
};
