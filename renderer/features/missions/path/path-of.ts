import { findStops, type PathEdge, type PathStops } from '../../../../domain/attack-path.ts';
import type { PathNode } from '../../../../domain/charts/attack-path.ts';
import { wasRun } from '../../../../domain/missions.ts';
import { classify, levelKeys } from '../../../../domain/outcomes.ts';
import type { Mission, TestSummary } from '../../../../server/missions/contract.ts';
import { t } from '../../../words.ts';

/** The tests of a mission as they stand in its attack path. */
export type Path = {
  nodes: PathNode[];
  edges: readonly PathEdge[];
  stops: PathStops;
  /** Tests with an edge, and the others, in the order of the mission. */
  inside: TestSummary[];
  outside: TestSummary[];
};

/** Takes a mission and its edges, returns its path; with a scenario, only what lies within it. */
export function toPath(mission: Mission, edges: readonly PathEdge[], scenario: string | null): Path {
  const tests = mission.scenarios
    .filter(({ id }) => scenario === null || id === scenario)
    .flatMap((one) => one.tests);
  const known = new Set(tests.map(({ id }) => id));
  const within = edges.filter(({ test_id, follows_id }) => known.has(test_id) && known.has(follows_id));
  const linked = new Set(within.flatMap(({ test_id, follows_id }) => [test_id, follows_id]));
  const stops = findStops(
    tests.map((test) => ({
      id: test.id,
      class: classOf(test),
      was_run: wasRun(test.status),
      executed_at: test.executed_at,
    })),
    within,
  );
  const stopped = new Set(stops.stops.map(({ test_id }) => test_id));
  return {
    nodes: tests
      .filter(({ id }) => linked.has(id))
      .map((test) => ({
        id: test.id,
        name: test.name,
        outcome: outcomeOf(test),
        status: t(`names.test_status.${test.status}`),
        executed_at: test.executed_at,
        isStop: stopped.has(test.id),
      })),
    edges: within,
    stops,
    inside: tests.filter(({ id }) => linked.has(id)),
    outside: tests.filter(({ id }) => !linked.has(id)),
  };
}

function classOf({ detection_level, outcome }: TestSummary) {
  const level = levelKeys.find((key) => key === detection_level?.key) ?? null;
  return classify(level, outcome);
}

/** Outcome of a test that was run; null for others. */
export function outcomeOf(test: TestSummary): PathNode['outcome'] {
  return wasRun(test.status) ? (classOf(test) ?? 'open') : null;
}

/** The outcome in words, or else the status. */
export function describeOutcome(test: TestSummary): string {
  const outcome = outcomeOf(test);
  return outcome === null ? t(`names.test_status.${test.status}`) : t(`names.outcome.${outcome}`);
}
