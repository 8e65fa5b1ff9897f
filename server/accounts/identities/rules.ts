import { createHmac, randomBytes } from 'node:crypto';
import type { Stay } from '../sessions/contract.ts';

/** Time to sign in at the provider. */
export const askedMilliseconds = 10 * 60_000;
/** A directory is asked again about a session at most this often. */
export const confirmedMilliseconds = 5 * 60_000;
/** A sign-in at a provider proves who someone is for as long as it takes to change a setting. */
export const freshSignInMilliseconds = 10 * 60_000;

/** A sign-in that waits for the provider's answer. It holds no secret: those are derived from the browser's cookie. */
export type AskedSignIn = {
  provider: string;
  /** Digest of the browser's cookie. */
  browser: string;
  redirectUri: string;
  stay: Stay;
  /** Where the person wants to go. */
  next: string;
  /** The signed-in person who links the identity; null for a sign-in. */
  link: { userId: string; sessionId: string } | null;
};

/** The identity of a sign-in that may still wait for its second factor. */
export type SignInBy = {
  identityId: string;
  provider: string;
  lasts: number;
  /** Sealed; null when nothing asks the provider again. */
  tokens: string | null;
};

/** A state, which also tells the page what it is for. */
export function makeState(isLink: boolean): string {
  return `${isLink ? 'link' : 'enter'}.${randomBytes(24).toString('base64url')}`;
}

/** The values that bind an answer to this browser and this state; only the server can compute them. */
export function deriveBond(secret: string, browser: string, state: string) {
  const derive = (what: string) =>
    createHmac('sha256', secret).update(`sign-in ${what} ${browser} ${state}`).digest('base64url');
  return { state, nonce: derive('nonce'), verifier: derive('verifier') };
}

/** A path of this server; anything else is the start page. */
export function toLocalPath(path: string): string {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && !path.includes('\\') ? path : '/';
}
