import { z } from 'zod';
import { framework } from '../frameworks/contract.ts';

const time = z.string();

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
