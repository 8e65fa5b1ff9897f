import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A token shown once and stored as its digest, for an installation or an invitation. */
export function makeToken(): string {
  return randomBytes(24).toString('base64url');
}

export function digestToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function isSameDigest(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
