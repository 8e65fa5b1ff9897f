import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { asAWhole, readEvent } from './events.ts';
import { groupFiles } from './group-files.ts';
import { type Phase, sampleOfDay, seed } from './phases.ts';
import { root } from './place.ts';
import type { Progress } from './progress.ts';
import type { PhaseTime } from './summary.ts';

/** Lines of a phase's output shown when it fails without a failed test. */
const shownLines = 200;

/** About how many expected seconds of test files share a process. */
const secondsOfGroup = 90;

export type Run = {
  progress: Progress;
  /** Previous duration of each file, in seconds. */
  known: Readonly<Record<string, number>>;
  cores: number;
  /** Flags that make processes load the bundled modules of the program, see `bundle-modules.ts`. */
  bundled: string;
  /** In-memory folder, if there is one. */
  memory: string | null;
  /** Whether tests take all rows of their tables instead of a sample, see `test/support/sample.ts`. */
  isNightly: boolean;
  stop: AbortSignal;
};

/** Runs a phase to its end, records the results of its tests, and returns its duration. */
export async function runPhase(
  phase: Phase,
  { progress, known, cores, bundled, memory, isNightly, stop }: Run,
): Promise<PhaseTime> {
  const since = performance.now();
  const printed: string[] = [];
  const keep = (line: string): void => {
    printed.push(line);
    if (printed.length > shownLines) printed.shift();
  };
  progress.begin(phase.name);
  const [program, args] = commandOf(phase, known, cores);
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && program === 'npm',
    env: {
      DAMSON_SEED: seed,
      DAMSON_LIVE_SEED: seed,
      ...(!isNightly && { DAMSON_TEST_SAMPLE: sampleOfDay }),
      ...process.env,
      FORCE_COLOR: '0',
      // Each test file is a process, so its code is compiled and bundled in advance.
      NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled'),
      ...(isBlackBox(phase) && {
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import="${pathToFileURL(bundled).href}"`,
      }),
      // Tests start the shipped program.
      DAMSON_TEST_PROGRAM: path.join(root, 'dist', 'app', 'bin', 'damson.js'),
      ...(phase.storesInMemory && memory !== null && { TMPDIR: memory }),
      ...phase.env,
    },
  });
  const stopped = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code));
  });
  stop.addEventListener('abort', () => child.kill());
  createInterface({ input: child.stderr }).on('line', keep);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const told = readEvent(line);
    if (told === null) return keep(line);
    progress.take(phase.name, told);
    if (told.event === 'test' && told.outcome === 'failed') {
      process.stdout.write(
        `✖ ${phase.name} › ${told.file} › ${told.name}\n${(told.why ?? '').replace(/^/gm, '    ')}\n`,
      );
    }
  });
  const code = await stopped;
  const { passed, failed } = progress.count(phase.name);
  // A run without any test is a failure too.
  const isWhole = code === 0 && (phase.isOneTest === true || passed > 0);
  const whole = { event: 'test', file: '', name: asAWhole, seconds: 0 } as const;
  const cutOff = code === 0 ? [] : progress.listCutOff(phase.name);
  if (((!isWhole && failed === 0) || cutOff.length > 0) && !stop.aborted) {
    const why = [`ended with ${code}`, ...cutOff.map((file) => `not at its end: ${file}`), ...printed].join(
      '\n',
    );
    progress.take(phase.name, { ...whole, outcome: 'failed', why });
  } else if (isWhole && passed === 0 && failed === 0) {
    progress.take(phase.name, { ...whole, outcome: 'passed' });
  }
  progress.end(phase.name);
  return { name: phase.name, seconds: (performance.now() - since) / 1000 };
}

/** Whether its tests are outside of the tested modules. */
function isBlackBox({ run }: Phase): boolean {
  return 'node' in run || ('suite' in run && run.suite.every((file) => file.startsWith('test/')));
}

function commandOf(
  { name, isBeside, isAlone, endsByItself, run }: Phase,
  known: Readonly<Record<string, number>>,
  cores: number,
): [string, string[]] {
  if ('script' in run) return ['npm', ['run', '--silent', run.script]];
  if ('node' in run) return [process.execPath, [...run.node, ...('files' in run ? run.files : [])]];
  const expected = (file: string): number => known[`${name}: ${file}`] ?? 3;
  const longestFirst = [...run.suite].sort((one, other) => expected(other) - expected(one));
  // Files that end by themselves share processes, for their start and compiled code.
  const most = endsByItself && !isAlone ? secondsOfGroup : 0;
  // Two more than the number of cores, because tests also wait for disks and timers.
  const atOnce = isBeside || isAlone ? 1 : cores + 2;
  const groups = groupFiles(longestFirst, { expected, most, atOnce });
  const exit = endsByItself ? [] : ['--force-exit'];
  return [
    process.execPath,
    [
      'tools/test/node-suite.ts',
      '--concurrency',
      String(atOnce),
      ...exit,
      ...groups.map((files) => files.join(',')),
    ],
  ];
}
