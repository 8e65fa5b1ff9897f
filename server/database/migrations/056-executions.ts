/** Executions that programs have sent, by the ids of the programs, and what they became. */
export const executions = {
  version: 56,
  name: '056-executions',
  statements: [
    `create table mission_executions (
      mission_id text not null references missions (id) on delete cascade,
      external_id text not null,
      digest text not null,
      guid text,
      test_id text references mission_tests (id) on delete set null,
      run integer not null,
      matched_by text check (matched_by in ('guid', 'command', 'name')),
      recorded_at text not null,
      primary key (mission_id, external_id)
    )`,
    'create index mission_executions_by_test on mission_executions (test_id)',
  ],
};
