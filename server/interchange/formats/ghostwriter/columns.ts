/** What every export of an operation log has, and what its importer asks for, in the order of both. */
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

/** Those that older versions had too. */
export const required = columns.filter((name) => name !== 'entry_identifier' && name !== 'tags');

/** What exports have beside them. */
export const others = ['extra_fields', 'oplog_id', 'updated_at', 'recordings', 'evidence'] as const;
