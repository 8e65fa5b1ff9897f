import jsonWebToken from 'jsonwebtoken';
import type { Now } from '../../database/clock.ts';
import { tokenSeconds } from './rules.ts';

const issuer = 'damson';
const audience = 'damson';
const capacity = 10_000;

export type Claims = { sub: string; sid: string; exp: number };

/** Signs and verifies the access tokens: JWT HS256, 60 minutes, claims sub, sid, iat, exp, iss, aud. */
export class Tokens {
  readonly #secret: string;
  readonly #now: Now;
  // Verifying costs about 100 µs; verified tokens are remembered until they expire.
  readonly #verified = new Map<string, Claims>();

  constructor(secret: string, now: Now) {
    this.#secret = secret;
    this.#now = now;
  }

  /** A token for a user's session, which may end before the token expires. */
  sign(userId: string, sessionId: string): string {
    const issuedAt = Math.floor(this.#now() / 1000);
    const exp = issuedAt + tokenSeconds;
    return jsonWebToken.sign(
      { sub: userId, sid: sessionId, iat: issuedAt, exp, iss: issuer, aud: audience },
      this.#secret,
      { algorithm: 'HS256', allowInsecureKeySizes: true },
    );
  }

  /** The claims of a token that is intact, issued by this server and not expired, or null. */
  verify(token: string): Claims | null {
    const seconds = this.#now() / 1000;
    const known = this.#verified.get(token);
    if (known !== undefined) {
      if (known.exp > seconds) return known;
      this.#verified.delete(token);
      return null;
    }
    const claims = this.#check(token, seconds);
    if (claims !== null) {
      if (this.#verified.size >= capacity)
        this.#verified.delete(this.#verified.keys().next().value as string);
      this.#verified.set(token, claims);
    }
    return claims;
  }

  #check(token: string, seconds: number): Claims | null {
    try {
      const payload = jsonWebToken.verify(token, this.#secret, {
        algorithms: ['HS256'],
        issuer,
        audience,
        clockTimestamp: Math.floor(seconds),
      });
      if (typeof payload === 'string') return null;
      const { sub, exp } = payload;
      const sid: unknown = payload.sid;
      if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return null;
      return { sub, sid, exp };
    } catch {
      return null;
    }
  }
}
