import path from 'node:path';
import { run } from 'node:test';
import { inspect, parseArgs } from 'node:util';
import { asAWhole, say } from './events.ts';
import { root, toPlace } from './place.ts';

// Runs Node test files in the given order, and prints the results as events.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: 'string', default: '1' },
    'force-exit': { type: 'boolean', default: false },
  },
});

say({ event: 'plan', files: Object.fromEntries(positionals.map((file) => [file, 0])) });

/** The names of the tests around each one, by file. */
const names = new Map<string, string[]>();

// Its own processes end with it.
const control = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => control.abort());

const events = run({
  signal: control.signal,
  cwd: root,
  files: positionals.map((file) => path.resolve(root, file)),
  concurrency: Number(values.concurrency),
  // It loses the output of a file's last tests if they passed: only for files that would not end by themselves.
  execArgv: values['force-exit'] ? ['--test-force-exit'] : [],
  // A test that waits in vain doesn't block the others forever.
  timeout: 1_800_000,
});

events.on('test:start', ({ file, name, nesting }) => {
  const key = file ?? '';
  names.set(key, [...(names.get(key) ?? []).slice(0, nesting), name]);
});
events.on('test:pass', (data) => tell(data, data.skip === undefined ? 'passed' : 'skipped'));
events.on('test:fail', (data) => tell(data, 'failed'));
events.on('test:stderr', ({ message }) => process.stderr.write(message));
events.on('test:summary', ({ file, duration_ms }) => {
  if (file !== undefined) say({ event: 'file', file: toPlace(file), seconds: duration_ms / 1000 });
});
events.on('end', () => process.exit());

type Told = {
  file?: string | undefined;
  name: string;
  nesting: number;
  skip?: string | boolean | undefined;
  details: { duration_ms: number; type?: string | undefined; error?: Error };
};

function tell({ file, name, nesting, skip, details }: Told, outcome: 'passed' | 'failed' | 'skipped'): void {
  const { duration_ms, type, error } = details;
  const isSuite = type === 'suite';
  // A suite counts when something of its own failed, or when it is skipped as a whole.
  if (isSuite && outcome === 'passed') return;
  if (isSuite && outcome === 'failed' && isOfChildren(error)) return;
  const around = (names.get(file ?? '') ?? []).slice(0, nesting);
  say({
    event: 'test',
    file: toPlace(file ?? ''),
    name: name === file ? asAWhole : [...around, name].join(' › '),
    outcome,
    seconds: duration_ms / 1000,
    ...(outcome === 'failed' ? { why: inspect(error?.cause ?? error, { colors: false, depth: 4 }) } : {}),
    ...(outcome === 'skipped' && typeof skip === 'string' ? { why: skip } : {}),
  });
}

function isOfChildren(error: Error | undefined): boolean {
  return (error as { failureType?: string } | undefined)?.failureType === 'subtestsFailed';
}
