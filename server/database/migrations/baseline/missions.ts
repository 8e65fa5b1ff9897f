/** Missions, their scenarios and their tests, each with its current run. */
export const missions: readonly string[] = [
  // SQLite's `lower` only handles ASCII, and an index can't use our functions: hence `client_key`.
  `create table missions (
    id text primary key not null,
    name text not null,
    organisation_id text references organisations (id) on delete set null,
    client text,
    client_key text,
    description text,
    status text not null check (status in ('draft', 'in_progress', 'completed', 'archived')),
    running_since text,
    start_date text,
    end_date text,
    retest_of_id text references missions (id) on delete set null,
    catalog_version text,
    catalog_tags_json text not null,
    variables_json text,
    count_pending integer not null default 0,
    count_skipped integer not null default 0,
    count_blocked integer not null default 0,
    count_executed integer not null default 0,
    count_reviewed integer not null default 0,
    created_by text references users (id) on delete set null,
    created_at text not null,
    updated_at text not null,
    last_change_at text not null,
    outline_changed_at text,
    deleted_at text
  )`,
  'create index missions_live on missions (deleted_at, id)',
  'create index missions_by_status on missions (deleted_at, status, id)',
  'create index missions_by_creator on missions (created_by)',
  'create index missions_by_client on missions (deleted_at, client_key, id)',
  'create index missions_by_organisation on missions (organisation_id)',
  'create index missions_by_retest on missions (retest_of_id) where retest_of_id is not null',
  'create index missions_by_name on missions (deleted_at, name collate nocase, id)',
  'create index missions_by_change on missions (deleted_at, updated_at, id)',
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
    position integer not null,
    name text not null,
    description text,
    catalog_tags_json text not null
  )`,
  'create index scenarios_by_mission on scenarios (mission_id, position)',
  'create index scenarios_by_source on scenarios (source_template_id)',

  // The plan; the current run, with earlier ones in `test_runs`; the records of red and blue. Output can be large and comes last,
  // because columns after a large value are slow to reach.
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
    variables_json text,
    variable_defaults_json text,
    expected_detection text,
    expectations_json text not null default '[]',
    platforms_json text not null,
    opsec text check (opsec in ('low', 'medium', 'high')),
    tags_json text not null,
    catalog_tags_json text not null,
    assignee_id text references users (id) on delete set null,

    run_number integer not null default 1,
    run_reason text check (run_reason in ('retest', 'after_fix', 'replay')),
    run_started_at text,
    status text not null check (status in ('pending', 'skipped', 'blocked', 'executed', 'reviewed_by_blue')),

    command text,
    started_at text,
    executed_at text,
    ended_at text,
    source_host text,
    target_host text,
    target_user text,
    operator text,
    attack_result text check (attack_result in ('succeeded', 'partly', 'failed')),
    red_comment text,

    detection_level_id text references detection_levels (id),
    detection_level_source text check (detection_level_source in ('set', 'derived')),
    detected_at text,
    outcome_json text,
    expectation_met text check (expectation_met in ('met', 'missed', 'open')),
    blue_comment text,

    evidence_count integer not null default 0,
    last_actor_id text references users (id) on delete set null,
    updated_at text not null,
    output text
  )`,
  'create index mission_tests_by_change on mission_tests (mission_id, updated_at, id)',
  'create index mission_tests_by_scenario on mission_tests (scenario_id, position)',
  'create index mission_tests_by_source on mission_tests (source_template_id)',
  'create index mission_tests_by_actor on mission_tests (last_actor_id)',
  'create index mission_tests_by_detection on mission_tests (detection_level_id)',
  `create index mission_tests_by_assignee on mission_tests (assignee_id, mission_id)
    where assignee_id is not null`,
  `create index mission_tests_by_result on mission_tests (attack_result, mission_id)
    where attack_result is not null`,
  `create index mission_tests_by_tags on mission_tests (mission_id, tags_json, id) where tags_json <> '[]'`,
  // Index that finds the few waiting rows among all others.
  `create index mission_tests_to_review on mission_tests (mission_id, executed_at, id) where status = 'executed'`,
  `create index mission_tests_to_run_again on mission_tests (mission_id, run_started_at, id)
    where status = 'pending' and run_number > 1`,
  `create index mission_tests_assigned on mission_tests (mission_id, status, assignee_id)
    where assignee_id is not null`,
  `create table expectation_tools (
    test_id text not null references mission_tests (id) on delete cascade,
    kind text not null check (kind in ('prevented', 'alerted', 'logged', 'detected', 'responded')),
    tool_id text not null references organisation_tools (id) on delete cascade,
    primary key (test_id, kind, tool_id)
  ) without rowid`,
  'create index expectation_tools_by_tool on expectation_tools (tool_id)',

  // Stored unchanged, so that a removal can be shown and undone.
  `create table removed_scenarios (
    id text primary key not null,
    mission_id text not null references missions (id) on delete cascade,
    removed_at text not null,
    scenario_json text not null
  )`,
  'create index removed_scenarios_by_mission on removed_scenarios (mission_id, removed_at, id)',
  `create table removed_tests (
    id text primary key not null,
    mission_id text not null references missions (id) on delete cascade,
    removed_at text not null,
    test_json text not null,
    tools_json text not null
  )`,
  'create index removed_tests_by_mission on removed_tests (mission_id, removed_at, id)',
];
