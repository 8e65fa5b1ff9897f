/** Columns that every export of an operation log has and its importer requires, in the order of both. */
export const columns = [
  'entry_identifier',
  'start_date',
  'end_date',
  'source_ip',
  'dest_ip',
  'tool',
  'user_context',
  'command',
  'description',
  'output',
  'comments',
  'operator_name',
  'tags',
] as const;

/** Columns that older versions also had. */
export const required = columns.filter((name) => name !== 'entry_identifier' && name !== 'tags');

/** Further columns of exports. */
export const others = ['extra_fields', 'oplog_id', 'updated_at', 'recordings', 'evidence'] as const;
