import type { Framework, TlsMode } from '../../../domain/c2.ts';
import type { EngagementStatus } from '../../../domain/engagements.ts';
import type { MemberHint } from '../../../domain/missions.ts';
import type { LevelSource } from '../../../domain/outcomes.ts';
import type { SimulationSide } from '../../../domain/sides.ts';
import type { SimulationStatus } from '../../../domain/simulations.ts';

export interface EngagementTables {
  engagements: {
    id: string;
    name: string;
    organisation_id: string | null;
    client: string | null;
    client_key: string | null;
    description: string | null;
    status: EngagementStatus;
    start_date: string | null;
    end_date: string | null;
    created_by: string | null;
    created_at: string;
    updated_at: string;
    /** 1 once it has had a member; null while everyone sees it. */
    members_only: 0 | 1 | null;
  };
  engagement_members: {
    engagement_id: string;
    user_id: string;
    role_hint: MemberHint;
    position: number;
  };
  simulation_templates: {
    id: string;
    name: string;
    name_key: string;
    description: string | null;
    objective: string | null;
    command: string | null;
    expected_detection: string | null;
    created_at: string;
    updated_at: string;
  };
  simulation_template_techniques: {
    template_id: string;
    external_id: string;
    /** Its name when it was tagged; shown when the catalogue no longer has the entry. */
    name: string;
    position: number;
  };
  simulation_template_tactics: { template_id: string; tactic_id: string; position: number };
  simulations: {
    id: string;
    engagement_id: string;
    template_id: string | null;
    name: string;
    description: string | null;
    status: SimulationStatus;
    objective: string | null;
    command: string | null;
    output: string | null;
    red_comment: string | null;
    executed_at: string | null;
    detection_level_id: string | null;
    soc_comment: string | null;
    detected_at: string | null;
    created_by: string | null;
    created_at: string;
    updated_at: string;
    detection_level_source: LevelSource | null;
    /** As in tests. */
    outcome_json: string | null;
    /** Time at which it entered its status. */
    status_since: string | null;
    output_parts_json: string | null;
  };
  simulation_techniques: {
    simulation_id: string;
    external_id: string;
    /** Its name when it was tagged; shown when the catalogue no longer has the entry. */
    name: string;
    position: number;
  };
  simulation_tactics: { simulation_id: string; tactic_id: string; position: number };
  /** Output too large for a field, stored in full as a file of the simulation. */
  simulation_outputs: {
    id: string;
    simulation_id: string;
    engagement_id: string;
    task_external_id: string;
    size: number;
    sha256: string;
    created_at: string;
  };

  simulation_evidence: {
    id: string;
    simulation_id: string;
    engagement_id: string;
    side: SimulationSide;
    file_name: string;
    mime_type: string;
    size: number;
    sha256: string;
    caption: string | null;
    uploaded_by: string | null;
    uploaded_at: string;
  };
  c2_configs: {
    id: string;
    engagement_id: string;
    framework: Framework;
    base_url: string;
    /** Sealed by `c2/configurations/token-vault.ts`; never leaves the server. */
    sealed_token: string | null;
    tls: TlsMode;
    tls_fingerprint: string | null;
    operation: string | null;
    updated_at: string;
  };
  c2_tasks: {
    id: string;
    simulation_id: string;
    /** The only configuration used for it; null once that is gone. */
    configuration_id: string | null;
    external_id: string;
    callback: string | null;
    command: string | null;
    status: string;
    /** Why it is no longer polled: it ended, will not run, or the framework no longer has it; null while it is polled. */
    ended: 'completed' | 'discarded' | 'gone' | null;
    /** Set once it is completed. */
    executed_at: string | null;
    completed_at: string | null;
    /** 1 once its output is in the simulation. */
    mapping_applied: 0 | 1;
    created_at: string;
  };
}
