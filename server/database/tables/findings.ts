import type { FindingKind, FindingSide, FindingStatus } from '../../../domain/findings.ts';
import type { Severity } from '../../../domain/outcomes.ts';
import type { Priority, RemediationStatus } from '../../../domain/remediations.ts';

export interface FindingTables {
  remediations: {
    id: string;
    mission_id: string;
    title: string;
    shortcoming: string | null;
    root_cause: string | null;
    measure: string | null;
    risk_if_not_done: string | null;
    priority: Priority;
    /** Either this or the text, or neither. */
    owner_id: string | null;
    owner_text: string | null;
    due_on: string | null;
    status: RemediationStatus;
    status_changed_at: string;
    status_changed_by: string | null;
    /** The test and run number that verified a remediation; both or neither. */
    verified_test_id: string | null;
    verified_run: number | null;
    created_by: string | null;
    created_at: string;
    updated_by: string | null;
    updated_at: string;
    /** The rule that has to fire; null without one. A drafted rule has a name alone. */
    rule_id: string | null;
    rule_name: string | null;
    /** Set while all tests that it is about are hidden. */
    hidden: 0 | 1 | null;
    /** Its version for somebody who does not see hidden tests, after a write that changed nothing for them; else null. */
    shown_updated_at: string | null;
    shown_updated_by: string | null;
  };
  remediation_tests: { remediation_id: string; test_id: string };
  findings: {
    id: string;
    mission_id: string;
    /** Numbered from 1 within each mission, never reused. */
    number: number;
    title: string;
    severity: Severity;
    kind: FindingKind;
    side: FindingSide;
    status: FindingStatus;
    description: string | null;
    impact: string | null;
    root_cause: string | null;
    recommendation: string | null;
    affected: string | null;
    /** A list of texts. */
    references_json: string;
    /** A list of external ids. */
    techniques_json: string;
    status_changed_at: string;
    status_changed_by: string | null;
    created_by: string | null;
    created_at: string;
    updated_by: string | null;
    updated_at: string;
    /** Set while all tests that it is about are hidden. */
    hidden: 0 | 1 | null;
    /** Its version for somebody who does not see hidden tests, after a write that changed nothing for them; else null. */
    shown_updated_at: string | null;
    shown_updated_by: string | null;
  };
  finding_tests: { finding_id: string; test_id: string; run: number };
  finding_evidence: { finding_id: string; evidence_id: string };
  finding_remediations: { finding_id: string; remediation_id: string };
  /** Suggestions accepted, merged into a finding, or dismissed with a reason. */
  finding_suggestions: {
    mission_id: string;
    suggestion: string;
    finding_id: string | null;
    reason: string | null;
    decided_by: string | null;
    decided_at: string;
  };
}
