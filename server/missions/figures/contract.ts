import { z } from 'zod';
import { figureKeys } from '../../../domain/counted-tests.ts';
import { countedRuns } from '../../../domain/figures.ts';
import { longestExternalId } from '../../../domain/limits.ts';
import { levelKeys } from '../../../domain/outcomes.ts';
import { missionChanges } from '../../../domain/runs.ts';
import { testGapReasons, testGapStates } from '../../../domain/test-gaps.ts';
import { calendarDate } from '../../fields.ts';
import {
  classSchema,
  figuresSchema,
  groupedFigures,
  headlineSchema,
  namedSchema,
} from '../../figures/contract.ts';
import { missionStatus } from '../contract.ts';

const count = z.int().min(0);

/** Number of tests in both of two missions, or in only one. */
export const changesSchema = z.strictObject({
  improved: count,
  worse: count,
  same: count,
  /** In both, without a comparable result. */
  open: count,
  /** Only in the later one. */
  new: count,
  /** Only in the earlier one. */
  gone: count,
});
export type Changes = z.output<typeof changesSchema>;

/** A mission compared with the previous one. */
const comparedTest = z.strictObject({
  test: namedSchema,
  before: z.enum(levelKeys).nullable(),
  now: z.enum(levelKeys).nullable(),
});

export const missionChangeSchema = changesSchema.extend({
  /** The tests executed in both missions, with their results in each. */
  common: z.strictObject({ tests: count, before: headlineSchema, now: headlineSchema }),
  /** The tests that got worse, in the order of the later mission. */
  worse_tests: z.array(comparedTest),
  /** The tests that got better, in the same order; omitted in older reports. */
  improved_tests: z.array(comparedTest).optional(),
});
export type MissionChange = z.output<typeof missionChangeSchema>;

const number = z.int().min(1);
const technique = z.strictObject({ external_id: z.string(), name: z.string() });
const runBrief = z.strictObject({
  run: number,
  class: classSchema,
  /** From the execution to its prevention or detection. */
  seconds: z.number().nullable(),
});

export const testGapSchema = z.strictObject({
  test: namedSchema,
  techniques: z.array(technique),
  /** The last run that falls short. */
  run: number,
  class: classSchema,
  /** Worst first. */
  reasons: z.array(z.enum(testGapReasons)),
  state: z.enum(testGapStates),
  proven_by: number.nullable(),
  /** The earlier mission in which the test did better; omitted in older reports. */
  worse_than: namedSchema.nullable().optional(),
});

const changedTest = z.strictObject({ test: namedSchema, first: runBrief, latest: runBrief });

export const missionFiguresSchema = z.strictObject({
  mission: namedSchema,
  /** The runs counted in the figures. */
  runs: z.enum(countedRuns),
  /** The same for the first runs; null unless first and latest runs are compared. */
  first: headlineSchema.nullable(),
  /** Tests with several runs, comparing the first with the latest. */
  changes: z.strictObject({
    improved: z.array(changedTest),
    worse: z.array(changedTest),
    same: z.array(changedTest),
    /** Tests with one of the two runs not judged. */
    open: z.array(changedTest),
  }),
  /** Tests that fall short in any run, most serious first. */
  gaps: z.array(testGapSchema),
  /** Techniques whose executed tests were all prevented or detected as expected, most tests first. */
  strengths: z.array(z.strictObject({ technique, tests: count, tools: z.array(z.string()) })),
  not_attempted: z.strictObject({ pending: count, skipped: count, blocked: count }),
  ...groupedFigures,
  /** In the order of the mission. */
  by_scenario: z.array(z.strictObject({ scenario: namedSchema, ...figuresSchema.shape })),
});
export type MissionFigures = z.output<typeof missionFiguresSchema>;

/** A selection of its tests: of a scenario, of a tactic (external id), or with a tool expected or recorded. */
export const missionFiguresQuery = z.strictObject({
  /** Only first or latest runs; `compare`, the default: the latest, compared with the first. */
  runs: z.enum(countedRuns).optional(),
  scenario: z.uuid().optional(),
  tactic: z.string().min(1).max(longestExternalId).optional(),
  tool: z.uuid().optional(),
});
export type MissionFiguresQuery = z.output<typeof missionFiguresQuery>;

/** Only tests tagged with a technique (external id); `T1059.*` includes its sub-techniques. */
const ofTechnique = z.string().min(1).max(longestExternalId).optional();

/** A figure of a mission, or of the same part of it. */
export const figureTestsQuery = missionFiguresQuery.extend({
  of: z.enum(figureKeys),
  technique: ofTechnique,
});
export type FigureTestsQuery = z.output<typeof figureTestsQuery>;

export const figureTestsSchema = z.strictObject({
  /** In the order of the mission. */
  test_ids: z.array(z.uuid()),
});
export type FigureTests = z.output<typeof figureTestsSchema>;

export const headlineQuery = z.strictObject({ status: missionStatus.optional() });
export const headlineFiguresSchema = headlineSchema.extend({
  missions: count,
  /** Counts expectations, not tests. */
  expectations: figuresSchema.shape.expectations,
  first: headlineSchema,
});
export type HeadlineFigures = z.output<typeof headlineFiguresSchema>;

/**
 * A figure over missions of a status, or the last ones of an organisation; otherwise over all. It covers all their tests, or
 * those of a tool.
 */
export const headlineTestsQuery = headlineQuery.extend({
  of: z.enum(figureKeys),
  /** The first run of each test, or the latest one, the default. */
  runs: z.enum(['first', 'latest']).optional(),
  organisation_id: z.uuid().optional(),
  tool: z.uuid().optional(),
  technique: ofTechnique,
});
export type HeadlineTestsQuery = z.output<typeof headlineTestsQuery>;

export const headlineTestsSchema = z.strictObject({
  total: count,
  /** Missions with such tests, each with its tests in order; at most a thousand tests. */
  missions: z.array(
    z.strictObject({ mission: namedSchema, tests: z.array(namedSchema.extend({ class: classSchema })) }),
  ),
});
export type HeadlineTests = z.output<typeof headlineTestsSchema>;

export const organisationFiguresQuery = z.strictObject({
  /** Missions from this day on, and up to this day: by start date, else by creation. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
});
export type OrganisationFiguresQuery = z.output<typeof organisationFiguresQuery>;

const datedMissionSchema = z.strictObject({ ...namedSchema.shape, status: missionStatus, date: z.string() });

export const organisationFiguresSchema = z.strictObject({
  organisation: namedSchema,
  /** In order of time, only the last hundred. */
  missions: z.array(
    z.strictObject({
      mission: datedMissionSchema,
      figures: figuresSchema,
      /** The same for the first runs. */
      first: headlineSchema,
      /** Compared with the mission before; null for the first. */
      change: missionChangeSchema.nullable(),
    }),
  ),
  /** Of these missions together. */
  by_tool: groupedFigures.by_tool,
});
export type OrganisationFigures = z.output<typeof organisationFiguresSchema>;

const comparedRun = z
  .strictObject({ test_id: z.uuid(), class: classSchema, seconds: z.number().nullable() })
  .nullable();

/** Test results of a mission, compared with those in a later one. */
export const comparisonSchema = z.strictObject({
  before: datedMissionSchema,
  now: datedMissionSchema,
  counts: changesSchema,
  /** The tests executed in both missions, with their results in each. */
  common: missionChangeSchema.shape.common,
  /** Worse ones first; within one change in the order of the mission. */
  tests: z.array(
    z.strictObject({
      name: z.string(),
      techniques: z.array(technique),
      change: z.enum(missionChanges),
      /** Its result in the earlier mission; null when it is not in that one. */
      before: comparedRun,
      now: comparedRun,
    }),
  ),
  /** By external id, with the changes of their tests; `tactics` by external id. */
  by_technique: z.array(z.strictObject({ technique, tactics: z.array(z.string()), counts: changesSchema })),
  /** Tactics of these techniques, in matrix order. */
  tactics: z.array(technique),
});
export type Comparison = z.output<typeof comparisonSchema>;
