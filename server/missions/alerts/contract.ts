import { z } from 'zod';
import {
  alertBands,
  alertReasons,
  alertStates,
  longestAlertItem,
  longestAlertUrl,
  longestCommandLine,
  mostAlerts,
} from '../../../domain/alerts.ts';
import { longestName } from '../../../domain/limits.ts';
import { severities } from '../../../domain/outcomes.ts';
import { factSchema } from '../../facts/contract.ts';
import { instant, oneOrSeveral } from '../../fields.ts';
import { listOf, pagingFields } from '../../paging.ts';
import { personSchema } from '../../person.ts';
import { told } from '../../told.ts';
import { clocksSign } from '../clocks/contract.ts';
import { runNumber } from '../contract.ts';

const item = z.string().max(longestAlertItem);
const texts = z.union([item, z.array(item)]);
const pid = z.union([z.int(), z.string().max(20)]);
const sentProcess = z.strictObject({
  id: pid.nullish(),
  command_line: z.string().max(longestCommandLine).nullish(),
  parent: z.strictObject({ id: pid.nullish() }).nullish(),
});

/** An alert as described to programs; the server takes any other value of a field as missing. */
const sentAlert = z.looseObject({
  /** Of the alert, such as `elastic`. */
  source: z.string().trim().min(1).max(longestName),
  /** Unique within source and mission; if omitted, the digest of the alert. */
  external_id: z.string().max(longestName).nullish(),
  /** Name of the tool of the organisation that raised it. */
  tool: z.string().max(longestName).nullish(),
  /** Time of the activity. */
  occurred_at: instant.nullish(),
  /** Time at which the alert was made. */
  recorded_at: instant.nullish(),
  title: z.string().max(longestName).nullish(),
  rule_name: z.string().max(longestName).nullish(),
  rule_id: z.string().max(longestName).nullish(),
  severity: z.enum(severities).nullish(),
  /** Names or addresses. */
  hosts: texts.nullish(),
  users: texts.nullish(),
  process: z.union([sentProcess, z.array(sentProcess)]).nullish(),
  techniques: texts.nullish(),
  url: z.string().max(longestAlertUrl).nullish(),
  /** The alert as the tool wrote it; if omitted, all of this. */
  raw: z.unknown(),
});

const namedAlert = z.looseObject({ source: sentAlert.shape.source });
/** An alert as sent: only its source is sure. */
export type SentAlert = z.output<typeof namedAlert>;

export const alertsBody = oneOrSeveral('alerts', namedAlert, mostAlerts, sentAlert);

const alertResult = z.enum(['received', 'same', 'differs']);
export const receivedAlerts = z.strictObject({
  /** Time of the delivery, by which it can be undone; null if nothing was new. */
  received_at: z.string().nullable(),
  /** In the order of the request. */
  alerts: z.array(
    z.strictObject({
      id: z.uuid(),
      external_id: z.string(),
      result: alertResult,
      state: z.enum(alertStates),
      /** Fields that could not be read. */
      ignored: z.array(z.string()),
    }),
  ),
});
export type ReceivedAlerts = z.output<typeof receivedAlerts>;

/** The alerts of a request or a file. */
const delivery = z.strictObject({
  received_at: z.string(),
  sources: z.array(z.string()),
  /** Still there. */
  alerts: z.int(),
  accepted: z.int(),
});
export type Delivery = z.output<typeof delivery>;
export const deliveryList = listOf(delivery);

export const deliveryBody = z.strictObject({ received_at: instant });

export const undoneDelivery = z.strictObject({
  removed: z.int(),
  /** Alerts that stay because something was built on them. */
  kept: z.int(),
  /** Of the first of them. */
  reasons: z.array(z.strictObject({ id: z.uuid(), title: z.string(), why: told })),
});
export type UndoneDelivery = z.output<typeof undoneDelivery>;

const mostAlertsNamed = 100;
/** Of an id and its comma. */
const lengthOfId = 37;
export const alertListQuery = z.strictObject({
  ...pagingFields,
  state: z.enum(alertStates).default('new'),
  /** Only these, separated by commas, whatever their state and without suggestions; those that are gone are left out. */
  ids: z
    .string()
    .max(mostAlertsNamed * lengthOfId)
    .transform((ids) => [...new Set(ids.split(','))])
    .pipe(z.array(z.uuid()).max(mostAlertsNamed))
    .optional(),
});
export type AlertListQuery = z.output<typeof alertListQuery>;

const reason = z.strictObject({
  kind: z.enum(alertReasons),
  points: z.int(),
  alert: z.string().nullable(),
  test: z.string().nullable(),
  /** From the start of the run. */
  seconds: z.int().nullable(),
});

export const suggestionSchema = z.strictObject({
  test_id: z.uuid(),
  run: runNumber,
  band: z.enum(alertBands),
  points: z.int(),
  reasons: z.array(reason),
  test_name: z.string(),
  /** Whether it is the current run: closed ones take no alerts. */
  is_current: z.boolean(),
});

const time = z.string().nullable();
const text = z.string().nullable();
export const alertSchema = z.strictObject({
  id: z.uuid(),
  source: z.string(),
  external_id: z.string(),
  tool: text,
  occurred_at: time,
  recorded_at: time,
  title: text,
  rule_name: text,
  rule_id: text,
  severity: z.enum(severities).nullable(),
  hosts: z.array(z.string()),
  users: z.array(z.string()),
  processes: z.array(
    z.strictObject({ id: z.int().nullable(), command_line: text, parent_id: z.int().nullable() }),
  ),
  techniques: z.array(z.string()),
  url: text,
  state: z.enum(alertStates),
  /** Where it was accepted; the test is null once it is gone. */
  test_id: z.uuid().nullable(),
  run: runNumber.nullable(),
  fact_id: z.uuid().nullable(),
  decided_by: personSchema.nullable(),
  decided_at: time,
  received_at: z.string(),
});
export type AlertRecord = z.output<typeof alertSchema>;

/** An alert with its original, up to its limit. */
export const wholeAlert = alertSchema.extend({ raw: z.string() });
export type WholeAlert = z.output<typeof wholeAlert>;

/** Best first; decided alerts have no suggestions. */
export const alertList = listOf(
  alertSchema.extend({
    /** Seconds by which the clock of its host is ahead, taken off for its suggestions; null if nobody confirmed any. */
    clock_seconds: z.int().nullable(),
    suggestions: z.array(suggestionSchema),
  }),
).extend({ clocks: clocksSign });
export type AlertList = z.output<typeof alertList>;
export type ListedAlert = AlertList['items'][number];

export const acceptBody = z.strictObject({
  test_id: z.uuid(),
  /** The current run; with another number the alert is refused. */
  run: runNumber.optional(),
});
export type Acceptance = z.output<typeof acceptBody>;

const compared = ['result', 'at', 'tool', 'rule_name', 'rule_id', 'severity', 'alert_id'] as const;
export type ComparedField = (typeof compared)[number];
export const acceptedAlert = z.strictObject({
  alert: alertSchema,
  fact: factSchema,
  /** Recorded values that stay, beside those of the alert. */
  differences: z.array(z.strictObject({ field: z.enum(compared), recorded: text, alert: text })),
});
export type AcceptedAlert = z.output<typeof acceptedAlert>;
export type Difference = AcceptedAlert['differences'][number];

export const notOursBody = z.strictObject({
  /** Also the other alerts of its rule that wait for a decision, and those to come. */
  rule: z.boolean().optional(),
});
export const notOursAnswer = z.strictObject({ alerts: z.int() });
