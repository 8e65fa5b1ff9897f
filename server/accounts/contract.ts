import { z } from 'zod';
import {
  longestDisplayName,
  longestEmail,
  longestPassword,
  longestToken,
  shortestPassword,
} from '../../domain/limits.ts';
import { permissions, roles } from '../../domain/permissions.ts';
import { emptiable } from '../fields.ts';

// Fields used by several features.

export const email = z
  .string()
  .trim()
  .max(longestEmail)
  .regex(/^[^\s\p{C}@<>"(),:;[\]\\]+@[^\s\p{C}@<>"(),:;[\]\\]+$/u, 'must be an email address');
/** A name on one line. */
export const displayName = z
  .string()
  .trim()
  .min(1)
  .max(longestDisplayName)
  .regex(/^[^\p{Cc}]*$/u, 'must not contain control characters');
export const password = z.string().min(shortestPassword).max(longestPassword);
/** A password to compare with the stored one, which may predate today's rules. */
export const knownPassword = z.string().max(longestPassword);
export const role = z.enum(roles);
export const permission = z.enum(permissions);
export const groupIds = emptiable(z.array(z.uuid()).max(200));
/** The token of an installation or an invitation, as typed. */
export const typedToken = z.string().min(1).max(longestToken);

/** A group as named by users and invitations. */
export const groupName = z.strictObject({ id: z.uuid(), name: z.string() });
