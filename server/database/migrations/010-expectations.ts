/** What is expected of a test, on templates and the tests made of them, and what it has come to. */
export const expectationsSchema = {
  version: 10,
  name: '010-expectations',
  statements: [
    "alter table test_templates add column expectations_json text not null default '[]'",
    "alter table mission_tests add column expectations_json text not null default '[]'",
    "alter table mission_tests add column expectation_met text check (expectation_met in ('met', 'missed', 'open'))",
    `create table expectation_tools (
      test_id text not null references mission_tests (id) on delete cascade,
      kind text not null check (kind in ('prevented', 'alerted', 'logged', 'detected', 'responded')),
      tool_id text not null references organisation_tools (id) on delete cascade,
      primary key (test_id, kind, tool_id)
    ) without rowid`,
    'create index expectation_tools_by_tool on expectation_tools (tool_id)',
  ],
};
