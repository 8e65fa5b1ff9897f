/** Remediations of a mission, and notifications. */
export const remediations: readonly string[] = [
  // The verifying run is identified by test and number, because the current run has no row of its own.
  `create table remediations (
    id text primary key not null,
    mission_id text not null references missions (id) on delete cascade,
    title text not null,
    shortcoming text,
    root_cause text,
    measure text,
    risk_if_not_done text,
    priority text not null check (priority in ('low', 'medium', 'high', 'critical')),
    owner_id text references users (id) on delete set null,
    owner_text text,
    due_on text,
    status text not null check (status in ('open', 'in_progress', 'fixed', 'verified', 'risk_accepted', 'declined')),
    status_changed_at text not null,
    status_changed_by text references users (id) on delete set null,
    verified_test_id text references mission_tests (id) on delete set null,
    verified_run integer,
    created_by text references users (id) on delete set null,
    created_at text not null,
    updated_by text references users (id) on delete set null,
    updated_at text not null,
    check (owner_id is null or owner_text is null)
  )`,
  'create index remediations_by_mission on remediations (mission_id)',
  'create index remediations_by_owner on remediations (owner_id)',
  `create index remediations_by_verifying_test on remediations (verified_test_id)
    where verified_test_id is not null`,
  `create table remediation_tests (
    remediation_id text not null references remediations (id) on delete cascade,
    test_id text not null references mission_tests (id) on delete cascade,
    primary key (remediation_id, test_id)
  ) without rowid`,
  'create index remediation_tests_by_test on remediation_tests (test_id)',

  `create table notifications (
    id text primary key not null,
    user_id text not null references users (id) on delete cascade,
    kind text not null check (kind in ('reviewed', 'sent_back', 'assigned', 'remediation_moved', 'added_to_mission')),
    mission_id text not null references missions (id) on delete cascade,
    test_id text references mission_tests (id) on delete cascade,
    remediation_id text references remediations (id) on delete cascade,
    tests integer not null,
    actor_id text references users (id) on delete set null,
    created_at text not null,
    read_at text
  ) without rowid`,
  'create index notifications_of_user on notifications (user_id, created_at, id)',
  'create index notifications_unread on notifications (user_id, mission_id, kind) where read_at is null',
  'create index notifications_by_mission on notifications (mission_id)',
  'create index notifications_by_test on notifications (test_id) where test_id is not null',
  `create index notifications_by_remediation on notifications (remediation_id)
    where remediation_id is not null`,
  'create index notifications_by_actor on notifications (actor_id) where actor_id is not null',
];
