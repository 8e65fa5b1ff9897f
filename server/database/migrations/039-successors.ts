/** Techniques that bundles of ATT&CK say were revoked, by what came in their place. */
export const successorsSchema = {
  version: 39,
  name: '039-successors',
  statements: [
    `create table catalogue_successors (
      external_id text primary key not null,
      successor_id text not null
    ) without rowid`,
  ],
};
