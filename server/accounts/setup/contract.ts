import { z } from 'zod';
import { displayName, email, password, typedToken } from '../contract.ts';
import { stay } from '../sessions/contract.ts';

export const setupStateSchema = z.strictObject({ required: z.boolean() });
export const setupBody = z.strictObject({
  install_token: typedToken,
  email,
  display_name: displayName,
  password,
  load_catalog: z.boolean().default(true),
  stay,
});
