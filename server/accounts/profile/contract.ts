import { z } from 'zod';
import { displayName, knownPassword, password } from '../contract.ts';
import { preferencesSchema } from '../users/contract.ts';

export const profileBody = z.strictObject({
  display_name: displayName.optional(),
  preferences: preferencesSchema.partial().optional(),
});
export type ProfileChange = z.output<typeof profileBody>;
export const passwordBody = z.strictObject({
  current_password: knownPassword,
  new_password: password,
});
