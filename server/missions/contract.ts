import { z } from 'zod';
import { testVerdicts } from '../../domain/expectations.ts';
import { longestClient } from '../../domain/limits.ts';
import {
  memberHints,
  missionStatuses,
  missionVisibilities,
  settleAnswers,
  settlings,
  testStatuses,
} from '../../domain/missions.ts';
import { runReasons } from '../../domain/runs.ts';
import { opsecLevels } from '../../domain/templates.ts';
import { blueFields, pickFields, redFields } from '../../domain/test-record.ts';
import { namedThreat, threatTags } from '../catalogue/threats/contract.ts';
import { detectionLevelSchema } from '../detection-levels/contract.ts';
import { briefSchema, factSchema, levelSource, outcomeSchema } from '../facts/contract.ts';
import { testExpectation } from '../facts/expectations/contract.ts';
import {
  calendarDate,
  catalogTag,
  emptiable,
  instant,
  longText,
  optionalText,
  shortName,
  shownBeside,
  timestamp,
} from '../fields.ts';
import { organisationName } from '../organisations/contract.ts';
import { listOf, pagingFields, searchText, sortFields } from '../paging.ts';
import { personSchema } from '../person.ts';
import { longText as templateText } from '../templates/contract.ts';
import { followed } from './attack-path/contract.ts';
import { evidenceRecord } from './evidence/contract.ts';
import { hidingSchema, revealSchema } from './hiding/contract.ts';
import { rowDetails, runInput, runShape } from './mission-tests/contract.ts';
import { plannedTests } from './plans/planned/contract.ts';
import { remediationCounts } from './remediations/contract.ts';
import { variablesInput, variablesSchema } from './variables/contract.ts';

const id = z.uuid();
const time = z.string();

export const missionStatus = z.enum(missionStatuses);
export const testStatus = z.enum(testStatuses);
export const roleHint = z.enum(memberHints);
export const testVerdict = z.enum(testVerdicts);

export const runReason = z.enum(runReasons);
/** From 1; the current run of a test has the highest. */
export const runNumber = z.int().min(1);

export const memberSchema = z.strictObject({ user: personSchema, role_hint: roleHint });
export type Member = z.output<typeof memberSchema>;

export const missionCounts = z.strictObject({
  tests: z.number().int(),
  pending: z.number().int(),
  skipped: z.number().int(),
  blocked: z.number().int(),
  executed: z.number().int(),
  reviewed_by_blue: z.number().int(),
});

const missionFields = {
  id,
  name: z.string(),
  client: z.string().nullable(),
  organisation: organisationName.nullable(),
  description: z.string().nullable(),
  status: missionStatus,
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  members: z.array(memberSchema),
  catalog_tags: z.array(catalogTag),
  catalog_version: z.string().nullable(),
  created_by: personSchema.nullable(),
  created_at: time,
  updated_at: time,
  counts: missionCounts,
  /** The original of this retest, if the caller sees it, too. */
  retest_of: z.strictObject({ id, name: z.string() }).nullable(),
  settle_at_review: z.enum(settlings),
  /** Whether its tests are read-only until it is reopened. */
  locked: z.boolean(),
  /** Whether members of red read the sightings of blue. */
  sightings_visible_to_red: z.boolean(),
  /** Whether the replay is open before the mission is completed. */
  replay_opened: z.boolean(),
  /** Groups, campaigns and software it was planned from. */
  threats: z.array(namedThreat),
  /** Whether everybody sees its tests at once, or some only once they are revealed. */
  visibility: z.enum(missionVisibilities),
};

export const missionListItem = z.strictObject(missionFields);
export type MissionListItem = z.output<typeof missionListItem>;
export const missionList = listOf(missionListItem);

export const testSummary = z.strictObject({
  id,
  scenario_id: id,
  position: z.number().int(),
  name: z.string(),
  status: testStatus,
  run_number: runNumber,
  platforms: z.array(z.string()),
  opsec: z.enum(opsecLevels).nullable(),
  catalog_tags: z.array(catalogTag),
  detection_level: detectionLevelSchema.nullable(),
  outcome: briefSchema.nullable(),
  expectation_met: testVerdict,
  evidence_count: z.number().int(),
  executed_at: time.nullable(),
  detected_at: time.nullable(),
  ...rowDetails,
  last_actor: personSchema.nullable(),
  updated_at: time,
  hiding: hidingSchema.nullable(),
});
export type TestSummary = z.output<typeof testSummary>;

export const scenarioSchema = z.strictObject({
  id,
  source_template_id: id.nullable(),
  name: z.string(),
  description: z.string().nullable(),
  position: z.number().int(),
  catalog_tags: z.array(catalogTag),
  /** Whether it is hidden from some members; null if it never was. */
  hiding: hidingSchema.nullable(),
  tests: z.array(testSummary),
});
export type Scenario = z.output<typeof scenarioSchema>;

export const missionSchema = z.strictObject({
  ...missionFields,
  /** For the commands of its tests, which may override them. */
  variables: variablesSchema,
  remediations: remediationCounts,
  /** Whether it is recorded as a threat-led penetration test. */
  tlpt: z.boolean(),
  /** As in the activity. */
  outline_changed_at: time.nullable(),
  /** When everything in it is revealed; null to those who do not see what is hidden. */
  reveal: revealSchema.nullable(),
  scenarios: z.array(scenarioSchema),
});
export type Mission = z.output<typeof missionSchema>;

export const missionListQuery = z.strictObject({
  ...pagingFields,
  ...sortFields(['name', 'client', 'status', 'start_date', 'progress', 'updated_at']),
  q: searchText,
  client: z.string().max(longestClient).optional(),
  organisation_id: id.optional(),
  status: missionStatus.optional(),
  visibility: z.enum(missionVisibilities).optional(),
});
export type MissionListQuery = z.output<typeof missionListQuery>;

/** Named by `user_id`, or by `user` as in responses. */
const memberBody = z
  .strictObject({
    user_id: id.optional(),
    user: z.strictObject({ id, ...shownBeside('display_name') }).optional(),
    role_hint: roleHint,
  })
  .transform(({ user_id, user, role_hint }, context) => {
    const given = user_id ?? user?.id;
    if (given !== undefined && (user_id === undefined || user === undefined)) {
      return { user_id: given, role_hint };
    }
    const message = given === undefined ? 'is needed' : 'is given together with user';
    context.addIssue({ code: 'custom', path: ['user_id'], message });
    return z.NEVER;
  });
export type MemberInput = z.output<typeof memberBody>;
export const membersField = emptiable(z.array(memberBody).max(500));
const templateIds = z.array(id).max(200);

export const clientName = optionalText(longestClient);

export const newMissionBody = z.strictObject({
  name: shortName,
  client: clientName.default(null),
  description: longText.nullable().default(null),
  start_date: calendarDate.nullable().default(null),
  end_date: calendarDate.nullable().default(null),
  scenario_template_ids: emptiable(templateIds).default([]),
  /** Test templates, which become a new scenario after the others. */
  test_template_ids: emptiable(templateIds).default([]),
  /** Tests of a plan, added after these in order: copies of templates, and hand-written ones. */
  tests: plannedTests.default([]),
  threats: threatTags.default([]),
  members: membersField.default([]),
  variables: variablesInput.nullable().optional(),
  settle_at_review: z.enum(settlings).optional(),
  visibility: z.enum(missionVisibilities).optional(),
});
export type NewMission = z.output<typeof newMissionBody>;

export const missionPatchBody = z.strictObject({
  name: shortName.optional(),
  client: clientName.optional(),
  description: longText.nullable().optional(),
  start_date: calendarDate.nullable().optional(),
  end_date: calendarDate.nullable().optional(),
  threats: threatTags.optional(),
  variables: variablesInput.nullable().optional(),
  settle_at_review: z.enum(settlings).optional(),
  visibility: z.enum(missionVisibilities).optional(),
  sightings_visible_to_red: z.boolean().optional(),
  replay_opened: z.boolean().optional(),
});
export type MissionPatch = z.output<typeof missionPatchBody>;

/** Snapshots of scenario templates, or a new scenario without tests. */
export const newScenariosBody = z
  .strictObject({
    scenario_template_ids: templateIds.min(1).optional(),
    name: shortName.optional(),
    description: templateText.optional(),
  })
  .transform(({ scenario_template_ids, name, description = null }, context) => {
    if (scenario_template_ids !== undefined && name === undefined && description === null)
      return { scenario_template_ids };
    if (scenario_template_ids === undefined && name !== undefined) return { name, description };
    const isNeither = scenario_template_ids === undefined;
    context.addIssue({
      code: 'custom',
      path: [isNeither ? 'scenario_template_ids' : 'name'],
      message: isNeither ? 'is needed, or a name' : "can't be given together with scenario_template_ids",
    });
    return z.NEVER;
  });
export const membersBody = z.strictObject({ members: membersField });
export const missionTransitionBody = z.strictObject({
  status: missionStatus,
  /** Whether the tests of a completed mission become read-only. */
  lock: z.boolean().optional(),
});
export type MissionTransition = z.output<typeof missionTransitionBody>;

export const testSchema = z.strictObject({
  id,
  mission_id: id,
  scenario_id: id,
  source_template_id: id.nullable(),
  position: z.number().int(),
  name: z.string(),
  description: z.string().nullable(),
  objective: z.string().nullable(),
  procedure: z.string().nullable(),
  suggested_command: z.string().nullable(),
  cleanup_command: z.string().nullable(),
  expected_detection: z.string().nullable(),
  platforms: z.array(z.string()),
  opsec: z.enum(opsecLevels).nullable(),
  tags: z.array(z.string()),
  catalog_tags: z.array(catalogTag),
  status: testStatus,
  /** The current run; the first has neither a reason nor a start. */
  run: z.strictObject({ number: runNumber, reason: runReason.nullable(), started_at: time.nullable() }),
  closed_runs: z.number().int(),
  ...pickFields(redFields, runShape),
  detection_level: detectionLevelSchema.nullable(),
  detection_level_source: levelSource.nullable(),
  outcome: outcomeSchema.nullable(),
  expectations: z.array(testExpectation),
  expectation_met: testVerdict,
  ...pickFields(blueFields, runShape),
  last_actor: personSchema.nullable(),
  updated_at: time,
  facts: z.array(factSchema),
  evidence: z.array(evidenceRecord),
  /** Tests of the mission that it follows in the attack path. */
  follows: z.array(followed),
  /** Its remediations that are open or in progress. */
  unresolved_remediations: z.number().int(),
  assignee: personSchema.nullable(),
  /** Values that override those of the mission. */
  variables: variablesSchema,
  /** Defaults from its template; values of the mission override them. */
  variable_defaults: variablesSchema,
  /** Whether it is hidden from some members; null if it never was. */
  hiding: hidingSchema.nullable(),
});
export type MissionTest = z.output<typeof testSchema>;

const recordPatch = z.strictObject(runInput).partial().shape;

export const testPatchBody = z
  .strictObject({
    ...pickFields(redFields, recordPatch),
    detection_level_id: id.nullable().optional(),
    /** Derives the level from the facts, replacing one set by a person. */
    detection_level_source: z.literal('derived').optional(),
    ...pickFields(blueFields, recordPatch),
  })
  .refine(
    ({ detection_level_id, detection_level_source: source }) =>
      source === undefined || detection_level_id === undefined,
    {
      path: ['detection_level_source'],
      error: 'must not be sent with detection_level_id',
    },
  );
export type TestPatch = z.output<typeof testPatchBody>;

export const testTransitionBody = z.strictObject({
  status: testStatus,
  executed_at: instant.optional(),
  /** In a review: the answer to open questions, in the same write; `open`, the default, leaves them. */
  settle: z.enum(settleAnswers).optional(),
});
export type TestTransition = z.output<typeof testTransitionBody>;

const told = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const badPosition = 'must be an ISO 8601 timestamp';
/**
 * A moment, or the id of an event: a `next_since`, with the last reported test if one write changed several tests and not all
 * have been reported.
 */
export const position = z.union(
  [
    timestamp,
    z
      .string()
      .regex(told, badPosition)
      .refine((text) => !Number.isNaN(Date.parse(text.slice(0, 24))), badPosition),
  ],
  { error: badPosition },
);
export const activityQuery = z.strictObject({ since: position.optional() });
/** A changed test as reported to followers of its mission. */
export const changedTest = z.strictObject({
  id,
  scenario_id: id,
  name: z.string(),
  status: testStatus,
  run_number: runNumber,
  detection_level: detectionLevelSchema.nullable(),
  last_actor: personSchema.nullable(),
  updated_at: time,
  evidence_count: z.number().int(),
  outcome: briefSchema.nullable(),
  expectation_met: testVerdict,
  executed_at: time.nullable(),
  detected_at: time.nullable(),
  ...rowDetails,
});
export type ChangedTest = z.output<typeof changedTest>;

export const activitySchema = z.strictObject({
  tests: z.array(changedTest),
  /** Tests removed after `since` and not restored. */
  removed: z.array(z.strictObject({ id, removed_at: time })),
  /** Time of the last change to scenarios, their order, or the set and plan of tests; null: never since creation. */
  outline_changed_at: time.nullable(),
  next_since: time,
  server_time: time,
});
export type Activity = z.output<typeof activitySchema>;
