/** Tokens by which programs act for a user, as digests. */
export const programTokens = {
  version: 54,
  name: '054-program-tokens',
  statements: [
    `create table program_tokens (
      id text primary key not null,
      user_id text not null references users (id) on delete cascade,
      name text not null,
      name_key text not null,
      token_hash text not null,
      scopes_json text not null,
      mission_id text references missions (id) on delete cascade,
      created_by text references users (id) on delete set null,
      created_at text not null,
      expires_at text not null,
      last_used_at text,
      last_used_from text
    )`,
    'create unique index program_tokens_by_hash on program_tokens (token_hash)',
    'create unique index program_tokens_by_name on program_tokens (user_id, name_key)',
    'create index program_tokens_by_mission on program_tokens (mission_id)',
    'create index program_tokens_by_maker on program_tokens (created_by)',
  ],
};
