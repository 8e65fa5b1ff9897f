import { globSync } from 'node:fs';
import path from 'node:path';
import { longFiles, nightlyFiles } from './long-files.ts';
import type { Need } from './needs.ts';
import { root } from './place.ts';

/** `test` is `npm test`; `rest` runs after it in `npm run test:all`; `nightly` takes hours. */
export type Level = 'test' | 'rest' | 'nightly';

/** Node with these arguments, for files that can run separately; `oneByOne` runs them one after the other. */
type OfFiles = { node: readonly string[]; files: readonly string[]; oneByOne: string };

export type Phase = {
  name: string;
  levels: readonly Level[];
  /** Whether it mostly waits, so that it can run alongside other phases. */
  isBeside?: true;
  /** Whether its files run one after the other. */
  isAlone?: true;
  /** Whether its tests' data may be in memory, in a folder that can't run programs. */
  storesInMemory?: true;
  needs?: readonly Need[];
  /** Whether each file's process ends by itself after its last test. */
  endsByItself?: true;
  /** Program of the phase: an npm script, test files for Node, or Node with these arguments. */
  run: { script: string } | { suite: readonly string[] } | { node: readonly string[] } | OfFiles;
  /** Whether it passes or fails as a whole, without separate results. */
  isOneTest?: true;
  env?: Readonly<Record<string, string>>;
  /** Tests left out of its files. Phases that leave out different tests of a file together run all of it. */
  leavesOut?:
    | 'stories and what runs nightly'
    | 'what runs nightly'
    | 'all but stories'
    | 'what looks into SQLite’s file';
};

/** Seed of all random choices in a run, so that they can be repeated. */
export const seed = String(Date.now() % 1_000_000);

/** Rows of sampled tables: the same all day, so that a run can be repeated. */
export const sampleOfDay = String(Math.floor(Date.now() / 86_400_000));

const find = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root }).map((file) => file.split(path.sep).join('/'));

const isLong = (file: string): boolean => longFiles.includes(file) || nightlyFiles.includes(file);

/** The short-running files among these patterns. */
const findQuick = (...patterns: string[]): string[] => find(...patterns).filter((file) => !isLong(file));

/** All files of a folder, or those among them that `args` select; or only the named files. */
const playwright = (folder: string, args: string[] = [], files: readonly string[] = []): OfFiles => ({
  node: [
    'node_modules/@playwright/test/cli.js',
    'test',
    '-c',
    folder,
    '--reporter=tools/test/page-reporter.ts',
    ...args,
  ],
  files,
  oneByOne: '--workers=1',
});

/** Tests that always need PostgreSQL. */
const overPostgres = (files: readonly string[], ...args: string[]): OfFiles => ({
  node: ['tools/test-postgres.ts', '--events', ...args],
  files,
  oneByOne: '--one-by-one',
});

/** One file of each area in which the databases differ: lists, search, order, locks, history, jobs, live, moves. Nightly runs all. */
const perEngine = [
  'accounts/accounts-groups',
  'accounts/accounts-invitations',
  'accounts/accounts-last-admin',
  'catalogue/catalogue',
  'catalogue/technique-search',
  'figures/figures',
  'figures/mission-figures',
  'figures/organisation-figures',
  'history/history',
  'history/history-entries',
  'http/list-order',
  'imports/import-overwrites',
  'imports/import-turns',
  'imports/imports',
  'live/live',
  'live/presence',
  'live/notifications',
  'mission-tests/mission-tests',
  'mission-tests/test-moves',
  'mission-tests/test-search',
  'missions/blind-twins',
  'missions/mission-activity',
  'missions/mission-list',
  'missions/mission-removals',
  'missions/mission-transfers',
  'operation/event-log',
  'organisations/organisations',
  'sign-in/accounts-session-list',
  'sign-in/login-throttle',
  'templates/scenario-template-order',
  'templates/test-template-lists',
].map((name) => `test/api/${name}.test.ts`);

export const phases: readonly Phase[] = [
  { name: 'lint', levels: ['test', 'nightly'], isBeside: true, run: { script: 'lint' }, isOneTest: true },
  {
    name: 'types',
    levels: ['test', 'nightly'],
    isBeside: true,
    run: { script: 'typecheck' },
    isOneTest: true,
  },
  {
    name: 'command',
    levels: ['test', 'nightly'],
    isBeside: true,
    run: { suite: findQuick('test/command/*.test.ts') },
  },
  {
    name: 'writes under faults',
    levels: ['test', 'nightly'],
    isBeside: true,
    run: { suite: findQuick('test/faults/*.test.ts') },
  },
  {
    name: 'kills',
    levels: ['test'],
    isBeside: true,
    needs: ['strace'],
    run: { node: ['test/faults/run.ts', 'kills', '--short', '--rounds', '6', '--seed', seed] },
    isOneTest: true,
  },
  {
    name: 'rules and parts',
    levels: ['test', 'nightly'],
    endsByItself: true,
    needs: ['pdf'],
    run: { suite: findQuick('{domain,main,renderer,server,tools}/**/*.test.ts', 'test/{,proofs/}*.test.ts') },
  },
  {
    name: 'API',
    levels: ['test', 'nightly'],
    storesInMemory: true,
    endsByItself: true,
    run: { suite: findQuick('test/api/**/*.test.ts') },
  },
  {
    name: 'components',
    levels: ['test', 'nightly'],
    storesInMemory: true,
    needs: ['chromium'],
    run: playwright('test/components', ['--grep-invert=@nightly'], findQuick('test/components/**/*.spec.ts')),
    leavesOut: 'what runs nightly',
  },
  {
    name: 'stories',
    levels: ['test'],
    storesInMemory: true,
    needs: ['chromium'],
    run: playwright('test/ui', ['--grep=@story']),
    leavesOut: 'all but stories',
  },
  {
    name: 'stories of the desktop',
    levels: ['test'],
    needs: ['chromium', 'display'],
    run: playwright('test/desktop', ['--grep=@story']),
    leavesOut: 'all but stories',
  },
  {
    name: 'what takes long',
    levels: ['rest', 'nightly'],
    needs: ['strace', 'pdf'],
    run: { suite: longFiles.filter((file) => /^test\/(command|faults)\//.test(file)) },
  },
  {
    name: 'API that takes long',
    levels: ['rest', 'nightly'],
    storesInMemory: true,
    needs: ['pdf', 'slapd'],
    run: { suite: longFiles.filter((file) => file.startsWith('test/api/')) },
  },
  {
    name: 'components that take long',
    levels: ['rest', 'nightly'],
    storesInMemory: true,
    needs: ['chromium'],
    run: playwright(
      'test/components',
      [],
      longFiles.filter((file) => file.startsWith('test/components/')),
    ),
  },
  {
    name: 'rules that take long',
    levels: ['rest', 'nightly'],
    run: { suite: longFiles.filter((file) => !file.startsWith('test/')) },
  },
  {
    name: 'unused code',
    levels: ['rest', 'nightly'],
    isBeside: true,
    run: { script: 'unused' },
    isOneTest: true,
  },
  {
    name: 'packages',
    levels: ['nightly'],
    isBeside: true,
    run: { suite: find('test/packages/*.test.ts') },
  },
  {
    name: 'PostgreSQL',
    levels: ['rest', 'nightly'],
    isBeside: true,
    needs: ['postgres'],
    run: { suite: findQuick('test/postgres/*.test.ts') },
  },
  {
    name: 'API over PostgreSQL',
    levels: ['rest'],
    isBeside: true,
    needs: ['postgres'],
    run: overPostgres(perEngine, '--concurrency=1', '--together=9'),
    leavesOut: 'what looks into SQLite’s file',
  },
  {
    name: 'hostile requests',
    levels: ['rest'],
    isBeside: true,
    run: { node: ['test/faults/run.ts', 'requests', '--short', '--rounds', '20', '--seed', seed] },
    isOneTest: true,
  },
  {
    name: 'pages',
    levels: ['rest'],
    storesInMemory: true,
    needs: ['chromium', 'slapd'],
    run: playwright('test/ui', ['--grep-invert=@story|@nightly']),
    leavesOut: 'stories and what runs nightly',
  },
  {
    name: 'desktop',
    levels: ['rest'],
    isBeside: true,
    needs: ['chromium', 'display'],
    run: playwright('test/desktop', ['--grep-invert=@story|@nightly']),
    leavesOut: 'stories and what runs nightly',
  },
  {
    name: 'whole API over PostgreSQL',
    levels: ['nightly'],
    needs: ['postgres'],
    run: overPostgres([]),
    leavesOut: 'what looks into SQLite’s file',
  },
  {
    name: 'what takes longest',
    levels: ['nightly'],
    needs: ['pdf', 'postgres'],
    run: { suite: nightlyFiles.filter((file) => file.endsWith('.test.ts')) },
  },
  {
    name: 'components of a slow computer',
    levels: ['nightly'],
    needs: ['chromium'],
    run: playwright('test/components'),
    env: { DAMSON_TEST_SLOW: seed },
  },
  {
    name: 'pages of a slow computer',
    levels: ['nightly'],
    needs: ['chromium'],
    run: playwright('test/ui'),
    env: { DAMSON_TEST_SLOW: seed },
  },
  {
    name: 'desktop of a slow computer',
    levels: ['nightly'],
    needs: ['chromium', 'display'],
    run: playwright('test/desktop'),
    env: { DAMSON_TEST_SLOW: seed },
  },
  {
    name: 'faults',
    levels: ['nightly'],
    needs: ['strace'],
    run: { node: ['test/faults/run.ts', '--rounds', '2000', '--minutes', '60'] },
    isOneTest: true,
  },
];
