/** Imports from other tools, row by row, and sources of objects. */
export const imports: readonly string[] = [
  // Progress of an import applied or undone in slices, and the number of failed undos.
  `create table imports (
    id text primary key not null,
    format text not null,
    version text,
    file_name text not null,
    size integer not null,
    state text not null default 'applied',
    rows_done integer not null default 0,
    touched_at text,
    tries integer not null default 0,
    retry_at text,
    problem_json text,
    notes_json text not null,
    choices_json text not null,
    created_by text references users (id) on delete set null,
    created_at text not null,
    applied_at text not null,
    undone_by text,
    undone_at text
  )`,
  'create index imports_by_person on imports (created_by)',
  `create table import_rows (
    import_id text not null references imports (id) on delete cascade,
    number integer not null,
    place text not null,
    kind text,
    name text,
    action text not null,
    why text,
    edited integer not null,
    leftover_json text not null,
    object_id text,
    mission_id text,
    primary key (import_id, number)
  ) without rowid`,
  // State of objects before an import changed them.
  `create table import_before (
    import_id text not null references imports (id) on delete cascade,
    number integer not null,
    value_json text not null,
    primary key (import_id, number)
  )`,
  // `scope` is the mission of an object, or empty.
  `create table import_sources (
    format text not null,
    kind text not null,
    scope text not null,
    source_id text not null,
    object_id text not null,
    import_id text not null references imports (id) on delete cascade,
    digest text not null,
    object_version text not null,
    made integer not null,
    primary key (format, kind, scope, source_id)
  ) without rowid`,
  'create index import_sources_by_import on import_sources (import_id)',
  'create index import_sources_by_object on import_sources (object_id)',
  // Imports waiting to be applied, which survive a restart.
  `create table import_jobs (
    name text primary key not null,
    value_json text not null,
    kept_until text not null
  )`,

  `create table technique_selections (
    id text primary key not null,
    import_id text not null references imports (id) on delete cascade,
    name text not null,
    description text,
    attack_version text,
    techniques_json text not null,
    created_at text not null,
    updated_at text not null
  )`,
  `create table detection_rules (
    id text primary key not null,
    import_id text not null references imports (id) on delete cascade,
    rule_id text not null unique,
    title text not null,
    description text,
    level text,
    status text,
    catalog_tags_json text not null,
    created_at text not null,
    updated_at text not null
  )`,
];
