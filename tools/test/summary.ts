import type { FileTime, Progress } from './progress.ts';

export type PhaseTime = { name: string; seconds: number; passed: number; failed: number };

/** Summary of a run: failures and reasons, skipped tests, and time by phase. */
export function summarise(progress: Progress, phases: readonly PhaseTime[]): string {
  const { failures, flaky, skipped, files } = progress;
  return [
    ...failures.flatMap(({ phase, name, why }) => ['', `✖ ${phase} › ${name}`, indent(why)]),
    ...(flaky.length > 0
      ? ['', 'Passed only when tried again:', ...flaky.map(({ name }) => `  ${name}`)]
      : []),
    ...listSkipped(skipped),
    '',
    table(
      ['phase', 'seconds', 'passed', 'failed'],
      phases.map((phase) => [
        phase.name,
        phase.seconds.toFixed(0),
        String(phase.passed),
        String(phase.failed),
      ]),
    ),
    '',
    'The slowest files:',
    table(
      ['file', 'phase', 'seconds'],
      slowest(files).map(({ file, phase, seconds }) => [file, phase, seconds.toFixed(1)]),
    ),
    '',
  ].join('\n');
}

const shownFiles = 20;

function slowest(files: readonly FileTime[]): FileTime[] {
  return [...files].sort((one, other) => other.seconds - one.seconds).slice(0, shownFiles);
}

function listSkipped(skipped: Progress['skipped']): string[] {
  const byReason = Map.groupBy(skipped, ({ why }) => why);
  return [...byReason].flatMap(([why, tests]) => [
    '',
    `Not run (${tests.length}): ${why || 'no reason given'}`,
    ...tests.map(({ name }) => `  ${name}`),
  ]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => (row[index] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0))).join('  ')}`;
  return [line(head), ...rows.map(line)].join('\n');
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}
