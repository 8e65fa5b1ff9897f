/** Lists that grow are read in the order of a name or of the last change without sorting all there is. */
export const listOrders = {
  version: 25,
  name: '025-list-orders',
  statements: [
    'create index missions_by_name on missions (deleted_at, name collate nocase, id)',
    'create index missions_by_change on missions (deleted_at, updated_at, id)',
    'create index engagements_by_name on engagements (name collate nocase, id)',
    'create index engagements_by_change on engagements (updated_at, id)',
    'create index test_templates_by_name on test_templates (deleted_at, name collate nocase, id)',
    'create index test_templates_by_change on test_templates (deleted_at, updated_at, id)',
  ],
};
