import type { FileTime, Progress } from './progress.ts';

export type PhaseTime = { name: string; seconds: number };

/** Summary of a run: failures and reasons, flaky tests, skipped tests, and time by phase. */
export function summarise(progress: Progress, phases: readonly PhaseTime[]): string {
  const flaky = progress.list('flaky');
  return [
    ...progress
      .list('failed')
      .flatMap(({ phase, file, name, why }) => [
        '',
        `✖ ${phase} › ${file === '' ? name : `${file} › ${name}`}`,
        indent(why ?? ''),
      ]),
    ...(flaky.length > 0 ? [''] : []),
    ...flaky.map(({ file, name }) => `passed the second time: ${file} › ${name}`),
    ...listSkipped(progress.list('skipped')),
    '',
    table(
      ['phase', 'seconds', 'passed', 'failed'],
      phases.map(({ name, seconds }) => {
        const { passed, failed } = progress.count(name);
        return [name, seconds.toFixed(0), String(passed), String(failed)];
      }),
    ),
    '',
    'The slowest files:',
    table(
      ['file', 'phase', 'seconds'],
      slowest(progress.files).map(({ file, phase, seconds }) => [file, phase, seconds.toFixed(1)]),
    ),
    '',
  ].join('\n');
}

const shownFiles = 20;

function slowest(files: readonly FileTime[]): FileTime[] {
  return [...files].sort((one, other) => other.seconds - one.seconds).slice(0, shownFiles);
}

function listSkipped(skipped: ReturnType<Progress['list']>): string[] {
  const byReason = Map.groupBy(skipped, ({ why }) => why);
  return [...byReason].flatMap(([why, tests]) => [
    '',
    `Not run (${tests.length}): ${why || 'no reason given'}`,
    ...tests.map(({ file, name }) => `  ${file} › ${name}`),
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
