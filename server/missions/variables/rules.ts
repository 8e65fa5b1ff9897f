import { mostVariables } from '../../../domain/limits.ts';
import { listVariables, type Variables } from '../../../domain/variables.ts';
import { invalid } from '../../errors.ts';
import type { MissionVariables, VariablesInput } from './contract.ts';

/**
 * The values after a change, by name: omitted ones stay, null removes one, and null for all of them removes all. Refuses
 * `invalid` too many.
 */
export function mergeVariables(present: Variables, input: VariablesInput | null): Variables {
  if (input === null) return {};
  const merged = Object.entries({ ...present, ...input }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  if (merged.length > mostVariables) {
    throw invalid('variables', `there would be ${merged.length}; the limit is ${mostVariables}`);
  }
  return Object.fromEntries(merged.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Commands of a test, and its own values: overrides, or defaults. */
export type Commands = { texts: readonly (string | null)[]; variables: Variables };

/** Counts the variables in commands of tests. */
export class UsedVariables {
  readonly #mission: Variables;
  readonly #used = new Map<string, { tests: number; without_value: number }>();

  constructor(mission: Variables) {
    this.#mission = mission;
  }

  add({ texts, variables }: Commands): void {
    for (const name of listVariables(texts)) {
      const sum = this.#used.get(name) ?? { tests: 0, without_value: 0 };
      sum.tests += 1;
      if (![variables, this.#mission].some((values) => Object.hasOwn(values, name))) sum.without_value += 1;
      this.#used.set(name, sum);
    }
  }

  list(): MissionVariables['used'] {
    return [...this.#used]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, sum]) => ({ name, ...sum }));
  }
}
