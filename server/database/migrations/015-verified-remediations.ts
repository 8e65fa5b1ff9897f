/** The run of a test that a remediation was verified by, as its test and its number: the present run has no row of its own. */
export const verifiedRemediations = {
  version: 15,
  name: '015-verified-remediations',
  statements: [
    'alter table remediations add column verified_test_id text references mission_tests (id) on delete set null',
    'alter table remediations add column verified_run integer',
    `create index remediations_by_verifying_test on remediations (verified_test_id)
      where verified_test_id is not null`,
  ],
};
