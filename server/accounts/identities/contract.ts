import { z } from 'zod';
import { longestEmail } from '../../../domain/limits.ts';
import { knownPassword } from '../contract.ts';
import { proofOf } from '../second-factor/contract.ts';
import { sessionSchema, stay } from '../sessions/contract.ts';
import { offeredProviderSchema } from '../sign-in-providers/contract.ts';

const provider = z.string().max(40);
/** The query of the address to which the provider has sent the browser, as it is. */
const query = z.string().max(7000);
const time = z.string();

export const beginBody = z.strictObject({ provider, stay, next: z.string().max(2000).default('/') });
/** The address to go to. */
export const beginSchema = z.strictObject({ url: z.string() });
export const answerBody = z.strictObject({ provider, query });
export const enteredSchema = z.strictObject({ session: sessionSchema, next: z.string() });
export type Entered = z.output<typeof enteredSchema>;

export const identitySchema = z.strictObject({
  id: z.uuid(),
  /** Null once the server is no longer set up for it. */
  provider: offeredProviderSchema.nullable(),
  /** The name there. */
  name: z.string(),
  /** Whether it made the account, whose rights follow it. */
  is_managed: z.boolean(),
  /** Whether another way to sign in stays without it. */
  may_unlink: z.boolean(),
  created_at: time,
  last_used_at: time.nullable(),
});
export const identitiesSchema = z.strictObject({
  items: z.array(identitySchema),
  /** Asked for before a change: the password here or of the directory, or a sign-in at the provider a moment ago. */
  proof: z.enum(['password', 'directory', 'provider']),
});
export type ListedIdentity = z.output<typeof identitySchema>;
export type ListedIdentities = z.output<typeof identitiesSchema>;

export const linkBody = proofOf({ provider });
export const linkDirectoryBody = proofOf({
  provider,
  login: z.string().min(1).max(longestEmail),
  password: knownPassword,
});
export type DirectoryLink = z.output<typeof linkDirectoryBody>;
/** Where the provider signs the person out; null where it doesn't. */
export const signOutSchema = z.strictObject({ url: z.string().nullable() });
