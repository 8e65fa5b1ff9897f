import { z } from 'zod';
import { longestTokenDays, longestTokenName } from '../../../domain/limits.ts';
import { personSchema } from '../../person.ts';
import { permission } from '../contract.ts';

const time = z.string();

/** The token of a program in lists: never its secret. */
export const programTokenSchema = z.strictObject({
  id: z.uuid(),
  /** Unique among the tokens of its owner; the history names it. */
  name: z.string(),
  /** The user for whom the program acts. */
  owner: personSchema,
  /** Whether the owner is a service account. */
  is_service: z.boolean(),
  scopes: z.array(permission),
  /** The only mission that it may touch; its name is null for a reader who does not see it. */
  mission: z.strictObject({ id: z.uuid(), name: z.string().nullable() }).nullable(),
  created_at: time,
  expires_at: time,
  /** To within a minute. */
  last_used_at: time.nullable(),
  /** Address of the last use, as the server saw it. */
  last_used_from: z.string().nullable(),
});
export type ListedToken = z.output<typeof programTokenSchema>;

/** The token appears only in this response. */
export const newTokenSchema = programTokenSchema.extend({ token: z.string() });
export type NewToken = z.output<typeof newTokenSchema>;

export const newTokenBody = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(longestTokenName)
    .regex(/^[^\p{Cc}"]*$/u, 'must not contain control characters or quotation marks'),
  scopes: z.array(permission).min(1),
  mission_id: z.uuid().nullable().default(null),
  expires_in_days: z.number().int().min(1).max(longestTokenDays),
  /** The service account for which the program acts; by default the caller. */
  user_id: z.uuid().optional(),
});
export type TokenInput = z.output<typeof newTokenBody>;
