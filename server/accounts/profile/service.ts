import { timeAfter } from '../../database/clock.ts';
import { inTransaction } from '../../database/database.ts';
import { invalid } from '../../errors.ts';
import { recordWrite } from '../../history/service.ts';
import type { Principal } from '../../permissions.ts';
import { hashPassword, passwordMatches } from '../passwords.ts';
import { refuseWeakPassword } from '../rules.ts';
import { type Accounts, requireLive, sessionEnded } from '../sessions/service.ts';
import * as sessions from '../sessions/store.ts';
import type { User } from '../users/contract.ts';
import { readUser } from '../users/service.ts';
import * as users from '../users/store.ts';
import type { ProfileChange } from './contract.ts';

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
 * Changes the caller's password and ends their other sessions. Refuses a wrong current password at its field,
 * `too_many_requests` after repeated ones, and `unauthenticated` when the session or the password was ended meanwhile.
 */
export async function changePassword(
  accounts: Accounts,
  user: Principal,
  input: { current_password: string; new_password: string },
): Promise<void> {
  const account = await users.findAccount(accounts.db, user.id);
  if (account === null) throw sessionEnded();
  // By itself: nobody else's failures must keep the owner from changing a password that others know.
  await accounts.throttle.admitSession(user.sessionId);
  if (!(await passwordMatches(account.password_hash, input.current_password))) {
    throw invalid('current_password', 'is not the current password');
  }
  await accounts.throttle.succeededInSession(user.sessionId);
  refuseWeakPassword('new_password', input.new_password, account, accounts.hosts);
  const password_hash = await hashPassword(input.new_password);
  await inTransaction(accounts.db, async (trx) => {
    await requireLive(trx, accounts.now, user);
    const current = await users.findAccount(trx, user.id);
    // An administrator may have set another password during the hashing; that one stays.
    if (current === null || current.password_hash !== account.password_hash) throw sessionEnded();
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
