import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Phase } from './phases.ts';
import { root, toPlace } from './place.ts';
import { Progress } from './progress.ts';
import { Proofs } from './proofs.ts';
import { runLevels } from './run-levels.ts';
import { summarise } from './summary.ts';

let folder: string;
let log: string;
before(() => {
  // The tests that these tests run don't belong to this run.
  delete process.env.NODE_TEST_CONTEXT;
  const results = path.join(root, 'test-results');
  mkdirSync(results, { recursive: true });
  folder = mkdtempSync(path.join(results, 'made-up-'));
  log = path.join(folder, 'log');
  writeFileSync(path.join(folder, 'bundled.mjs'), '');
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Logs that the file runs; `isFirst` is true the first time. */
const opening = (name: string): string => `
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
const isFirst = !(existsSync(${JSON.stringify(log)}) && readFileSync(${JSON.stringify(log)}, 'utf8').includes('${name}\\n'));
appendFileSync(${JSON.stringify(log)}, '${name}\\n');
const fail = () => { throw new Error('made up'); };
`;

function makeSuite(name: string, body: string): string {
  const file = path.join(folder, `${name}.test.mjs`);
  writeFileSync(file, `import { before, describe, it } from 'node:test';${opening(name)}${body}`);
  return toPlace(file);
}

const passing = `it('a', () => {});`;
const failing = `it('a', fail);`;
const atFirst = `it('a', isFirst ? fail : () => {});`;

const made = (name: string, run: Phase['run'], also: Partial<Phase> = {}): Phase => ({
  name,
  levels: ['test'],
  run,
  ...also,
});

async function run(...levels: Phase[][]) {
  rmSync(log, { force: true });
  const progress = new Progress(
    levels.flat().map(({ name }) => name),
    {},
  );
  const bundled = path.join(folder, 'bundled.mjs');
  const stop = new AbortController().signal;
  const times = await runLevels(levels, {
    progress,
    known: {},
    cores: 1,
    bundled,
    memory: null,
    isNightly: false,
    stop,
  });
  const summary = summarise(progress, times);
  const order = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  return { progress, times: times.map(({ name }) => name), summary, order };
}

describe('a file in which a test failed', () => {
  const table: [what: string, body: string, outcomes: Record<string, string>][] = [
    ['passes the second time', `${atFirst} it('b', () => {});`, { a: 'flaky', b: 'passed' }],
    ['fails again', failing, { a: 'failed' }],
    ['fails in another test', `${atFirst} it('b', isFirst ? () => {} : fail);`, { a: 'failed', b: 'passed' }],
    [
      'is left out the second time',
      `it('a', { skip: !isFirst }, fail); it('b', () => {});`,
      { a: 'failed', b: 'passed' },
    ],
    [
      'has no such test the second time',
      `it(isFirst ? 'a' : 'c', isFirst ? fail : () => {});`,
      { a: 'failed' },
    ],
    [
      'could not set up its tests at first',
      `describe('s', () => { before(() => { if (isFirst) fail(); }); ${passing} });`,
      { s: 'flaky', 's › a': 'flaky' },
    ],
  ];
  it('counts as what came of it the second time, if all of it passed', async () => {
    const files = table.map(([what, body]) => makeSuite(what, body));
    const { progress, summary } = await run([made('made up', { suite: files })]);
    for (const [index, [what, , expected]] of table.entries()) {
      const results = progress.resultsOf('made up').get(files[index] as string) ?? [];
      const outcomes = Object.fromEntries(results.map(({ name, outcome }) => [name, outcome]));
      assert.deepEqual(outcomes, expected, what);
    }
    assert.match(summary, /^passed the second time: \S+passes the second time\.test\.mjs › a$/m);
    assert.match(summary, /^✖ made up › \S+fails again\.test\.mjs › a\n.*made up/m);
    assert.deepEqual(progress.count(), { passed: 6, failed: 4 });
  });

  it('passes the second time where it ended before it could say anything', async () => {
    const file = makeSuite('crashes', `if (isFirst) process.exit(3); ${passing}`);
    const { progress, summary } = await run([made('made up', { suite: [file] })]);
    assert.equal(progress.count().failed, 0);
    assert.match(summary, /^passed the second time: \S+crashes\.test\.mjs › as a whole$/m);
  });

  it('fails with those that share its process, if it ends the process', async () => {
    const files = [
      makeSuite('early', passing),
      makeSuite('ending', `it('a', () => { if (isFirst) process.exit(3); });`),
      makeSuite('late', passing),
    ];
    const { progress, order } = await run([
      made('made up', { suite: files }, { endsByItself: true, isBeside: true }),
    ]);
    // Output of a test right before the end may be lost.
    const outcomesOf = (file: string) =>
      progress
        .resultsOf('made up')
        .get(file)
        ?.map(({ name, outcome }) => `${name} ${outcome}`);
    for (const file of files.slice(1)) assert.deepEqual(outcomesOf(file), ['as a whole flaky', 'a passed']);
    assert.deepEqual(order.slice(0, 3), ['early', 'ending', 'late']);
    assert.deepEqual(progress.count(), { passed: order.length === 6 ? 6 : 5, failed: 0 });
  });

  it('runs alone, once all phases of its level have ended, and before the next level', async () => {
    const [flaky, quiet, beside, next] = ['flaky', 'quiet', 'beside', 'next'].map((name) =>
      makeSuite(name, name === 'flaky' ? atFirst : passing),
    ) as [string, string, string, string];
    const { order, times } = await run(
      [made('first', { suite: [flaky, quiet] }), made('besides', { suite: [beside] }, { isBeside: true })],
      [made('second', { suite: [next] })],
    );
    assert.deepEqual(order.slice(0, 3).sort(), ['beside', 'flaky', 'quiet']);
    assert.deepEqual(order.slice(3), ['flaky', 'next']);
    assert.deepEqual(times.slice(2), ['first, a second time', 'second']);
  });

  it('keeps the next level from beginning where it fails again', async () => {
    const [file, next] = [makeSuite('fails', failing), makeSuite('next', passing)] as [string, string];
    const { order } = await run([made('first', { suite: [file] })], [made('second', { suite: [next] })]);
    assert.deepEqual(order, ['fails', 'fails']);
  });

  it('is not run again where more than ten have failed', async () => {
    const files = Array.from({ length: 11 }, (_, index) => makeSuite(`many-${index}`, atFirst));
    const { progress, order } = await run([made('made up', { suite: files })]);
    assert.equal(order.length, 11);
    assert.deepEqual(progress.count(), { passed: 0, failed: 11 });
  });

  it('proves a rule of the ledger when it passed the second time', async () => {
    const file = makeSuite('proves', atFirst);
    const phase = made('made up', { suite: [file] });
    const { progress } = await run([phase]);
    const proofs = new Proofs();
    proofs.take(phase, progress.plannedOf(phase.name), progress.resultsOf(phase.name));
    assert.deepEqual(proofs.listUnproven([{ rule: 'r', tests: { [file]: ['a'] } }]), []);
  });
});

describe('a second run', () => {
  it('does not make good for files that a phase did not get to', async () => {
    const program = path.join(folder, 'program.mjs');
    const told = (...events: object[]) =>
      events.map((event) => `console.log('${JSON.stringify(event)}');`).join('\n');
    const test = (outcome: string) => ({ event: 'test', file: 'one', name: 'a', outcome, seconds: 0 });
    writeFileSync(
      program,
      `if (process.argv.includes('--alone')) {
        ${told({ event: 'plan', files: { one: 1 } }, test('passed'), { event: 'file', file: 'one', seconds: 0 })}
      } else {
        ${told({ event: 'plan', files: { one: 1, two: 1 } }, test('failed'))}
        process.exitCode = 1;
      }`,
    );
    const { progress, summary } = await run([
      made('cut off', { node: [program], files: [], oneByOne: '--alone' }),
    ]);
    assert.deepEqual(progress.count(), { passed: 1, failed: 1 });
    assert.match(summary, /^✖ cut off › as a whole\n.*\n +not at its end: two$/m);
  });

  it('is never that of a phase that is one test', async () => {
    const file = makeSuite('one test', `if (isFirst) process.exit(3);`);
    const node = [path.resolve(root, file)];
    const { progress, order } = await run([made('one', { node }, { isOneTest: true })]);
    assert.deepEqual(order, ['one test']);
    assert.deepEqual(progress.count(), { passed: 0, failed: 1 });
  });
});

describe('a spec of Playwright that failed', () => {
  function makeSpec(name: string, body: string): string {
    const file = path.join(folder, `${name}.spec.mjs`);
    const playwright = pathToFileURL(path.join(root, 'node_modules/@playwright/test/index.mjs')).href;
    writeFileSync(file, `import { test as it } from '${playwright}';${opening(name)}${body}`);
    return toPlace(file);
  }

  it('is run again alone', async () => {
    writeFileSync(
      path.join(folder, 'playwright.config.mjs'),
      `export default { testMatch: '*.spec.mjs', respectGitIgnore: false, outputDir: 'out' };`,
    );
    const [flaky, failed, passed] = [
      makeSpec('flaky page', `it('a', ({}, { config }) => { if (config.workers > 1) fail(); });`),
      makeSpec('failed page', failing),
      makeSpec('passed page', passing),
    ] as [string, string, string];
    const node = [
      'node_modules/@playwright/test/cli.js',
      'test',
      '-c',
      folder,
      '--reporter=tools/test/page-reporter.ts',
    ];
    const { progress, summary } = await run([
      made('pages', { node: [...node, '--workers=2'], files: [], oneByOne: '--workers=1' }),
    ]);
    const outcomes = [flaky, failed, passed].map((file) =>
      progress
        .resultsOf('pages')
        .get(file)
        ?.map(({ name, outcome }) => `${name} ${outcome}`),
    );
    assert.deepEqual(outcomes, [['a flaky'], ['a failed'], ['a passed']]);
    assert.match(summary, /^passed the second time: \S+flaky page\.spec\.mjs › a$/m);
  });
});
