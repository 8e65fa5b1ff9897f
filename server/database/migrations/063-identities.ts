/** Identities of people in their organisation's directories, and the sessions that depend on one. */
export const identities = {
  version: 63,
  name: '063-identities',
  statements: [
    `create table identities (
      id text primary key not null,
      user_id text not null references users (id) on delete cascade,
      issuer text not null,
      subject text not null,
      name text not null,
      is_managed integer not null check (is_managed in (0, 1)),
      created_at text not null,
      last_used_at text
    )`,
    'create unique index identities_by_subject on identities (issuer, subject)',
    'create index identities_by_person on identities (user_id)',
    'alter table sessions add column identity_id text references identities (id) on delete cascade',
    'alter table sessions add column confirmed_at text',
    'create index sessions_by_identity on sessions (identity_id)',
  ],
};
