import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { add, type Kind } from './kind.ts';
import { kinds } from './kinds.ts';
import { randomFrom } from './random.ts';

const usage = `npm run faults -- [kind …] [--rounds N] [--seed S] [--minutes M] [--short]

Faults on purpose, over and over: ${kinds.map(({ name }) => name).join(', ')}. A run that was cut off goes on where it was when it is
called with the same seed. Ends after N rounds of each kind, or M minutes of each (60 unless told). A short run looks at some of the
writes alone.
`;

type Progress = { done: number; counts: Record<string, number>; wrong: string[]; seconds: number };

/** A trial's token lasts an hour. */
const longestTrialMs = 45 * 60_000;

const results = path.resolve(import.meta.dirname, '../../faults-results');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    short: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed);
const chosen = kinds.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const unknown = positionals.find((name) => !kinds.some((kind) => kind.name === name));

if (values.help || unknown !== undefined || !(rounds > 0) || !Number.isInteger(seed)) {
  process.stderr.write(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  const table: [Kind, Progress | string, boolean | null][] = [];
  for (const kind of chosen) table.push(await runKind(kind));
  process.stdout.write(`\n${render(table)}\n`);
  if (
    table.some(
      ([, progress, sound]) => sound === false || (typeof progress !== 'string' && progress.wrong.length > 0),
    )
  ) {
    process.exitCode = 1;
  }
}

/** Continues from an earlier run of this seed, with a new installation and new choices. */
async function runKind(kind: Kind): Promise<[Kind, Progress | string, boolean | null]> {
  const missing = kind.missing();
  if (missing !== null) return [kind, missing, null];
  mkdirSync(results, { recursive: true });
  const file = path.join(results, `${kind.name}-${seed}.json`);
  const progress: Progress = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { done: 0, counts: {}, wrong: [], seconds: 0 };
  const folder = mkdtempSync(path.join(tmpdir(), `damson-${kind.name}-`));
  const until = Date.now() + Number(values.minutes) * 60_000;
  const since = Date.now() - progress.seconds * 1000;
  const save = () => {
    progress.seconds = Math.round((Date.now() - since) / 1000);
    writeFileSync(file, `${JSON.stringify(progress, null, 2)}\n`);
  };
  const found = await kind.control(path.join(folder, 'control'), randomFrom(seed));
  for (
    let count = 0;
    progress.done < rounds && Date.now() < until && progress.wrong.length === 0;
    count += 1
  ) {
    await runTrial(kind, path.join(folder, `trial-${count}`), progress, until, save);
  }
  save();
  // A failed round is kept for inspection.
  if (progress.wrong.length === 0) rmSync(folder, { recursive: true, force: true });
  else process.stderr.write(`${kind.name}: see ${folder}\n${progress.wrong.join('\n')}\n`);
  return [kind, progress, found.length > 0];
}

async function runTrial(
  kind: Kind,
  folder: string,
  progress: Progress,
  until: number,
  save: () => void,
): Promise<void> {
  const trial = await kind.open(folder, randomFrom(seed + progress.done), values.short ? 'short' : 'long');
  const end = kind.isOneTrial ? until : Math.min(until, Date.now() + longestTrialMs);
  let next = progress.done;
  const goOn = () => next < rounds && Date.now() < end && progress.wrong.length === 0;
  const runRounds = async () => {
    while (goOn()) {
      const index = next;
      next += 1;
      const { counts, wrong } = await trial.round(index);
      progress.done += 1;
      add(progress.counts, counts);
      progress.wrong.push(...wrong.map((line) => `round ${index}: ${line}`));
      if (progress.done % 10 !== 0) continue;
      save();
      process.stderr.write(`${kind.name}: ${progress.done} of ${rounds}\n`);
    }
  };
  await Promise.all(Array.from({ length: kind.atOnce ?? 1 }, runRounds));
  const { counts, wrong } = await trial.finish();
  add(progress.counts, counts);
  progress.wrong.push(...wrong);
  await trial.close();
}

function render(table: readonly [Kind, Progress | string, boolean | null][]): string {
  const lines = table.map(([{ name, what }, progress, sound]) => {
    if (typeof progress === 'string') return `| ${name} | ${what} | not run: ${progress} | | |`;
    const counts = Object.entries(progress.counts).map(
      ([counted, count]) => `${count.toLocaleString('en')} ${counted}`,
    );
    const control = sound ? 'finds it' : '**finds nothing**';
    return `| ${name} | ${what} | ${counts.join(', ')}, ${Math.round(progress.seconds / 60)} min | ${progress.wrong.length} | ${control} |`;
  });
  return [
    `Seed ${seed}, Node ${process.version}, ${process.platform} ${process.arch}`,
    '',
    '| kind | what | done | wrong | control |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
