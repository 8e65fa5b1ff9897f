import { z } from 'zod';
import { displayName, knownPassword, password } from '../contract.ts';

export const profileBody = z.strictObject({ display_name: displayName.optional() });
export const passwordBody = z.strictObject({
  current_password: knownPassword,
  new_password: password,
});
