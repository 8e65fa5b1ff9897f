import { z } from 'zod';
import { expectedLevels } from '../../domain/expectations.ts';
import { type FiguredFact, timedKinds } from '../../domain/figured-tests.ts';
import { type DetectionLimit, detectionLimits } from '../../domain/figures.ts';
import { detectionCategories, levelKeys, severities } from '../../domain/outcomes.ts';
import { each } from '../fields.ts';

const count = z.int().min(0);
const named = z.strictObject({ id: z.uuid(), name: z.string() });

const rate = z.strictObject({ n: count, N: count, partial: count });
const time = z.strictObject({
  median_s: z.number().nullable(),
  p90_s: z.number().nullable(),
  n: count,
  without: count,
});

const figures = {
  tests: count,
  attempted: count,
  scored: count,
  levels: z.strictObject(each(levelKeys, count)),
  basis: z.strictObject({ facts: count, level: count }),
  skew: count,
  detection: rate,
  visibility: rate,
  prevention: rate,
  response: rate,
  missed: rate,
  expectations: rate.nullable(),
  within: z.strictObject(each(Object.keys(detectionLimits) as DetectionLimit[], rate)),
  times: z.strictObject(each(timedKinds, time)),
  categories: z.strictObject(each(detectionCategories, count)),
};

/** Figures of tests, as docs/figures.md defines them. */
export const figuresSchema = z.strictObject(figures);

const levelCounts = z.strictObject(each([...levelKeys, 'open'] as const, count));

const entry = z.strictObject({ external_id: z.string(), name: z.string() });

/** The figures of a whole, and of its parts. */
export const groupedFigures = {
  ...figures,
  /** In the order of the matrix; a technique counts in each of its tactics. */
  by_tactic: z.array(z.strictObject({ tactic: entry, ...figures })),
  /** By external id; `tactics` are those that have it, by theirs. */
  by_technique: z.array(z.strictObject({ technique: entry, tactics: z.array(z.string()), ...figures })),
  /** Of the tests that a tool was expected in, or answered for: in how many it saw something. */
  by_tool: z.array(z.strictObject({ tool: named, n: count, N: count })),
  /** Attempted tests by what was expected of them at best, and by their detection level. */
  expected_levels: z.strictObject(each(expectedLevels, levelCounts)),
  /** Attempted tests by the highest severity of what was seen of them, and by their detection level. */
  severities: z.strictObject(each(severities, levelCounts)),
};

export { named as namedSchema };

/** A fact as stores read it, with the name of its tool. */
export type FiguredFactRow = Omit<FiguredFact, 'tool' | 'modifiers'> & {
  tool_id: string | null;
  tool_name: string | null;
  modifiers_json: string;
};

/** Takes a row, returns the fact in it as figures look at it. */
export function toFiguredFact(row: FiguredFactRow): FiguredFact {
  return {
    kind: row.kind,
    result: row.result,
    at: row.at,
    tool: row.tool_id === null || row.tool_name === null ? null : { id: row.tool_id, name: row.tool_name },
    category: row.category,
    severity: row.severity,
    modifiers: JSON.parse(row.modifiers_json),
  };
}
