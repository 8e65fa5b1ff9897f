/** What was observed of a test or a simulation; levels there are so far were set by people. */
export const factsSchema = {
  version: 8,
  name: '008-facts',
  statements: [
    `create table facts (
      id text primary key not null,
      test_id text references mission_tests (id) on delete cascade,
      simulation_id text references simulations (id) on delete cascade,
      kind text not null check (kind in ('prevented', 'alerted', 'logged', 'detected', 'responded')),
      result text not null check (result in ('yes', 'partial', 'no', 'not_applicable', 'not_tested')),
      at text,
      tool_id text references organisation_tools (id) on delete set null,
      rule_name text,
      rule_id text,
      alert_id text,
      severity text check (severity in ('informational', 'low', 'medium', 'high', 'critical')),
      category text check (category in ('none', 'telemetry', 'general', 'tactic', 'technique')),
      modifiers_json text not null,
      note text,
      analyst_id text references users (id) on delete set null,
      created_at text not null,
      updated_at text not null,
      check ((test_id is null) <> (simulation_id is null))
    )`,
    'create index facts_by_test on facts (test_id)',
    'create index facts_by_simulation on facts (simulation_id)',
    'create index facts_by_tool on facts (tool_id)',
    'create index facts_by_analyst on facts (analyst_id)',
    `create table fact_evidence (
      fact_id text not null references facts (id) on delete cascade,
      evidence_id text not null references evidence (id) on delete cascade,
      primary key (fact_id, evidence_id)
    ) without rowid`,
    'create index fact_evidence_by_evidence on fact_evidence (evidence_id)',
    `alter table mission_tests add column detection_level_source text
      check (detection_level_source in ('set', 'derived'))`,
    "update mission_tests set detection_level_source = 'set' where detection_level_id is not null",
    'alter table mission_tests add column outcome_json text',
  ],
};
