import { z } from 'zod';
import { unreadSchema } from '../../notifications/contract.ts';
import { clocksSign } from '../clocks/contract.ts';
import { activitySchema, changedTest, position } from '../contract.ts';
import { presenceSchema } from '../presence/contract.ts';

export const eventsQuery = z.strictObject({ since: position.optional() });

/** Reasons for the end of events. */
const endReasons = ['session_ended', 'access_ended', 'mission_deleted', 'server_stopping'] as const;
export type EndReason = (typeof endReasons)[number];

/** The data of each event, by name. */
export const events = {
  /** One changed test, as in the activity; the id of the event is the next position. */
  change: changedTest,
  /** A change of scenarios, order or plans, with the tests removed by it; the id is a position, too. */
  outline: activitySchema.pick({ removed: true, outline_changed_at: true }),
  /** People who have the mission open and their place, on every change. */
  presence: presenceSchema,
  /**
   * Number of findings, remediations and reports of the mission visible to the listener, number of decided suggestions, and the
   * last change of these, of its record as a TLPT, of its sightings and its replay; how many clocks of hosts are confirmed, with the
   * last of them; and how many alerts wait, with a marker that changes with them: whenever one changes. Red that does not read
   * sightings gets none of them.
   */
  findings: z.strictObject({
    findings: z.int(),
    remediations: z.int(),
    reports: z.int(),
    decided: z.int(),
    changed_at: z.string().nullable(),
    tlpt_changed_at: z.string().nullable(),
    clocks: clocksSign,
    alerts: z.strictObject({ waiting: z.int(), sign: z.string() }),
    sightings: z.int(),
    sightings_changed_at: z.string().nullable(),
    replay_changed_at: z.string().nullable(),
  }),
  /** The mission that this one is compared with, and its last change, whenever either changes; null for none. */
  earlier: z.strictObject({ id: z.uuid().nullable(), changed_at: z.string().nullable() }),
  /** Number of the listener's unread notifications, whenever it may have changed. */
  notifications: unreadSchema,
  /** The last event. */
  end: z.strictObject({ reason: z.enum(endReasons) }),
};
