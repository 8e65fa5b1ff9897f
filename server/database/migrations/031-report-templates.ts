/**
 * Templates for Word of the users' own, with their bytes, so that one transaction writes them and every backup has them; and which
 * one a report is made from. Of an issued report name and digest stay when the template goes.
 */
export const reportTemplatesSchema = {
  version: 31,
  name: '031-report-templates',
  statements: [
    // The bytes stand last: what reads the other columns does not read them.
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
    'alter table reports add column template_id text references report_templates (id) on delete set null',
    'alter table reports add column template_name text',
    'alter table reports add column template_sha256 text',
    'create index reports_by_template on reports (template_id)',
  ],
};
