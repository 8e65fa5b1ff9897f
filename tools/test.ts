import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ledger } from '../test/proofs/ledger.ts';
import { bundleModules } from './test/bundle-modules.ts';
import { makeMemoryFolder } from './test/memory.ts';
import { listMissing } from './test/needs.ts';
import { phases } from './test/phases.ts';
import { root } from './test/place.ts';
import { Progress } from './test/progress.ts';
import { Proofs } from './test/proofs.ts';
import { runLevels } from './test/run-levels.ts';
import { summarise } from './test/summary.ts';

const usage = `npm test -- [--level test|rest|nightly]… [--phase NAME]…

Runs the tests: those of everybody (test), what else CI runs (rest), or what takes hours (nightly), one level after the other until one
has failed; a file that fails is run a second time at the end of its level. Only nightly tests every row of the longest tables. Ends with what failed, how long each phase took, and "N passed, N failed".
`;

const { values } = parseArgs({
  options: {
    level: { type: 'string', multiple: true, default: ['test'] },
    phase: { type: 'string', multiple: true },
    'keep-times': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const chosen = phases.filter(({ name, levels }) =>
  values.phase ? values.phase.includes(name) : levels.some((level) => values.level.includes(level)),
);
if (values.help || chosen.length === 0) {
  process.stderr.write(usage);
  process.exit(values.help ? 0 : 2);
}
const missing = listMissing(chosen.flatMap(({ needs = [] }) => needs));
if (missing.length > 0) {
  process.stderr.write(`${missing.join('\n')}\n`);
  process.exit(1);
}

/** Duration of each file in the last saved run, used to start the longest first and to estimate the rest. */
const timesFile = path.join(root, 'test', 'times.json');
const known: Record<string, number> = existsSync(timesFile)
  ? JSON.parse(readFileSync(timesFile, 'utf8'))
  : {};

const cores = availableParallelism();
const bundled = bundleModules();
const progress = new Progress(
  chosen.map(({ name }) => name),
  known,
);
const control = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => control.abort());

const beat = setInterval(() => process.stdout.write(`${progress.describe()}\n`), 15_000);
const levels = values.phase
  ? [chosen]
  : values.level.map((level) => chosen.filter(({ levels }) => levels.some((one) => one === level)));
const times = await runLevels(levels, {
  progress,
  known,
  cores,
  bundled,
  memory: makeMemoryFolder(),
  isNightly: values.level.includes('nightly'),
  stop: control.signal,
});
clearInterval(beat);

if (values['keep-times']) {
  const isChosen = (phase: string): boolean => chosen.some(({ name }) => name === phase);
  const measured = Object.fromEntries([
    ...times.filter(({ name }) => isChosen(name)).map(({ name, seconds }) => [name, Math.ceil(seconds)]),
    ...progress.files
      .filter(({ phase }) => isChosen(phase))
      .map(({ phase, file, seconds }) => [`${phase}: ${file}`, Math.ceil(seconds)]),
  ]);
  const kept = Object.entries({ ...known, ...measured }).sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(timesFile, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}
const proofs = new Proofs();
for (const phase of chosen)
  proofs.take(phase, progress.plannedOf(phase.name), progress.resultsOf(phase.name));
const unproven = proofs.listUnproven(ledger);
for (const { rule, why } of unproven) {
  progress.take('ledger', { event: 'test', file: '', name: rule, outcome: 'failed', seconds: 0, why });
}
if (unproven.length > 0) times.push({ name: 'ledger', seconds: 0 });
const { passed, failed } = progress.count();
process.stdout.write(`${summarise(progress, times)}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = control.signal.aborted ? 130 : failed === 0 ? 0 : 1;
