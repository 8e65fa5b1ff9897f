import { timeAfter } from '../../database/clock.ts';
import { inTransaction } from '../../database/database.ts';
import { forbidden } from '../../errors.ts';
import { recordWrite } from '../../history/service.ts';
import type { Principal } from '../../permissions.ts';
import { hashPassword } from '../passwords.ts';
import { refuseWeakPassword } from '../rules.ts';
import { prove } from '../second-factor/proof.ts';
import type { Accounts, Origin } from '../sessions/service.ts';
import * as sessions from '../sessions/store.ts';
import type { User } from '../users/contract.ts';
import { readUser } from '../users/service.ts';
import * as users from '../users/store.ts';
import type { PasswordChange, ProfileChange } from './contract.ts';

/** The caller's account; by a token, with no more permissions than it has. Refuses `not_found`. */
export async function readProfile({ db }: Accounts, user: Principal): Promise<User> {
  const account = await readUser(db, user.id);
  if (user.token === undefined) return account;
  return { ...account, permissions: account.permissions.filter((held) => user.permissions.has(held)) };
}

/** Changes the caller's name and preferences and returns their account. Refuses `not_found`. */
export async function changeProfile(
  accounts: Accounts,
  user: Principal,
  { preferences = {}, ...names }: ProfileChange,
): Promise<User> {
  const { test_table, ...shown } = preferences;
  const change = {
    ...names,
    ...shown,
    ...(test_table && { test_table_json: JSON.stringify(test_table) }),
  };
  return inTransaction(accounts.db, async (trx) => {
    if (Object.keys(change).length > 0) {
      const before = toRecorded(await readUser(trx, user.id));
      const at = timeAfter((await users.findAccount(trx, user.id))?.updated_at ?? null, accounts.now);
      await users.updateAccount(trx, user.id, { ...change, updated_at: at });
      const about = { object: 'user', id: user.id } as const;
      const after = toRecorded(await readUser(trx, user.id));
      await recordWrite(trx, { at, by: user, verb: 'changed', ...about, before, after });
    }
    return readUser(trx, user.id);
  });
}

const toRecorded = ({ display_name, preferences }: User) => ({ display_name, ...preferences });

/**
 * Changes the caller's password and ends their other sessions. Refuses `forbidden` an account that only a directory lets in, a weak
 * new password at its field before any proof is used up, and what `prove` refuses.
 */
export async function changePassword(
  accounts: Accounts,
  user: Principal,
  { new_password, ...proof }: PasswordChange,
  origin: Origin,
): Promise<void> {
  const account = await users.findAccount(accounts.db, user.id);
  if (account?.password_hash === null)
    throw forbidden('Your organisation keeps your password: change it there');
  refuseWeakPassword('new_password', new_password, await readUser(accounts.db, user.id), accounts.hosts);
  const run = await prove(accounts, user, proof, origin);
  const password_hash = await hashPassword(new_password);
  await run(async (trx, current) => {
    const at = timeAfter(current.updated_at, accounts.now);
    await users.updateAccount(trx, user.id, {
      password_hash,
      credentials_set_by_other: false,
      updated_at: at,
    });
    await sessions.deleteSessionsOf(trx, user.id, user.sessionId);
    await recordWrite(trx, {
      at,
      by: user,
      verb: 'changed',
      object: 'user',
      id: user.id,
      before: { password: null },
      after: { password: 'set' },
    });
  });
}
