/** How a person wants tables of tests, as JSON; null: as everybody who has not said. */
export const testTables = {
  version: 20,
  name: '020-test-tables',
  statements: ['alter table users add column test_table_json text'],
};
