import type { NamedRule, RuleKind } from '../../domain/detection-rules.ts';
import type { ExpectedResult, KeptVerdict } from '../../domain/expectations.ts';
import type { FindingKind, FindingSide, FindingStatus, SuggestionCause } from '../../domain/findings.ts';
import type { ImportFormat } from '../../domain/interchange.ts';
import type { MissionStatus, TestStatus } from '../../domain/missions.ts';
import type { ToolKind } from '../../domain/organisations.ts';
import type {
  DetectionCategory,
  DetectionModifier,
  FactKind,
  FactResult,
  LevelKey,
  Severity,
} from '../../domain/outcomes.ts';
import type { Priority, RemediationStatus } from '../../domain/remediations.ts';
import type { ClosedStatus, RunReason } from '../../domain/runs.ts';
import type { Side } from '../../domain/sides.ts';
import type { OpsecLevel } from '../../domain/templates.ts';
import type { BlueRecord, RedRecord } from '../../domain/test-record.ts';
import type { Variables } from '../../domain/variables.ts';
import type { RuleSimulation } from '../catalogue/detection-rules/contract.ts';
import type { NamedThreat } from '../catalogue/threats/contract.ts';
import type { ImportedPath } from '../missions/attack-path/contract.ts';
import type { RecordedClock } from '../missions/clocks/contract.ts';
import type { ImportedAnswers, ImportedReplay } from '../missions/replay/contract.ts';
import type { ImportedSighting } from '../missions/sightings/contract.ts';
import type { ImportedTlpt } from '../missions/tlpt/contract.ts';
import type { PositionEdge } from '../templates/contract.ts';
import type { Asked } from './contract.ts';

/**
 * Content of a file in Damson's terms, before anything is written. Every format is read into this shape, and every export is
 * written from it. Times are ISO 8601 UTC with milliseconds, days YYYY-MM-DD. Texts are as in the file: applying a plan refuses
 * those that are too long.
 */
export type ImportPlan = {
  format: ImportFormat;
  /** Format version named in the file; null without one. */
  version: string | null;
  templates: PlannedTemplate[];
  scenarios: PlannedScenarioTemplate[];
  missions: PlannedMission[];
  /** Runs of tests that the file doesn't describe: they go onto the tests of a mission, or make up a new one. */
  executions: PlannedExecution[];
  /** Selections of techniques. */
  selections: PlannedSelection[];
  /** Detection rules, which are linked and never run. */
  rules: PlannedRule[];
  refused: RefusedRow[];
  /** Notes about the file as a whole: times without a zone, columns without a field here. */
  notes: string[];
  /** Question that the person must answer first, or answer differently: the columns of a free table. */
  asks?: Asked;
};

/** Place in the file, as a person finds it: `T1003.yaml, test 2`, `row 12`. */
export type Place = string;

export type RefusedRow = { row: Place; name: string | null; why: string };

type Planned = {
  row: Place;
  /** Id in its tool, unique within the format and kind; stays the same from one export to the next. */
  sourceId: string;
  /** Unmapped values of the format, as `label: text`; kept in a text and named in the result. */
  leftover: string[];
};

/** A technique, sub-technique or tactic by its external id (`T1003.001`, `TA0005`), of any ATT&CK version. */
export type PlannedTag = string;

export type PlannedExpectation = {
  kind: FactKind;
  result: ExpectedResult;
  severity: Severity | null;
  within_seconds: number | null;
  /** Tools of the organisation; empty for any. */
  tools: string[];
  /** Omitted for any. */
  rules?: NamedRule[] | undefined;
};

/** Plan of a test, in a template or a mission. */
export type PlannedProcedure = {
  name: string;
  description: string | null;
  objective: string | null;
  procedure: string | null;
  /** With placeholders for variables, `#{name}`. */
  command: string | null;
  cleanup_command: string | null;
  expected_detection: string | null;
  platforms: string[];
  opsec: OpsecLevel | null;
  tags: string[];
  catalog_tags: PlannedTag[];
  expectations: PlannedExpectation[];
  /** Default values of the variables in its commands. */
  variables: Variables;
};

export type PlannedTemplate = Planned & PlannedProcedure & { source: string | null };

export type PlannedScenarioTemplate = Planned & {
  name: string;
  description: string | null;
  tags: string[];
  catalog_tags: PlannedTag[];
  /** Source ids of templates, from this plan or an earlier import. */
  templates: string[];
  /** Which of them follows which, by their places in the list; omitted where the file does not say it. */
  follows?: PositionEdge[] | undefined;
};

export type PlannedMission = Planned & {
  name: string;
  organisation: string | null;
  client: string | null;
  description: string | null;
  start_date: string | null;
  end_date: string | null;
  /** Null: derived from the states of its tests. */
  status: MissionStatus | null;
  variables: Variables;
  tools: PlannedTool[];
  scenarios: PlannedScenario[];
  remediations: PlannedRemediation[];
  findings: PlannedFinding[];
  /** The highest finding number ever used; omitted without findings. */
  last_finding?: number | undefined;
  /** Omitted if the format doesn't have it. */
  settle_at_review?: 'no' | 'open' | undefined;
  locked?: boolean | undefined;
  /** Omitted for an open mission. */
  visibility?: 'blind' | undefined;
  /** An export of it has only the tests that its author sees. */
  isPart?: true | undefined;
  /** Groups, campaigns and software it was planned from. */
  threats?: NamedThreat[] | undefined;
  /** Record of a threat-led penetration test, which names tests by their source ids. */
  tlpt?: ImportedTlpt | undefined;
  /** Of hosts, as confirmed for matching alerts. */
  clocks?: RecordedClock[] | undefined;
  /** Which test follows which, by source ids; omitted where the file does not say it. */
  path?: ImportedPath | undefined;
  /** Of blue; omitted for none, and where their reader may not see them. */
  sightings?: ImportedSighting[] | undefined;
  sightings_visible_to_red?: boolean | undefined;
  /** When the replay was, and with whom; omitted where nothing is recorded, and while it is not open. */
  replay?: ImportedReplay | undefined;
  replay_opened?: boolean | undefined;
};

/** A tool of the organisation, referred to by name in facts and expectations. */
export type PlannedTool = {
  name: string;
  vendor: string | null;
  kind: ToolKind;
  /** Omitted for none. */
  data_components?: string[] | undefined;
  retired?: boolean | undefined;
};

export type PlannedScenario = {
  name: string;
  description: string | null;
  /** Whether it is hidden from some members; omitted to follow the mission. */
  hidden?: boolean | undefined;
  tests: PlannedTest[];
};

export type PlannedTest = Planned &
  PlannedProcedure & {
    status: TestStatus;
    /** Whether it is hidden from some members; omitted to follow its scenario. */
    hidden?: boolean | undefined;
    run: PlannedRun;
    /** Earlier closed runs, oldest first. */
    closed_runs: PlannedRun[];
    /** GUID of the atomic test it was planned from; omitted for others, and on import. */
    atomic_guid?: string | undefined;
    /** Its dismissed suggestions; omitted for none. */
    decided?: PlannedDecision[] | undefined;
  };

export type PlannedDecision = { of: SuggestionCause; run: number; reason: string | null };

/** Record of red and blue for one execution. */
export type PlannedRun = RedRecord &
  BlueRecord & {
    /** A level set by a person; null leaves it to the facts. */
    level: LevelKey | null;
    facts: PlannedFact[];
    evidence: PlannedEvidence[];
    /** Omitted for the first run, and if the format doesn't have it. */
    reason?: RunReason | undefined;
    begun_at?: string | undefined;
    /** For a closed run. */
    closed_at?: string | undefined;
    status?: ClosedStatus | undefined;
    /** Verdict on its expectations when it was closed. */
    expectation_met?: KeptVerdict | undefined;
    /** The answers of the room to this step of the replay; omitted for none, and while it is not open. */
    replay?: ImportedAnswers | undefined;
  };

export type PlannedFact = {
  kind: FactKind;
  result: FactResult;
  at: string | null;
  time_confirmed: boolean | null;
  tool: string | null;
  rule_name: string | null;
  rule_id: string | null;
  alert_id: string | null;
  severity: Severity | null;
  category: DetectionCategory | null;
  note: string | null;
  settled: boolean;
  /** Omitted for none. */
  modifiers?: DetectionModifier[] | undefined;
  /** Evidence files of the same run, by SHA-256. */
  evidence?: string[] | undefined;
};

/** An accompanying file, named by `member` in the archive, or a text too long for its field. */
export type PlannedEvidence = {
  member: string;
  /** Text from the file itself, without a member of its own. */
  text?: string;
  file_name: string;
  side: Side;
  caption: string | null;
};

export type PlannedRemediation = Planned & {
  title: string;
  shortcoming: string | null;
  root_cause: string | null;
  measure: string | null;
  risk_if_not_done: string | null;
  priority: Priority;
  status: RemediationStatus;
  owner: string | null;
  due_on: string | null;
  /** Source ids of tests of the same mission. */
  tests: string[];
  /** The run that proved the fix. */
  verified_by?: PlannedRunOf | undefined;
  /** The rule that has to fire; omitted without one. */
  rule?: NamedRule | undefined;
};

/** A run of a test of the same mission, by its source id. */
type PlannedRunOf = { test: string; run: number };

export type PlannedFinding = Planned & {
  /** Within its mission, and never reused there. */
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
  references: string[];
  techniques: string[];
  tests: PlannedRunOf[];
  evidence: (PlannedRunOf & { sha256: string })[];
  /** Source ids of remediations of the same mission. */
  remediations: string[];
  /** Its suggestions. */
  suggestions: (PlannedRunOf & { of: SuggestionCause })[];
  /** Its display form here, with derived status and file names; omitted on import. */
  shown?: { status: FindingStatus; came_back: boolean; evidence: string[] } | undefined;
};

export type PlannedExecution = Planned &
  RedRecord & {
    name: string;
    catalog_tags: PlannedTag[];
    /** Its test template, by the id in its library (the GUID of an atomic test). */
    template: string | null;
    /** Its recordings and other files; omitted for none. */
    evidence?: PlannedEvidence[] | undefined;
  };

export type PlannedSelection = Planned & {
  name: string;
  description: string | null;
  /** ATT&CK version named in the file. */
  attack_version: string | null;
  techniques: { id: PlannedTag; score: number | null; comment: string | null }[];
};

export type PlannedRule = Planned & {
  title: string;
  description: string | null;
  level: Severity | null;
  status: string | null;
  catalog_tags: PlannedTag[];
  kind: RuleKind;
  /** By which correlations and filters may refer to it. */
  sigma_name: string | null;
  log_source: string | null;
  simulations: RuleSimulation[];
  regression_tests_path: string | null;
  /** Ids or names of the rules that a correlation counts or a filter changes. */
  refers: string[];
  /** Its text, as a file of its own. */
  sigma: string;
};
