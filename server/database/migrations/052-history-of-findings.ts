/** History entries by finding: entries of one side are in no mission's history, and would need a full scan. */
export const historyOfFindings = {
  version: 52,
  name: '052-history-of-findings',
  statements: [
    "create index audit_entries_by_finding on audit_entries (object_id, seq) where object_type = 'finding'",
  ],
};
