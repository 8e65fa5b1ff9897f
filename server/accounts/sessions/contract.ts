import { z } from 'zod';
import { userSchema } from '../users/contract.ts';

export const sessionSchema = z.strictObject({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().int(),
  user: userSchema,
});
export type Session = z.output<typeof sessionSchema>;

/** Lifetime of the cookie requested by a page: until its browser is closed, or as long as the session. */
export const stay = z.enum(['browser', 'computer']).optional();
export type Stay = z.output<typeof stay>;

/** Null when nobody is signed in in this browser. */
export const renewalSchema = z.strictObject({ session: sessionSchema.nullable() });

const time = z.string();
/** A live session in its list. */
export const listedSessionSchema = z.strictObject({
  id: z.uuid(),
  created_at: time,
  /** Time of the last fresh token; an open client requests one every hour. */
  renewed_at: time,
  expires_at: time,
  /** Address that started it, as the server saw it. */
  address: z.string().nullable(),
  /** Client name at the start: a browser with its system, or a program. */
  client: z.string().nullable(),
  /** Whether it is the session making the request. */
  current: z.boolean(),
});
export type ListedSession = z.output<typeof listedSessionSchema>;

export const ticketSchema = z.strictObject({ ticket: z.string(), expires_in: z.number().int() });
