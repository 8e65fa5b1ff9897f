import { z } from 'zod';
import { expectedLevels } from '../../domain/expectations.ts';
import { type DetectionLimit, detectionLimits, questionAnswers } from '../../domain/figures.ts';
import {
  decidingKinds,
  detectionCategories,
  factKinds,
  levelKeys,
  severities,
} from '../../domain/outcomes.ts';
import { type FiguredFact, timedKinds } from '../../domain/score.ts';
import { readConfirmed } from '../facts/contract.ts';
import { each } from '../fields.ts';

const count = z.int().min(0);
const named = z.strictObject({ id: z.uuid(), name: z.string() });

const rate = z.strictObject({ n: count, N: count });
const time = z.strictObject({
  median_s: z.number().nullable(),
  p90_s: z.number().nullable(),
  n: count,
  without: count,
});
const times = z.strictObject(each(timedKinds, time));

export const classSchema = z.enum(levelKeys).nullable();

const headline = {
  attempted: count,
  judged: count,
  classes: z.strictObject(each(levelKeys, count)),
  not_judged: count,
  stopped_or_detected: rate,
  prevented: rate,
  missed: rate,
  within: z.strictObject(
    each(Object.keys(detectionLimits) as DetectionLimit[], rate.extend({ unknown: count })),
  ),
};
/** The headline figures: classes, and rates over the judged tests. */
export const headlineSchema = z.strictObject(headline);

const figures = {
  tests: count,
  ...headline,
  open_questions: z.strictObject(each(decidingKinds, count)),
  questions: z.strictObject(each(factKinds, z.strictObject(each(questionAnswers, count)))),
  /** Expectations, not tests. */
  expectations: z.strictObject({ met: count, not_met: count, open: count, not_applicable: count }),
  times,
  partial_times: times,
  odd: count,
  unconfirmed: count,
  categories: z.strictObject(each(detectionCategories, count)),
};

/** Figures of tests, as docs/figures.md defines them. */
export const figuresSchema = z.strictObject(figures);

const levelCounts = z.strictObject(each([...levelKeys, 'open'] as const, count));

const entry = z.strictObject({ external_id: z.string(), name: z.string() });

/** The figures of a whole and of its parts. */
export const groupedFigures = {
  ...figures,
  /** In matrix order; a technique counts in each of its tactics. */
  by_tactic: z.array(z.strictObject({ tactic: entry, ...figures })),
  /** By external id; `tactics` are the technique's, by external id. */
  by_technique: z.array(z.strictObject({ technique: entry, tactics: z.array(z.string()), ...figures })),
  /** `n` of the `N` tests in which a tool was expected; `saw` counts all in which it saw something. */
  by_tool: z.array(z.strictObject({ tool: named, n: count, N: count, saw: count })),
  /** Attempted tests by their best expectation and by class. */
  expected_levels: z.strictObject(each(expectedLevels, levelCounts)),
  /** Attempted tests by the highest severity observed and by class. */
  severities: z.strictObject(each(severities, levelCounts)),
};

export { named as namedSchema };

/** A fact as read by stores, with the name of its tool. */
export type FiguredFactRow = Omit<FiguredFact, 'tool' | 'modifiers' | 'time_confirmed'> & {
  time_confirmed: 0 | 1 | null;
  tool_id: string | null;
  tool_name: string | null;
  modifiers_json: string;
};

/** Takes a row, returns the fact for figures. */
export function toFiguredFact(row: FiguredFactRow): FiguredFact {
  return {
    kind: row.kind,
    result: row.result,
    at: row.at,
    time_confirmed: readConfirmed(row.time_confirmed),
    tool: row.tool_id === null || row.tool_name === null ? null : { id: row.tool_id, name: row.tool_name },
    category: row.category,
    severity: row.severity,
    modifiers: JSON.parse(row.modifiers_json),
  };
}
