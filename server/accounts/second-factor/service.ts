import { isoTime, type Now } from '../../database/clock.ts';
import { type Db, inTransaction, type Trx } from '../../database/database.ts';
import { DomainError, invalid, notFound } from '../../errors.ts';
import { type Recorded, recordWrite } from '../../history/service.ts';
import type { Log } from '../../log.ts';
import type { Principal } from '../../permissions.ts';
import type { SealingKeys } from '../../secrets.ts';
import { toEmailKey } from '../rules.ts';
import { type Accounts, type Origin, requireLive } from '../sessions/service.ts';
import * as sessions from '../sessions/store.ts';
import * as users from '../users/store.ts';
import type { Added, NewTotp, Proof, SecondFactor } from './contract.ts';
import { change, hasFactor, refuseProof } from './proof.ts';
import { digestRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import { toPasskeyHost, toPlainCode } from './rules.ts';
import * as store from './store.ts';
import { canOpenTotp, findStep, makeTotp, openTotp, sealTotp } from './totp.ts';

/** The caller's proofs in addition to a password. */
export async function readSecondFactor(
  { db, secondFactors }: Accounts,
  user: Principal,
  host: string,
): Promise<SecondFactor> {
  const { totp, passkeys, recoveryCodes } = await store.findFactors(db, user.id);
  return {
    totp:
      totp === null
        ? null
        : {
            created_at: totp.created_at,
            is_readable: canOpenTotp(secondFactors.keys, totp.sealed_secret),
          },
    passkeys: passkeys.map(({ id, name, host: madeFor, created_at, last_used_at }) => ({
      id,
      name,
      host: madeFor,
      created_at,
      last_used_at,
    })),
    recovery_codes_left: recoveryCodes,
    passkey_host: toPasskeyHost(host),
  };
}

/**
 * Creates the secret of an authenticator app; it takes effect once `confirmTotp` gets the first code. Refuses `duplicate` if
 * there already is an app, and what `change` refuses.
 */
export async function beginTotp(
  accounts: Accounts,
  user: Principal,
  proof: Proof,
  origin: Origin,
): Promise<NewTotp> {
  const email = await change(accounts, user, proof, origin, async (trx) => {
    await refuseSecondTotp(trx, user.id);
    return (await users.findAccount(trx, user.id))?.email ?? '';
  });
  const made = await makeTotp(email);
  const { enrolments, keys } = accounts.secondFactors;
  await enrolments.put(user.sessionId, sealTotp(keys, made.secret, user.id));
  return made;
}

/**
 * Adds the authenticator app that generated this code and ends the caller's other sessions. Recovery codes come with the first
 * factor. Refuses `invalid` a wrong code or one with nothing to confirm, and `too_many_requests` after repeated failures.
 */
export async function confirmTotp(
  accounts: Accounts,
  user: Principal,
  { code }: { code: string },
  { address }: Pick<Origin, 'address'>,
): Promise<Added> {
  const { enrolments, keys } = accounts.secondFactors;
  const sealed_secret = await enrolments.find(user.sessionId);
  if (sealed_secret === null) throw invalid('code', 'belongs to nothing: start again');
  await accounts.throttle.admitSession(user.sessionId);
  const secret = openTotp(keys, sealed_secret, user.id);
  const step = await findStep(secret, toPlainCode(code), accounts.now());
  if (step === null) {
    const account = await users.findAccount(accounts.db, user.id);
    const from = { key: toEmailKey(account?.email ?? ''), address };
    throw await refuseProof(accounts, user, from, 'code', 'is not the app’s code of this moment');
  }
  await accounts.throttle.succeededInSession(user.sessionId);
  const added = await inTransaction(accounts.db, async (trx) => {
    await requireLive(trx, accounts.now, user);
    await refuseSecondTotp(trx, user.id);
    const codes = await giveFirstRecoveryCodes(trx, user.id);
    await store.insertTotp(trx, {
      user_id: user.id,
      sealed_secret,
      last_step: step,
      created_at: isoTime(accounts.now()),
    });
    await sessions.deleteSessionsOf(trx, user.id, user.sessionId);
    await recordFactor(accounts, trx, user, {
      verb: 'created',
      id: user.id,
      after: { kind: 'totp', recovery_codes: codes && 'set' },
    });
    return { recovery_codes: codes };
  });
  await enrolments.take(user.sessionId);
  return added;
}

/** Removes the authenticator app. Refuses `not_found`, and what `change` refuses. */
export async function removeTotp(
  accounts: Accounts,
  user: Principal,
  proof: Proof,
  origin: Origin,
): Promise<void> {
  await change(accounts, user, proof, origin, async (trx) => {
    if (!(await store.deleteTotp(trx, user.id))) throw notFound('Authenticator app');
    await endLastFactor(trx, user.id);
    await sessions.deleteSessionsOf(trx, user.id, user.sessionId);
    const before = { kind: 'totp' };
    await recordFactor(accounts, trx, user, { verb: 'deleted', id: user.id, before });
  });
}

/** Replaces all recovery codes with new ones. Refuses `not_found` without a second factor, and what `change` refuses. */
export function renewRecoveryCodes(
  accounts: Accounts,
  user: Principal,
  proof: Proof,
  origin: Origin,
): Promise<{ recovery_codes: string[] }> {
  return change(accounts, user, proof, origin, async (trx) => {
    if (!(await hasFactor(trx, user.id))) throw notFound('Second factor');
    const recovery_codes = await giveRecoveryCodes(trx, user.id);
    await sessions.deleteSessionsOf(trx, user.id, user.sessionId);
    const after = { kind: 'recovery_codes' };
    await recordFactor(accounts, trx, user, { verb: 'issued', id: user.id, after });
    return { recovery_codes };
  });
}

/** Records a change to someone's second factors; never a secret or a code. */
export async function recordFactor(
  { now }: Pick<Accounts, 'now'>,
  trx: Trx,
  by: Recorded['by'],
  write: Pick<Recorded, 'verb' | 'id' | 'before' | 'after'>,
): Promise<void> {
  await recordWrite(trx, { ...write, at: isoTime(now()), by, object: 'second_factor' });
}

/** The codes issued with a first factor; null if the user already has some. */
export async function giveFirstRecoveryCodes(trx: Trx, userId: string): Promise<string[] | null> {
  return (await hasFactor(trx, userId)) ? null : giveRecoveryCodes(trx, userId);
}

async function giveRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await store.replaceRecoveryCodes(trx, userId, codes.map(digestRecoveryCode));
  return codes;
}

/** Recovery codes are deleted with the last factor. */
export async function endLastFactor(trx: Trx, userId: string): Promise<void> {
  if (!(await hasFactor(trx, userId))) await store.replaceRecoveryCodes(trx, userId, []);
}

async function refuseSecondTotp(trx: Trx, userId: string): Promise<void> {
  if ((await store.findFactors(trx, userId)).totp !== null) {
    throw new DomainError('duplicate', 'There is an authenticator app already: remove it first');
  }
}

/**
 * Removes all second factors of the account with this email and ends its sessions, for the command line. Refuses `not_found` an
 * email without an account; returns whether there was anything to remove.
 */
export function resetSecondFactor(db: Db, now: Now, email: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const account = await users.findAccountByEmail(trx, toEmailKey(email));
    if (account === null) throw new DomainError('not_found', 'No account has this email');
    await sessions.deleteSessionsOf(trx, account.id);
    const isGone = await store.deleteFactors(trx, account.id);
    await recordFactor({ now }, trx, 'command', { verb: 'reset', id: account.id });
    return isGone;
  });
}

/** Logs the number of authenticator apps that can't be used because the key that encrypted their secrets is gone. */
export async function tellUnreadable({
  db,
  log,
  keys,
}: {
  db: Db;
  log: Log;
  keys: SealingKeys;
}): Promise<void> {
  const unreadable = (await store.listSealedSecrets(db)).filter((sealed) => !canOpenTotp(keys, sealed));
  if (unreadable.length > 0) log.warn({ event: 'second_factor_key_lost', accounts: unreadable.length });
}

/**
 * Requires proof of password and second factor from the caller, and runs the work in one transaction. Refuses what `prove`
 * refuses.
 */
export const provePerson: typeof change<void> = change;
