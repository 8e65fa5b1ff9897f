/** Entries about findings by finding: those of one side stand in no mission's history, and would be looked for in all of it. */
export const historyOfFindings = {
  version: 52,
  name: '052-history-of-findings',
  statements: [
    "create index audit_entries_by_finding on audit_entries (object_id, seq) where object_type = 'finding'",
  ],
};
