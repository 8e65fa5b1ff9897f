/**
 * One index of the history for a mission and its tests, and one for an engagement and its simulations: every write adds to them,
 * and two for each cost a page more. Newest first is the order of `seq` within a place; a test is looked for among its mission's.
 */
export const historyIndexes = {
  version: 13,
  name: '013-history-indexes',
  statements: [
    'drop index audit_entries_of_mission',
    'drop index audit_entries_of_test',
    'drop index audit_entries_of_engagement',
    'drop index audit_entries_of_simulation',
    `create index audit_entries_of_mission on audit_entries (mission_id, seq, test_id)
      where mission_id is not null`,
    `create index audit_entries_of_engagement on audit_entries (engagement_id, seq, simulation_id)
      where engagement_id is not null`,
  ],
};
