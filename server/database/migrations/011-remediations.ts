/** What is to be done about what a mission has shown, and the tests that showed it. */
export const remediationsSchema = {
  version: 11,
  name: '011-remediations',
  statements: [
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
      created_by text references users (id) on delete set null,
      created_at text not null,
      updated_by text references users (id) on delete set null,
      updated_at text not null,
      check (owner_id is null or owner_text is null)
    )`,
    'create index remediations_by_mission on remediations (mission_id)',
    'create index remediations_by_owner on remediations (owner_id)',
    `create table remediation_tests (
      remediation_id text not null references remediations (id) on delete cascade,
      test_id text not null references mission_tests (id) on delete cascade,
      primary key (remediation_id, test_id)
    ) without rowid`,
    'create index remediation_tests_by_test on remediation_tests (test_id)',
  ],
};
