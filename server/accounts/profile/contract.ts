import { z } from 'zod';
import { displayName, password } from '../contract.ts';
import { proofOf } from '../second-factor/contract.ts';
import { preferencesSchema } from '../users/contract.ts';

export const profileBody = z.strictObject({
  display_name: displayName.optional(),
  preferences: preferencesSchema.partial().optional(),
});
export type ProfileChange = z.output<typeof profileBody>;
export const passwordBody = proofOf({ new_password: password });
export type PasswordChange = z.output<typeof passwordBody>;
