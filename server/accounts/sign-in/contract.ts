import { z } from 'zod';
import { longestEmail, longestToken } from '../../../domain/limits.ts';
import { knownPassword } from '../contract.ts';
import { code, countFactors, factor } from '../second-factor/contract.ts';
import { stay } from '../sessions/contract.ts';

export const loginBody = z.strictObject({
  email: z.string().max(longestEmail),
  password: knownPassword,
  /** Code of an authenticator app, for programs that sign in with a single request. */
  code: code.optional(),
  /** The directory to ask; without it, an account of this server. */
  provider: z.string().max(40).optional(),
  stay,
});
export const secondStepBody = z
  .strictObject({ challenge: z.string().min(1).max(longestToken), ...factor, stay })
  .refine((given) => countFactors(given) === 1, {
    path: ['code'],
    message: 'give one of code, recovery_code and passkey',
  });
