/** Index of an import's writes by object: by the import alone, each slice of an undo would scan all of them. */
export const sourcesByImportAndObject = {
  version: 41,
  name: '041-sources-by-import-and-object',
  statements: [
    'drop index import_sources_by_import',
    'create index import_sources_by_import on import_sources (import_id, object_id)',
  ],
};
