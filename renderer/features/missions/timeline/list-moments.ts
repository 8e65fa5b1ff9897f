import { findMedian } from '../../../../domain/figures.ts';
import type { FactKind } from '../../../../domain/outcomes.ts';
import type { DetectionLevel } from '../../../../server/detection-levels/contract.ts';
import type { Mission, TestSummary } from '../../../../server/missions/contract.ts';
import type { Timeline } from '../../../../server/missions/timeline/contract.ts';
import { delayOf } from '../arrangement/arrange-tests.ts';

type What =
  | { kind: 'executed'; by: string | null; host: string | null }
  | { kind: 'seen'; seen: FactKind; tool: string | null; executedAt: string | null }
  | { kind: 'reviewed'; by: string | null; level: DetectionLevel | null };

export type Moment = What & {
  at: string;
  test: TestSummary;
  scenarioId: string;
  /** Number of the run of a retested test; null if there is only one. */
  run: number | null;
};

type Run = Pick<Timeline['closed_runs'][number], 'run' | 'executed_at' | 'detected_at' | 'operator'> &
  Pick<Timeline['closed_runs'][number], 'target_host' | 'detection_level'>;

const order: Record<Moment['kind'], number> = { executed: 0, seen: 1, reviewed: 2 };

/** Events of all runs of a mission in order of time: executions by red, detections and reviews by blue. */
export function listMoments(mission: Mission, timeline: Timeline): Moment[] {
  const closed = Map.groupBy(timeline.closed_runs, ({ test_id }) => test_id);
  const seen = Map.groupBy(timeline.sightings, ({ test_id }) => test_id);
  const reviews = Map.groupBy(timeline.reviews, ({ test_id }) => test_id);
  const moments = mission.scenarios.flatMap(({ id: scenarioId, tests }) =>
    tests.flatMap((test): Moment[] => {
      const runs: Run[] = [...(closed.get(test.id) ?? []), { ...test, run: test.run_number }];
      return runs.flatMap((run) => {
        const isOf = (other: { run: number }) => other.run === run.run;
        const about = { test, scenarioId, run: runs.length > 1 ? run.run : null };
        const review = reviews.get(test.id)?.find(isOf);
        return [
          ...listOfRun(run, seen.get(test.id)?.filter(isOf) ?? []),
          ...(review === undefined
            ? []
            : [
                {
                  kind: 'reviewed' as const,
                  at: review.at,
                  by: review.by?.display_name ?? null,
                  level: run.detection_level,
                },
              ]),
        ].map((moment) => ({ ...about, ...moment }));
      });
    }),
  );
  return moments.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : order[a.kind] - order[b.kind]));
}

/** Execution and detections of a run; without a timed fact, its time of detection is that of a detection. */
function listOfRun(
  { executed_at, detected_at, operator, target_host }: Run,
  facts: Timeline['sightings'],
): (What & { at: string })[] {
  const sightings =
    facts.length > 0
      ? facts.map(({ kind, at, tool }) => ({ seen: kind, at, tool: tool?.name ?? null }))
      : detected_at === null
        ? []
        : [{ seen: 'detected' as const, at: detected_at, tool: null }];
  return [
    ...(executed_at === null
      ? []
      : [{ kind: 'executed' as const, at: executed_at, by: operator, host: target_host }]),
    ...sightings.map((sighting) => ({ kind: 'seen' as const, executedAt: executed_at, ...sighting })),
  ];
}

/** The known non-negative times from execution to detection, in seconds: their median and their maximum. */
export function sumUpDelays(
  tests: readonly TestSummary[],
): { median: number; longest: number; of: number } | null {
  const delays = tests
    .map(delayOf)
    .filter((delay) => delay !== null && delay >= 0)
    .map((delay) => (delay as number) / 1000)
    .sort((a, b) => a - b);
  const [median, longest] = [findMedian(delays), delays.at(-1)];
  return median === null || longest === undefined ? null : { median, longest, of: delays.length };
}
