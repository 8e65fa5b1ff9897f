/** New runs of many tests that have begun: the tests that they still have to reach. */
export const runStarts = {
  version: 66,
  name: '066-run-starts',
  statements: [
    `create table run_starts (
      mission_id text primary key not null references missions (id) on delete cascade,
      reason text not null,
      author_json text not null,
      started_by text not null references users (id) on delete cascade,
      test_ids_json text not null
    )`,
    'create index run_starts_by_person on run_starts (started_by)',
  ],
};
