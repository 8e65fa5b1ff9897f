import assert from 'node:assert/strict';
import type { ScenarioTemplate } from '../../../server/templates/contract.ts';

/** The test templates of a scenario, in order. */
export const orderOf = (scenario: ScenarioTemplate): string[] =>
  scenario.tests.map((test) => test.test_template.id);

export function assertDense(scenario: ScenarioTemplate): void {
  assert.deepEqual(
    scenario.tests.map((test) => test.position),
    scenario.tests.map((_, index) => index),
  );
}
