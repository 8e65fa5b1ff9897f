import { isIP } from 'node:net';
import { isoTime } from '../../database/clock.ts';
import { type Db, inTransaction, type Trx } from '../../database/database.ts';
import { DomainError } from '../../errors.ts';
import { recordEvent } from '../../history/service.ts';
import type { Principal } from '../../permissions.ts';
import { matchesOwnPassword } from '../identities/own-password.ts';
import { toEmailKey } from '../rules.ts';
import { type Accounts, type Origin, requireLive, sessionEnded } from '../sessions/service.ts';
import * as users from '../users/store.ts';
import type { Proof } from './contract.ts';
import * as store from './store.ts';
import { judgeShown, noteRight, spend } from './verification.ts';

/** Uses up the proof and makes a change, in one transaction. */
export type Proven = <T>(work: (trx: Trx, account: users.Account) => Promise<T>) => Promise<T>;

/**
 * Checks the caller's proof before a change of their own account: the password, and one of the second factors if there are any.
 * Refuses `invalid`, at its field, a wrong or missing proof, and `too_many_requests` after repeated failures. The returned
 * function refuses `unauthenticated` if the session or the password has ended meanwhile.
 */
export async function prove(
  accounts: Accounts,
  user: Principal,
  { current_password, ...given }: Proof,
  { address, host }: Pick<Origin, 'address' | 'host'>,
): Promise<Proven> {
  const account = await users.findAccount(accounts.db, user.id);
  if (account === null) throw sessionEnded();
  const refuse = (field: string, message: string) =>
    refuseProof(accounts, user, { key: toEmailKey(account.email), address }, field, message);
  // Counted separately, because failures by others must not lock out the owner.
  await accounts.throttle.admitSession(user.sessionId);
  if (!(await matchesOwnPassword(accounts, account, current_password, user.sessionId))) {
    throw await refuse('current_password', 'is not the current password');
  }
  const isNeeded = await hasFactor(accounts.db, user.id);
  const field = given.passkey ? 'passkey' : given.recovery_code === undefined ? 'code' : 'recovery_code';
  if (isNeeded && Object.values(given).every((value) => value === undefined)) {
    await accounts.throttle.succeededInSession(user.sessionId);
    throw await refuse('code', 'is needed: a code from your app, a recovery code or a passkey');
  }
  const shower = { userId: user.id, tries: { session: user.sessionId }, host };
  const demand = given.passkey ? await accounts.secondFactors.demands.take(user.sessionId) : null;
  const shown = isNeeded ? await judgeShown(accounts, shower, given, demand) : null;
  const wrong = () => refuse(field, 'is wrong or already used');
  if (isNeeded && shown === null) throw await wrong();
  return async (work) => {
    const done = await inTransaction(accounts.db, async (trx) => {
      await requireLive(trx, accounts.now, user);
      const current = await users.findAccount(trx, user.id);
      // An administrator may have set another password meanwhile, which stays.
      if (current === null || current.password_hash !== account.password_hash) throw sessionEnded();
      if (shown === null && (await hasFactor(trx, user.id))) throw sessionEnded();
      if (shown !== null && !(await spend(accounts, trx, user.id, shown))) return null;
      return { result: await work(trx, current) };
    });
    if (done === null) throw await wrong();
    await accounts.throttle.succeededInSession(user.sessionId);
    if (shown !== null) await noteRight(accounts, shower, shown);
    return done.result;
  };
}

/** Proves and changes in one step. Refuses what `prove` refuses. */
export async function change<T>(
  accounts: Accounts,
  user: Principal,
  proof: Proof,
  origin: Pick<Origin, 'address' | 'host'>,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const run = await prove(accounts, user, proof, origin);
  return run(work);
}

/** Refusal of a wrong proof, recorded in the log and the history without the typed text. */
export async function refuseProof(
  { db, now, refusedProofs }: Accounts,
  user: Principal,
  { key, address }: { key: string; address: string },
  field: string,
  message: string,
): Promise<DomainError> {
  const count = refusedProofs.count(key, address);
  if (count !== null) {
    await recordEvent(db, {
      at: isoTime(now()),
      by: user,
      verb: 'proof_refused',
      object: 'user',
      id: user.id,
      after: { address: isIP(address) === 0 ? null : address, field, count },
    });
  }
  return new DomainError('invalid', `${field}: ${message}`, {
    errors: [{ path: field, message }],
    about: user.id,
  });
}

/** Whether someone has a second factor. */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  return (await store.listProtected(db, [userId])).size > 0;
}
