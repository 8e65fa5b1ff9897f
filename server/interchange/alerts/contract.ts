import { z } from 'zod';
import { alertFormats } from '../../../domain/alerts.ts';

export const alertFileAnswer = z.strictObject({
  format: z.enum(alertFormats),
  /** Time of the delivery, by which it can be undone; null if nothing was new. */
  received_at: z.string().nullable(),
  /** New alerts. */
  received: z.int(),
  /** Alerts that were received before; what differs is not changed. */
  same: z.int(),
  differs: z.int(),
  /** Rows that are no alerts, such as informational events. */
  left_out: z.int(),
  /** Alerts whose time has no zone and was taken as UTC. */
  without_zone: z.int(),
});
export type AlertFileAnswer = z.output<typeof alertFileAnswer>;
