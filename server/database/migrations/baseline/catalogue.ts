/** ATT&CK from the last sync, and the detection levels. */
export const catalogue: readonly string[] = [
  `create table catalogue_entries (
    external_id text primary key not null,
    kind text not null check (kind in ('tactic', 'technique', 'subtechnique')),
    name text not null,
    short_name text,
    description text,
    url text not null,
    parent_id text references catalogue_entries (external_id),
    position integer not null,
    platforms_json text not null,
    deprecated integer not null check (deprecated in (0, 1))
  )`,
  'create index catalogue_entries_by_kind on catalogue_entries (kind, position, external_id)',
  'create index catalogue_entries_by_parent on catalogue_entries (parent_id)',
  'create index catalogue_entries_by_short_name on catalogue_entries (short_name)',
  `create table catalogue_entry_tactics (
    external_id text not null references catalogue_entries (external_id) on delete cascade,
    tactic_id text not null references catalogue_entries (external_id) on delete cascade,
    primary key (external_id, tactic_id)
  )`,
  'create index catalogue_entry_tactics_by_tactic on catalogue_entry_tactics (tactic_id, external_id)',
  // Revoked techniques with their successors.
  `create table catalogue_successors (
    external_id text primary key not null,
    successor_id text not null
  ) without rowid`,
  // `threats_synced_at` tells whether there are threats, because their version may be unknown.
  `create table catalogue_syncs (
    id text primary key not null,
    source_url text not null,
    sha256 text not null,
    verified integer not null check (verified in (0, 1)),
    version text,
    synced_at text not null,
    threats_version text,
    threats_synced_at text
  )`,

  // Groups, campaigns and software, with what they use; and the data components that detect techniques.
  `create table threats (
    external_id text primary key not null,
    kind text not null,
    name text not null,
    description text,
    url text not null,
    aliases_json text not null,
    software_type text,
    first_seen text,
    last_seen text,
    techniques_json text not null,
    related_json text not null
  ) without rowid`,
  `create table technique_data_components (
    external_id text primary key not null,
    names_json text not null
  ) without rowid`,

  `create table detection_levels (
    id text primary key not null,
    key text not null unique,
    name text not null,
    rank integer not null unique,
    color text not null,
    description text not null
  )`,
];
