/** The accounts and the missions service. Portable DDL: text keys, no engine's own types beyond INTEGER and TEXT. */
export const missionsSchema = {
  version: 1,
  name: '001-missions',
  statements: [
    `create table users (
      id text primary key not null,
      email text not null,
      email_key text not null unique,
      display_name text not null,
      role text not null check (role in ('admin', 'redteam', 'soc')),
      password_hash text,
      is_active integer not null check (is_active in (0, 1)),
      created_at text not null,
      updated_at text not null,
      last_login_at text
    )`,
    'create index users_by_role on users (role, is_active)',
    `create table sessions (
      id text primary key not null,
      user_id text not null references users (id) on delete cascade,
      created_at text not null,
      expires_at text not null
    )`,
    'create index sessions_by_user on sessions (user_id)',
    'create index sessions_by_expiry on sessions (expires_at)',
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
    'create table instance (key text primary key not null, value text not null)',

    `create table catalogue_entries (
      external_id text primary key not null,
      kind text not null check (kind in ('tactic', 'technique', 'subtechnique')),
      name text not null,
      description text,
      url text not null,
      short_name text,
      position integer not null,
      parent_id text references catalogue_entries (external_id),
      platforms_json text not null,
      deprecated integer not null check (deprecated in (0, 1))
    )`,
    'create index catalogue_entries_by_kind on catalogue_entries (kind, position, external_id)',
    'create index catalogue_entries_by_parent on catalogue_entries (parent_id)',
    'create index catalogue_entries_by_short_name on catalogue_entries (short_name)',
    `create table catalogue_entry_tactics (
      external_id text not null references catalogue_entries (external_id) on delete cascade,
      tactic_id text not null references catalogue_entries (external_id) on delete cascade,
      primary key (external_id, tactic_id)
    )`,
    'create index catalogue_entry_tactics_by_tactic on catalogue_entry_tactics (tactic_id, external_id)',
    `create table catalogue_syncs (
      id text primary key not null,
      version text,
      source_url text not null,
      sha256 text not null,
      verified integer not null check (verified in (0, 1)),
      synced_at text not null
    )`,

    `create table test_templates (
      id text primary key not null,
      name text not null,
      description text,
      objective text,
      procedure text,
      command text,
      cleanup_command text,
      expected_detection text,
      platforms_json text not null,
      opsec text check (opsec in ('low', 'medium', 'high')),
      source text,
      created_at text not null,
      updated_at text not null,
      deleted_at text
    )`,
    'create index test_templates_live on test_templates (deleted_at, id)',
    'create index test_templates_by_opsec on test_templates (opsec, id)',
    `create table test_template_tags (
      test_template_id text not null references test_templates (id) on delete cascade,
      tag text not null,
      position integer not null,
      primary key (test_template_id, tag)
    )`,
    'create index test_template_tags_by_tag on test_template_tags (tag, test_template_id)',
    `create table test_template_catalog_tags (
      test_template_id text not null references test_templates (id) on delete cascade,
      external_id text not null references catalogue_entries (external_id),
      position integer not null,
      primary key (test_template_id, external_id)
    )`,
    'create index test_template_catalog_tags_by_entry on test_template_catalog_tags (external_id, test_template_id)',
    `create table scenario_templates (
      id text primary key not null,
      name text not null,
      description text,
      created_at text not null,
      updated_at text not null,
      deleted_at text
    )`,
    'create index scenario_templates_live on scenario_templates (deleted_at, id)',
    `create table scenario_template_tags (
      scenario_template_id text not null references scenario_templates (id) on delete cascade,
      tag text not null,
      position integer not null,
      primary key (scenario_template_id, tag)
    )`,
    'create index scenario_template_tags_by_tag on scenario_template_tags (tag, scenario_template_id)',
    `create table scenario_template_catalog_tags (
      scenario_template_id text not null references scenario_templates (id) on delete cascade,
      external_id text not null references catalogue_entries (external_id),
      position integer not null,
      primary key (scenario_template_id, external_id)
    )`,
    'create index scenario_template_catalog_tags_by_entry on scenario_template_catalog_tags (external_id, scenario_template_id)',
    `create table scenario_template_tests (
      scenario_template_id text not null references scenario_templates (id) on delete cascade,
      test_template_id text not null references test_templates (id) on delete cascade,
      position integer not null,
      primary key (scenario_template_id, test_template_id)
    )`,
    'create index scenario_template_tests_by_test on scenario_template_tests (test_template_id)',

    `create table missions (
      id text primary key not null,
      name text not null,
      client text,
      description text,
      status text not null check (status in ('draft', 'in_progress', 'completed', 'archived')),
      start_date text,
      end_date text,
      catalog_version text,
      catalog_tags_json text not null,
      created_by text references users (id) on delete set null,
      created_at text not null,
      updated_at text not null,
      deleted_at text,
      last_change_at text not null,
      count_pending integer not null default 0,
      count_skipped integer not null default 0,
      count_blocked integer not null default 0,
      count_executed integer not null default 0,
      count_reviewed integer not null default 0
    )`,
    'create index missions_live on missions (deleted_at, id)',
    'create index missions_by_status on missions (deleted_at, status, id)',
    'create index missions_by_client on missions (deleted_at, client, id)',
    'create index missions_by_creator on missions (created_by)',
    `create table mission_members (
      mission_id text not null references missions (id) on delete cascade,
      user_id text not null references users (id) on delete cascade,
      role_hint text not null check (role_hint in ('lead', 'red', 'blue', 'observer')),
      position integer not null,
      primary key (mission_id, user_id)
    )`,
    'create index mission_members_by_user on mission_members (user_id, mission_id)',
    `create table mission_catalog_tags (
      mission_id text not null references missions (id) on delete cascade,
      external_id text not null,
      primary key (mission_id, external_id)
    )`,
    'create index mission_catalog_tags_by_entry on mission_catalog_tags (external_id)',
    `create table scenarios (
      id text primary key not null,
      mission_id text not null references missions (id) on delete cascade,
      source_template_id text references scenario_templates (id) on delete set null,
      name text not null,
      description text,
      position integer not null,
      catalog_tags_json text not null
    )`,
    'create index scenarios_by_mission on scenarios (mission_id, position)',
    'create index scenarios_by_source on scenarios (source_template_id)',
    `create table detection_levels (
      id text primary key not null,
      key text not null unique,
      name text not null,
      rank integer not null unique,
      color text not null,
      description text not null
    )`,
    `create table mission_tests (
      id text primary key not null,
      mission_id text not null references missions (id) on delete cascade,
      scenario_id text not null references scenarios (id) on delete cascade,
      source_template_id text references test_templates (id) on delete set null,
      position integer not null,
      name text not null,
      description text,
      objective text,
      procedure text,
      suggested_command text,
      cleanup_command text,
      expected_detection text,
      platforms_json text not null,
      opsec text check (opsec in ('low', 'medium', 'high')),
      tags_json text not null,
      catalog_tags_json text not null,
      status text not null check (status in ('pending', 'skipped', 'blocked', 'executed', 'reviewed_by_blue')),
      command text,
      output text,
      red_comment text,
      executed_at text,
      detection_level_id text references detection_levels (id),
      blue_comment text,
      detected_at text,
      last_actor_id text references users (id) on delete set null,
      updated_at text not null,
      evidence_count integer not null default 0
    )`,
    'create index mission_tests_by_change on mission_tests (mission_id, updated_at, id)',
    'create index mission_tests_by_scenario on mission_tests (scenario_id, position)',
    'create index mission_tests_by_source on mission_tests (source_template_id)',
    'create index mission_tests_by_actor on mission_tests (last_actor_id)',
    'create index mission_tests_by_detection on mission_tests (detection_level_id)',
    `create table evidence (
      id text primary key not null,
      mission_id text not null references missions (id) on delete cascade,
      test_id text not null references mission_tests (id) on delete cascade,
      side text not null check (side in ('red', 'blue')),
      file_name text not null,
      mime_type text not null,
      size integer not null,
      sha256 text not null,
      caption text,
      uploaded_by text references users (id) on delete set null,
      uploaded_at text not null
    )`,
    'create index evidence_by_test on evidence (test_id, uploaded_at, id)',
    'create index evidence_by_mission on evidence (mission_id)',
    'create index evidence_by_uploader on evidence (uploaded_by)',
  ],
};
