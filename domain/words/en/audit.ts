/** The audit page, and erasing the content of an entry. */
export const audit = {
  the_history_could_not_be_exported: 'The history could not be exported',
  title: 'Audit',
  every_write_sign_in_and_download:
    'Every write, sign-in and download is an entry sealed with the one before it. This is the newest entry. Store it away from this server: <code>damson audit verify --anchor</code> then detects anything changed, removed or rebuilt up to it.',
  newest_entry: 'Newest entry',
  export_as_json_lines: 'Export as JSON Lines',
  give_the_reason: 'Enter a reason',
  at_most_longest_reason_characters:
    'At most {longest_reason, plural, one {# character} other {# characters}}',
  type_seq: 'Type {seq}',
  erase_for_good: 'Erase permanently',
  actor_entry_at_what_count_will:
    '{actor} {entry} ({at}). {count, plural, one {The old and new value of this field} other {The old and new values of these fields}} will be erased permanently: {join}. The entry itself and the chain stay intact. Long texts before this entry may no longer be available.',
  the_entries_before_and_after_may:
    'Earlier and later entries may contain the same text, and older backups still have it. The field itself is not changed.',
  reason: 'Reason',
  it_is_recorded: 'This is recorded.',
  type_seq_to_confirm: 'Type {seq} to confirm',
  erase_what_entry_seq_says_was: 'Erase the content of entry {seq}',
  erase: 'Erase',
  erase_entry: 'Erase the content of entry {seq}?',
  object: 'Object',
  anything: 'Any object',
  what_was_done: 'Action',
  any_action: 'Any action',
} as const;
