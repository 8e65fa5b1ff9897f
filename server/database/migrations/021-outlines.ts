/**
 * The outline of a mission (its scenarios, which tests stand where, what they say) changes while the mission runs: when it last
 * did, and the tests that were removed, as they were, so that a removal can be told and taken back.
 */
export const outlinesSchema = {
  version: 21,
  name: '021-outlines',
  statements: [
    'alter table missions add column outline_changed_at text',
    `create table removed_tests (
      id text primary key not null,
      mission_id text not null references missions (id) on delete cascade,
      removed_at text not null,
      test_json text not null,
      tools_json text not null
    )`,
    'create index removed_tests_by_mission on removed_tests (mission_id, removed_at, id)',
  ],
};
