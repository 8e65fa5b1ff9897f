/**
 * Indexes by which somebody who does not see hidden tests reads what is shown alone, so that the time of an answer tells nothing
 * of the rest; `hidden` is set in findings and remediations about hidden tests alone.
 */
export const shownRows = {
  version: 65,
  name: '065-shown-rows',
  statements: [
    'alter table findings add column hidden integer check (hidden = 1)',
    'alter table remediations add column hidden integer check (hidden = 1)',
    `update findings set hidden = 1
      where exists (select 1 from finding_tests as link where link.finding_id = findings.id)
        and not exists (
          select 1 from finding_tests as link join mission_tests as test on test.id = link.test_id
          where link.finding_id = findings.id and test.shown_position is not null)`,
    `update remediations set hidden = 1
      where exists (select 1 from remediation_tests as link where link.remediation_id = remediations.id)
        and not exists (
          select 1 from remediation_tests as link join mission_tests as test on test.id = link.test_id
          where link.remediation_id = remediations.id and test.shown_position is not null)`,
    'create index findings_seen on findings (mission_id, number) where hidden is null',
    'create index remediations_seen on remediations (mission_id) where hidden is null',
    `create index scenarios_seen on scenarios (mission_id, shown_position)
      where shown_position is not null`,
    `create index mission_tests_seen on mission_tests (mission_id, updated_at, id)
      where shown_position is not null`,
    `create index mission_tests_seen_in_scenario on mission_tests (scenario_id, shown_position)
      where shown_position is not null`,
    `create index audit_entries_of_parts on audit_entries (mission_id, test_id, seq)
      where mission_id is not null`,
    `create index audit_entries_of_gone_tests on audit_entries (mission_id, test_id)
      where object_type = 'test' and verb = 'deleted'`,
  ],
};
