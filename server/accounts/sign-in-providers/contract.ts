import { z } from 'zod';
import { faults } from '../../../domain/sign-in.ts';
import { role } from '../contract.ts';

const kind = z.enum(['oidc', 'ldap']);

/** A way to sign in, as the sign-in page offers it. */
export const offeredProviderSchema = z.strictObject({ id: z.string(), name: z.string(), kind });
export const offeredProvidersSchema = z.strictObject({ items: z.array(offeredProviderSchema) });

/** A provider as configured, without its secret. */
export const providerSchema = offeredProviderSchema.extend({
  /** The issuer, or the addresses of the directory. */
  addresses: z.array(z.string()),
  /** The exact address to register at the provider; null for a directory. */
  redirect_address: z.string().nullable(),
  has_secret: z.boolean(),
  creates_accounts: z.boolean(),
  asks_second_factor: z.boolean(),
  session_minutes: z.number().int(),
  table: z.array(z.strictObject({ group: z.string(), role: role.nullable(), groups: z.array(z.string()) })),
  /** Accounts linked to it. */
  people: z.number().int(),
});
export const providersSchema = z.strictObject({ items: z.array(providerSchema) });
export type ShownProvider = z.output<typeof providerSchema>;

const checks = [
  'discovery',
  'keys',
  'clock',
  'client',
  'connection',
  'bind',
  'base',
  'people',
  'groups',
] as const;
export const checkSchema = z.strictObject({
  check: z.enum(checks),
  /** Null when it works. */
  fault: z.enum(faults).nullable(),
  /** An address, a name or a number it is about; never a secret. */
  value: z.string().nullable(),
});
export type Check = z.output<typeof checkSchema>;
export const testBody = z.strictObject({ id: z.string().max(40) });
export const testSchema = z.strictObject({ works: z.boolean(), checks: z.array(checkSchema) });
