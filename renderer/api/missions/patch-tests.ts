import type { Mission, TestSummary } from '../../../server/missions/contract.ts';

type Change = Pick<TestSummary, 'id'> & Partial<TestSummary>;

/**
 * The mission with these tests changed and its counts updated; older changes are ignored. `unknown`: one of the tests is not in
 * the mission yet.
 */
export function patchTests(
  mission: Mission,
  changes: readonly Change[],
): { mission: Mission; unknown: boolean } {
  const waiting = new Map(changes.map((change) => [change.id, change]));
  if (waiting.size === 0) return { mission, unknown: false };
  const counts = { ...mission.counts };
  const scenarios = mission.scenarios.map((scenario) => {
    if (!scenario.tests.some((test) => waiting.has(test.id))) return scenario;
    const tests = scenario.tests.map((test) => {
      const change = waiting.get(test.id);
      if (change === undefined) return test;
      waiting.delete(test.id);
      if (change.updated_at !== undefined && change.updated_at < test.updated_at) return test;
      const next = { ...test, ...change };
      counts[test.status] -= 1;
      counts[next.status] += 1;
      return next;
    });
    return { ...scenario, tests };
  });
  return { mission: { ...mission, scenarios, counts }, unknown: waiting.size > 0 };
}

/** The latest change of any test, from which the activity is followed. */
export function findLastChange(mission: Pick<Mission, 'scenarios'>): string {
  let latest = '0000-01-01T00:00:00.000Z';
  for (const scenario of mission.scenarios) {
    for (const test of scenario.tests) if (test.updated_at > latest) latest = test.updated_at;
  }
  return latest;
}

/** Identifies a state of a mission and its tests. */
export const versionOf = (mission: Pick<Mission, 'scenarios' | 'outline_changed_at'>): string =>
  `${findLastChange(mission)} ${mission.outline_changed_at ?? ''}`;
