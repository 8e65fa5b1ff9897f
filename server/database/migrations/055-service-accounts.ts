/** Accounts that nobody signs in to: programs act for them by tokens, and an administrator answers for each. */
export const serviceAccounts = {
  version: 55,
  name: '055-service-accounts',
  statements: [
    'alter table users add column is_service integer check (is_service in (0, 1))',
    'alter table users add column owner_id text references users (id) on delete set null',
    'create index users_by_owner on users (owner_id)',
  ],
};
