/** How data left, of a test and of its closed runs. */
export const egressSchema = {
  version: 42,
  name: '042-egress',
  statements: [
    'alter table mission_tests add column egress text',
    'alter table test_runs add column egress text',
  ],
};
