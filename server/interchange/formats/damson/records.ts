import { z } from 'zod';
import { expectedResults, keptVerdicts } from '../../../../domain/expectations.ts';
import {
  findingKinds,
  findingSides,
  findingStatuses,
  suggestionCauses,
} from '../../../../domain/findings.ts';
import { missionStatuses, settlings, testStatuses } from '../../../../domain/missions.ts';
import { toolKinds } from '../../../../domain/organisations.ts';
import {
  detectionCategories,
  detectionModifiers,
  factKinds,
  factResults,
  levelKeys,
  severities,
} from '../../../../domain/outcomes.ts';
import { priorities, remediationStatuses } from '../../../../domain/remediations.ts';
import { closedStatuses, runReasons } from '../../../../domain/runs.ts';
import { sides } from '../../../../domain/sides.ts';
import { notOursReasons, sightingJudgements, sightingKinds } from '../../../../domain/sightings.ts';
import { opsecLevels } from '../../../../domain/templates.ts';
import { blueFields, mapFields, pickFields, plainFields, redFields } from '../../../../domain/test-record.ts';
import { threatKinds } from '../../../../domain/threats.ts';
import { tlptDays, tlptNotes, tlptTexts } from '../../../../domain/tlpt.ts';
import { variableName } from '../../../../domain/variables.ts';
import { each } from '../../../fields.ts';
import { newId } from '../../../ids.ts';

/** A greater first number is a format unknown to this reader; a greater second one adds fields. */
export const libraryVersion = '1.7';

export const manifestSchema = z.object({
  format: z.literal('damson'),
  version: z.string().regex(/^\d{1,4}\.\d{1,4}$/, 'is no version, such as 1.0'),
  /** Evidence lost before the export. */
  left_out: z.array(z.object({ file_name: z.string() })).default([]),
});

// Missing values are null, or an empty list.
const text = z.string();
const maybe = text.nullable().default(null);
const id = z.string().min(1).max(2000);
const name = z.string().min(1);
const texts = z.array(text).default([]);
const moment = z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString());
const time = moment.nullable().default(null);
const count = z.int().min(1);
const bytes = z.int().min(0);
const day = z.iso.date().nullable().default(null);
const digest = z.string().regex(/^[0-9a-f]{64}$/, 'is no SHA-256 in lower case');
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values).nullable().default(null);
const variables = z.record(z.string().regex(variableName, 'is no name of a variable'), text).default({});
const tag = z
  .string()
  .regex(/^(?:TA\d{4}|T\d{4}(?:\.\d{3})?)$/, 'is no technique or tactic, such as T1059.001');
/** Values of another format without a field in Damson. */
const leftover = texts;

const rule = z.object({ rule_id: maybe, rule_name: maybe });

const procedure = {
  name,
  description: maybe,
  objective: maybe,
  procedure: maybe,
  command: maybe,
  cleanup_command: maybe,
  expected_detection: maybe,
  platforms: texts,
  opsec: oneOf(opsecLevels),
  tags: texts,
  attack: z.array(tag).default([]),
  expectations: z
    .array(
      z.object({
        kind: z.enum(factKinds),
        result: z.enum(expectedResults),
        severity: oneOf(severities),
        within_seconds: z.int().min(0).nullable().default(null),
        tools: texts,
        rules: z.array(rule).optional(),
      }),
    )
    .default([]),
  variables,
};

const written = mapFields(plainFields, {
  text: () => maybe,
  line: () => maybe,
  moment: () => time,
  attack_result: ({ options }) => oneOf(options),
});

const run = z.object({
  ...pickFields(redFields, written),
  level: oneOf(levelKeys),
  ...pickFields(blueFields, written),
  facts: z
    .array(
      z.object({
        kind: z.enum(factKinds),
        result: z.enum(factResults),
        at: time,
        time_confirmed: z.boolean().nullable().default(null),
        tool: maybe,
        rule_name: maybe,
        rule_id: maybe,
        alert_id: maybe,
        severity: oneOf(severities),
        category: oneOf(detectionCategories),
        note: maybe,
        settled: z.boolean().default(false),
        modifiers: z.array(z.enum(detectionModifiers)).optional(),
        /** Files of the run. */
        evidence: z.array(digest).optional(),
      }),
    )
    .default([]),
  evidence: z
    .array(z.object({ sha256: digest, size: bytes, file_name: name, side: z.enum(sides), caption: maybe }))
    .default([]),
  reason: z.enum(runReasons).optional(),
  /** Start of the run: `started_at` is that of the attack. */
  begun_at: moment.optional(),
  closed_at: moment.optional(),
  status: z.enum(closedStatuses).optional(),
  expectation_met: z.enum(keptVerdicts).optional(),
  /** The answers of the room to this step of the replay. */
  replay: z
    .object({
      seen: maybe,
      should_have: maybe,
      why_not: maybe,
      decision: maybe,
      note: maybe,
      discussed_at: time,
    })
    .optional(),
});

const testTemplate = z.object({
  kind: z.literal('test_template'),
  id,
  ...procedure,
  source: maybe,
  leftover,
});

const scenarioTemplate = z.object({
  kind: z.literal('scenario_template'),
  id,
  name,
  description: maybe,
  tags: texts,
  attack: z.array(tag).default([]),
  /** Ids of test templates, in order. */
  tests: z.array(id).default([]),
  /** Which of them follows which, by their numbers from 1. */
  follows: z.array(z.object({ test: count, follows: count, condition: maybe })).optional(),
  leftover,
});

/** Tests of its mission by id. */
const itemId = z.uuid().default(newId);
const ofTlptItem = { id: itemId, on: day, test_ids: z.array(id).default([]) };
const tlpt = z.object({
  ...each(tlptTexts, maybe),
  ...each(tlptNotes, maybe),
  entities: z.array(z.object({ id: itemId, name, jurisdiction: maybe })).default([]),
  functions: z.array(z.object({ id: itemId, name, systems: maybe, rationale: maybe })).default([]),
  ...each(tlptDays, day),
  flags: z
    .array(
      z.object({
        number: count,
        system: maybe,
        objective: name,
        captured: z.boolean().nullable().default(null),
        ...ofTlptItem,
      }),
    )
    .default([]),
  leg_ups: z.array(z.object({ what: name, why: maybe, granted_by: maybe, ...ofTlptItem })).default([]),
  deviations: z.array(z.object({ what: name, why: maybe, agreed_by: maybe, ...ofTlptItem })).default([]),
});

/** A run of a test of the same mission: the id of the test, and the number of the run. */
const runOf = z.object({ test: id, run: count });

/** Whether it is hidden from some members; if omitted, it follows its scenario, or the mission. */
const hidden = z.boolean().optional();

const mission = z.object({
  kind: z.literal('mission'),
  id,
  name,
  organisation: maybe,
  client: maybe,
  description: maybe,
  start_date: day,
  end_date: day,
  status: oneOf(missionStatuses),
  variables,
  tools: z
    .array(
      z.object({
        name,
        vendor: maybe,
        kind: z.enum(toolKinds),
        data_components: z.array(text).optional(),
        retired: z.boolean().optional(),
      }),
    )
    .default([]),
  scenarios: z.array(z.object({ name, description: maybe, hidden })).default([]),
  /** The highest finding number ever used. */
  last_finding: count.optional(),
  settle_at_review: z.enum(settlings).exclude(['ask']).optional(),
  locked: z.boolean().optional(),
  visibility: z.literal('blind').optional(),
  /** Groups, campaigns and software it was planned from. */
  threats: z.array(z.object({ kind: z.enum(threatKinds), external_id: id, name })).optional(),
  /** For a threat-led penetration test. */
  tlpt: tlpt.optional(),
  /** Of hosts, as confirmed for matching alerts: by how many seconds they are ahead. */
  clocks: z
    .array(
      z.object({
        host: name,
        seconds: z.int(),
        pairs: count.nullable().default(null),
        spread: z.int().min(0).nullable().default(null),
      }),
    )
    .optional(),
  /** The attack path: a test follows another of its mission, by their ids. */
  path: z.array(z.object({ test: id, follows: id, condition: maybe })).optional(),
  /** Of blue, in order of time. */
  sightings: z
    .array(
      z.object({
        at: moment,
        at_until: time,
        kind: z.enum(sightingKinds),
        title: name,
        tool: maybe,
        rule_name: maybe,
        rule_id: maybe,
        severity: oneOf(severities),
        hosts: texts,
        users: texts,
        techniques: texts,
        note: maybe,
        judgement: z.enum(sightingJudgements).default('open'),
        declared: z.object({ to: maybe, at: moment }).nullable().default(null),
        not_ours_reason: oneOf(notOursReasons),
        matched_to: runOf.nullable().default(null),
        evidence: z
          .array(z.object({ sha256: digest, size: bytes, file_name: name, caption: maybe }))
          .optional(),
      }),
    )
    .optional(),
  sightings_visible_to_red: z.boolean().optional(),
  /** When the replay was, and with whom; the answers stand with their runs. */
  replay: z.object({ started_at: time, ended_at: time, attendees: texts, summary: maybe }).optional(),
  replay_opened: z.boolean().optional(),
  leftover,
});

const test = z.object({
  kind: z.literal('test'),
  /** The id of its mission, which comes first. */
  mission: id,
  /** The number of its scenario, from 1. */
  scenario: count,
  id,
  ...procedure,
  status: z.enum(testStatuses),
  hidden,
  run: run.prefault({}),
  closed_runs: z.array(run).default([]),
  /** Its dismissed suggestions. */
  decided: z.array(z.object({ of: z.enum(suggestionCauses), run: count, reason: maybe })).optional(),
  leftover,
});

const remediation = z.object({
  kind: z.literal('remediation'),
  mission: id,
  id,
  title: name,
  shortcoming: maybe,
  root_cause: maybe,
  measure: maybe,
  risk_if_not_done: maybe,
  priority: z.enum(priorities),
  status: z.enum(remediationStatuses),
  owner: maybe,
  due_on: day,
  /** Ids of tests of its mission. */
  tests: z.array(id).default([]),
  /** The run that proved the fix. */
  verified_by: runOf.optional(),
  /** The rule that has to fire. */
  rule: rule.optional(),
  leftover,
});

const finding = z.object({
  kind: z.literal('finding'),
  mission: id,
  id,
  /** Within its mission: 1 for F-1. */
  number: count,
  title: name,
  severity: z.enum(severities),
  /** `kind` is the kind of record. */
  finding_kind: z.enum(findingKinds),
  side: z.enum(findingSides),
  status: z.enum(findingStatuses),
  description: maybe,
  impact: maybe,
  root_cause: maybe,
  recommendation: maybe,
  affected: maybe,
  references: texts,
  techniques: texts,
  tests: z.array(runOf).default([]),
  evidence: z.array(runOf.extend({ sha256: digest })).default([]),
  /** Ids of remediations of its mission. */
  remediations: z.array(id).default([]),
  /** Its suggestions. */
  suggestions: z.array(runOf.extend({ of: z.enum(suggestionCauses) })).default([]),
  leftover,
});

export const recordSchema = z.discriminatedUnion('kind', [
  testTemplate,
  scenarioTemplate,
  mission,
  test,
  remediation,
  finding,
]);
/** A line of a library. */
export type LibraryRecord = z.output<typeof recordSchema>;
export type RecordOf<K extends LibraryRecord['kind']> = Extract<LibraryRecord, { kind: K }>;
export type RecordedRun = z.output<typeof run>;
/** As written: without null or empty values. */
export type WrittenRecord = z.input<typeof recordSchema>;
