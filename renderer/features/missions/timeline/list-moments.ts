import { findMedian } from '../../../../domain/figures.ts';
import type { Mission, TestSummary } from '../../../../server/missions/contract.ts';
import type { Timeline } from '../../../../server/missions/timeline/contract.ts';
import { delayOf } from '../arrangement/arrange-tests.ts';

export type Moment = {
  at: string;
  kind: 'executed' | 'detected' | 'reviewed';
  test: TestSummary;
  scenarioId: string;
  by: string | null;
};

const order: Record<Moment['kind'], number> = { executed: 0, detected: 1, reviewed: 2 };

/** Events of a mission in order of time: red's executions, and blue's detections and reviews. */
export function listMoments(mission: Mission, reviews: Timeline['reviews']): Moment[] {
  const reviewOf = new Map(reviews.map((review) => [review.test_id, review]));
  const moments = mission.scenarios.flatMap(({ id: scenarioId, tests }) =>
    tests.flatMap((test): Moment[] => {
      const review = reviewOf.get(test.id);
      const { executed_at, detected_at, operator } = test;
      return [
        ...(executed_at
          ? [{ at: executed_at, kind: 'executed' as const, test, scenarioId, by: operator }]
          : []),
        ...(detected_at ? [{ at: detected_at, kind: 'detected' as const, test, scenarioId, by: null }] : []),
        ...(review
          ? [
              {
                at: review.at,
                kind: 'reviewed' as const,
                test,
                scenarioId,
                by: review.by?.display_name ?? null,
              },
            ]
          : []),
      ];
    }),
  );
  return moments.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : order[a.kind] - order[b.kind]));
}

/** Known non-negative times from execution to detection, in seconds: their median and the longest. */
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
