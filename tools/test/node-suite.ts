import { run } from 'node:test';
import { inspect, parseArgs } from 'node:util';
import { asAWhole, say } from './events.ts';
import { writeGroup } from './group-files.ts';
import { root } from './place.ts';

// Runs Node test files in the given order, and prints the results as events. Files joined by commas run in the same process.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: 'string', default: '1' },
    'force-exit': { type: 'boolean', default: false },
  },
});

const groups = new Map(
  positionals.map((group) => group.split(',')).map((files) => [writeGroup(files), files]),
);
const unfinished = new Set([...groups.values()].flat());
say({ event: 'plan', files: Object.fromEntries([...unfinished].map((file) => [file, 0])) });

/** The file of the current event and the names of the suites and tests around it: processes report one after the other. */
let names: string[] = [];

// Ends the test processes with this one.
const control = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => control.abort());

const events = run({
  signal: control.signal,
  cwd: root,
  files: [...groups.keys()],
  concurrency: Number(values.concurrency),
  // Loses the last output of passed tests, so only used for files that don't end by themselves.
  execArgv: values['force-exit'] ? ['--test-force-exit'] : [],
  // Ends tests that hang, so that they don't block the others forever.
  timeout: 1_800_000,
});

events.on('test:start', ({ name, nesting }) => {
  names = [...names.slice(0, nesting), name];
});
events.on('test:pass', (data) => tell(data, data.skip === undefined ? 'passed' : 'skipped'));
events.on('test:fail', (data) => tell(data, 'failed'));
events.on('test:stderr', ({ message }) => process.stderr.write(message));
events.on('end', () => process.exit());

type Told = {
  name: string;
  nesting: number;
  skip?: string | boolean | undefined;
  details: { duration_ms: number; type?: string | undefined; error?: Error };
};

function tell({ name, nesting, skip, details }: Told, outcome: 'passed' | 'failed' | 'skipped'): void {
  const { duration_ms, type, error } = details;
  const seconds = duration_ms / 1000;
  const why = () => inspect(error?.cause ?? error, { colors: false, depth: 4 });
  const group = groups.get(name);
  if (group !== undefined) {
    // The process has ended before its tests, or failed after them.
    const cutOff = group.filter((each) => unfinished.has(each));
    const hasFailedLate = cutOff.length === 0 && outcome === 'failed' && !isOfChildren(error);
    for (const file of hasFailedLate ? group.slice(-1) : cutOff)
      say({ event: 'test', file, name: asAWhole, outcome, seconds, why: why() });
    return;
  }
  const isSuite = type === 'suite';
  const isFile = nesting === 0 && unfinished.delete(name);
  // A suite only counts if it failed itself, or was skipped as a whole.
  const counts = !isSuite || outcome === 'skipped' || (outcome === 'failed' && !isOfChildren(error));
  const [file = '', ...around] = names.slice(0, nesting);
  if (counts)
    say({
      event: 'test',
      file: isFile ? name : file,
      name: isFile ? asAWhole : [...around, name].join(' › '),
      outcome,
      seconds,
      ...(outcome === 'failed' ? { why: why() } : {}),
      ...(outcome === 'skipped' && typeof skip === 'string' ? { why: skip } : {}),
    });
  if (isFile) say({ event: 'file', file: name, seconds });
}

function isOfChildren(error: Error | undefined): boolean {
  return (error as { failureType?: string } | undefined)?.failureType === 'subtestsFailed';
}
