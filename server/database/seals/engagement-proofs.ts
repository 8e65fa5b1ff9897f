import { parts, rows, type TableProof } from './proof.ts';

const progress = 'what a framework says of the progress; what it brings is proven in the simulation';

/** Proofs of engagements, their templates, and C2. */
export const engagementProofs: Readonly<Record<string, TableProof>> = {
  ...rows(
    'engagements',
    'engagement',
    'id name client description status start_date end_date created_by created_at ~updated_at client_key organisation_id members_only',
  ),
  ...rows(
    'simulation_templates',
    'simulation template',
    'id name name_key description objective command expected_detection created_at ~updated_at',
  ),
  ...parts(
    'simulation_template_techniques',
    ['simulation template', 'techniques'],
    'template_id',
    'template_id external_id name position',
  ),
  ...parts(
    'simulation_template_tactics',
    ['simulation template', 'tactics'],
    'template_id',
    'template_id tactic_id position',
  ),
  ...rows(
    'simulations',
    'simulation',
    'id engagement_id template_id name description status objective command output red_comment executed_at detection_level_id detection_level_source soc_comment detected_at outcome_json status_since output_parts_json created_by created_at ~updated_at',
  ),
  ...parts(
    'simulation_techniques',
    ['simulation', 'techniques'],
    'simulation_id',
    'simulation_id external_id name position',
  ),
  ...parts(
    'simulation_tactics',
    ['simulation', 'tactics'],
    'simulation_id',
    'simulation_id tactic_id position',
  ),
  ...rows(
    'c2_configs',
    'c2 configuration',
    'id engagement_id framework base_url sealed_token tls tls_fingerprint operation ~updated_at',
  ),
  ...rows('c2_tasks', 'c2 task', 'id simulation_id configuration_id external_id created_at', {
    unproven: {
      callback: progress,
      command: progress,
      status: progress,
      ended: progress,
      executed_at: progress,
      completed_at: progress,
      mapping_applied: progress,
    },
  }),
  ...rows(
    'simulation_outputs',
    'output',
    'id simulation_id engagement_id task_external_id size sha256 created_at',
  ),
  ...rows(
    'simulation_evidence',
    'evidence',
    'id simulation_id engagement_id side file_name mime_type size sha256 caption uploaded_by uploaded_at',
  ),
};
