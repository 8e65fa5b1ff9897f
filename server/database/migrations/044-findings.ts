/** Findings of missions, with their tests, evidence and remediations, and decided suggestions. */
export const findings = {
  version: 44,
  name: '044-findings',
  statements: [
    'alter table missions add column last_finding integer',
    `create table findings (
      id text primary key not null,
      mission_id text not null references missions (id) on delete cascade,
      number integer not null,
      title text not null,
      severity text not null check (severity in ('informational', 'low', 'medium', 'high', 'critical')),
      kind text not null
        check (kind in ('detection_gap', 'prevention_gap', 'vulnerability', 'process', 'other')),
      side text not null check (side in ('red', 'blue', 'both')),
      status text not null
        check (status in ('draft', 'confirmed', 'fixed', 'verified', 'risk_accepted', 'dismissed')),
      description text,
      impact text,
      root_cause text,
      recommendation text,
      affected text,
      references_json text not null,
      techniques_json text not null,
      status_changed_at text not null,
      status_changed_by text references users (id) on delete set null,
      created_by text references users (id) on delete set null,
      created_at text not null,
      updated_by text references users (id) on delete set null,
      updated_at text not null,
      unique (mission_id, number)
    )`,
    'create index findings_by_status_changer on findings (status_changed_by)',
    'create index findings_by_creator on findings (created_by)',
    'create index findings_by_writer on findings (updated_by)',
    `create table finding_tests (
      finding_id text not null references findings (id) on delete cascade,
      test_id text not null references mission_tests (id) on delete cascade,
      run integer not null,
      primary key (finding_id, test_id, run)
    )`,
    'create index finding_tests_by_test on finding_tests (test_id)',
    `create table finding_evidence (
      finding_id text not null references findings (id) on delete cascade,
      evidence_id text not null references evidence (id) on delete cascade,
      primary key (finding_id, evidence_id)
    )`,
    'create index finding_evidence_by_evidence on finding_evidence (evidence_id)',
    `create table finding_remediations (
      finding_id text not null references findings (id) on delete cascade,
      remediation_id text not null references remediations (id) on delete cascade,
      primary key (finding_id, remediation_id)
    )`,
    'create index finding_remediations_by_remediation on finding_remediations (remediation_id)',
    `create table finding_suggestions (
      mission_id text not null references missions (id) on delete cascade,
      suggestion text not null,
      finding_id text references findings (id) on delete set null,
      reason text,
      decided_by text references users (id) on delete set null,
      decided_at text not null,
      primary key (mission_id, suggestion)
    )`,
    'create index finding_suggestions_by_finding on finding_suggestions (finding_id)',
    'create index finding_suggestions_by_user on finding_suggestions (decided_by)',
  ],
};
