/**
 * Indexes of the history by which somebody who does not see hidden tests finds the entries about shown scenarios, findings and
 * remediations, and those about none, without reading the others.
 */
export const shownHistory = {
  version: 67,
  name: '067-shown-history',
  statements: [
    `create index audit_entries_of_objects on audit_entries (mission_id, object_id, seq)
      where mission_id is not null and object_type in ('scenario', 'finding', 'remediation')`,
    `create index audit_entries_of_no_object on audit_entries (mission_id)
      where mission_id is not null and coalesce(test_id, '') = ''
        and object_type not in ('scenario', 'finding', 'remediation')`,
  ],
};
