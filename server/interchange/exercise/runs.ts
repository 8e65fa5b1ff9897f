import { wasRun } from '../../../domain/missions.ts';
import type { PlannedMission, PlannedRun, PlannedTest } from '../plan.ts';

/** A run that took place, with its test; runs of a test are counted from 1. */
export type MissionRun = { test: PlannedTest; run: PlannedRun; number: number };

/** Takes a mission, returns the runs of its tests that have a time: closed runs of a test before its current one. */
export function listRuns(mission: PlannedMission): MissionRun[] {
  return mission.scenarios.flatMap(({ tests }) =>
    tests.flatMap((test) => {
      const runs = wasRun(test.status) ? [...test.closed_runs, test.run] : test.closed_runs;
      return runs
        .map((run, index) => ({ test, run, number: index + 1 }))
        .filter(({ run }) => findStart(run) !== null);
    }),
  );
}

export function findStart({ started_at, executed_at, ended_at }: PlannedRun): string | null {
  return started_at ?? executed_at ?? ended_at;
}
