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
  /** In all the missions that are in progress. */
  total: count,
  /** The first of them, mission by mission in turn. */
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
  /** Tests that wait to be executed. */
  pending: waitingSchema,
  /** Tests that wait to be reviewed. */
  executed: waitingSchema,
});
export type Overview = z.output<typeof overviewSchema>;
export type WaitingTests = Overview['pending'];

export const coverageQuery = z.strictObject({
  /** Only of missions in this state. */
  status: missionStatus.optional(),
});

const standing = { planned: count, run: count };
const verdictCounts = z.strictObject(each(keptVerdicts, count));
/** Of what was run, how often each level was judged; left out where never. */
const levelCounts = z.strictObject(each(levelKeys, count.optional()));
/** Of what was run, how often each result is the best of a kind; left out where never. */
const resultCounts = z.strictObject(each(factResults, count.optional()));
const outcomeCounts = z.strictObject(each(factKinds, resultCounts.optional()));
export const coverageSchema = z.strictObject({
  missions: count,
  tests: z.strictObject(standing),
  /** Different techniques and sub-techniques that tests are tagged with themselves. */
  tagged: z.strictObject(standing),
  /** By detection level, worst first; null stands for what was run and not judged. */
  levels: z.array(z.strictObject({ level: detectionLevelSchema.nullable(), run: count })),
  /** Of what was run, by kind of fact. */
  outcomes: outcomeCounts,
  /** Of the tests of which something is expected. */
  expectations: verdictCounts,
  /** Tests of sub-techniques count for the technique too, once for each test. */
  entries: z.array(
    z.strictObject({
      external_id: z.string(),
      ...standing,
      /** The best level of what was run. */
      level: detectionLevelSchema.nullable(),
      levels: levelCounts,
      outcomes: outcomeCounts,
    }),
  ),
});
export type CoverageSummary = z.output<typeof coverageSchema>;
export type LevelCounts = z.output<typeof levelCounts>;
export type OutcomeCounts = z.output<typeof outcomeCounts>;

export const missionOutcomesQuery = z.strictObject({
  /** The ids of the missions, with commas between them. */
  missions: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(id).max(mostMissionsAtOnce)),
});

export const missionOutcomesSchema = z.array(
  z.strictObject({
    mission_id: id,
    tests: z.strictObject(standing),
    levels: levelCounts,
    expectations: verdictCounts,
    /** Since when something waits for each side while it runs; null where nothing does. */
    waits: z.strictObject({ red: z.string().nullable(), blue: z.string().nullable() }),
  }),
);
export type MissionOutcomes = z.output<typeof missionOutcomesSchema>[number];
