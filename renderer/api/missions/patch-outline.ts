import type { Mission, TestSummary } from '../../../server/missions/contract.ts';

export type TestPlace = { scenario_id: string; position?: number };

/** The mission with a test at its new place, before the server confirms it; by default at the end. */
export function placeInMission(
  mission: Mission,
  testId: string,
  { scenario_id, position }: TestPlace,
): Mission {
  const test = mission.scenarios.flatMap(({ tests }) => tests).find(({ id }) => id === testId);
  if (test === undefined) return mission;
  const scenarios = mission.scenarios.map((scenario) => {
    // The server's answer may already contain the new scenario.
    const tests = scenario.tests.filter(({ id }) => id !== testId);
    if (scenario.id !== scenario_id && tests.length === scenario.tests.length) return scenario;
    if (scenario.id === scenario_id) tests.splice(position ?? tests.length, 0, { ...test, scenario_id });
    return { ...scenario, tests: tests.map(atPosition) };
  });
  return { ...mission, scenarios };
}

function atPosition(test: TestSummary, position: number): TestSummary {
  return test.position === position ? test : { ...test, position };
}

/** The mission with its scenarios in this order. */
export function orderInMission(mission: Mission, ids: readonly string[]): Mission {
  const known = new Map(mission.scenarios.map((scenario) => [scenario.id, scenario]));
  const scenarios = ids.flatMap((id, position) => {
    const scenario = known.get(id);
    return scenario === undefined ? [] : [{ ...scenario, position }];
  });
  return { ...mission, scenarios };
}

/** The mission without a test. */
export function removeFromMission(mission: Mission, testId: string): Mission {
  const counts = { ...mission.counts };
  const scenarios = mission.scenarios.map((scenario) => {
    const gone = scenario.tests.find(({ id }) => id === testId);
    if (gone === undefined) return scenario;
    counts.tests -= 1;
    counts[gone.status] -= 1;
    return { ...scenario, tests: scenario.tests.filter((test) => test !== gone).map(atPosition) };
  });
  return { ...mission, counts, scenarios };
}
