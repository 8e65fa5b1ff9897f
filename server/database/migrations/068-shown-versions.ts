/**
 * The version of a finding or a remediation for somebody who does not see hidden tests, where a later write changed nothing that they
 * see; null where the other one holds for all.
 */
export const shownVersions = {
  version: 68,
  name: '068-shown-versions',
  statements: ['findings', 'remediations'].flatMap((table) => [
    `alter table ${table} add column shown_updated_at text`,
    `alter table ${table} add column shown_updated_by text references users (id) on delete set null`,
  ]),
};
