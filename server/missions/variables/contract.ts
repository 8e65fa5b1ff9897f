import { z } from 'zod';
import { longestVariable, longestVariableName, mostVariables } from '../../../domain/limits.ts';
import { type Variables, variableName } from '../../../domain/variables.ts';

/** The values of variables by name. */
export const variablesSchema = z.record(z.string(), z.string());

const name = z.string().max(longestVariableName).regex(variableName, 'may have letters, digits, _, . and -');

/** All values, not only changes; null for none. */
export const wholeVariables = z
  .record(name, z.string().max(longestVariable))
  .refine((values) => Object.keys(values).length <= mostVariables, `has more than ${mostVariables}`)
  .nullable()
  .transform((values): Variables => values ?? {});

/** Null or empty removes a value. */
const value = z
  .string()
  .max(longestVariable)
  .transform((text) => text || null)
  .nullable();

/** Values to set, and names to remove: others stay. */
export const variablesInput = z
  .record(name, value)
  .refine((input) => Object.keys(input).length <= 2 * mostVariables, `names more than ${2 * mostVariables}`);
export type VariablesInput = z.output<typeof variablesInput>;

/** Null removes them all. */
export const variablesBody = z.strictObject({ variables: variablesInput.nullable() });

/** As stored in the database: null when there are none. */
export function toVariablesColumn(variables: Variables): string | null {
  return Object.keys(variables).length === 0 ? null : JSON.stringify(variables);
}

export const missionVariablesSchema = z.strictObject({
  variables: variablesSchema,
  /** The variables in the commands of its tests, by name: the number of tests, and the number of those without a value. */
  used: z.array(z.strictObject({ name: z.string(), tests: z.int().min(1), without_value: z.int().min(0) })),
});
export type MissionVariables = z.output<typeof missionVariablesSchema>;

export function readVariables(column: string | null): Record<string, string> {
  return column === null ? {} : JSON.parse(column);
}
