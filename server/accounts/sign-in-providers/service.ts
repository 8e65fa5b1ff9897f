import { notFound } from '../../errors.ts';
import { listManagedGroups } from '../directories/rules.ts';
import { findRedirectAddress, type Here } from '../identities/enter.ts';
import * as store from '../identities/store.ts';
import { toNameKey } from '../rules.ts';
import type { Accounts } from '../sessions/service.ts';
import type { Check, ShownProvider } from './contract.ts';

/** The providers as configured, for people who run the system. */
export async function listProviders(accounts: Accounts, here: Here): Promise<{ items: ShownProvider[] }> {
  const people = await store.countByIssuer(accounts.db);
  return {
    items: accounts.directories.providers.map((provider) => ({
      id: provider.id,
      name: provider.name,
      kind: provider.kind,
      addresses: provider.kind === 'oidc' ? [provider.issuer] : [...provider.urls],
      redirect_address: provider.kind === 'oidc' ? findRedirectAddress(accounts, provider.id, here) : null,
      has_secret: provider.secret !== null,
      creates_accounts: provider.createsAccounts,
      asks_second_factor: provider.asksSecondFactor,
      session_minutes: provider.sessionMinutes,
      table: provider.table.map(({ group, role, groups }) => ({ group, role, groups: [...groups] })),
      people: people.get(provider.issuer) ?? 0,
    })),
  };
}

/** Tries a provider, up to the first fault. Refuses `not_found`. */
export async function testProvider(
  accounts: Accounts,
  id: string,
  here: Here,
): Promise<{ works: boolean; checks: Check[] }> {
  const client = accounts.directories.find(id);
  if (client === null) throw notFound('Provider');
  const tried =
    'checkPassword' in client
      ? await client.test()
      : await client.test(findRedirectAddress(accounts, id, here));
  const names = listManagedGroups(client.provider);
  const known = await store.findGroupsByName(
    accounts.db,
    new Map(names.map((name) => [toNameKey(name), name])),
  );
  const lost = names.filter((name) => !known.has(name));
  const checks = [
    ...tried,
    ...lost.map((value): Check => ({ check: 'groups', fault: 'group_unknown_here', value })),
  ];
  return { works: checks.every(({ fault }) => fault === null), checks };
}
