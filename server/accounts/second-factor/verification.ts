import { isoTime } from '../../database/clock.ts';
import type { Trx } from '../../database/database.ts';
import type { CodeTries } from '../sessions/login-throttle.ts';
import type { Accounts } from '../sessions/service.ts';
import type { Assertion, PasskeyDemand } from './contract.ts';
import { judgeAssertion } from './passkeys/webauthn.ts';
import { digestRecoveryCode } from './recovery-codes.ts';
import { toPasskeyHost, toPlainCode } from './rules.ts';
import * as store from './store.ts';
import { findStep, openTotp } from './totp.ts';

/** Proof besides the password. */
export type Given = {
  code?: string | undefined;
  recovery_code?: string | undefined;
  passkey?: Assertion | undefined;
};

/** The person giving proof; the throttle counts codes by `tries`; `host` is the server name in the request. */
export type Shower = { userId: string; tries: CodeTries; host: string };

/** Valid proof; it only counts once `spend` has used it up. */
export type Shown =
  | { method: 'totp'; step: number }
  | { method: 'recovery_code'; hash: string }
  | { method: 'passkey'; id: string; before: number; counter: number };

/**
 * Checks a proof; null when it is wrong. Refuses `too_many_requests` codes that come too early, and `encryption_key_changed` when
 * the app's secret can't be read.
 */
export async function judgeShown(
  accounts: Accounts,
  { userId, tries, host }: Shower,
  given: Given,
  demand: PasskeyDemand | null,
): Promise<Shown | null> {
  if (given.recovery_code !== undefined) {
    const hash = digestRecoveryCode(given.recovery_code);
    const isThere = await store.hasRecoveryCode(accounts.db, userId, hash);
    return isThere ? { method: 'recovery_code', hash } : null;
  }
  const { totp, passkeys } = await store.findFactors(accounts.db, userId);
  if (given.code !== undefined) {
    if (totp === null) return null;
    const secret = openTotp(accounts.secondFactors.keys, totp.sealed_secret, userId);
    await accounts.throttle.admitCode(tries);
    const step = await findStep(secret, toPlainCode(given.code), accounts.now());
    return step === null || step <= totp.last_step ? null : { method: 'totp', step };
  }
  const { passkey: assertion } = given;
  if (assertion === undefined || demand === null || demand.rp_id !== toPasskeyHost(host)) return null;
  const passkey = passkeys.find((one) => one.credential_id === assertion.id && one.host === demand.rp_id);
  if (passkey === undefined) return null;
  const counter = await judgeAssertion(passkey, assertion, demand.challenge, host);
  return counter === null ? null : { method: 'passkey', id: passkey.id, before: passkey.counter, counter };
}

/** Uses up a proof; false when it was used or removed in the meantime. */
export function spend(accounts: Accounts, trx: Trx, userId: string, shown: Shown): Promise<boolean> {
  switch (shown.method) {
    case 'totp':
      return store.advanceTotp(trx, userId, shown.step);
    case 'recovery_code':
      return store.deleteRecoveryCode(trx, userId, shown.hash);
    case 'passkey':
      return store.advancePasskey(trx, { ...shown, time: isoTime(accounts.now()) });
  }
}

/** Withdraws the attempt from the throttle: the proof was not a guess. */
export async function noteRight(
  accounts: Accounts,
  { tries }: Pick<Shower, 'tries'>,
  shown: Shown,
): Promise<void> {
  if (shown.method === 'totp') await accounts.throttle.codeSucceeded(tries);
}
