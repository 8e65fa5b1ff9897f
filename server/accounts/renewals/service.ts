import { isoTime } from '../../database/clock.ts';
import { inTransaction } from '../../database/database.ts';
import { recordWrite } from '../../history/service.ts';
import { confirmSession } from '../identities/confirm.ts';
import { digestToken, isSameDigest } from '../one-time-token.ts';
import type { Session } from '../sessions/contract.ts';
import { canRenew, renewalGraceMilliseconds } from '../sessions/rules.ts';
import {
  type Accounts,
  findLivePrincipal,
  recordRenewal,
  renewalOver,
  sessionEnded,
  toSession,
} from '../sessions/service.ts';
import * as store from '../sessions/store.ts';
import * as users from '../users/store.ts';
import { type Cookie, findNextValue } from './cookie.ts';

export type Renewed = {
  session: Session;
  cookie: Cookie;
  /** Lifetime of the cookie in milliseconds; null: until the browser is closed. */
  lasts: number | null;
};

/**
 * A fresh token for a browser's session, with the next cookie. The previous value is accepted for a short while and answered with
 * the newest one. Refuses `unauthenticated` a cookie without a live session, and an older value, which also ends the session
 * because someone else has it; refuses `renewal_over` if the session ends before the token would.
 */
export async function renewByCookie(accounts: Accounts, cookie: Cookie): Promise<Renewed> {
  const now = accounts.now();
  const at = isoTime(now);
  const next = { ...cookie, value: findNextValue(accounts.cookieSecret, cookie) };
  await confirmOwner(accounts, cookie);
  const found = await inTransaction(accounts.db, async (trx) => {
    const session = await store.findSessionByCookie(trx, digestToken(cookie.family));
    if (session === undefined) return null;
    const account = await users.findAccount(trx, session.user_id);
    const user = await findLivePrincipal(
      { db: trx, now: accounts.now },
      { sub: session.user_id, sid: session.id },
    );
    if (account === null || user === null) return null;
    const use = judgeUse(session, digestToken(cookie.value), digestToken(next.value), now);
    if (use === 'reused') {
      await store.deleteSessionOf(trx, user.id, session.id);
      await recordWrite(trx, { at, by: user, verb: 'ended', object: 'session', id: session.id });
      return { reusedOf: user.id };
    }
    if (!canRenew(session.expires_at, now)) throw renewalOver(session.expires_at);
    if (use === 'newest') {
      await store.rotateCookie(trx, session, digestToken(next.value), at);
      await recordRenewal(trx, user, session, now);
    }
    return { account, session };
  });
  if (found === null) throw sessionEnded();
  if ('reusedOf' in found) throw sessionEnded(found.reusedOf);
  const { account, session } = found;
  return {
    session: await toSession(accounts, account, session),
    cookie: next,
    lasts: session.is_kept === 1 ? Date.parse(session.expires_at) - now : null,
  };
}

function judgeUse(
  { cookie_current, cookie_previous, cookie_rotated_at }: store.StoredSession,
  given: string,
  next: string,
  now: number,
): 'newest' | 'late' | 'reused' {
  if (cookie_current !== null && isSameDigest(cookie_current, given)) return 'newest';
  const isBefore =
    cookie_previous !== null && isSameDigest(cookie_previous, given) && next === cookie_current;
  const age = now - Date.parse(cookie_rotated_at ?? '');
  return isBefore && age < renewalGraceMilliseconds ? 'late' : 'reused';
}

/** Only the newest value or the one before asks a directory. */
async function confirmOwner(accounts: Accounts, { family, value }: Cookie): Promise<void> {
  const session = await store.findSessionByCookie(accounts.db, digestToken(family));
  const known = [session?.cookie_current, session?.cookie_previous];
  if (session !== undefined && known.includes(digestToken(value))) await confirmSession(accounts, session.id);
}
