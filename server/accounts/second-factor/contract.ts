import { z } from 'zod';
import { factorCodePattern } from '../../../domain/fields.ts';
import { longestPasskeyName, longestRecoveryCode } from '../../../domain/limits.ts';
import { knownPassword } from '../contract.ts';

const time = z.string();

export const code = z.string().max(40).regex(factorCodePattern, 'must be six digits');
const recoveryCode = z.string().min(1).max(longestRecoveryCode);
const base64url = z.string().regex(/^[\w-]+$/, 'must be base64url');
const assertion = z.strictObject({
  id: base64url.max(2000),
  client_data: base64url.max(4000),
  authenticator_data: base64url.max(4000),
  signature: base64url.max(4000),
});
export type Assertion = z.output<typeof assertion>;

/** A request contains one of these. */
export const factor = {
  code: code.optional(),
  recovery_code: recoveryCode.optional(),
  passkey: assertion.optional(),
};
export const countFactors = (given: { code?: unknown; recovery_code?: unknown; passkey?: unknown }): number =>
  [given.code, given.recovery_code, given.passkey].filter((value) => value !== undefined).length;

/** Proof for a change of one's own password or second factors: the password, and one of the factors where there are any. */
export function proofOf<Shape extends z.ZodRawShape>(changed: Shape) {
  return z
    .strictObject({ current_password: knownPassword, ...factor, ...changed })
    .refine((given) => countFactors(given) <= 1, {
      path: ['code'],
      message: 'give at most one of code, recovery_code and passkey',
    });
}
export const proofBody = proofOf({});
export type Proof = z.output<typeof proofBody>;

export const codeBody = z.strictObject({ code });

const passkeyName = z
  .string()
  .trim()
  .min(1)
  .max(longestPasskeyName)
  .regex(/^[^\p{Cc}]*$/u, 'must not contain control characters');
export const passkeyBody = z.strictObject({
  name: passkeyName,
  id: base64url.max(2000),
  client_data: base64url.max(4000),
  attestation_object: base64url.max(100_000),
  transports: z.array(z.string().max(40)).max(10),
});
export type NewPasskey = z.output<typeof passkeyBody>;
export const passkeyPatchBody = z.strictObject({ name: passkeyName });

export const passkeySchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** The server name for which it works. */
  host: z.string(),
  created_at: time,
  last_used_at: time.nullable(),
});

export const secondFactorSchema = z.strictObject({
  totp: z
    .strictObject({
      created_at: time,
      /** False when the key that encrypted its secret is gone: the factor can't be used. */
      is_readable: z.boolean(),
    })
    .nullable(),
  passkeys: z.array(passkeySchema),
  recovery_codes_left: z.number().int(),
  /** The server name for which a passkey would be created; null when the server is reached by an IP address. */
  passkey_host: z.string().nullable(),
});
export type SecondFactor = z.output<typeof secondFactorSchema>;

/** Only this response contains the secret. */
export const newTotpSchema = z.strictObject({ secret: z.string(), uri: z.string() });
export type NewTotp = z.output<typeof newTotpSchema>;

/** Shown once; null if existing codes remain valid. */
const shownOnce = z.array(z.string()).nullable();
export const addedSchema = z.strictObject({ recovery_codes: shownOnce });
export type Added = z.output<typeof addedSchema>;
export const recoveryCodesSchema = z.strictObject({ recovery_codes: z.array(z.string()) });

export const passkeyDemandSchema = z.strictObject({
  challenge: z.string(),
  rp_id: z.string(),
  credentials: z.array(z.strictObject({ id: z.string(), transports: z.array(z.string()) })),
});
export type PasskeyDemand = z.output<typeof passkeyDemandSchema>;

export const passkeyOfferSchema = z.strictObject({
  challenge: z.string(),
  rp_id: z.string(),
  user_id: z.string(),
  /** Registered passkeys. */
  exclude: z.array(z.strictObject({ id: z.string(), transports: z.array(z.string()) })),
});
export type PasskeyOffer = z.output<typeof passkeyOfferSchema>;
