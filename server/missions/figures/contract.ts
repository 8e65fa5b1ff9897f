import { z } from 'zod';
import { longestExternalId } from '../../../domain/limits.ts';
import { calendarDate } from '../../fields.ts';
import { figuresSchema, groupedFigures, namedSchema } from '../../figures/contract.ts';
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

export const missionFiguresSchema = z.strictObject({
  mission: namedSchema,
  not_attempted: z.strictObject({ pending: count, skipped: count, blocked: count }),
  ...groupedFigures,
  /** In the order of the mission. */
  by_scenario: z.array(z.strictObject({ scenario: namedSchema, ...figuresSchema.shape })),
});
export type MissionFigures = z.output<typeof missionFiguresSchema>;

/** Which of its tests: those of a scenario, of a tactic (external id), those in which a tool was expected or answered for. */
export const missionFiguresQuery = z.strictObject({
  scenario: z.uuid().optional(),
  tactic: z.string().min(1).max(longestExternalId).optional(),
  tool: z.uuid().optional(),
});
export type MissionFiguresQuery = z.output<typeof missionFiguresQuery>;

export const organisationFiguresQuery = z.strictObject({
  /** Missions from this day on, and up to this day: by their start, else by when they were made. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
});
export type OrganisationFiguresQuery = z.output<typeof organisationFiguresQuery>;

export const organisationFiguresSchema = z.strictObject({
  organisation: namedSchema,
  /** In order of time, the last hundred of them. */
  missions: z.array(
    z.strictObject({
      mission: z.strictObject({ ...namedSchema.shape, status: missionStatus, date: z.string() }),
      figures: figuresSchema,
      /** Against the mission before it; null for the first. */
      change: changesSchema.nullable(),
    }),
  ),
  /** Of these missions together. */
  by_tool: groupedFigures.by_tool,
});
export type OrganisationFigures = z.output<typeof organisationFiguresSchema>;
