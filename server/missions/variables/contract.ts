import { z } from 'zod';
import { longestVariable, longestVariableName, mostVariables } from '../../../domain/limits.ts';
import { type Variables, variableName } from '../../../domain/variables.ts';

/** The values of variables by their names. */
export const variablesSchema = z.record(z.string(), z.string());

const name = z.string().max(longestVariableName).regex(variableName, 'may have letters, digits, _, . and -');

/** All values there are, not those to change; null for none. */
export const wholeVariables = z
  .record(name, z.string().max(longestVariable))
  .refine((values) => Object.keys(values).length <= mostVariables, `has more than ${mostVariables}`)
  .nullable()
  .transform((values): Variables => values ?? {});

/** Nothing, as null, takes a value away. */
const value = z
  .string()
  .max(longestVariable)
  .transform((text) => text || null)
  .nullable();

/** Values to set, and names to take away: those that it does not name stay. */
export const variablesInput = z
  .record(name, value)
  .refine((input) => Object.keys(input).length <= 2 * mostVariables, `names more than ${2 * mostVariables}`);
export type VariablesInput = z.output<typeof variablesInput>;

/** Null takes them all away. */
export const variablesBody = z.strictObject({ variables: variablesInput.nullable() });

/** As the database keeps them: null where there are none. */
export function toVariablesColumn(variables: Variables): string | null {
  return Object.keys(variables).length === 0 ? null : JSON.stringify(variables);
}

export const missionVariablesSchema = z.strictObject({
  variables: variablesSchema,
  /** The variables that the commands of its tests have, by name: of how many tests, and how many of them have no value. */
  used: z.array(z.strictObject({ name: z.string(), tests: z.int().min(1), without_value: z.int().min(0) })),
});
export type MissionVariables = z.output<typeof missionVariablesSchema>;

export function readVariables(column: string | null): Record<string, string> {
  return column === null ? {} : JSON.parse(column);
}
