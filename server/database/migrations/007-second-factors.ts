/** What somebody shows besides a password: an authenticator app, recovery codes, passkeys. */
export const secondFactorsSchema = {
  version: 7,
  name: '007-second-factors',
  statements: [
    `create table totp_secrets (
      user_id text primary key not null references users (id) on delete cascade,
      sealed_secret text not null,
      last_step integer not null,
      created_at text not null
    )`,
    `create table recovery_codes (
      user_id text not null references users (id) on delete cascade,
      code_hash text not null,
      primary key (user_id, code_hash)
    )`,
    `create table passkeys (
      id text primary key not null,
      user_id text not null references users (id) on delete cascade,
      credential_id text not null unique,
      public_key text not null,
      counter integer not null,
      transports_json text not null,
      host text not null,
      name text not null,
      created_at text not null,
      last_used_at text
    )`,
    'create index passkeys_by_user on passkeys (user_id, id)',
  ],
};
