import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleModules } from './test/bundle-modules.ts';
import { root } from './test/place.ts';

/** Runs `test/faults/run.ts` over the shipped program, as `npm test` does: a fault's round is mostly the start of a server. */
const child = spawn(process.execPath, ['test/faults/run.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import="${pathToFileURL(bundleModules()).href}"`,
    DAMSON_TEST_PROGRAM: path.join(root, 'dist', 'app', 'bin', 'damson.js'),
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
