/** What the variables of a test's commands are where neither it nor its mission says so: its template did. */
export const variableDefaultsSchema = {
  version: 34,
  name: '034-variable-defaults',
  statements: ['alter table mission_tests add column variable_defaults_json text'],
};
