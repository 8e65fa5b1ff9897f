import { isoTime, type Now } from '../../database/clock.ts';
import { type Db, inTransaction } from '../../database/database.ts';
import { readInstance, writeInstance } from '../../database/instance.ts';
import { DomainError, forbidden } from '../../errors.ts';
import { recordWrite } from '../../history/service.ts';
import { digestToken, isSameDigest, makeToken } from '../one-time-token.ts';
import { hashPassword } from '../passwords.ts';
import { refuseWeakPassword, toEmailKey } from '../rules.ts';
import type { Session } from '../sessions/contract.ts';
import { type Accounts, type Origin, signIn, toAuthor, toOrigin, toSession } from '../sessions/service.ts';
import { addAccount, readRecordedUser, recordUser } from '../users/service.ts';
import * as users from '../users/store.ts';

const installTokenKey = 'install_token_sha256';
const expiryKey = 'install_token_expires_at';
const installTokenMilliseconds = 60 * 60 * 1000;

/** Whether the first administrator still has to be created. */
export async function isSetupRequired(db: Db): Promise<boolean> {
  return !(await users.adminExists(db));
}

/** A new one-time token for the setup, valid for an hour, replacing the previous one; only its digest is stored. */
export async function issueInstallToken(db: Db, now: Now, by: 'command' | 'server'): Promise<string> {
  const token = makeToken();
  await inTransaction(db, async (trx) => {
    const at = now();
    const expires_at = isoTime(at + installTokenMilliseconds);
    await writeInstance(trx, installTokenKey, digestToken(token));
    await writeInstance(trx, expiryKey, expires_at);
    await recordWrite(trx, {
      at: isoTime(at),
      by,
      verb: 'issued',
      object: 'installation',
      id: null,
      after: { install_token: 'set', expires_at },
    });
  });
  return token;
}

/**
 * Creates the first administrator and signs them in. Refuses `already_set_up` if there is an administrator, `forbidden` a wrong,
 * used or expired token, and `invalid` a weak password.
 */
export async function setUp(
  accounts: Accounts,
  input: { install_token: string; email: string; display_name: string; password: string },
  origin: Origin,
): Promise<Session> {
  // Checked before hashing, because hashing is expensive and anyone can request it.
  await refuseSetUp(accounts.db, accounts.now, input.install_token);
  refuseWeakPassword('password', input.password, input, accounts.hosts);
  const password_hash = await hashPassword(input.password);
  const { account, session } = await inTransaction(accounts.db, async (trx) => {
    await refuseSetUp(trx, accounts.now, input.install_token);
    await writeInstance(trx, installTokenKey, null);
    await writeInstance(trx, expiryKey, null);
    const account = await addAccount(trx, accounts.now, { ...input, role: 'admin', password_hash });
    const signedIn = await signIn(trx, accounts.now, account, origin);
    await recordWrite(trx, {
      at: account.created_at,
      by: toAuthor(account),
      verb: 'created',
      object: 'user',
      id: account.id,
      after: { ...(await readRecordedUser(trx, account.id)), password: 'set', ...toOrigin(signedIn) },
    });
    return signedIn;
  });
  await accounts.throttle.recognise(toEmailKey(account.email), origin.address);
  return toSession(accounts, account, session);
}

async function refuseSetUp(db: Db, now: Now, installToken: string): Promise<void> {
  if (!(await isSetupRequired(db))) {
    throw new DomainError('already_set_up', 'This server already has an administrator');
  }
  const expected = await readInstance(db, installTokenKey);
  const isRight = expected !== null && isSameDigest(expected, digestToken(installToken));
  const expiry = await readInstance(db, expiryKey);
  if (!isRight || expiry === null || expiry <= isoTime(now())) {
    throw forbidden('The install token is wrong, used or expired');
  }
}

/** Creates an administrator from the command line. Refuses `duplicate` an email that already has an account. */
export async function createAdmin(
  db: Db,
  now: Now,
  input: { email: string; display_name: string; password: string },
  hosts: readonly string[],
): Promise<string> {
  refuseWeakPassword('password', input.password, input, hosts);
  const password_hash = await hashPassword(input.password);
  return inTransaction(db, async (trx) => {
    const { id, created_at } = await addAccount(trx, now, { ...input, role: 'admin', password_hash });
    await recordUser(trx, id, { at: created_at, by: 'command', verb: 'created', setsPassword: true });
    return id;
  });
}
