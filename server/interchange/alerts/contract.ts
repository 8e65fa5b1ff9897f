import { z } from 'zod';
import { alertFormats } from '../../../domain/alerts.ts';
import { severities } from '../../../domain/outcomes.ts';
import { told } from '../../told.ts';
import { asked, choicesSchema } from '../contract.ts';

const count = z.int().min(0);

/** Choices of the person for a file. */
export const alertChoices = choicesSchema.pick({ columns: true, sheet: true, head_row: true }).extend({
  /** Zone of times that have none, as an offset or a name, such as `+02:00` or `Europe/Berlin`; if omitted, UTC. */
  zone: z.string().max(100).optional(),
});
export type AlertChoices = z.output<typeof alertChoices>;

/** Counts and reasons besides the alerts. */
const readAlerts = z.strictObject({
  /** Rows that are no alerts, such as informational events. */
  left_out: count,
  /** Why, with the first rows of each reason. */
  reasons: z.array(z.strictObject({ why: told, count, rows: z.array(told) })),
  /** Values that could not be read, the first 50 of them; their alerts are read without them. */
  wrong: z.strictObject({
    count,
    items: z.array(z.strictObject({ row: told, column: z.string(), value: z.string(), why: told })),
  }),
  /** Alerts with a time that has no zone. */
  without_zone: count,
});
export type ReadAlerts = z.output<typeof readAlerts>;

export const alertFileAnswer = readAlerts.extend({
  format: z.enum(alertFormats),
  /** Time of the delivery, by which it can be undone; null if nothing was new. */
  received_at: z.string().nullable(),
  /** New alerts. */
  received: count,
  /** Alerts that were received before; what differs is not changed. */
  same: count,
  differs: count,
});
export type AlertFileAnswer = z.output<typeof alertFileAnswer>;

const text = z.string().nullable();
export const alertFilePreview = alertFileAnswer.omit({ received_at: true }).extend({
  /** The columns of a table that is no export of a known tool. */
  asks: asked.nullable(),
  /** The first of them. */
  alerts: z.array(
    z.strictObject({
      row: told,
      result: z.enum(['received', 'same', 'differs']),
      title: text,
      rule_name: text,
      rule_id: text,
      severity: z.enum(severities).nullable(),
      occurred_at: text,
      recorded_at: text,
      hosts: z.array(z.string()),
      users: z.array(z.string()),
      command_line: text,
      techniques: z.array(z.string()),
    }),
  ),
});
export type AlertFilePreview = z.output<typeof alertFilePreview>;
