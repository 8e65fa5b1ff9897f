import type { Phase } from './phases.ts';
import { runAgain } from './run-again.ts';
import { type Run, runPhase } from './run-phase.ts';
import type { PhaseTime } from './summary.ts';

/** Runs the levels in order until one fails, each followed by its failed files again. Returns the duration of each phase. */
export async function runLevels(levels: readonly (readonly Phase[])[], run: Run): Promise<PhaseTime[]> {
  const { progress, stop } = run;
  const times: PhaseTime[] = [];
  for (const level of levels) {
    const lanes = [level.filter(({ isBeside }) => !isBeside), level.filter(({ isBeside }) => isBeside)];
    await Promise.all(
      lanes.map(async (lane) => {
        for (const phase of lane) {
          if (!stop.aborted) times.push(await runPhase(phase, run));
        }
      }),
    );
    if (!stop.aborted) times.push(...(await runAgain(level, run)));
    // Later levels, which take longer, don't start after a failure.
    if (progress.count().failed > 0 || stop.aborted) break;
  }
  return times;
}
