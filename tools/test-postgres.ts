import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findPrograms, makeTemplates, startCluster } from '../test/support/servers/postgres.ts';
import { groupFiles } from './test/group-files.ts';

/**
 * Runs the tests of the API, or the named ones, with the servers' databases in a temporary PostgreSQL cluster. `--events` prints
 * the results as events, see `test/events.ts`;
 * then `--together` is the number of files that share a process.
 */
const root = path.resolve(import.meta.dirname, '..');
// Leaves out the test of starting over a database file.
const all = () =>
  globSync('test/api/**/*.test.ts', { cwd: root }).filter(
    (file) => path.basename(file) !== 'front-door.test.ts',
  );
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: String(availableParallelism()) },
    together: { type: 'string', default: '1' },
    'one-by-one': { type: 'boolean', default: false },
  },
});
const named = positionals.flatMap((pattern) => globSync(pattern, { cwd: root }));
if (findPrograms() === null) {
  process.stderr.write(
    'The tests over PostgreSQL need it: install your system’s package (Debian: apt install postgresql)\n',
  );
  process.exit(1);
}
// As in `npm test`, where it saves a sixth of the time.
const compiled = { NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled') };
const cluster = await startCluster();
try {
  await makeTemplates(cluster.url);
  const files = named.length > 0 ? named : all();
  const concurrency = values['one-by-one'] ? '1' : values.concurrency;
  const most = values['one-by-one'] ? 1 : Number(values.together);
  const args = values.events
    ? [
        ...['tools/test/node-suite.ts', '--force-exit', '--concurrency', concurrency],
        ...groupFiles(files, { expected: () => 1, most, atOnce: Number(concurrency) }).map((group) =>
          group.join(','),
        ),
      ]
    : ['--test', '--test-timeout=600000', '--test-force-exit', `--test-concurrency=${concurrency}`, ...files];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...compiled, DAMSON_TEST_POSTGRES: cluster.url },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise<number>((resolve) =>
    child.on('exit', (status) => resolve(status ?? 1)),
  );
} finally {
  await cluster.remove();
}
