import { engagementProofs } from './engagement-proofs.ts';
import { none, ordered, type Proof, parts, rows, type TableProof } from './proof.ts';

const session = 'what a session lives by; sign-ins and ends are entries themselves';
const clock = 'a clock that orders writes and is shown nowhere';
const counter = 'changes with each use of it';
const screen = 'how somebody likes their own screen';
const published =
  'published facts, replaced by each synchronisation; the entry of that has the digest of the bundle';
const bookkeeping = 'what was read from a file; what was made of it is proven';
const shown = 'follows from what is hidden, and from the clock';
const notice = 'what somebody is told of entries of the history';
const detailsOfRun =
  'status command output red_comment executed_at detection_level_id detection_level_source blue_comment detected_at outcome_json expectation_met';
const detailsOfAttack = 'source_host target_host target_user operator attack_result';

/** Proof of each column of each table: by seals in history entries, by the chain itself, or none, with the reason. */
export const tableProofs: Readonly<Record<string, TableProof>> = {
  ...rows(
    'reports',
    'report',
    'id mission_id kind title status options_json texts_json created_by created_at ~updated_by ~updated_at issued_by issued_at model_sha256 history_seq history_hash template_id template_name template_sha256 of_whole hidden_json later_kind',
  ),
  ...rows(
    'report_templates',
    'report template',
    'id name name_key size sha256 created_by created_at ~updated_by ~updated_at content',
  ),
  ...rows('report_files', 'file of a report', 'id report_id mission_id format size sha256 created_at'),
  ...none(
    'notifications',
    'id user_id kind mission_id test_id remediation_id tests actor_id created_at read_at finding_id finding_news',
    notice,
  ),
  ...rows(
    'users',
    'user',
    'id email email_key display_name role password_hash is_active created_at ~updated_at credentials_set_by_other is_service owner_id',
    {
      unproven: {
        last_login_at: 'each sign-in is an entry itself',
        theme: screen,
        time_zone: screen,
        language: screen,
        clock: screen,
        density: screen,
        test_table_json: screen,
        first_steps: screen,
      },
    },
  ),
  ...none(
    'sessions',
    'id user_id created_at expires_at renewed_at address client cookie_family cookie_current cookie_previous cookie_rotated_at is_kept identity_id confirmed_at',
    session,
  ),
  ...rows('totp_secrets', 'second factor', 'user_id sealed_secret created_at', {
    key: 'user_id',
    unproven: { last_step: counter },
  }),
  ...parts('recovery_codes', ['user', 'recovery codes'], 'user_id', 'user_id code_hash'),
  ...rows('passkeys', 'passkey', 'id user_id credential_id public_key transports_json host name created_at', {
    unproven: { counter, last_used_at: counter },
  }),
  ...rows('groups', 'group', 'id name name_key description created_at ~updated_at'),
  ...parts('group_permissions', ['group', 'permissions'], 'group_id', 'group_id permission'),
  ...parts('group_members', ['group', 'members'], 'group_id', 'group_id user_id'),
  ...rows(
    'invitations',
    'invitation',
    'id token_hash email email_key role created_by created_at expires_at accepted_at',
  ),
  ...parts('invitation_groups', ['invitation', 'groups'], 'invitation_id', 'invitation_id group_id'),
  ...none('instance', 'key value', 'facts of the installation that are made anew where they are gone'),

  ...none(
    'catalogue_entries',
    'external_id kind name description url short_name position parent_id platforms_json deprecated',
    published,
  ),
  ...none('catalogue_entry_tactics', 'external_id tactic_id', published),
  ...rows(
    'catalogue_syncs',
    'synchronisation',
    'id version source_url sha256 verified synced_at threats_version threats_synced_at',
  ),
  ...none(
    'threats',
    'external_id kind name description url aliases_json software_type first_seen last_seen techniques_json related_json',
    published,
  ),
  ...none('technique_data_components', 'external_id names_json', published),
  ...none('catalogue_successors', 'external_id successor_id', published),

  ...rows(
    'test_templates',
    'test template',
    'id name description objective procedure command cleanup_command expected_detection platforms_json opsec source created_at ~updated_at deleted_at expectations_json variables_json',
  ),
  ...parts(
    'test_template_tags',
    ['test template', 'tags'],
    'test_template_id',
    'test_template_id tag position',
  ),
  ...parts(
    'test_template_catalog_tags',
    ['test template', 'catalog_tags'],
    'test_template_id',
    'test_template_id external_id position',
  ),
  ...rows(
    'scenario_templates',
    'scenario template',
    'id name description created_at ~updated_at deleted_at follows_json',
  ),
  ...parts(
    'scenario_template_tags',
    ['scenario template', 'tags'],
    'scenario_template_id',
    'scenario_template_id tag position',
  ),
  ...parts(
    'scenario_template_catalog_tags',
    ['scenario template', 'catalog_tags'],
    'scenario_template_id',
    'scenario_template_id external_id position',
  ),
  ...parts(
    'scenario_template_tests',
    ['scenario template', 'tests'],
    'scenario_template_id',
    'scenario_template_id test_template_id position',
  ),

  ...rows(
    'imports',
    'import',
    'id format version file_name size created_by created_at applied_at undone_at notes_json choices_json',
    {
      unproven: {
        state: bookkeeping,
        rows_done: bookkeeping,
        touched_at: bookkeeping,
        undone_by: bookkeeping,
        tries: bookkeeping,
        retry_at: bookkeeping,
        problem_json: bookkeeping,
      },
    },
  ),
  ...none('import_before', 'import_id number value_json', bookkeeping),
  ...none('import_jobs', 'name value_json kept_until', bookkeeping),
  ...none(
    'import_rows',
    'import_id number place kind name action why edited leftover_json object_id mission_id',
    bookkeeping,
  ),
  ...none(
    'import_sources',
    'format kind scope source_id object_id import_id digest object_version made',
    bookkeeping,
  ),
  ...rows(
    'technique_selections',
    'selection of techniques',
    'id import_id name description attack_version techniques_json created_at ~updated_at',
  ),
  ...rows(
    'detection_rules',
    'detection rule',
    'id import_id rule_id title description level status catalog_tags_json created_at ~updated_at kind sigma_name log_source simulations_json regression_tests_path refers_json sigma',
  ),

  ...rows('organisations', 'organisation', 'id name name_key created_by created_at ~updated_at'),
  ...rows('organisation_brands', 'organisation', 'organisation_id logo accent ~updated_at', {
    key: 'organisation_id',
  }),
  ...rows(
    'organisation_tools',
    'tool',
    'id organisation_id name name_key vendor kind data_components_json retired created_at ~updated_at',
  ),

  ...rows(
    'missions',
    'mission',
    'id name client description status start_date end_date catalog_version catalog_tags_json created_by created_at ~updated_at deleted_at count_pending count_skipped count_blocked count_executed count_reviewed client_key organisation_id retest_of_id variables_json running_since settle_at_review last_finding locked threats_json visibility reveal_at reveal_on_review reveal_by sightings_visible_to_red replay_opened',
    {
      unproven: {
        last_change_at: clock,
        outline_changed_at: clock,
        shown_change_at: clock,
        shown_outline_at: clock,
        shown_updated_at: clock,
        shown_tags_json: shown,
        shown_sign: shown,
      },
    },
  ),
  ...parts('mission_members', ['mission', 'members'], 'mission_id', 'mission_id user_id role_hint position'),
  ...none('mission_catalog_tags', 'mission_id external_id', 'an index of the tags of scenarios and tests'),
  ...ordered(
    rows(
      'scenarios',
      'scenario',
      'id mission_id source_template_id name description catalog_tags_json hidden reveal_at reveal_on_review reveal_by revealed_at',
      { unproven: { shown_position: shown } },
    ),
    'scenario_order',
    ['mission', 'order of scenarios'],
    'mission_id',
  ),
  ...ordered(
    rows(
      'mission_tests',
      'test',
      `id mission_id scenario_id source_template_id name description objective procedure suggested_command cleanup_command expected_detection platforms_json opsec tags_json catalog_tags_json ${detailsOfRun} ~last_actor_id ~updated_at evidence_count expectations_json run_number run_reason run_started_at started_at ended_at ${detailsOfAttack} assignee_id variables_json variable_defaults_json hidden reveal_at reveal_on_review reveal_by revealed_at`,
      { unproven: { shown_position: shown } },
    ),
    'test_order',
    ['scenario', 'order of tests'],
    'scenario_id',
  ),
  ...rows(
    'removed_tests',
    'removed test',
    'id mission_id removed_at test_json tools_json shown follows_json',
  ),
  ...rows('removed_scenarios', 'removed scenario', 'id mission_id removed_at scenario_json shown'),
  ...rows(
    'test_runs',
    'run',
    `id test_id number reason started_at closed_at closed_by ${detailsOfRun} last_actor_id attack_started_at attack_ended_at ${detailsOfAttack}`,
  ),
  ...none(
    'mission_executions',
    'mission_id external_id digest guid test_id run matched_by recorded_at',
    'what a program has sent before; what was made of it is proven',
  ),
  ...none(
    'mission_alerts',
    'id mission_id source external_id digest rule_key alert_json raw state whole_rule test_id run fact_id undo_json decided_by decided_at received_at',
    'what tools have sent; the facts and evidence that it became are proven',
  ),
  ...rows(
    'mission_sightings',
    'sighting',
    'id mission_id at at_until kind title tool rule_name rule_id alert_id severity hosts_json users_json techniques_json note judgement declared_to declared_at analyst_id decision not_ours_reason test_id run fact_id undo_json decided_by decided_at created_by created_at ~updated_by ~updated_at',
  ),
  ...rows(
    'sighting_evidence',
    'evidence of a sighting',
    'id mission_id sighting_id file_name mime_type size sha256 caption uploaded_by uploaded_at',
  ),
  ...rows(
    'mission_replays',
    'replay',
    'mission_id started_at ended_at attendees_json summary ~updated_by ~updated_at',
    { key: 'mission_id' },
  ),
  ...parts(
    'replay_steps',
    ['test', 'answers of a replay'],
    'test_id',
    'mission_id test_id run seen should_have why_not decision note discussed_at updated_by updated_at',
  ),
  ...parts(
    'mission_clocks',
    ['mission', 'clocks of hosts'],
    'mission_id',
    'mission_id host seconds pairs spread set_by set_at',
  ),
  ...none(
    'run_starts',
    'mission_id reason author_json started_by test_ids_json',
    'what is still to be done; each run that it makes is proven',
  ),
  ...parts('test_follows', ['test', 'tests it follows'], 'test_id', 'test_id follows_id condition'),
  ...parts('expectation_tools', ['test', 'tools of expectations'], 'test_id', 'test_id kind tool_id'),
  ...rows(
    'facts',
    'fact',
    'id test_id simulation_id kind result at tool_id rule_name rule_id alert_id severity category modifiers_json note analyst_id created_at ~updated_at run_id time_confirmed settled',
  ),
  ...parts('fact_evidence', ['fact', 'evidence'], 'fact_id', 'fact_id evidence_id'),
  ...parts('fact_simulation_evidence', ['fact', 'evidence'], 'fact_id', 'fact_id evidence_id'),
  ...rows(
    'remediations',
    'remediation',
    'id mission_id title shortcoming root_cause measure risk_if_not_done priority owner_id owner_text due_on status status_changed_at status_changed_by verified_test_id verified_run created_by created_at ~updated_by ~updated_at rule_id rule_name',
    { unproven: { hidden: shown, shown_updated_at: shown, shown_updated_by: shown } },
  ),
  ...rows(
    'findings',
    'finding',
    'id mission_id number title severity kind side status description impact root_cause recommendation affected references_json techniques_json status_changed_at status_changed_by created_by created_at ~updated_by ~updated_at',
    { unproven: { hidden: shown, shown_updated_at: shown, shown_updated_by: shown } },
  ),
  ...parts('finding_tests', ['finding', 'tests'], 'finding_id', 'finding_id test_id run'),
  ...parts('finding_evidence', ['finding', 'evidence'], 'finding_id', 'finding_id evidence_id'),
  ...parts('finding_remediations', ['finding', 'remediations'], 'finding_id', 'finding_id remediation_id'),
  ...parts(
    'finding_suggestions',
    ['mission', 'suggested findings'],
    'mission_id',
    'mission_id suggestion finding_id reason decided_by decided_at',
  ),
  ...parts('remediation_tests', ['remediation', 'tests'], 'remediation_id', 'remediation_id test_id'),
  ...rows('detection_levels', 'detection level', 'id key name rank color description'),
  ...rows(
    'evidence',
    'evidence',
    'id mission_id test_id side file_name mime_type size sha256 caption uploaded_by uploaded_at run_id stored_in',
  ),

  ...engagementProofs,

  ...none(
    'import_sources_apart',
    'format kind scope source_id object_id import_id digest object_version made',
    bookkeeping,
  ),

  ...parts(
    'engagement_members',
    ['engagement', 'members'],
    'engagement_id',
    'engagement_id user_id role_hint position',
  ),

  ...rows('mission_tlpt', 'mission', 'mission_id record_json ~updated_by ~updated_at', {
    key: 'mission_id',
  }),

  ...rows(
    'program_tokens',
    'token',
    'id user_id name name_key token_hash scopes_json mission_id created_by created_at expires_at',
    { unproven: { last_used_at: counter, last_used_from: counter } },
  ),

  ...rows('identities', 'identity', 'id user_id issuer subject is_managed created_at', {
    unproven: { name: counter, last_used_at: counter },
  }),

  ...none(
    'audit_entries',
    'seq at actor_id actor_name via mission_id test_id engagement_id simulation_id object_type object_id verb changes_json salt digest previous hash',
    'proven by the chain of their hashes, not by seals',
  ),
};

/** By name. */
export const proofs: ReadonlyMap<string, Proof> = new Map(
  Object.values(tableProofs).flatMap((table) => table.proofs.map((proof) => [proof.name, proof] as const)),
);
