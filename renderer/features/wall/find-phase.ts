import { wasRun } from '../../../domain/missions.ts';
import type { Mission, TestSummary } from '../../../server/missions/contract.ts';

export type Phase = {
  /** True if red is working on it or it was the last one executed; false if it is the next one. */
  isBegun: boolean;
  test: TestSummary;
  scenario: { name: string; place: number; tests: number; run: number };
  scenarios: number;
};

type Present = { id: string; test_id: string | null };

/**
 * Takes a mission and the people at its tests, returns the current test: the pending one opened by a red member, else the last
 * one executed, else the first pending one. Null without tests.
 */
export function findPhase({ scenarios, members }: Mission, people: readonly Present[]): Phase | null {
  const red = new Set(members.filter(({ role_hint }) => role_hint === 'red').map(({ user }) => user.id));
  const open = people.filter(({ id }) => red.has(id)).map(({ test_id }) => test_id);
  const tests = scenarios.flatMap((scenario) => scenario.tests);
  const pending = tests.filter(({ status }) => status === 'pending');
  const begun =
    pending.findLast(({ id }) => open.includes(id)) ??
    tests.reduce<TestSummary | undefined>(
      (last, test) => (wasRun(test.status) && isLater(test, last) ? test : last),
      undefined,
    );
  const test = begun ?? pending[0] ?? tests[0];
  const index = scenarios.findIndex(({ id }) => id === test?.scenario_id);
  const scenario = scenarios[index];
  if (test === undefined || scenario === undefined) return null;
  return {
    isBegun: begun !== undefined,
    test,
    scenario: {
      name: scenario.name,
      place: index + 1,
      tests: scenario.tests.length,
      run: scenario.tests.filter(({ status }) => wasRun(status)).length,
    },
    scenarios: scenarios.length,
  };
}

function isLater({ executed_at }: TestSummary, last: TestSummary | undefined): boolean {
  return last === undefined || (executed_at ?? '') > (last.executed_at ?? '');
}
