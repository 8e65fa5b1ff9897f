import { z } from 'zod';
import { detectionLevelSchema } from '../../detection-levels/contract.ts';
import { catalogTag } from '../../fields.ts';
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
export const coverageSchema = z.strictObject({
  missions: count,
  tests: z.strictObject(standing),
  /** Different techniques and sub-techniques that tests are tagged with themselves. */
  tagged: z.strictObject(standing),
  /** By detection level, worst first; null stands for what was run and not judged. */
  levels: z.array(z.strictObject({ level: detectionLevelSchema.nullable(), run: count })),
  /** What was done below a technique counts for the technique too, once for each test. */
  entries: z.array(
    z.strictObject({
      external_id: z.string(),
      ...standing,
      /** The best level of what was run. */
      level: detectionLevelSchema.nullable(),
    }),
  ),
});
export type CoverageSummary = z.output<typeof coverageSchema>;
