/** Reports of missions: drafts, and what was issued as it was then. */
export const reportsSchema = {
  version: 27,
  name: '027-reports',
  statements: [
    `create table reports (
      id text primary key not null,
      mission_id text not null references missions (id) on delete cascade,
      kind text not null
        check (kind in ('executive', 'technical', 'dora_red', 'dora_blue', 'dora_summary', 'dora_remediation')),
      title text not null,
      status text not null check (status in ('draft', 'issued')),
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
  ],
};
