import { z } from 'zod';
import { longestRedDetail } from '../../../domain/limits.ts';
import { attackResults } from '../../../domain/missions.ts';
import { levelSource } from '../../facts/contract.ts';
import { instant } from '../../fields.ts';
import { personSchema } from '../../person.ts';

const time = z.string().nullable();
const text = z.string().nullable();
export const attackResult = z.enum(attackResults);

/** Where red attacked from, what, as whom, who did it and what came of it. */
export const attackDetails = {
  source_host: text,
  target_host: text,
  target_user: text,
  operator: text,
  attack_result: attackResult.nullable(),
};

/** What red writes down of a run beside the moment that counts. */
export const redDetails = { started_at: time, ended_at: time, ...attackDetails };

/** What tables of tests show of it, and whose work a test is. */
export const rowDetails = {
  assignee: personSchema.nullable(),
  tags: z.array(z.string()),
  started_at: time,
  ended_at: time,
  target_host: text,
  operator: text,
  attack_result: attackResult.nullable(),
  detection_level_source: levelSource.nullable(),
};

/** Kept to the letter, since it is saved while it is typed; an empty one is none. */
const detail = z
  .string()
  .max(longestRedDetail)
  .transform((typed) => typed || null)
  .nullable()
  .optional();

export const redDetailsInput = {
  started_at: instant.nullable().optional(),
  ended_at: instant.nullable().optional(),
  source_host: detail,
  target_host: detail,
  target_user: detail,
  operator: detail,
  attack_result: attackResult.nullable().optional(),
};
