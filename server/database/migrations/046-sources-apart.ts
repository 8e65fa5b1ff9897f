/** Sources whose name belongs to an object not visible to the importing person. */
export const sourcesApart = {
  version: 46,
  name: '046-sources-apart',
  statements: [
    `create table import_sources_apart (
      format text not null,
      kind text not null,
      scope text not null,
      source_id text not null,
      object_id text not null,
      import_id text not null references imports (id) on delete cascade,
      digest text not null,
      object_version text not null,
      made integer not null,
      primary key (format, kind, scope, source_id, object_id)
    ) without rowid`,
    'create index import_sources_apart_by_import on import_sources_apart (import_id, object_id)',
  ],
};
