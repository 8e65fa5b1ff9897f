import { z } from 'zod';

const id = z.uuid();
const time = z.string();

export const framework = z.enum(['mythic', 'caldera', 'fake']);
export type Framework = z.output<typeof framework>;
export const tlsMode = z.enum(['verify', 'pin', 'insecure']);

/** The token is in no answer: `has_token` says whether one is stored. */
export const configSchema = z.strictObject({
  framework,
  base_url: z.string(),
  tls: tlsMode,
  tls_fingerprint: z.string().nullable(),
  operation: z.string().nullable(),
  has_token: z.boolean(),
  updated_at: time,
});
export type C2Config = z.output<typeof configSchema>;

export const configBody = z.strictObject({
  framework,
  base_url: z.string().trim().max(2000).optional(),
  token: z.string().trim().min(1).max(4096).optional(),
  tls: tlsMode.default('verify'),
  tls_fingerprint: z.string().max(200).nullable().default(null),
  operation: z.string().trim().min(1).max(200).nullable().default(null),
});
export type C2ConfigInput = z.output<typeof configBody>;

export const connectionSchema = z.strictObject({
  ok: z.boolean(),
  version: z.string().nullable(),
  latency_ms: z.number().int(),
  detail: z.string(),
  /** SHA-256 of a certificate that was not trusted, to be compared and pinned. */
  presented_fingerprint: z.string().nullable(),
});
export type ConnectionTest = z.output<typeof connectionSchema>;

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

export const taskStatus = z.enum(['submitted', 'processing', 'completed', 'error', 'blocked', 'unknown']);

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

export const linkedTaskSchema = z.strictObject({
  id,
  external_id: z.string(),
  callback: z.string().nullable(),
  command: z.string().nullable(),
  status: taskStatus,
  completed_at: time.nullable(),
  mapping_applied: z.boolean(),
  /** Why the task could not be refreshed this time; its status is the last one known. */
  error: z.string().optional(),
});
export type LinkedTask = z.output<typeof linkedTaskSchema>;
export const linkedTaskList = z.strictObject({ items: z.array(linkedTaskSchema) });

export const linkBody = z.strictObject({ external_id: z.string().trim().min(1).max(300) });
