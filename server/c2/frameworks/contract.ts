import { z } from 'zod';
import { frameworks, taskStatuses } from '../../../domain/c2.ts';

const time = z.string();
/** Names of framework fields with an unexpected form; their values are null. */
const unreadable = z.array(z.string());

export const framework = z.enum(frameworks);

export const callbackSchema = z.strictObject({
  external_id: z.string(),
  name: z.string(),
  host: z.string().nullable(),
  user: z.string().nullable(),
  addresses: z.array(z.string()),
  os: z.string().nullable(),
  architecture: z.string().nullable(),
  process: z.string().nullable(),
  pid: z.number().int().nullable(),
  privilege: z.string().nullable(),
  implant: z.string().nullable(),
  active: z.boolean().nullable(),
  last_seen_at: time.nullable(),
  unreadable,
});
/** `left_out`: the number of unreadable rows. */
export const callbackList = z.strictObject({ items: z.array(callbackSchema), left_out: z.int() });

export const taskStatus = z.enum(taskStatuses);

export const frameworkTaskSchema = z.strictObject({
  external_id: z.string(),
  callback: z.string().nullable(),
  command: z.string().nullable(),
  status: taskStatus,
  framework_status: z.string().nullable(),
  techniques: z.array(z.string()),
  operator: z.string().nullable(),
  submitted_at: time.nullable(),
  started_at: time.nullable(),
  completed_at: time.nullable(),
  unreadable,
});
export const pageQuery = z.strictObject({
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1')
    .transform(Number)
    .default(1),
});
