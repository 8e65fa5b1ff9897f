import { z } from 'zod';
import { figureKeys } from '../../../domain/figure-keys.ts';
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

/** Of tests that stand in both of two missions, or in one of them. */
export const changesSchema = z.strictObject({
  improved: count,
  worse: count,
  same: count,
  /** In both, and there is nothing to compare. */
  open: count,
  /** In the later one alone. */
  new: count,
  /** In the earlier one alone. */
  gone: count,
});
export type Changes = z.output<typeof changesSchema>;

/** A mission against the one before it. */
const comparedTest = z.strictObject({
  test: namedSchema,
  before: z.enum(levelKeys).nullable(),
  now: z.enum(levelKeys).nullable(),
});

export const missionChangeSchema = changesSchema.extend({
  /** The tests that both have and that were run in both, as they were in either. */
  common: z.strictObject({ tests: count, before: headlineSchema, now: headlineSchema }),
  /** The tests that got worse, in the order of the later mission. */
  worse_tests: z.array(comparedTest),
  /** The tests that got better, in the same order; left out where a report is older. */
  improved_tests: z.array(comparedTest).optional(),
});
export type MissionChange = z.output<typeof missionChangeSchema>;

const number = z.int().min(1);
const technique = z.strictObject({ external_id: z.string(), name: z.string() });
const runBrief = z.strictObject({
  run: number,
  class: classSchema,
  /** From the execution to what prevented or detected it. */
  seconds: z.number().nullable(),
});

export const testGapSchema = z.strictObject({
  test: namedSchema,
  techniques: z.array(technique),
  /** The last run that falls short. */
  run: number,
  class: classSchema,
  /** The worst first. */
  reasons: z.array(z.enum(testGapReasons)),
  state: z.enum(testGapStates),
  proven_by: number.nullable(),
  /** The earlier mission in which the test did better; left out where a report is older. */
  worse_than: namedSchema.nullable().optional(),
});

const changedTest = z.strictObject({ test: namedSchema, first: runBrief, latest: runBrief });

export const missionFiguresSchema = z.strictObject({
  mission: namedSchema,
  /** The runs that the figures are of. */
  runs: z.enum(countedRuns),
  /** The same of the first runs; null unless first and latest runs are compared. */
  first: headlineSchema.nullable(),
  /** The tests that were run more than once, their first run against the latest. */
  changes: z.strictObject({
    improved: z.array(changedTest),
    worse: z.array(changedTest),
    same: z.array(changedTest),
    /** One of the two runs is not judged. */
    open: z.array(changedTest),
  }),
  /** Tests that fall short in any run, the gravest first. */
  gaps: z.array(testGapSchema),
  /** Techniques of which every run test was prevented or detected as expected, those with the most tests first. */
  strengths: z.array(z.strictObject({ technique, tests: count, tools: z.array(z.string()) })),
  not_attempted: z.strictObject({ pending: count, skipped: count, blocked: count }),
  ...groupedFigures,
  /** In the order of the mission. */
  by_scenario: z.array(z.strictObject({ scenario: namedSchema, ...figuresSchema.shape })),
});
export type MissionFigures = z.output<typeof missionFiguresSchema>;

/** Which of its tests: those of a scenario, of a tactic (external id), those in which a tool was expected or answered for. */
export const missionFiguresQuery = z.strictObject({
  /** First or latest runs alone; `compare`, the default: the latest, and what the first had shown. */
  runs: z.enum(countedRuns).optional(),
  scenario: z.uuid().optional(),
  tactic: z.string().min(1).max(longestExternalId).optional(),
  tool: z.uuid().optional(),
});
export type MissionFiguresQuery = z.output<typeof missionFiguresQuery>;

/** Which figure of a mission, or of the same part of it. */
export const figureTestsQuery = missionFiguresQuery.extend({ of: z.enum(figureKeys) });
export type FigureTestsQuery = z.output<typeof figureTestsQuery>;

export const figureTestsSchema = z.strictObject({
  /** In the order of the mission. */
  test_ids: z.array(z.uuid()),
});
export type FigureTests = z.output<typeof figureTestsSchema>;

export const headlineQuery = z.strictObject({ status: missionStatus.optional() });
export const headlineFiguresSchema = headlineSchema.extend({
  missions: count,
  /** Expectations, not tests. */
  expectations: figuresSchema.shape.expectations,
  first: headlineSchema,
});
export type HeadlineFigures = z.output<typeof headlineFiguresSchema>;

/** Which figure, over which missions: of a status, or the last ones of an organisation; else all. Of their tests all, or those of a tool. */
export const headlineTestsQuery = headlineQuery.extend({
  of: z.enum(figureKeys),
  organisation_id: z.uuid().optional(),
  tool: z.uuid().optional(),
});
export type HeadlineTestsQuery = z.output<typeof headlineTestsQuery>;

export const headlineTestsSchema = z.strictObject({
  total: count,
  /** Missions with such tests, each with them in its order; a thousand tests at most. */
  missions: z.array(
    z.strictObject({ mission: namedSchema, tests: z.array(namedSchema.extend({ class: classSchema })) }),
  ),
});
export type HeadlineTests = z.output<typeof headlineTestsSchema>;

export const organisationFiguresQuery = z.strictObject({
  /** Missions from this day on, and up to this day: by their start, else by when they were made. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
});
export type OrganisationFiguresQuery = z.output<typeof organisationFiguresQuery>;

const datedMissionSchema = z.strictObject({ ...namedSchema.shape, status: missionStatus, date: z.string() });

export const organisationFiguresSchema = z.strictObject({
  organisation: namedSchema,
  /** In order of time, the last hundred of them. */
  missions: z.array(
    z.strictObject({
      mission: datedMissionSchema,
      figures: figuresSchema,
      /** The same of the first runs. */
      first: headlineSchema,
      /** Against the mission before it; null for the first. */
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

/** Two missions: what became of the tests of one in a later one. */
export const comparisonSchema = z.strictObject({
  before: datedMissionSchema,
  now: datedMissionSchema,
  counts: changesSchema,
  /** The tests that both have and that were run in both, as they were in either. */
  common: missionChangeSchema.shape.common,
  /** The worse ones first; of one change in the order of the mission. */
  tests: z.array(
    z.strictObject({
      name: z.string(),
      techniques: z.array(technique),
      change: z.enum(missionChanges),
      /** As it was in the earlier mission; null where that has none such. */
      before: comparedRun,
      now: comparedRun,
    }),
  ),
  /** By external id, with what became of their tests; `tactics` by external id. */
  by_technique: z.array(z.strictObject({ technique, tactics: z.array(z.string()), counts: changesSchema })),
  /** Tactics of these techniques, in the order of the matrix. */
  tactics: z.array(technique),
});
export type Comparison = z.output<typeof comparisonSchema>;
