/**
 * What red writes down of a run beside command and output, whose work a test is, and the values of variables. In closed runs
 * `started_at` is the run's own.
 */
const red = `source_host text
target_host text
target_user text
operator text
attack_result text check (attack_result in ('succeeded', 'partly', 'failed'))`.split('\n');

const add = (table: string, columns: readonly string[]) =>
  columns.map((column) => `alter table ${table} add column ${column}`);

export const testDetails = {
  version: 16,
  name: '016-test-details',
  statements: [
    ...add('mission_tests', ['started_at text', 'ended_at text', ...red]),
    ...add('test_runs', ['attack_started_at text', 'attack_ended_at text', ...red]),
    ...add('mission_tests', [
      'assignee_id text references users (id) on delete set null',
      'variables_json text',
    ]),
    ...add('missions', ['variables_json text']),
    `create index mission_tests_by_assignee on mission_tests (assignee_id, mission_id)
      where assignee_id is not null`,
    `create index mission_tests_by_result on mission_tests (attack_result, mission_id)
      where attack_result is not null`,
    `create index mission_tests_by_tags on mission_tests (mission_id, tags_json, id) where tags_json <> '[]'`,
  ],
};
