import type { AlertState } from '../../../domain/alerts.ts';
import type { ExecutionMatch } from '../../../domain/executions.ts';
import type { KeptVerdict } from '../../../domain/expectations.ts';
import type { MemberHint, MissionStatus, MissionVisibility, TestStatus } from '../../../domain/missions.ts';
import type { ToolKind } from '../../../domain/organisations.ts';
import type { FactKind, Severity } from '../../../domain/outcomes.ts';
import type { RunReason } from '../../../domain/runs.ts';
import type { NotOursReason, SightingJudgement, SightingKind } from '../../../domain/sightings.ts';
import type { OpsecLevel } from '../../../domain/templates.ts';
import type { ClosedRecord, TestRecord } from '../../../domain/test-record.ts';

export interface MissionTables {
  organisations: {
    id: string;
    name: string;
    /** The name in lower case, for finding an organisation. */
    name_key: string;
    created_by: string | null;
    created_at: string;
    updated_at: string;
  };
  /** Branding of an organisation's reports. */
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
    /** The client in lower case, for finding it in any case. */
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
    /** Time of the last change to its tests or outline: the next write takes a later time, regardless of the clock. */
    last_change_at: string;
    count_pending: number;
    count_skipped: number;
    count_blocked: number;
    count_executed: number;
    count_reviewed: number;
    /** The mission that this one retests. */
    retest_of_id: string | null;
    /** `{name: value}` for the commands of its tests; null when there are none. */
    variables_json: string | null;
    /** Start of its current time in progress; null before. */
    running_since: string | null;
    /** A review's answer to open questions; null asks each time. */
    settle_at_review: 'no' | 'open' | null;
    /** Whether its tests are read-only until it is reopened. */
    locked: 0 | 1 | null;
    /** Groups, campaigns and software from which it was planned, `[{kind, external_id, name}]`; null if none. */
    threats_json: string | null;
    /** The highest finding number ever used. */
    last_finding: number | null;
    /** Whether red reads the sightings of blue. */
    sightings_visible_to_red: 0 | 1 | null;
    /** Whether the lead has opened the replay before the mission is completed. */
    replay_opened: 0 | 1 | null;
    /**
     * Time of the last change to scenarios, their order, or the set and plan of tests, by the clock of `last_change_at`; null if
     * never.
     */
    outline_changed_at: string | null;
    /** Null is `open`. */
    visibility: MissionVisibility | null;
    /** When everything in it is revealed; null without a time. */
    reveal_at: string | null;
    /** Whether a review reveals what is hidden. */
    reveal_on_review: 0 | 1 | null;
    /** The person who said so. */
    reveal_by: string | null;
    /** The times as everybody sees them; null as long as nothing was ever hidden, then the others hold for all. */
    shown_change_at: string | null;
    shown_outline_at: string | null;
    shown_updated_at: string | null;
    /** The tags of what everybody sees. */
    shown_tags_json: string | null;
    /** Digest of the outline as everybody sees it. */
    shown_sign: string | null;
  };
  /** Record of a mission as a threat-led penetration test; other missions have none. */
  mission_tlpt: {
    mission_id: string;
    record_json: string;
    updated_by: string | null;
    updated_at: string;
  };
  mission_members: {
    mission_id: string;
    user_id: string;
    role_hint: MemberHint;
    position: number;
  };
  /** Catalogue entries in a mission's snapshots, recorded so that a sync keeps them. */
  mission_catalog_tags: { mission_id: string; external_id: string };
  scenarios: {
    id: string;
    mission_id: string;
    source_template_id: string | null;
    name: string;
    description: string | null;
    position: number;
    catalog_tags_json: string;
    /** Whether some members do not see it yet; null follows its scenario, or the mission. */
    hidden: 0 | 1 | null;
    /** When it is revealed; null without a time. */
    reveal_at: string | null;
    /** Whether its review reveals it. */
    reveal_on_review: 0 | 1 | null;
    /** The person who said so. */
    reveal_by: string | null;
    /** Null if it never was hidden, or still is. */
    revealed_at: string | null;
    /** Position among what everybody sees; null while hidden. */
    shown_position: number | null;
  };
  /** With the record of the current run. */
  mission_tests: TestRecord & {
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
    last_actor_id: string | null;
    updated_at: string;
    evidence_count: number;
    /** The best result of each kind of fact, `{alerted: 'yes', …}`; null without facts. */
    outcome_json: string | null;
    /** As in templates; their tools are in `expectation_tools`. */
    expectations_json: string;
    /** Verdict on the expectations; null if nothing is expected. */
    expectation_met: KeptVerdict | null;
    /** For the current run; the first has neither a reason nor a start. */
    run_number: number;
    run_reason: RunReason | null;
    run_started_at: string | null;
    /** The responsible member of the mission. */
    assignee_id: string | null;
    /** `{name: value}`, overriding those of the mission; null when there are none. */
    variables_json: string | null;
    /** From its template: used when neither the test nor its mission has a value. */
    variable_defaults_json: string | null;
    /** Whether some members do not see it yet; null follows its scenario, or the mission. */
    hidden: 0 | 1 | null;
    /** When it is revealed; null without a time. */
    reveal_at: string | null;
    /** Whether its review reveals it. */
    reveal_on_review: 0 | 1 | null;
    /** The person who said so. */
    reveal_by: string | null;
    /** Null if it never was hidden, or still is. */
    revealed_at: string | null;
    /** Position among what everybody sees; null while hidden. */
    shown_position: number | null;
  };
  /** Tests removed from a mission, with their original rows and the tools of their expectations. */
  removed_tests: {
    id: string;
    mission_id: string;
    removed_at: string;
    test_json: string;
    tools_json: string;
    /** 0 if it was hidden when it was removed. */
    shown: 0 | 1 | null;
    /** Its edges in the attack path, `[{test_id, follows_id, condition}]`; null when there were none. */
    follows_json: string | null;
  };
  /** Removed scenarios that may be restored, with their original rows. */
  removed_scenarios: {
    id: string;
    mission_id: string;
    removed_at: string;
    scenario_json: string;
    /** 0 if it was hidden when it was removed. */
    shown: 0 | 1 | null;
  };
  /** The closed runs of tests; the current run is in the test itself. */
  test_runs: ClosedRecord & {
    id: string;
    test_id: string;
    number: number;
    reason: RunReason | null;
    /** Start of the run: the attack's is `attack_started_at`. */
    started_at: string | null;
    closed_at: string;
    closed_by: string | null;
    status: TestStatus;
    outcome_json: string | null;
    /** Verdict on its expectations when it was closed. */
    expectation_met: KeptVerdict | null;
    last_actor_id: string | null;
  };
  /** Executions that programs have sent, by the ids of the programs, and what they became. */
  mission_executions: {
    mission_id: string;
    external_id: string;
    /** Of what was sent. */
    digest: string;
    guid: string | null;
    /** Null once the test is gone. */
    test_id: string | null;
    run: number;
    matched_by: ExecutionMatch | null;
    recorded_at: string;
  };
  /** Alerts of other tools, and the decision on each. */
  mission_alerts: {
    id: string;
    mission_id: string;
    source: string;
    /** Unique within mission and source. */
    external_id: string;
    /** Of what was sent. */
    digest: string;
    /** The id of its rule, or else the name, for comparing; null without either. */
    rule_key: string | null;
    /** In the shape common to all tools. */
    alert_json: string;
    /** As the tool wrote it, cut to its limit. */
    raw: string;
    state: AlertState;
    /** Whether `not_ours` was said of its whole rule, and holds for later alerts of it. */
    whole_rule: 0 | 1;
    test_id: string | null;
    run: number | null;
    fact_id: string | null;
    /** Writes of its acceptance, for undoing it. */
    undo_json: string | null;
    decided_by: string | null;
    decided_at: string | null;
    received_at: string;
  };
  /** Sightings of blue, and the decision on each. */
  mission_sightings: {
    id: string;
    mission_id: string;
    at: string;
    at_until: string | null;
    kind: SightingKind;
    title: string;
    /** Name of the tool. */
    tool: string | null;
    rule_name: string | null;
    rule_id: string | null;
    /** An alert of the mission. */
    alert_id: string | null;
    severity: Severity | null;
    hosts_json: string;
    users_json: string;
    techniques_json: string;
    note: string | null;
    judgement: SightingJudgement;
    declared_to: string | null;
    /** Null if it was not declared. */
    declared_at: string | null;
    analyst_id: string | null;
    decision: 'matched' | 'not_ours' | null;
    not_ours_reason: NotOursReason | null;
    test_id: string | null;
    run: number | null;
    fact_id: string | null;
    /** Writes of its acceptance, for undoing it. */
    undo_json: string | null;
    decided_by: string | null;
    decided_at: string | null;
    created_by: string | null;
    created_at: string;
    updated_by: string | null;
    updated_at: string;
  };
  sighting_evidence: {
    id: string;
    mission_id: string;
    sighting_id: string;
    file_name: string;
    mime_type: string;
    size: number;
    sha256: string;
    caption: string | null;
    uploaded_by: string | null;
    uploaded_at: string;
  };
  /** Replays: when, and with whom. */
  mission_replays: {
    mission_id: string;
    started_at: string | null;
    ended_at: string | null;
    attendees_json: string;
    summary: string | null;
    updated_by: string | null;
    updated_at: string;
  };
  /** Answers of the room to executed runs. */
  replay_steps: {
    mission_id: string;
    test_id: string;
    run: number;
    seen: string | null;
    should_have: string | null;
    why_not: string | null;
    decision: string | null;
    /** Of whoever presents. */
    note: string | null;
    discussed_at: string | null;
    updated_by: string | null;
    updated_at: string;
  };
  /** By how much the clocks of hosts are ahead, as a person has confirmed. */
  mission_clocks: {
    mission_id: string;
    /** Name or address, in lower case. */
    host: string;
    seconds: number;
    /** Of the measurement that was confirmed; null for a value that a person typed. */
    pairs: number | null;
    spread: number | null;
    set_by: string | null;
    set_at: string;
  };
  /** New runs of many tests that have begun. */
  run_starts: {
    mission_id: string;
    reason: RunReason;
    /** Their author, as entries of the history name them. */
    author_json: string;
    started_by: string;
    /** Tests without a new run so far, in order. */
    test_ids_json: string;
  };
  /** Edges of attack paths: a test, and one that it follows in the same mission. They never make a cycle. */
  test_follows: { test_id: string; follows_id: string; condition: string | null };
  expectation_tools: { test_id: string; kind: FactKind; tool_id: string };
}
