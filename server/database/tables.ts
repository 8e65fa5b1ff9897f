import type { Insertable, Selectable } from 'kysely';
import type { Framework, TlsMode } from '../../domain/c2.ts';
import type { EntryKind } from '../../domain/catalogue.ts';
import type { EngagementStatus } from '../../domain/engagements.ts';
import type { ExpectationVerdict } from '../../domain/expectations.ts';
import type { ImportAction, ImportedKind, ImportFormat } from '../../domain/interchange.ts';
import type { AttackResult, MemberHint, MissionStatus, TestStatus } from '../../domain/missions.ts';
import type { NotificationKind } from '../../domain/notifications.ts';
import type { ToolKind } from '../../domain/organisations.ts';
import type {
  DetectionCategory,
  FactKind,
  FactResult,
  LevelSource,
  Severity,
} from '../../domain/outcomes.ts';
import type { Role } from '../../domain/permissions.ts';
import type { FirstStepsState, Theme, TimeZone } from '../../domain/preferences.ts';
import type { Priority, RemediationStatus } from '../../domain/remediations.ts';
import type { ReportFormat, ReportKind, ReportStatus } from '../../domain/reports.ts';
import type { RunReason } from '../../domain/runs.ts';
import type { Side, SimulationSide } from '../../domain/sides.ts';
import type { SimulationStatus } from '../../domain/simulations.ts';
import type { OpsecLevel } from '../../domain/templates.ts';
import type { SoftwareType, ThreatKind } from '../../domain/threats.ts';

/**
 * The tables as SQLite stores them. Identifiers are UUIDv7 text, times ISO 8601 UTC text with milliseconds, dates
 * YYYY-MM-DD, booleans 0 or 1, and columns named `…_json` hold JSON text. A store turns them into plain objects;
 * 0|1 and JSON text never leave it.
 */
export interface Tables {
  reports: {
    id: string;
    mission_id: string;
    kind: ReportKind;
    title: string;
    status: ReportStatus;
    options_json: string;
    /** What the lead wrote, by the key of the section. */
    texts_json: string;
    created_by: string | null;
    created_at: string;
    updated_by: string | null;
    updated_at: string;
    /** These five are of an issued one. */
    issued_by: string | null;
    issued_at: string | null;
    model_sha256: string | null;
    history_seq: number | null;
    history_hash: string | null;
    /** These are of one with a template of the users'; the template may be gone, which leaves name and digest. */
    template_id: string | null;
    template_name: string | null;
    template_sha256: string | null;
  };
  /** Templates for Word. */
  report_templates: {
    id: string;
    name: string;
    name_key: string;
    size: number;
    sha256: string;
    created_by: string | null;
    created_at: string;
    updated_by: string | null;
    updated_at: string;
    content: Buffer;
  };
  /** What an issued report keeps as files. */
  report_files: {
    id: string;
    report_id: string;
    mission_id: string;
    format: ReportFormat;
    size: number;
    sha256: string;
    created_at: string;
  };
  notifications: {
    id: string;
    user_id: string;
    kind: NotificationKind;
    mission_id: string;
    test_id: string | null;
    remediation_id: string | null;
    tests: number;
    actor_id: string | null;
    created_at: string;
    read_at: string | null;
  };
  users: {
    id: string;
    email: string;
    /** Lower-cased email: what makes an account unique. */
    email_key: string;
    display_name: string;
    role: Role;
    /** argon2id in PHC form; null until an account created without a password is given one. */
    password_hash: string | null;
    is_active: 0 | 1;
    created_at: string;
    updated_at: string;
    last_login_at: string | null;
    /** 1 until its owner changes a password that somebody else set. */
    credentials_set_by_other: 0 | 1;
    theme: Theme | null;
    time_zone: TimeZone | null;
    test_table_json: string | null;
    first_steps: FirstStepsState | null;
  };
  sessions: {
    id: string;
    user_id: string;
    created_at: string;
    expires_at: string;
    /** Null in what an older program wrote. */
    renewed_at: string | null;
    /** Where it was begun, as the server saw it. */
    address: string | null;
    /** What the client was called then: a browser and a system. */
    client: string | null;
  };
  totp_secrets: {
    user_id: string;
    /** Sealed by `accounts/second-factor/totp.ts`; never leaves the server again. */
    sealed_secret: string;
    /** The time step of the newest code that was accepted: no code counts twice. */
    last_step: number;
    created_at: string;
  };
  recovery_codes: { user_id: string; code_hash: string };
  passkeys: {
    id: string;
    user_id: string;
    credential_id: string;
    /** A COSE key, base64url. */
    public_key: string;
    counter: number;
    transports_json: string;
    /** The name of this server that it was made for, and works at. */
    host: string;
    name: string;
    created_at: string;
    last_used_at: string | null;
  };
  groups: {
    id: string;
    name: string;
    name_key: string;
    description: string;
    created_at: string;
    updated_at: string;
  };
  group_permissions: { group_id: string; permission: string };
  group_members: { group_id: string; user_id: string };
  invitations: {
    id: string;
    token_hash: string;
    email: string;
    email_key: string;
    role: Role;
    created_by: string | null;
    created_at: string;
    expires_at: string;
    accepted_at: string | null;
  };
  invitation_groups: { invitation_id: string; group_id: string };
  /** Facts of this installation: the install token's digest. Not emptied by a reset. */
  instance: { key: string; value: string };

  catalogue_entries: {
    external_id: string;
    kind: EntryKind;
    name: string;
    description: string | null;
    url: string;
    /** A tactic's short name (`initial-access`); null for the others. */
    short_name: string | null;
    /** Place in the matrix for a tactic; 0 for the others, which are ordered by external id. */
    position: number;
    /** The technique above a sub-technique; null for the others. */
    parent_id: string | null;
    platforms_json: string;
    deprecated: 0 | 1;
  };
  catalogue_entry_tactics: { external_id: string; tactic_id: string };
  catalogue_syncs: {
    id: string;
    version: string | null;
    source_url: string;
    sha256: string;
    verified: 0 | 1;
    synced_at: string;
    /** Of the threats that the catalogue then had, which a bundle without any leaves as they are. */
    threats_version: string | null;
    /** Null where there were none. */
    threats_synced_at: string | null;
  };
  /** Lists in `…_json` are of external ids. */
  threats: {
    external_id: string;
    kind: ThreatKind;
    name: string;
    description: string | null;
    url: string;
    aliases_json: string;
    software_type: SoftwareType | null;
    first_seen: string | null;
    last_seen: string | null;
    techniques_json: string;
    related_json: string;
  };
  technique_data_components: { external_id: string; names_json: string };
  /** Techniques that bundles say were revoked. */
  catalogue_successors: { external_id: string; successor_id: string };

  test_templates: {
    id: string;
    name: string;
    description: string | null;
    objective: string | null;
    procedure: string | null;
    command: string | null;
    cleanup_command: string | null;
    expected_detection: string | null;
    platforms_json: string;
    opsec: OpsecLevel | null;
    source: string | null;
    created_at: string;
    updated_at: string;
    deleted_at: string | null;
    /** `[{kind, result, severity, within_seconds}]` */
    expectations_json: string;
    /** `{name: value}`: what the variables of its commands are unless a test says otherwise; null where there are none. */
    variables_json: string | null;
  };
  test_template_tags: { test_template_id: string; tag: string; position: number };
  test_template_catalog_tags: { test_template_id: string; external_id: string; position: number };
  scenario_templates: {
    id: string;
    name: string;
    description: string | null;
    created_at: string;
    updated_at: string;
    deleted_at: string | null;
  };
  scenario_template_tags: { scenario_template_id: string; tag: string; position: number };
  scenario_template_catalog_tags: { scenario_template_id: string; external_id: string; position: number };
  scenario_template_tests: { scenario_template_id: string; test_template_id: string; position: number };

  /** What came in from other tools. */
  imports: {
    id: string;
    format: ImportFormat;
    /** Of the format. */
    version: string | null;
    file_name: string;
    size: number;
    created_by: string | null;
    created_at: string;
    /** When its last slice was written. */
    applied_at: string;
    undone_at: string | null;
    notes_json: string;
    choices_json: string;
    /** `taken_back`: it could not be finished, and what it made goes again; `failed`: not all of it could go. */
    state: 'applying' | 'taken_back' | 'applied' | 'undoing' | 'undone' | 'failed';
    /** Rows that are applied, in their order. */
    rows_done: number;
    /** When somebody was at work on it last. */
    touched_at: string | null;
    /** Who undoes it. */
    undone_by: string | null;
    /** How often in a row undoing it, or taking it back, has failed. */
    tries: number;
    /** When that is tried again. */
    retry_at: string | null;
    /** What is said of one that has failed. */
    problem_json: string | null;
  };
  /** What a row found before it changed something, until the import is applied. */
  import_before: {
    import_id: string;
    number: number;
    value_json: string;
  };
  /** Imports that wait, for all processes. */
  import_jobs: {
    name: string;
    value_json: string;
    kept_until: string;
  };
  import_rows: {
    import_id: string;
    number: number;
    place: string;
    kind: ImportedKind | null;
    name: string | null;
    action: ImportAction;
    why: string | null;
    edited: 0 | 1;
    leftover_json: string;
    object_id: string | null;
    mission_id: string | null;
  };
  /** What objects were made of, by the name that their tool knows them by. */
  import_sources: {
    format: ImportFormat;
    kind: ImportedKind;
    /** The mission that it is of; empty where it is of none. */
    scope: string;
    source_id: string;
    object_id: string;
    /** The import that wrote it last. */
    import_id: string;
    /** Of what the file said. */
    digest: string;
    /** When the object was written last by an import: another time says that it was changed here. */
    object_version: string;
    /** Whether that import made the object, and did not change one that was there. */
    made: 0 | 1;
  };
  technique_selections: {
    id: string;
    import_id: string;
    name: string;
    description: string | null;
    attack_version: string | null;
    /** `[{id, score, comment}]` */
    techniques_json: string;
    created_at: string;
    updated_at: string;
  };
  /** Rules for detection of other tools, which facts name by `rule_id`. */
  detection_rules: {
    id: string;
    import_id: string;
    rule_id: string;
    title: string;
    description: string | null;
    level: Severity | null;
    status: string | null;
    catalog_tags_json: string;
    created_at: string;
    updated_at: string;
  };

  organisations: {
    id: string;
    name: string;
    /** The name in lower case: by it an organisation is found. */
    name_key: string;
    created_by: string | null;
    created_at: string;
    updated_at: string;
  };
  /** What reports of an organisation look like. */
  organisation_brands: {
    organisation_id: string;
    /** A PNG or JPEG. */
    logo: Buffer | null;
    /** `#rrggbb` */
    accent: string | null;
    updated_at: string;
  };
  organisation_tools: {
    id: string;
    organisation_id: string;
    name: string;
    name_key: string;
    vendor: string | null;
    kind: ToolKind;
    data_components_json: string;
    retired: 0 | 1;
    created_at: string;
    updated_at: string;
  };

  missions: {
    id: string;
    name: string;
    organisation_id: string | null;
    client: string | null;
    /** The client in lower case, for finding it in any. */
    client_key: string | null;
    description: string | null;
    status: MissionStatus;
    start_date: string | null;
    end_date: string | null;
    catalog_version: string | null;
    /** Union of the snapshots' tags, `[{kind, external_id, name}]`. */
    catalog_tags_json: string;
    created_by: string | null;
    created_at: string;
    updated_at: string;
    deleted_at: string | null;
    /** Of its tests and its outline, when one last changed: the next write takes a later time, whatever the clock says. */
    last_change_at: string;
    count_pending: number;
    count_skipped: number;
    count_blocked: number;
    count_executed: number;
    count_reviewed: number;
    /** The mission that this one is a retest of. */
    retest_of_id: string | null;
    /** `{name: value}` for the commands of its tests; null where there are none. */
    variables_json: string | null;
    /** Since when it has been in progress, the last time; null before. */
    running_since: string | null;
    /** When scenarios, their order, or what tests there are and say last changed, by the clock of `last_change_at`; null: never. */
    outline_changed_at: string | null;
  };
  mission_members: {
    mission_id: string;
    user_id: string;
    role_hint: MemberHint;
    position: number;
  };
  /** Which entries a mission's snapshots name, so that a sync keeps them. */
  mission_catalog_tags: { mission_id: string; external_id: string };
  scenarios: {
    id: string;
    mission_id: string;
    source_template_id: string | null;
    name: string;
    description: string | null;
    position: number;
    catalog_tags_json: string;
  };
  mission_tests: {
    id: string;
    mission_id: string;
    scenario_id: string;
    source_template_id: string | null;
    position: number;
    name: string;
    description: string | null;
    objective: string | null;
    procedure: string | null;
    suggested_command: string | null;
    cleanup_command: string | null;
    expected_detection: string | null;
    platforms_json: string;
    opsec: OpsecLevel | null;
    tags_json: string;
    catalog_tags_json: string;
    status: TestStatus;
    command: string | null;
    output: string | null;
    red_comment: string | null;
    executed_at: string | null;
    detection_level_id: string | null;
    blue_comment: string | null;
    detected_at: string | null;
    last_actor_id: string | null;
    updated_at: string;
    evidence_count: number;
    detection_level_source: LevelSource | null;
    /** The best result of each kind of fact, `{alerted: 'yes', …}`; null without facts. */
    outcome_json: string | null;
    /** Like a template's; their tools are `expectation_tools`. */
    expectations_json: string;
    /** What they have come to; null where nothing is expected. */
    expectation_met: ExpectationVerdict | null;
    /** Of the present run; the first has neither a reason nor a start. */
    run_number: number;
    run_reason: RunReason | null;
    run_started_at: string | null;
    /** Of the attack, which may take a while; `executed_at` is the moment that counts. */
    started_at: string | null;
    ended_at: string | null;
    source_host: string | null;
    target_host: string | null;
    target_user: string | null;
    /** A text: operators need no account. */
    operator: string | null;
    attack_result: AttackResult | null;
    /** A member of the mission, whose work it is. */
    assignee_id: string | null;
    /** `{name: value}`, before those of the mission; null where there are none. */
    variables_json: string | null;
    /** Of its template: they count where neither it nor its mission has a value. */
    variable_defaults_json: string | null;
  };
  /** Tests that were removed from a mission, each as its row was, with the tools that its expectations name. */
  removed_tests: {
    id: string;
    mission_id: string;
    removed_at: string;
    test_json: string;
    tools_json: string;
  };
  /** Scenarios that were removed and may be put back, as their rows were. */
  removed_scenarios: {
    id: string;
    mission_id: string;
    removed_at: string;
    scenario_json: string;
  };
  /** The closed runs of tests; the present one is in the test itself. */
  test_runs: {
    id: string;
    test_id: string;
    number: number;
    reason: RunReason | null;
    started_at: string | null;
    closed_at: string;
    closed_by: string | null;
    status: TestStatus;
    command: string | null;
    output: string | null;
    red_comment: string | null;
    executed_at: string | null;
    detection_level_id: string | null;
    detection_level_source: LevelSource | null;
    blue_comment: string | null;
    detected_at: string | null;
    outcome_json: string | null;
    /** What was expected had come to, when it was closed. */
    expectation_met: ExpectationVerdict | null;
    last_actor_id: string | null;
    /** Of the attack: `started_at` is the run's own. */
    attack_started_at: string | null;
    attack_ended_at: string | null;
    source_host: string | null;
    target_host: string | null;
    target_user: string | null;
    operator: string | null;
    attack_result: AttackResult | null;
  };
  expectation_tools: { test_id: string; kind: FactKind; tool_id: string };
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
    /** The closed run that it is of; null in the present one. */
    run_id: string | null;
  };
  fact_evidence: { fact_id: string; evidence_id: string };
  /** The same of simulations. */
  fact_simulation_evidence: { fact_id: string; evidence_id: string };
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
    /** The test, and the number of its run, that a remediation was verified by; both or neither. */
    verified_test_id: string | null;
    verified_run: number | null;
    created_by: string | null;
    created_at: string;
    updated_by: string | null;
    updated_at: string;
  };
  remediation_tests: { remediation_id: string; test_id: string };
  detection_levels: {
    id: string;
    key: string;
    name: string;
    rank: number;
    color: string;
    description: string;
  };
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
    /** The closed run that it is of; null in the present one. */
    run_id: string | null;
  };

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
    /** Like a test's. */
    outcome_json: string | null;
    /** Since when it has been in its state. */
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
    /** The only one it is asked of; null once that is gone. */
    configuration_id: string | null;
    external_id: string;
    callback: string | null;
    command: string | null;
    status: string;
    /** Why it is never polled again: it ended, will not run, or the framework no longer has it; null while it is polled. */
    ended: 'completed' | 'discarded' | 'gone' | null;
    /** Known once it is completed. */
    executed_at: string | null;
    completed_at: string | null;
    /** 1 once its output is in the simulation. */
    mapping_applied: 0 | 1;
    created_at: string;
  };
  /** Output too large for a field, kept whole as a file of the simulation. */
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

  /** The history: rows are added by `history/`, and triggers refuse everything else but the erasure of changes. */
  audit_entries: {
    seq: number;
    at: string;
    actor_id: string | null;
    actor_name: string | null;
    via: string;
    mission_id: string | null;
    test_id: string | null;
    engagement_id: string | null;
    simulation_id: string | null;
    object_type: string;
    object_id: string | null;
    verb: string;
    /** Both null once it was erased. */
    changes_json: string | null;
    salt: string | null;
    digest: string;
    previous: string;
    hash: string;
  };
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>;
