import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ledger } from '../test/proofs/ledger.ts';
import { bundleModules } from './test/bundle-modules.ts';
import type { TestEvent } from './test/events.ts';
import { listMissing } from './test/needs.ts';
import { phases } from './test/phases.ts';
import { root } from './test/place.ts';
import { Progress } from './test/progress.ts';
import { Proofs } from './test/proofs.ts';
import { runPhase } from './test/run-phase.ts';
import { type PhaseTime, summarise } from './test/summary.ts';

const usage = `npm test -- [--level test|rest|nightly]… [--phase NAME]…

Runs the tests: those of everybody (test), what else CI runs (rest), or what takes hours (nightly), one level after the other until one
has failed. Ends with what failed, how long each phase took, and "N passed, N failed".
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

/** How long each file took in the run that was kept last: what takes longest begins first, and tells how much is left. */
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
const times: PhaseTime[] = [];
const proofs = new Proofs();
const control = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => control.abort());

const beat = setInterval(() => process.stdout.write(`${progress.describe()}\n`), 15_000);
for (const level of values.phase ? [null] : values.level) {
  const ofLevel = chosen.filter(({ levels }) => level === null || levels.some((one) => one === level));
  const lanes = [ofLevel.filter(({ isBeside }) => !isBeside), ofLevel.filter(({ isBeside }) => isBeside)];
  await Promise.all(
    lanes.map(async (lane) => {
      for (const phase of lane) {
        if (control.signal.aborted) return;
        const listen = (told: TestEvent): void => proofs.take(phase, told);
        times.push(await runPhase(phase, { progress, known, cores, bundled, listen, stop: control.signal }));
      }
    }),
  );
  // Long phases do not start once a quick one has failed.
  if (progress.counts.failed > 0 || control.signal.aborted) break;
}
clearInterval(beat);

if (values['keep-times']) {
  const measured = Object.fromEntries([
    ...times.map(({ name, seconds }) => [name, Math.ceil(seconds)]),
    ...progress.files.map(({ phase, file, seconds }) => [`${phase}: ${file}`, Math.ceil(seconds)]),
  ]);
  const kept = Object.entries({ ...known, ...measured }).sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(timesFile, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}
const unproven = proofs.listUnproven(ledger);
if (unproven.length > 0) {
  progress.failures.push(...unproven.map(({ rule, why }) => ({ phase: 'ledger', name: rule, why })));
  times.push({ name: 'ledger', seconds: 0, passed: 0, failed: unproven.length });
}
process.stdout.write(`${summarise(progress, times)}\n`);
const passed = times.reduce((sum, phase) => sum + phase.passed, 0);
const failed = times.reduce((sum, phase) => sum + phase.failed, 0);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = control.signal.aborted ? 130 : failed === 0 ? 0 : 1;
