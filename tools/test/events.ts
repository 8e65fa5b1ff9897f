/** Events of a test run, one JSON object per line of its standard output. */
export type TestEvent =
  | { event: 'plan'; files: Record<string, number> }
  | Result
  | { event: 'file'; file: string; seconds: number };

export type Result = {
  event: 'test';
  file: string;
  name: string;
  outcome: Outcome;
  seconds: number;
  why?: string;
};

/** A flaky test failed first, and passed the second time. */
export type Outcome = 'passed' | 'failed' | 'flaky' | 'skipped';

/** Name for the result of a file, or a phase, that ended before its tests. */
export const asAWhole = 'as a whole';

const mark = '{"event":';

/** Writes an event to standard output. */
export function say(event: TestEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

/** Takes a line of a run's standard output. Returns its event, or null for other output. */
export function readEvent(line: string): TestEvent | null {
  if (!line.startsWith(mark)) return null;
  try {
    return JSON.parse(line) as TestEvent;
  } catch {
    return null;
  }
}
