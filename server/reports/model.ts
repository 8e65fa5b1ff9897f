import { z } from 'zod';
import { testVerdicts } from '../../domain/expectations.ts';
import { findingKinds, findingStatuses } from '../../domain/findings.ts';
import { memberHints, missionStatuses, testStatuses } from '../../domain/missions.ts';
import { toolKinds } from '../../domain/organisations.ts';
import { factKinds, factResults, severities } from '../../domain/outcomes.ts';
import { priorities, remediationStatuses } from '../../domain/remediations.ts';
import {
  evidenceDetails,
  reportedSides,
  reportKinds,
  reportLocales,
  reportParts,
} from '../../domain/reports.ts';
import { runReasons } from '../../domain/runs.ts';
import {
  notOursReasons,
  sightingJudgements,
  sightingKinds,
  sightingStatuses,
} from '../../domain/sightings.ts';
import { blueFields, pickFields, redFields, textFields } from '../../domain/test-record.ts';
import { tlptNotes } from '../../domain/tlpt.ts';
import { languages } from '../../domain/words/languages.ts';
import { detectionLevelSchema } from '../detection-levels/contract.ts';
import { evidenceFileFields } from '../evidence/contract.ts';
import { factSchema, outcomeSchema } from '../facts/contract.ts';
import { testExpectation } from '../facts/expectations/contract.ts';
import { catalogTag, each } from '../fields.ts';
import { classSchema, figuresSchema, namedSchema } from '../figures/contract.ts';
import { recordedClock } from '../missions/clocks/contract.ts';
import { missionChangeSchema, missionFiguresSchema, testGapSchema } from '../missions/figures/contract.ts';
import { runShape } from '../missions/mission-tests/contract.ts';
import { sightingFigures } from '../missions/sightings/contract.ts';
import { tlptSchema } from '../missions/tlpt/contract.ts';
import { personSchema } from '../person.ts';

// Content of a report in every format, as in `report.json`. docs/reports.md describes it.

const id = z.uuid();
const time = z.string();
const text = z.string().nullable();
const count = z.int().min(0);
const technique = z.strictObject({ external_id: z.string(), name: z.string() });
const { test: _test, techniques: _techniques, ...ofGap } = testGapSchema.shape;

/** An evidence file. `content` is its text if the report shows it. */
const evidence = z.strictObject({
  id,
  test_id: id,
  run_number: z.int().min(1),
  side: z.enum(['red', 'blue']),
  ...evidenceFileFields,
  content: text,
  /** For a text file in a report that shows such files in full: the number of bytes missing from `content`; null for others. */
  content_left_out: count.nullable(),
});
export type ReportEvidence = z.output<typeof evidence>;

/** Content omitted by `commands` or `side` is null or an empty list. */
const record = {
  status: z.enum(testStatuses),
  ...pickFields(redFields, runShape),
  detection_level: detectionLevelSchema.nullable(),
  outcome: outcomeSchema.nullable(),
  ...pickFields(blueFields, runShape),
  expectation_met: z.enum(testVerdicts).nullable(),
  facts: z.array(factSchema),
  evidence: z.array(evidence),
  /** Number of missing bytes by name of a truncated text. */
  left_out: z.partialRecord(z.enum(textFields), count),
};

const closedRun = z.strictObject({
  number: z.int().min(1),
  reason: z.enum(runReasons).nullable(),
  /** Start of the run; null for the first. `started_at` is the start of the attack. */
  opened_at: time.nullable(),
  closed_at: time,
  closed_by: personSchema.nullable(),
  ...record,
});

export const reportTest = z.strictObject({
  id,
  /** `2.3`: the third test of the second scenario. */
  number: z.string(),
  name: z.string(),
  description: text,
  objective: text,
  procedure: text,
  /** This command and the clean-up have their variables substituted. */
  suggested_command: text,
  cleanup_command: text,
  expected_detection: text,
  platforms: z.array(z.string()),
  tags: z.array(z.string()),
  catalog_tags: z.array(catalogTag),
  tactics: z.array(technique),
  run_number: z.int().min(1),
  run_reason: z.enum(runReasons).nullable(),
  /** Class of the latest run; null: not executed, not judged, or omitted with blue's record. */
  class: classSchema,
  /** `met` is null when blue's record is omitted. */
  expectations: z.array(
    z.strictObject({ ...testExpectation.shape, met: testExpectation.shape.met.nullable() }),
  ),
  ...record,
  /** Oldest first. */
  closed_runs: z.array(closedRun),
});
export type ReportTest = z.output<typeof reportTest>;

/** A test as named in other parts of the report. */
const namedTest = z.strictObject({ id, number: z.string(), name: z.string() });
export type NamedTest = z.output<typeof namedTest>;

const remediationBrief = z.strictObject({
  id,
  title: z.string(),
  owner: text,
  due_on: text,
  priority: z.enum(priorities),
  status: z.enum(remediationStatuses),
});

export const reportRemediation = z.strictObject({
  id,
  title: z.string(),
  shortcoming: text,
  root_cause: text,
  measure: text,
  risk_if_not_done: text,
  priority: z.enum(priorities),
  status: z.enum(remediationStatuses),
  /** Owner, with or without an account. */
  owner: text,
  due_on: text,
  overdue: z.boolean(),
  tests: z.array(namedTest),
  /** The run that proved the fix. */
  verified_by: z.strictObject({ test: namedTest, run_number: z.int().min(1) }).nullable(),
  status_changed_at: time,
});
export type ReportRemediation = z.output<typeof reportRemediation>;

const runOfTest = z.strictObject({ test: namedTest, run_number: z.int().min(1) });

/** A finding that is neither a draft nor dismissed. */
const reportFinding = z.strictObject({
  id,
  /** Shown as F-1, F-2. */
  number: z.int().min(1),
  title: z.string(),
  severity: z.enum(severities),
  kind: z.enum(findingKinds),
  status: z.enum(findingStatuses),
  came_back: z.boolean(),
  description: text,
  impact: text,
  root_cause: text,
  recommendation: text,
  affected: text,
  references: z.array(z.string()),
  /** By external id. */
  techniques: z.array(z.string()),
  /** Runs of tests that show the finding. */
  tests: z.array(runOfTest),
  evidence: z.array(z.strictObject({ id, ...runOfTest.shape, file_name: z.string(), sha256: z.string() })),
  remediations: z.array(remediationBrief),
});
export type ReportFinding = z.output<typeof reportFinding>;

const {
  flags,
  leg_ups,
  deviations,
  id: _mission,
  updated_by: _by,
  updated_at: _at,
  ...ofTlpt
} = tlptSchema.shape;
const named = { tests: z.array(namedTest) };

/** The mission as a threat-led penetration test; its flags, leg-ups and deviations name their tests. */
const reportTlpt = z.strictObject({
  ...ofTlpt,
  /** Omitted in reports from before they could be recorded. */
  ...each([...tlptNotes, 'blue_informed_on', 'red_passed_on', 'blue_passed_on'], text.optional()),
  flags: z.array(flags.element.omit({ test_ids: true }).extend(named)),
  leg_ups: z.array(leg_ups.element.omit({ test_ids: true }).extend(named)),
  deviations: z.array(deviations.element.omit({ test_ids: true }).extend(named)),
});
export type ReportTlpt = z.output<typeof reportTlpt>;

export const reportModel = z.strictObject({
  format: z.literal('damson.report'),
  version: z.literal(2),
  /** The Damson version that made the report. */
  generator: z.string(),
  report: z.strictObject({
    /** Language of the generated text; English in reports that predate other languages. */
    language: z.enum(languages).optional(),
    id,
    kind: z.enum(reportKinds),
    title: z.string(),
    options: z.strictObject({
      commands: z.boolean(),
      /** Omitted in older reports, which show plans. */
      plans: z.boolean().optional(),
      side: z.enum(reportedSides),
      evidence: z.enum(evidenceDetails),
      locale: z.enum(reportLocales),
      time_zone: z.string(),
      classification: text,
      /** Whether words and files are withheld; omitted in reports from before they could be. */
      sanitised: z.boolean().optional(),
    }),
    created_by: personSchema.nullable(),
    created_at: time,
    updated_by: personSchema.nullable(),
    updated_at: time,
    /** Time of reading its content. */
    read_at: time,
    /** Null in a draft. */
    issued: z.strictObject({ at: time, by: personSchema }).nullable(),
  }),
  /** From the organisation: `logo` is a data URL of a PNG or JPEG, `accent` `#rrggbb`. */
  brand: z.strictObject({ logo: text, accent: text }),
  mission: z.strictObject({
    id,
    name: z.string(),
    organisation: text,
    client: text,
    description: text,
    status: z.enum(missionStatuses),
    start_date: text,
    end_date: text,
    catalog_version: text,
    retest_of: text,
    /** Whether the report covers only the tests that its author sees of a blind mission; otherwise omitted. */
    is_part: z.literal(true).optional(),
    members: z.array(z.strictObject({ name: z.string(), role_hint: z.enum(memberHints) })),
  }),
  /** In order, with the lead's text for each. */
  sections: z.array(
    z.strictObject({
      key: z.string(),
      title: z.string(),
      text,
      /** Whether the text was drafted from the record; omitted in reports from before drafts existed. */
      drafted: z.boolean().optional(),
      parts: z.array(z.enum(reportParts)),
    }),
  ),
  figures: missionFiguresSchema,
  /** Compared with the organisation's previous mission visible to all members. */
  change: z
    .strictObject({
      mission: z.strictObject({ name: z.string(), date: z.string() }),
      figures: figuresSchema,
      tests: missionChangeSchema,
    })
    .nullable(),
  /** Up to five tests that fall short, most serious first, but after all others if their fix is proven. */
  gaps: z.array(
    z.strictObject({
      test: namedTest,
      techniques: z.array(technique),
      tactics: z.array(technique),
      ...ofGap,
      /** The highest severity among its expectations. */
      severity: z.enum(severities).nullable(),
      /** Its most urgent unresolved remediation. */
      remediation: remediationBrief.nullable(),
      /** Number of its most severe finding; omitted in reports from before findings existed. */
      finding: z.int().min(1).nullable().optional(),
    }),
  ),
  /** Most severe first, then by number; omitted in reports from before findings existed. */
  findings: z.array(reportFinding).optional(),
  /** Up to five techniques whose executed tests were all prevented, or detected as expected, in every run. */
  strengths: z.array(z.strictObject({ technique, tests: count, tools: z.array(z.string()) })),
  scenarios: z.array(z.strictObject({ id, name: z.string(), description: text, tests: z.array(reportTest) })),
  /** The techniques of the tests, by external id, with their tactics. */
  techniques: z.array(z.strictObject({ ...technique.shape, tactics: z.array(technique) })),
  /** Red's executions and blue's detections with a time, of all runs, in order of time. */
  timeline: z.array(
    z.strictObject({
      at: time,
      /** End of an attack; null for blue's. */
      until: time.nullable(),
      side: z.enum(['red', 'blue']),
      test: namedTest,
      run_number: z.int().min(1),
      /** `executed`, or the kind of a fact. */
      event: z.enum(['executed', ...factKinds]),
      /** For a fact: `yes` or `partial`; null for an execution. */
      result: z.enum(factResults).nullable(),
      tool: text,
    }),
  ),
  /** Of blue, in order of time; null while they are not shown to red, and omitted in reports from before there were any. */
  sightings: z
    .strictObject({
      figures: sightingFigures,
      items: z.array(
        z.strictObject({
          id,
          at: time,
          until: time.nullable(),
          kind: z.enum(sightingKinds),
          title: z.string(),
          tool: text,
          rule: text,
          severity: z.enum(severities).nullable(),
          hosts: z.array(z.string()),
          users: z.array(z.string()),
          techniques: z.array(z.string()),
          note: text,
          status: z.enum(sightingStatuses),
          judgement: z.enum(sightingJudgements),
          not_ours_reason: z.enum(notOursReasons).nullable(),
          declared: z.strictObject({ to: text, at: time }).nullable(),
          analyst: text,
          /** Null for none, and for a test that was removed. */
          test: namedTest.nullable(),
        }),
      ),
    })
    .nullable()
    .optional(),
  /** Its attack path: which test follows which; omitted without one, and in reports from before there was one. */
  path: z.array(z.strictObject({ test_id: id, follows_id: id, condition: text })).optional(),
  /** Minutes of the replay, only in their own kind; null in others, and omitted in reports from before there were any. */
  replay: z
    .strictObject({
      started_at: time.nullable(),
      ended_at: time.nullable(),
      attendees: z.array(z.string()),
      summary: text,
      /** Steps that the room went through, in order of execution. */
      steps: z.array(
        z.strictObject({
          test: namedTest,
          run_number: z.int().min(1),
          executed_at: time,
          seen: text,
          should_have: text,
          why_not: text,
          decision: text,
        }),
      ),
    })
    .nullable()
    .optional(),
  /** Null if the mission is not recorded as one; omitted in reports from before it could be. */
  tlpt: reportTlpt.nullable().optional(),
  /** Earliest due first. */
  remediations: z.array(reportRemediation),
  /** Of hosts, as confirmed for matching alerts: by how much they are ahead; omitted in reports from before there were any. */
  clocks: z.array(recordedClock.extend({ host: z.string() })).optional(),
  /** Tools of the organisation. */
  tools: z.array(
    z.strictObject({ ...namedSchema.shape, vendor: text, kind: z.enum(toolKinds), retired: z.boolean() }),
  ),
  /** The last history entry at the time of reading; null when there is none. */
  history: z.strictObject({ seq: z.int(), hash: z.string(), at: time }).nullable(),
  /** Texts omitted because they are too long, in the whole report except files. */
  left_out: z.strictObject({ texts: count, bytes: count }),
});
export type ReportModel = z.output<typeof reportModel>;
