import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { isoTime } from '../../database/clock.ts';
import { inTransaction } from '../../database/database.ts';
import { DomainError, type SecondFactorDemand } from '../../errors.ts';
import { recordEvent, recordWrite } from '../../history/service.ts';
import type { SignInBy } from '../identities/rules.ts';
import { findIdentity } from '../identities/store.ts';
import { passwordMatches } from '../passwords.ts';
import { toEmailKey } from '../rules.ts';
import { makeDemand } from '../second-factor/passkeys/webauthn.ts';
import { listMethods, pendingMilliseconds } from '../second-factor/rules.ts';
import type { HalfSignIn } from '../second-factor/state.ts';
import * as factors from '../second-factor/store.ts';
import { canOpenTotp } from '../second-factor/totp.ts';
import {
  type Given,
  judgeShown,
  noteRight,
  type Shower,
  type Shown,
  spend,
} from '../second-factor/verification.ts';
import type { Session } from '../sessions/contract.ts';
import type { TokenOwner } from '../sessions/device-tokens.ts';
import {
  type Accounts,
  type Origin,
  type SignedIn,
  signIn,
  toAuthor,
  toOrigin,
  toSession,
} from '../sessions/service.ts';
import * as store from '../sessions/store.ts';
import * as users from '../users/store.ts';

/** Origin of a sign-in, and the `Cookie` header of its browser. */
export type SignInFrom = { origin: Origin; cookies: string | undefined; isTls: boolean };

/** A session, and the `Set-Cookie` headers that identify its browser at the next sign-in. */
export type SessionWithCookies = { session: Session; cookies: string[] };

/**
 * Signs in. Refuses `too_many_requests` after repeated failures, and anything else as `unauthenticated`, in the same time and
 * without revealing the reason. With the right password and a second factor, it refuses `second_factor_required` a missing code,
 * and `second_factor_wrong` a wrong or used one.
 */
export async function logIn(
  accounts: Accounts,
  input: { email: string; password: string; code?: string | undefined },
  from: SignInFrom,
): Promise<SessionWithCookies> {
  const { origin } = from;
  const key = toEmailKey(input.email);
  const account = await users.findAccountByEmail(accounts.db, key);
  const device = account && findDevice(accounts, { key, passwordHash: account.password_hash }, from);
  await accounts.throttle.admit(key, origin.address, input.password, device);
  const matches = await passwordMatches(account?.password_hash ?? null, input.password);
  if (account === null || !matches || !account.is_active) {
    await recordRefusal(accounts, key, origin, account?.id ?? null);
    throw wrong(account?.id);
  }
  const half = { userId: account.id, key, passwordHash: account.password_hash, demand: null, by: null };
  const has = await factors.findFactors(accounts.db, account.id);
  if (!isProtected(has)) {
    const session = await finish(accounts, half, {}, null, from);
    await accounts.throttle.succeeded(key, origin.address, input.password, device);
    return session;
  }
  await accounts.throttle.passwordWasRight(key, origin.address, input.password, device);
  if (input.code === undefined) throw await demandSecondFactor(accounts, half, has, origin);
  return finish(
    accounts,
    half,
    { code: input.code },
    await requireRight(accounts, half, { code: input.code }, origin),
    from,
  );
}

/**
 * Signs in an account whose directory vouches for its owner, with a second factor where one is asked for. Refuses as `logIn` does
 * once the password was right.
 */
export async function enterAccount(
  accounts: Accounts,
  account: users.Account,
  by: SignInBy,
  {
    asksSecondFactor,
    code,
    asked,
  }: { asksSecondFactor: boolean; code: string | undefined; asked?: SecondFactorDemand['asked'] },
  from: SignInFrom,
): Promise<SessionWithCookies> {
  const half = {
    userId: account.id,
    key: toEmailKey(account.email),
    passwordHash: account.password_hash,
    demand: null,
    by,
  };
  const has = await factors.findFactors(accounts.db, account.id);
  if (!asksSecondFactor || !isProtected(has)) return finish(accounts, half, {}, null, from, asksSecondFactor);
  if (code === undefined) throw await demandSecondFactor(accounts, half, has, from.origin, asked);
  return finish(accounts, half, { code }, await requireRight(accounts, half, { code }, from.origin), from);
}

/**
 * Completes a sign-in with a second factor. Refuses `unauthenticated` an unknown, used or old challenge or a changed account,
 * `second_factor_wrong` a wrong or used proof, and `too_many_requests` after repeated failures.
 */
export async function logInWithSecondFactor(
  accounts: Accounts,
  { challenge, ...given }: Given & { challenge: string },
  from: SignInFrom,
): Promise<SessionWithCookies> {
  const { origin } = from;
  const { halfSignIns } = accounts.secondFactors;
  const half = await halfSignIns.find(challenge);
  if (half === null) throw tooLate();
  const shown = await requireRight(accounts, half, given, origin);
  // Only one of several concurrent requests signs in.
  if ((await halfSignIns.take(challenge)) === null) throw tooLate(half.userId);
  return finish(accounts, half, given, shown, from);
}

async function requireRight(
  accounts: Accounts,
  half: HalfSignIn,
  given: Given,
  origin: Origin,
): Promise<Shown> {
  const shown = await judgeShown(accounts, toShower(half, origin), given, half.demand);
  if (shown === null) {
    await recordRefusal(accounts, half.key, origin, half.userId);
    throw wrongFactor(half.userId, given);
  }
  return shown;
}

function toShower({ userId, key }: HalfSignIn, { address, host }: Origin): Shower {
  return { userId, tries: { account: key, address }, host };
}

/** Starts the session unless the account has changed since its password was checked. */
async function finish(
  accounts: Accounts,
  half: HalfSignIn,
  given: Given,
  shown: Shown | null,
  from: SignInFrom,
  asksSecondFactor = true,
): Promise<SessionWithCookies> {
  const { origin } = from;
  const { by } = half;
  const signedIn = await inTransaction(accounts.db, async (trx): Promise<SignedIn | 'changed' | 'used'> => {
    const current = await users.findAccount(trx, half.userId);
    if (current === null || !current.is_active || current.password_hash !== half.passwordHash)
      return 'changed';
    if (shown === null) {
      if (asksSecondFactor && isProtected(await factors.findFactors(trx, half.userId))) return 'changed';
    } else if (!(await spend(accounts, trx, half.userId, shown))) return 'used';
    if (by && (await findIdentity(trx, by.identityId)) === undefined) return 'changed';
    await store.deleteExpiredSessions(trx, isoTime(accounts.now()));
    const begun = await signIn(trx, accounts.now, current, origin, by);
    await recordWrite(trx, {
      at: begun.session.created_at,
      by: toAuthor(current),
      verb: 'signed_in',
      object: 'user',
      id: current.id,
      after: {
        ...toOrigin(begun),
        second_factor: shown?.method ?? null,
        ...(by && { provider: by.provider }),
      },
    });
    return begun;
  });
  if (signedIn === 'changed' || signedIn === 'used') {
    await recordRefusal(accounts, half.key, origin, half.userId);
    throw signedIn === 'changed' ? wrong(half.userId) : wrongFactor(half.userId, given);
  }
  if (shown !== null) {
    await noteRight(accounts, toShower(half, origin), shown);
    await accounts.throttle.recognise(half.key, origin.address, findDevice(accounts, half, from));
  }
  if (by?.tokens) await accounts.providerTokens.put(signedIn.session.id, by.tokens);
  return {
    session: await toSession(accounts, signedIn.account, signedIn.session),
    cookies: by ? [] : accounts.devices.give(from.cookies, half, from.isTls),
  };
}

/** The device of this browser if the account's owner has signed in with it before. */
function findDevice({ devices }: Accounts, owner: TokenOwner, { cookies }: SignInFrom): string | null {
  return devices.find(cookies, owner);
}

/** Recorded without the typed text, because it may be a password for something else. */
async function recordRefusal(
  { db, now, refusals }: Accounts,
  key: string,
  { address }: Origin,
  accountId: string | null,
): Promise<void> {
  const count = refusals.count(key, address);
  if (count === null) return;
  await recordEvent(db, {
    at: isoTime(now()),
    by: 'api',
    verb: 'sign_in_refused',
    object: 'user',
    id: accountId,
    after: { address: isIP(address) === 0 ? null : address, count },
  });
}

async function demandSecondFactor(
  accounts: Accounts,
  half: HalfSignIn,
  has: factors.Factors,
  origin: Origin,
  asked?: SecondFactorDemand['asked'],
): Promise<DomainError> {
  const challenge = randomBytes(24).toString('base64url');
  const demand = makeDemand(has.passkeys, origin.host);
  await accounts.secondFactors.halfSignIns.put(challenge, { ...half, demand });
  return new DomainError('second_factor_required', 'A second factor is needed', {
    about: half.userId,
    secondFactor: {
      challenge,
      expires_in: pendingMilliseconds / 1000,
      methods: listMethods({
        totp: has.totp !== null && canOpenTotp(accounts.secondFactors.keys, has.totp.sealed_secret),
        passkeysHere: demand?.credentials.length ?? 0,
        recoveryCodes: has.recoveryCodes,
      }),
      passkey: demand,
      ...(asked && { asked }),
    },
  });
}

function isProtected({ totp, passkeys }: factors.Factors): boolean {
  return totp !== null || passkeys.length > 0;
}

function wrong(about: string | undefined): DomainError {
  return new DomainError('unauthenticated', 'The email or the password is wrong', { about });
}

function wrongFactor(about: string, { code, recovery_code }: Given): DomainError {
  const path = code !== undefined ? 'code' : recovery_code !== undefined ? 'recovery_code' : 'passkey';
  const message = 'is wrong or already used';
  return new DomainError('second_factor_wrong', `${path}: ${message}`, {
    errors: [{ path, message }],
    about,
  });
}

function tooLate(about?: string): DomainError {
  return new DomainError('unauthenticated', 'This took too long: sign in again', { about });
}
