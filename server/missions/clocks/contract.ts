import { z } from 'zod';
import { longestAlertItem, mostClockSeconds, mostClocks } from '../../../domain/alerts.ts';
import { personSchema } from '../../person.ts';

const seconds = z.int().min(-mostClockSeconds).max(mostClockSeconds);
const host = z.string().trim().min(1).max(longestAlertItem);
const pairs = z.int().min(1);
const spread = z.int().min(0);

const measured = z.strictObject({
  /** By which the clock is ahead: the median of the pairs. */
  seconds,
  /** Runs with an accepted alert of the host; each counts with its first alert. */
  pairs,
  /** From the smallest to the greatest of the pairs, in seconds. */
  spread,
});
export type MeasuredClock = z.output<typeof measured>;

const confirmed = z.strictObject({
  seconds,
  /** Of the measurement that was confirmed; null for a value that somebody typed. */
  pairs: pairs.nullable(),
  spread: spread.nullable(),
  set_by: personSchema.nullable(),
  set_at: z.string(),
});
export type ConfirmedClock = z.output<typeof confirmed>;

const hostClock = z.strictObject({
  host: z.string(),
  /** Used for the suggestions of alerts; null until a person confirms one. */
  confirmed: confirmed.nullable(),
  /** Null without accepted alerts of the host. */
  measured: measured.nullable(),
});
export type HostClock = z.output<typeof hostClock>;

export const clocksSchema = z.strictObject({ hosts: z.array(hostClock) });
export type Clocks = z.output<typeof clocksSchema>;

/** How many clocks are confirmed, and when the last was: differs after every change. */
export const clocksSign = z.strictObject({ confirmed: z.int(), changed_at: z.string().nullable() });
export type ClocksSign = z.output<typeof clocksSign>;

export const clockBody = z.strictObject({
  /** Name or address. */
  host,
  /** By which its clock is ahead, negative for behind; null: it is right again. */
  seconds: seconds.nullable(),
});
export type ClockChange = z.output<typeof clockBody>;

/** A confirmed clock as in exports and reports. */
export const recordedClock = z.strictObject({
  host,
  seconds,
  pairs: pairs.nullable(),
  spread: spread.nullable(),
});
export type RecordedClock = z.output<typeof recordedClock>;
export const recordedClocks = z.array(recordedClock).max(mostClocks);
