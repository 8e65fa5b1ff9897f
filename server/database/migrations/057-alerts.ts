/** Alerts of other tools, and the decision on each. */
export const alerts = {
  version: 57,
  name: '057-alerts',
  statements: [
    `create table mission_alerts (
      id text primary key not null,
      mission_id text not null references missions (id) on delete cascade,
      source text not null,
      external_id text not null,
      digest text not null,
      rule_key text,
      alert_json text not null,
      raw text not null,
      state text not null check (state in ('new', 'accepted', 'not_ours')),
      whole_rule integer not null,
      test_id text references mission_tests (id) on delete set null,
      run integer,
      fact_id text references facts (id) on delete set null,
      undo_json text,
      decided_by text references users (id) on delete set null,
      decided_at text,
      received_at text not null
    )`,
    'create unique index mission_alerts_by_source on mission_alerts (mission_id, source, external_id)',
    'create index mission_alerts_by_state on mission_alerts (mission_id, state, id)',
    'create index mission_alerts_by_rule on mission_alerts (mission_id, source, rule_key)',
    'create index mission_alerts_by_test on mission_alerts (test_id)',
    'create index mission_alerts_by_fact on mission_alerts (fact_id)',
    'create index mission_alerts_by_decider on mission_alerts (decided_by)',
  ],
};
