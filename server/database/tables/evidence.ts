import type { DetectionCategory, FactKind, FactResult, Severity } from '../../../domain/outcomes.ts';
import type { Side } from '../../../domain/sides.ts';

export interface EvidenceTables {
  evidence: {
    id: string;
    mission_id: string;
    test_id: string;
    side: Side;
    file_name: string;
    mime_type: string;
    size: number;
    sha256: string;
    caption: string | null;
    uploaded_by: string | null;
    uploaded_at: string;
    /** Its closed run; null for the current one. */
    run_id: string | null;
    /** Folder of its file, if it has moved or been copied since it was stored; null for that of its mission and test. */
    stored_in: string | null;
  };
  facts: {
    id: string;
    /** Either this or the simulation. */
    test_id: string | null;
    simulation_id: string | null;
    kind: FactKind;
    result: FactResult;
    at: string | null;
    tool_id: string | null;
    rule_name: string | null;
    rule_id: string | null;
    alert_id: string | null;
    severity: Severity | null;
    category: DetectionCategory | null;
    modifiers_json: string;
    note: string | null;
    analyst_id: string | null;
    created_at: string;
    updated_at: string;
    /** Its closed run; null for the current one. */
    run_id: string | null;
    /** Null for a time as typed, 1 if someone confirmed it, 0 if it is only the time of recording. */
    time_confirmed: 0 | 1 | null;
    /** Answered when a review was settled; null when a person recorded it. */
    settled: 0 | 1 | null;
  };
  fact_evidence: { fact_id: string; evidence_id: string };
  /** The same for simulations. */
  fact_simulation_evidence: { fact_id: string; evidence_id: string };
}
