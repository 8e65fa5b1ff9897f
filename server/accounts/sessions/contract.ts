import { z } from 'zod';
import { longestEmail } from '../../../domain/limits.ts';
import { knownPassword } from '../contract.ts';
import { userSchema } from '../users/contract.ts';

export const sessionSchema = z.strictObject({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().int(),
  user: userSchema,
});
export type Session = z.output<typeof sessionSchema>;

export const loginBody = z.strictObject({
  email: z.string().max(longestEmail),
  password: knownPassword,
});
