/**
 * Which tests a test follows, in missions and scenario templates; and where the file of evidence stays that has moved, or been
 * copied, to another mission.
 */
export const attackPaths = {
  version: 61,
  name: '061-attack-paths',
  statements: [
    `create table test_follows (
      test_id text not null references mission_tests (id) on delete cascade,
      follows_id text not null references mission_tests (id) on delete cascade,
      condition text,
      primary key (test_id, follows_id)
    )`,
    'create index test_follows_by_followed on test_follows (follows_id)',
    'alter table removed_tests add column follows_json text',
    'alter table scenario_templates add column follows_json text',
    'alter table evidence add column stored_in text',
    'create index evidence_by_folder on evidence (stored_in)',
  ],
};
