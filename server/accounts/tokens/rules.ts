import { createHash, randomBytes } from 'node:crypto';
import {
  isAdministrator,
  listEffectivePermissions,
  type Permission,
  type Role,
} from '../../../domain/permissions.ts';

/** Scanners for secrets find a token by its beginning. */
const prefix = 'dmsn_';

/** A new token of a program: 256 bits. Only its digest is stored. */
export function makeProgramToken(): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** Whether a bearer token is one of a program. */
export function isProgramToken(token: string): boolean {
  return token.startsWith(prefix);
}

/** The stored form of a token. */
export function digestProgramToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The rights behind a token: of its owner, and of the administrator who answers for a service account. */
export type Holder = {
  role: Role;
  is_active: boolean;
  is_service: boolean;
  /** Null for a person, and for a service account whose administrator is gone. */
  keeper: { role: Role; is_active: boolean } | null;
  groupPermissions: readonly string[];
};

/**
 * Whether a token still holds: its owner is active and may do everything that its scopes name, and a service account has an
 * active administrator who answers for it.
 */
export function isBacked(scopes: readonly Permission[], holder: Holder): boolean {
  if (!holder.is_active) return false;
  if (holder.is_service && !isAnsweredFor(holder)) return false;
  const held = new Set<Permission>(listEffectivePermissions(holder.role, holder.groupPermissions));
  return scopes.every((scope) => held.has(scope));
}

function isAnsweredFor({ keeper }: Holder): boolean {
  return keeper?.is_active === true && isAdministrator(keeper.role);
}

const shortestTelling = 60_000;

/** Whether a use of a token is to be noted: a minute after the last, or from another address. */
export function isToldOfUse(
  last: { last_used_at: string | null; last_used_from: string | null },
  address: string | null,
  now: number,
): boolean {
  if (last.last_used_at === null || last.last_used_from !== address) return true;
  return Math.abs(now - Date.parse(last.last_used_at)) >= shortestTelling;
}
