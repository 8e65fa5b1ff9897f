/**
 * The closed runs of tests, with the facts and evidence of each; what there is so far is the first run. Beside them, which mission
 * another one is a retest of.
 */
export const runsSchema = {
  version: 12,
  name: '012-runs',
  statements: [
    `create table test_runs (
      id text primary key not null,
      test_id text not null references mission_tests (id) on delete cascade,
      number integer not null,
      reason text check (reason in ('retest', 'after_fix', 'replay')),
      started_at text,
      closed_at text not null,
      closed_by text references users (id) on delete set null,
      status text not null check (status in ('executed', 'reviewed_by_blue')),
      command text,
      output text,
      red_comment text,
      executed_at text,
      detection_level_id text references detection_levels (id),
      detection_level_source text check (detection_level_source in ('set', 'derived')),
      blue_comment text,
      detected_at text,
      outcome_json text,
      expectation_met text check (expectation_met in ('met', 'missed', 'open')),
      last_actor_id text references users (id) on delete set null,
      unique (test_id, number)
    )`,
    'create index test_runs_by_closer on test_runs (closed_by)',
    'create index test_runs_by_actor on test_runs (last_actor_id)',
    'create index test_runs_by_detection on test_runs (detection_level_id)',
    'alter table mission_tests add column run_number integer not null default 1',
    `alter table mission_tests add column run_reason text
      check (run_reason in ('retest', 'after_fix', 'replay'))`,
    'alter table mission_tests add column run_started_at text',
    'alter table facts add column run_id text references test_runs (id)',
    'alter table evidence add column run_id text references test_runs (id)',
    'drop index facts_by_test',
    'create index facts_by_test on facts (test_id, run_id, id)',
    'create index facts_by_run on facts (run_id) where run_id is not null',
    'drop index evidence_by_test',
    'create index evidence_by_test on evidence (test_id, run_id, uploaded_at, id)',
    'create index evidence_by_run on evidence (run_id) where run_id is not null',
    'alter table missions add column retest_of_id text references missions (id) on delete set null',
    'create index missions_by_retest on missions (retest_of_id) where retest_of_id is not null',
  ],
};
