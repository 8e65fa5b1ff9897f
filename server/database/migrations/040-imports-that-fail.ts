/** How often taking an import back, or undoing it, has failed, and what an import had found before it changed it. */
export const failedImportsSchema = {
  version: 40,
  name: '040-imports-that-fail',
  statements: [
    'alter table imports add column tries integer not null default 0',
    'alter table imports add column retry_at text',
    'alter table imports add column problem_json text',
    `create table import_before (
      import_id text not null references imports (id) on delete cascade,
      number integer not null,
      value_json text not null,
      primary key (import_id, number)
    )`,
  ],
};
