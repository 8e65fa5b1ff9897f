/** Users, their credentials and permissions; and stored values of the installation. */
export const accounts: readonly string[] = [
  'create table instance (key text primary key not null, value text not null)',

  // Null if not chosen: the default applies.
  `create table users (
    id text primary key not null,
    email text not null,
    email_key text not null unique,
    display_name text not null,
    role text not null check (role in ('admin', 'redteam', 'soc')),
    is_active integer not null check (is_active in (0, 1)),
    password_hash text,
    credentials_set_by_other integer not null default 0 check (credentials_set_by_other in (0, 1)),
    theme text check (theme in ('system', 'light', 'dark')),
    time_zone text check (time_zone in ('local', 'utc')),
    first_steps text check (first_steps in ('shown', 'put_away')),
    test_table_json text,
    created_at text not null,
    updated_at text not null,
    last_login_at text
  )`,
  'create index users_by_role on users (role, is_active)',
  `create table sessions (
    id text primary key not null,
    user_id text not null references users (id) on delete cascade,
    address text,
    client text,
    created_at text not null,
    renewed_at text,
    expires_at text not null
  )`,
  'create index sessions_by_user on sessions (user_id)',
  'create index sessions_by_expiry on sessions (expires_at)',

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
    name text not null,
    host text not null,
    credential_id text not null unique,
    public_key text not null,
    counter integer not null,
    transports_json text not null,
    created_at text not null,
    last_used_at text
  )`,
  'create index passkeys_by_user on passkeys (user_id, id)',

  `create table groups (
    id text primary key not null,
    name text not null,
    name_key text not null unique,
    description text not null,
    created_at text not null,
    updated_at text not null
  )`,
  `create table group_permissions (
    group_id text not null references groups (id) on delete cascade,
    permission text not null,
    primary key (group_id, permission)
  )`,
  `create table group_members (
    group_id text not null references groups (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    primary key (group_id, user_id)
  )`,
  'create index group_members_by_user on group_members (user_id, group_id)',

  `create table invitations (
    id text primary key not null,
    token_hash text not null unique,
    email text not null,
    email_key text not null,
    role text not null check (role in ('admin', 'redteam', 'soc')),
    created_by text references users (id) on delete set null,
    created_at text not null,
    expires_at text not null,
    accepted_at text
  )`,
  'create index invitations_by_email on invitations (email_key)',
  'create index invitations_by_creator on invitations (created_by)',
  `create table invitation_groups (
    invitation_id text not null references invitations (id) on delete cascade,
    group_id text not null references groups (id) on delete cascade,
    primary key (invitation_id, group_id)
  )`,
  'create index invitation_groups_by_group on invitation_groups (group_id)',
];
