import { createHash } from 'node:crypto';
import { longestDisplayName } from '../../../domain/limits.ts';
import { isAdministrator } from '../../../domain/permissions.ts';
import { isoTime, timeAfter } from '../../database/clock.ts';
import type { Trx } from '../../database/database.ts';
import { newId } from '../../ids.ts';
import { displayName, email } from '../contract.ts';
import type { DirectoryPerson } from '../directories/person.ts';
import type { Provider } from '../directories/providers.ts';
import { type Granted, judgeGroups, listManagedGroups, takesAway } from '../directories/rules.ts';
import { toEmailKey, toNameKey } from '../rules.ts';
import type { Accounts } from '../sessions/service.ts';
import { endUnbackedTokens } from '../tokens/service.ts';
import { removesAdmin } from '../users/rules.ts';
import { addAccount, readRecordedUser, recordUser } from '../users/service.ts';
import * as users from '../users/store.ts';
import { refused } from './refusals.ts';
import * as store from './store.ts';

/**
 * The account of a person whom a directory vouches for, with the rights that its table gives; made on the first sign-in where the
 * provider's settings say so. Refuses (`sign_in_refused`) people without a group of the table, an unknown person where nobody is
 * made, an inactive account, an email that already has an account, and an administrator whom the table doesn't name one.
 */
export async function admit(
  trx: Trx,
  accounts: Accounts,
  provider: Provider,
  person: DirectoryPerson,
): Promise<{ account: users.Account; identity: store.Identity }> {
  const granted = judgeGroups(provider, person.groups);
  if (granted === null)
    throw refused(`None of your groups in ${provider.name} may use this server: ask your administrator`);
  const known = await store.findBySubject(trx, provider.issuer, person.subject);
  const identity = known ?? (await addPerson(trx, accounts, provider, person, granted));
  const account = await users.findAccount(trx, identity.user_id);
  if (account === null || !account.is_active) throw refused('This account is deactivated');
  if (identity.is_managed === 1) await followRights(trx, accounts, provider, account, granted);
  const current = (await users.findAccount(trx, account.id)) ?? account;
  if (!mayEnter(current, granted))
    throw refused(
      `This is an administrator's account, and ${provider.name} does not name you one: sign in with your password`,
    );
  const time = isoTime(accounts.now());
  await store.noteUse(trx, identity.id, person.login, time);
  return { account: current, identity };
}

/** Whether an account may be entered with these rights: an administrator's only as one. */
export function mayEnter(account: Pick<users.Account, 'role'>, granted: Granted): boolean {
  return !isAdministrator(account.role) || isAdministrator(granted.role);
}

/** Gives an account the rights that the table gives, and returns whether something was taken away. */
export async function followRights(
  trx: Trx,
  accounts: Accounts,
  provider: Provider,
  account: users.Account,
  granted: Granted,
): Promise<boolean> {
  const [shown] = await users.withGroups(trx, [account]);
  const before = { role: account.role, groupIds: (shown?.groups ?? []).map(({ id }) => id) };
  const managed = await findGroups(trx, listManagedGroups(provider));
  const given = [...(await findGroups(trx, granted.groups)).values()];
  const managedIds = new Set(managed.values());
  const groupIds = [...new Set([...before.groupIds.filter((id) => !managedIds.has(id)), ...given])];
  const isNeeded =
    account.password_hash !== null &&
    removesAdmin(account, { role: granted.role, is_active: true }) &&
    !(await users.otherAdminWithPasswordExists(trx, account.id));
  const after = { role: isNeeded ? account.role : granted.role, groupIds };
  const isSame = after.role === before.role && groupIds.length === before.groupIds.length;
  if (isSame && groupIds.every((id) => before.groupIds.includes(id))) return false;
  const recorded = await readRecordedUser(trx, account.id);
  const at = timeAfter(account.updated_at, accounts.now);
  await users.updateAccount(trx, account.id, { role: after.role, updated_at: at });
  await users.setGroupsOf(trx, account.id, groupIds);
  await recordUser(trx, account.id, { at, by: 'server', verb: 'changed', before: recorded });
  await endUnbackedTokens(accounts, trx, 'server');
  return takesAway(before, after);
}

async function findGroups(trx: Trx, names: readonly string[]): Promise<Map<string, string>> {
  return store.findGroupsByName(trx, new Map(names.map((name) => [toNameKey(name), name])));
}

async function addPerson(
  trx: Trx,
  accounts: Accounts,
  provider: Provider,
  person: DirectoryPerson,
  granted: Granted,
): Promise<store.Identity> {
  if (!provider.createsAccounts)
    throw refused(
      `No account here is linked with ${provider.name}: sign in with your password and link it on your account page`,
    );
  const address = chooseEmail(provider, person);
  if ((await users.findAccountByEmail(trx, toEmailKey(address))) !== null)
    throw refused(
      `Your email already has an account here: sign in with its password and link ${provider.name} on your account page`,
    );
  const account = await addAccount(trx, accounts.now, {
    email: address,
    display_name: chooseName(provider, person),
    role: granted.role,
    password_hash: null,
  });
  await users.setGroupsOf(trx, account.id, [...(await findGroups(trx, granted.groups)).values()]);
  await recordUser(trx, account.id, { at: account.created_at, by: 'server', verb: 'created' });
  return addIdentity(trx, accounts, { provider, person, userId: account.id, isManaged: true });
}

/** Adds an identity to an account; the caller records it. */
export async function addIdentity(
  trx: Trx,
  accounts: Accounts,
  added: { provider: Provider; person: DirectoryPerson; userId: string; isManaged: boolean },
): Promise<store.Identity> {
  const identity = {
    id: newId(),
    user_id: added.userId,
    issuer: added.provider.issuer,
    subject: added.person.subject,
    name: added.person.login,
    is_managed: added.isManaged ? (1 as const) : (0 as const),
    created_at: isoTime(accounts.now()),
    last_used_at: null,
  };
  await store.insertIdentity(trx, identity);
  return identity;
}

/** An email is only a name here: people without a usable one get a name that nobody else has. */
function chooseEmail({ issuer, id }: Provider, person: DirectoryPerson): string {
  const given = email.safeParse(person.email);
  if (given.success) return given.data;
  const digest = createHash('sha256').update(`${issuer}\n${person.subject}`).digest('hex');
  return `${digest.slice(0, 16)}@${id}`;
}

function chooseName({ name }: Provider, { displayName: shown, login }: DirectoryPerson): string {
  for (const text of [shown, login]) {
    const given = displayName.safeParse(text?.slice(0, longestDisplayName));
    if (given.success) return given.data;
  }
  return name;
}
