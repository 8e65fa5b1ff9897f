import type { Trx } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/**
 * Effect of a reset on each table, in this order; a table that `follows` loses the rows of deleted owners. A new table needs an
 * entry.
 */
const fates: Record<keyof Tables, 'emptied' | 'stays' | 'follows'> = {
  import_before: 'emptied',
  import_rows: 'emptied',
  import_sources: 'emptied',
  import_sources_apart: 'emptied',
  technique_selections: 'emptied',
  detection_rules: 'emptied',
  imports: 'emptied',
  import_jobs: 'emptied',

  notifications: 'emptied',
  report_files: 'emptied',
  reports: 'emptied',
  finding_evidence: 'emptied',
  finding_remediations: 'emptied',
  finding_suggestions: 'emptied',
  mission_tlpt: 'emptied',
  finding_tests: 'emptied',
  findings: 'emptied',
  remediation_tests: 'emptied',
  evidence: 'emptied',
  simulation_evidence: 'emptied',
  remediations: 'emptied',
  removed_tests: 'emptied',
  removed_scenarios: 'emptied',
  test_follows: 'emptied',
  expectation_tools: 'emptied',
  replay_steps: 'emptied',
  mission_replays: 'emptied',
  sighting_evidence: 'emptied',
  mission_sightings: 'emptied',
  mission_alerts: 'emptied',
  mission_executions: 'emptied',
  mission_clocks: 'emptied',
  run_starts: 'emptied',
  mission_tests: 'emptied',
  test_runs: 'emptied',
  scenarios: 'emptied',
  mission_members: 'emptied',
  mission_catalog_tags: 'emptied',
  missions: 'emptied',

  scenario_template_tests: 'emptied',
  scenario_template_tags: 'emptied',
  scenario_template_catalog_tags: 'emptied',
  scenario_templates: 'emptied',
  test_template_tags: 'emptied',
  test_template_catalog_tags: 'emptied',
  test_templates: 'emptied',

  catalogue_syncs: 'emptied',
  catalogue_entry_tactics: 'emptied',
  catalogue_entries: 'emptied',
  threats: 'emptied',
  technique_data_components: 'emptied',
  catalogue_successors: 'emptied',

  facts: 'follows',
  fact_evidence: 'follows',
  fact_simulation_evidence: 'follows',

  users: 'stays',
  sessions: 'stays',
  identities: 'stays',
  program_tokens: 'stays',
  totp_secrets: 'stays',
  recovery_codes: 'stays',
  passkeys: 'stays',
  groups: 'stays',
  group_permissions: 'stays',
  group_members: 'stays',
  invitations: 'stays',
  invitation_groups: 'stays',
  instance: 'stays',
  audit_entries: 'stays',
  detection_levels: 'stays',
  report_templates: 'stays',
  organisations: 'stays',
  organisation_brands: 'stays',
  organisation_tools: 'stays',
  engagements: 'stays',
  engagement_members: 'stays',
  c2_configs: 'stays',
  c2_tasks: 'stays',
  simulation_templates: 'stays',
  simulation_template_techniques: 'stays',
  simulation_template_tactics: 'stays',
  simulations: 'stays',
  simulation_techniques: 'stays',
  simulation_tactics: 'stays',
  simulation_outputs: 'stays',
};

const emptied = Object.entries(fates).flatMap(([table, fate]) =>
  fate === 'emptied' ? [table as keyof Tables] : [],
);

/** Empties the tables affected by a reset, in the caller's transaction. */
export async function emptyTables(trx: Trx): Promise<void> {
  for (const table of emptied) await trx.deleteFrom(table).execute();
}
