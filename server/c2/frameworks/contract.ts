import { z } from 'zod';
import { frameworks, taskStatuses } from '../../../domain/c2.ts';

const time = z.string();

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
});
export const callbackList = z.strictObject({ items: z.array(callbackSchema) });

export const taskStatus = z.enum(taskStatuses);

export const frameworkTaskSchema = z.strictObject({
  external_id: z.string(),
  callback: z.string(),
  command: z.string(),
  status: taskStatus,
  framework_status: z.string(),
  techniques: z.array(z.string()),
  operator: z.string().nullable(),
  submitted_at: time.nullable(),
  started_at: time.nullable(),
  completed_at: time.nullable(),
});
export const frameworkTaskPage = z.strictObject({
  items: z.array(frameworkTaskSchema),
  page: z.number().int(),
  has_more: z.boolean(),
});
export const pageQuery = z.strictObject({
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 on')
    .transform(Number)
    .default(1),
});
