/** How far an import is that is applied or undone slice by slice, and what waits to be applied, which outlives a restart. */
export const importSlicesSchema = {
  version: 37,
  name: '037-imports-in-slices',
  statements: [
    "alter table imports add column state text not null default 'applied'",
    'alter table imports add column rows_done integer not null default 0',
    'alter table imports add column touched_at text',
    'alter table imports add column undone_by text',
    `create table import_jobs (
      name text primary key not null,
      value_json text not null,
      kept_until text not null
    )`,
  ],
};
