import { asAWhole, type Result } from './events.ts';
import type { Phase } from './phases.ts';
import { type Run, runPhase } from './run-phase.ts';
import type { PhaseTime } from './summary.ts';

/** With more failed files, a busy machine is not the cause. */
const mostFiles = 10;

/**
 * Runs the failed files of these phases again, one after the other. If all of a file passes, its failures count as flaky,
 * otherwise it has failed. Returns the durations.
 */
export async function runAgain(phases: readonly Phase[], run: Run): Promise<PhaseTime[]> {
  const { progress, stop } = run;
  const failed = phases.flatMap((phase) => {
    const files = listFailed(progress.resultsOf(phase.name));
    const second = runAlone(phase, files);
    return second === null || files.length === 0 ? [] : [{ phase, files, second }];
  });
  const count = failed.reduce((sum, { files }) => sum + files.length, 0);
  if (count > mostFiles) {
    process.stdout.write(`${count} files have failed: too many to run them a second time\n`);
    return [];
  }
  const times: PhaseTime[] = [];
  for (const { phase, files, second } of failed) {
    if (stop.aborted) break;
    times.push(await runPhase(second, run));
    const results = progress.resultsOf(second.name);
    // A fault outside of all files may be caused by any of them.
    const isWhole = !results.get('')?.some(({ outcome }) => outcome === 'failed');
    for (const file of files) {
      const before = progress.resultsOf(phase.name).get(file) ?? [];
      const settled = isWhole ? settle(before, results.get(file) ?? []) : null;
      if (settled !== null) progress.replace(phase.name, file, settled);
      progress.replace(second.name, file, null);
    }
  }
  return times;
}

/** Takes the results of both runs of a file; returns the final ones, or null if the failures did not all pass the second time. */
function settle(before: readonly Result[], second: readonly Result[]): Result[] | null {
  const failed = before.filter(({ outcome }) => outcome === 'failed');
  const passed = new Set(second.filter(({ outcome }) => outcome === 'passed').map(({ name }) => name));
  const isTest = ({ name }: Result): boolean => second.some((result) => result.name === name);
  const hasPassed = (result: Result): boolean =>
    passed.has(result.name) || (!isTest(result) && isAround(result, passed));
  const isOver = second.every(({ outcome }) => outcome !== 'failed') && failed.every(hasPassed);
  if (!isOver || passed.size === 0) return null;
  const flaky = failed.map((result) => ({ ...result, outcome: 'flaky' as const }));
  const names = new Set(flaky.map(({ name }) => name));
  return [...flaky, ...second.filter(({ name }) => !names.has(name))];
}

/** Whether the result is that of a whole file, or of a suite whose tests have passed. */
function isAround({ name }: Result, passed: ReadonlySet<string>): boolean {
  return name === asAWhole || [...passed].some((other) => other.startsWith(`${name} › `));
}

function listFailed(results: ReadonlyMap<string, readonly Result[]>): string[] {
  return [...results]
    .filter(([file, ofFile]) => file !== '' && ofFile.some(({ outcome }) => outcome === 'failed'))
    .map(([file]) => file);
}

/** The phase reduced to these files; null if it runs no files, or counts as one test. */
function runAlone(phase: Phase, files: readonly string[]): Phase | null {
  const { run, isOneTest } = phase;
  const alone = { ...phase, name: `${phase.name}, a second time`, isAlone: true as const };
  if (isOneTest) return null;
  if ('suite' in run) return { ...alone, run: { suite: files } };
  if ('files' in run) return { ...alone, run: { ...run, node: [...run.node, run.oneByOne], files } };
  return null;
}
