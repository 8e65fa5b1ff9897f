/** The library of the missions service. */
export const templates: readonly string[] = [
  `create table test_templates (
    id text primary key not null,
    name text not null,
    description text,
    objective text,
    procedure text,
    command text,
    cleanup_command text,
    variables_json text,
    expected_detection text,
    expectations_json text not null default '[]',
    platforms_json text not null,
    opsec text check (opsec in ('low', 'medium', 'high')),
    source text,
    created_at text not null,
    updated_at text not null,
    deleted_at text
  )`,
  'create index test_templates_live on test_templates (deleted_at, id)',
  'create index test_templates_by_opsec on test_templates (opsec, id)',
  'create index test_templates_by_name on test_templates (deleted_at, name collate nocase, id)',
  'create index test_templates_by_change on test_templates (deleted_at, updated_at, id)',
  `create table test_template_tags (
    test_template_id text not null references test_templates (id) on delete cascade,
    tag text not null,
    position integer not null,
    primary key (test_template_id, tag)
  )`,
  'create index test_template_tags_by_tag on test_template_tags (tag, test_template_id)',
  `create table test_template_catalog_tags (
    test_template_id text not null references test_templates (id) on delete cascade,
    external_id text not null references catalogue_entries (external_id),
    position integer not null,
    primary key (test_template_id, external_id)
  )`,
  'create index test_template_catalog_tags_by_entry on test_template_catalog_tags (external_id, test_template_id)',

  `create table scenario_templates (
    id text primary key not null,
    name text not null,
    description text,
    created_at text not null,
    updated_at text not null,
    deleted_at text
  )`,
  'create index scenario_templates_live on scenario_templates (deleted_at, id)',
  `create table scenario_template_tags (
    scenario_template_id text not null references scenario_templates (id) on delete cascade,
    tag text not null,
    position integer not null,
    primary key (scenario_template_id, tag)
  )`,
  'create index scenario_template_tags_by_tag on scenario_template_tags (tag, scenario_template_id)',
  `create table scenario_template_catalog_tags (
    scenario_template_id text not null references scenario_templates (id) on delete cascade,
    external_id text not null references catalogue_entries (external_id),
    position integer not null,
    primary key (scenario_template_id, external_id)
  )`,
  'create index scenario_template_catalog_tags_by_entry on scenario_template_catalog_tags (external_id, scenario_template_id)',
  // The same test template may be at several positions.
  `create table scenario_template_tests (
    scenario_template_id text not null references scenario_templates (id) on delete cascade,
    position integer not null,
    test_template_id text not null references test_templates (id) on delete cascade,
    primary key (scenario_template_id, position)
  )`,
  'create index scenario_template_tests_by_test on scenario_template_tests (test_template_id)',
];
