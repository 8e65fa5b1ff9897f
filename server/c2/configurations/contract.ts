import { z } from 'zod';
import { longestAddress, tlsModes } from '../../../domain/c2.ts';
import { longestApiToken, longestFingerprint, longestOperation } from '../../../domain/limits.ts';
import { optionalText, shownBeside } from '../../fields.ts';
import { told } from '../../told.ts';
import { framework } from '../frameworks/contract.ts';

const time = z.string();

export const tlsMode = z.enum(tlsModes);

/** No response contains the token: `has_token` says whether one is stored. */
export const configSchema = z.strictObject({
  id: z.uuid(),
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
  base_url: z.string().trim().max(longestAddress).optional(),
  token: z.string().trim().min(1).max(longestApiToken).optional(),
  tls: tlsMode.default('verify'),
  tls_fingerprint: optionalText(longestFingerprint).default(null),
  operation: optionalText(longestOperation).default(null),
  /** A configuration is identified by its engagement; these fields may be sent back with it. */
  ...shownBeside('id', 'has_token', 'updated_at'),
});
export type C2ConfigInput = z.output<typeof configBody>;

export const connectionSchema = z.strictObject({
  ok: z.boolean(),
  version: z.string().nullable(),
  latency_ms: z.number().int(),
  detail: told,
  /** SHA-256 of an untrusted certificate, for comparing and pinning. */
  presented_fingerprint: z.string().nullable(),
});
export type ConnectionTest = z.output<typeof connectionSchema>;
