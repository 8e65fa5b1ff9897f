import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { findChromium } from './find-chromium.ts';

/** Every test there is: what needs a browser is looked for first, so that nobody learns of its absence after minutes. */
const root = path.resolve(import.meta.dirname, '..');
const playwright = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js');

if (findChromium() === null) {
  process.stderr.write(
    'The tests of the interface need Chromium: install your system’s package (Debian: apt install chromium), or run "npx playwright install chromium"\n',
  );
  process.exit(1);
}

const suites: [string, string[]][] = [
  [
    'server and command',
    [
      '--test',
      // A test that waits in vain, or leaves something open when it fails, doesn't hold up the others.
      '--test-timeout=600000',
      '--test-force-exit',
      `--test-concurrency=${availableParallelism()}`,
      '{server,domain,main,renderer,test}/**/*.test.ts',
    ],
  ],
  ['interface', [playwright, 'test', '-c', 'test/ui']],
  ['desktop application', [playwright, 'test', '-c', 'test/desktop']],
];

const env = {
  ...process.env,
  // Each file of tests is a process, which loads what others have compiled: a fifth less of the processor.
  NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled'),
  // Processes are those that ship.
  DAMSON_TEST_PROGRAM: path.join(root, 'dist', 'app', 'bin', 'damson.js'),
};

const failed = suites.filter(([name, args]) => {
  process.stdout.write(`\n== ${name}\n`);
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status !== 0;
});
if (failed.length > 0) {
  process.stderr.write(`\nFailed: ${failed.map(([name]) => name).join(', ')}\n`);
  process.exitCode = 1;
}
