import { z } from 'zod';
import { keptVerdicts } from '../../../domain/expectations.ts';
import { mostMissionsAtOnce } from '../../../domain/limits.ts';
import { factKinds, factResults, levelKeys } from '../../../domain/outcomes.ts';
import { detectionLevelSchema } from '../../detection-levels/contract.ts';
import { catalogTag, each } from '../../fields.ts';
import { missionStatus, testStatus } from '../contract.ts';

const id = z.uuid();
const count = z.int().min(0);

const waitingSchema = z.strictObject({
  /** In all missions in progress. */
  total: count,
  /** The first tests, taken from each mission in turn. */
  tests: z.array(
    z.strictObject({
      id,
      name: z.string(),
      status: testStatus,
      catalog_tags: z.array(catalogTag),
      mission: z.strictObject({ id, name: z.string() }),
      assigned_to_me: z.boolean(),
    }),
  ),
});

export const overviewSchema = z.strictObject({
  /** Missions in progress. */
  missions: count,
  /** Tests waiting for execution. */
  pending: waitingSchema,
  /** Tests waiting for review. */
  executed: waitingSchema,
});
export type Overview = z.output<typeof overviewSchema>;
export type WaitingTests = Overview['pending'];

export const coverageQuery = z.strictObject({
  /** Only missions in this state. */
  status: missionStatus.optional(),
});

const standing = { planned: count, run: count };
const verdictCounts = z.strictObject(each(keptVerdicts, count));
/** Number of executed tests by level; levels without tests are omitted. */
const levelCounts = z.strictObject(each(levelKeys, count.optional()));
/** Number of executed tests by their best result of a kind; results without tests are omitted. */
const resultCounts = z.strictObject(each(factResults, count.optional()));
const outcomeCounts = z.strictObject(each(factKinds, resultCounts.optional()));
export const coverageSchema = z.strictObject({
  missions: count,
  tests: z.strictObject(standing),
  /** Different techniques and sub-techniques used as tags of tests. */
  tagged: z.strictObject(standing),
  /** By detection level, worst first; null stands for executed tests without a verdict. */
  levels: z.array(z.strictObject({ level: detectionLevelSchema.nullable(), run: count })),
  /** Of executed tests, by kind of fact. */
  outcomes: outcomeCounts,
  /** Of tests with expectations. */
  expectations: verdictCounts,
  /** Tests of sub-techniques also count for the technique, once each. */
  entries: z.array(
    z.strictObject({
      external_id: z.string(),
      ...standing,
      /** The best level of executed tests. */
      level: detectionLevelSchema.nullable(),
      levels: levelCounts,
      outcomes: outcomeCounts,
    }),
  ),
});
export type CoverageSummary = z.output<typeof coverageSchema>;
export type LevelCounts = z.output<typeof levelCounts>;
export type OutcomeCounts = z.output<typeof outcomeCounts>;

/** Of an id and its comma. */
const lengthOfId = 37;

export const missionOutcomesQuery = z.strictObject({
  /** The ids of the missions, separated by commas. */
  missions: z
    .string()
    .max(mostMissionsAtOnce * lengthOfId)
    .transform((ids) => ids.split(','))
    .pipe(z.array(id).max(mostMissionsAtOnce)),
});

export const missionOutcomesSchema = z.array(
  z.strictObject({
    mission_id: id,
    tests: z.strictObject(standing),
    levels: levelCounts,
    expectations: verdictCounts,
    /** Start of the oldest wait for each side while it runs; null without one. */
    waits: z.strictObject({ red: z.string().nullable(), blue: z.string().nullable() }),
  }),
);
export type MissionOutcomes = z.output<typeof missionOutcomesSchema>[number];
