/** Reports of missions: drafts, frozen issued reports, and custom Word templates. */
export const reports: readonly string[] = [
  // Stored with their bytes, so that one transaction writes them and every backup contains them. The bytes come last, so that
  // reading other columns skips them.
  `create table report_templates (
    id text primary key not null,
    name text not null,
    name_key text not null,
    size integer not null,
    sha256 text not null,
    created_by text references users (id) on delete set null,
    created_at text not null,
    updated_by text references users (id) on delete set null,
    updated_at text not null,
    content blob not null
  )`,
  'create unique index report_templates_by_name on report_templates (name_key)',
  'create index report_templates_by_creator on report_templates (created_by)',
  'create index report_templates_by_writer on report_templates (updated_by)',

  // An issued report keeps the name and digest of a deleted template.
  `create table reports (
    id text primary key not null,
    mission_id text not null references missions (id) on delete cascade,
    kind text not null
      check (kind in ('executive', 'technical', 'dora_red', 'dora_blue', 'dora_summary', 'dora_remediation')),
    title text not null,
    status text not null check (status in ('draft', 'issued')),
    template_id text references report_templates (id) on delete set null,
    template_name text,
    template_sha256 text,
    options_json text not null,
    texts_json text not null,
    created_by text references users (id) on delete set null,
    created_at text not null,
    updated_by text references users (id) on delete set null,
    updated_at text not null,
    issued_by text references users (id) on delete set null,
    issued_at text,
    model_sha256 text,
    history_seq integer,
    history_hash text
  )`,
  'create index reports_by_mission on reports (mission_id, id)',
  'create index reports_by_creator on reports (created_by)',
  'create index reports_by_writer on reports (updated_by)',
  'create index reports_by_issuer on reports (issued_by)',
  'create index reports_by_template on reports (template_id)',
  `create table report_files (
    id text primary key not null,
    report_id text not null references reports (id) on delete cascade,
    mission_id text not null references missions (id) on delete cascade,
    format text not null check (format in ('html', 'pdf', 'docx', 'xlsx', 'csv', 'json')),
    size integer not null,
    sha256 text not null,
    created_at text not null
  )`,
  'create unique index report_files_of_report on report_files (report_id, format)',
  'create index report_files_by_mission on report_files (mission_id)',
];
