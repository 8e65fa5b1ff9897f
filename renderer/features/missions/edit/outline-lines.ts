import type { Mission, Scenario, TestSummary } from '../../../../server/missions/contract.ts';

export type OutlineLine =
  | { kind: 'scenario'; key: string; scenario: Scenario; index: number }
  | { kind: 'test'; key: string; test: TestSummary; scenario: Scenario; index: number }
  /** The line for adding a test to a scenario. */
  | { kind: 'add'; key: string; scenario: Scenario };

/** The outline of a mission, line by line; a folded scenario has only its name. */
export function listOutlineLines({ scenarios }: Mission, folded: ReadonlySet<string>): OutlineLine[] {
  return scenarios.flatMap((scenario, place): OutlineLine[] => {
    const head = { kind: 'scenario', key: scenario.id, scenario, index: place } as const;
    if (folded.has(scenario.id)) return [head];
    return [
      head,
      ...scenario.tests.map(
        (test, index) => ({ kind: 'test', key: test.id, test, scenario, index }) as const,
      ),
      { kind: 'add', key: `add ${scenario.id}`, scenario },
    ];
  });
}

export type Half = 'upper' | 'lower';
export type Place = { scenario_id: string; position: number };

/** New position of a test dropped on a line, among the scenario's other tests; null when it would not move. */
export function findTestLanding(test: TestSummary, line: OutlineLine, half: Half): Place | null {
  const { scenario } = line;
  const isOwn = scenario.id === test.scenario_id;
  const from = scenario.tests.findIndex(({ id }) => id === test.id);
  let gap = 0;
  if (line.kind === 'test') gap = half === 'upper' ? line.index : line.index + 1;
  if (line.kind === 'add') gap = scenario.tests.length;
  const position = isOwn && from < gap ? gap - 1 : gap;
  return isOwn && position === from ? null : { scenario_id: scenario.id, position };
}

/** Position of a test moved up or down by one, across scenarios; null at the ends of the mission. */
export function findTestStep({ scenarios }: Mission, test: TestSummary, by: -1 | 1): Place | null {
  const at = scenarios.findIndex(({ id }) => id === test.scenario_id);
  const from = scenarios[at]?.tests.findIndex(({ id }) => id === test.id) ?? -1;
  if (from === -1) return null;
  const position = from + by;
  if (position >= 0 && position < (scenarios[at]?.tests.length ?? 0)) {
    return { scenario_id: test.scenario_id, position };
  }
  const next = scenarios[at + by];
  if (next === undefined) return null;
  return { scenario_id: next.id, position: by === 1 ? 0 : next.tests.length };
}

/** The ids of scenarios after moving one of them. */
export function orderWith(scenarios: readonly Scenario[], id: string, to: number): string[] {
  const ids = scenarios.map((scenario) => scenario.id).filter((other) => other !== id);
  ids.splice(Math.max(0, to), 0, id);
  return ids;
}
