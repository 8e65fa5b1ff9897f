import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Now } from '../../database/clock.ts';
import { makeCookie, readCookies } from '../cookies.ts';

/** Account of a token, by its email key; only valid for this password. */
export type TokenOwner = { key: string; passwordHash: string | null };

const lifetime = 90 * 24 * 60 * 60_000;
/** Most accounts per browser, for people who share one. */
const mostInBrowser = 8;
const prefix = 'damson-device-';
/** Other cookies are ignored. */
const form = /^damson-device-[\w-]{12}=[\w.-]*$/;
/** The browser sends the cookie only to the sign-in routes. */
const path = '/api/v1/auth/login';

type Token = { device: string; expires: number; mac: string };

/**
 * Distinguishes a browser that someone has signed in with from others at the same address. A token is signed and not stored: it
 * is valid for 90 days, for one account, until that account's password changes. It can't sign in; the throttle counts its
 * device's failures separately.
 */
export class DeviceTokens {
  readonly #secret: string;
  readonly #now: Now;

  /** `secret` is shared by all processes. */
  constructor(secret: string, now: Now) {
    this.#secret = secret;
    this.#now = now;
  }

  /** The device in a `Cookie` header that the owner has signed in with, or null. */
  find(header: string | undefined, owner: TokenOwner): string | null {
    const token = toToken(readCookies(header).get(this.#nameCookie(owner)));
    if (token === null || !this.#isCurrent(token.expires)) return null;
    const expected = Buffer.from(this.#sign(owner, token));
    const given = Buffer.from(token.mac);
    return given.length === expected.length && timingSafeEqual(given, expected) ? token.device : null;
  }

  /**
   * The `Set-Cookie` headers after a sign-in: a known device keeps its cookie, and the oldest one beyond the limit is dropped.
   */
  give(header: string | undefined, owner: TokenOwner, isTls: boolean): string[] {
    const device = this.find(header, owner) ?? randomBytes(16).toString('base64url');
    const expires = this.#now() + lifetime;
    const value = [expires.toString(36), device, this.#sign(owner, { device, expires })].join('.');
    const name = this.#nameCookie(owner);
    const others = [...readCookies(header)].filter(
      ([other, text]) => other !== name && form.test(`${other}=${text}`),
    );
    const tooMany = others
      .toSorted(([, one], [, other]) => expiryOf(other) - expiryOf(one))
      .slice(mostInBrowser - 1)
      .map(([other]) => makeCookie(other, '', { path, isTls, seconds: 0 }));
    return [makeCookie(name, value, { path, isTls, seconds: lifetime / 1000 }), ...tooMany];
  }

  /** The name doesn't reveal the account. */
  #nameCookie({ key }: TokenOwner): string {
    return `${prefix}${this.#hash(`name ${key}`).slice(0, 12)}`;
  }

  #sign({ key, passwordHash }: TokenOwner, { device, expires }: Omit<Token, 'mac'>): string {
    return this.#hash(`token ${device} ${expires} ${passwordHash} ${key}`);
  }

  #hash(text: string): string {
    return createHmac('sha256', this.#secret).update(`device ${text}`).digest('base64url');
  }

  #isCurrent(expires: number): boolean {
    const left = expires - this.#now();
    return left > 0 && left <= lifetime;
  }
}

function toToken(value: string | undefined): Token | null {
  const [, expires, device, mac] = /^([0-9a-z]{1,10})\.([\w-]{22})\.([\w-]{43})$/.exec(value ?? '') ?? [];
  if (expires === undefined || device === undefined || mac === undefined) return null;
  return { expires: Number.parseInt(expires, 36), device, mac };
}

function expiryOf(value: string): number {
  return toToken(value)?.expires ?? 0;
}
