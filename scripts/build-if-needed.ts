import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const built = path.join(root, 'dist', 'renderer', 'index.html');

/** Builds the interface when it has not been built, or its sources have changed since. */
if (!existsSync(built) || newest(path.join(root, 'renderer')) > statSync(built).mtimeMs) {
  process.stderr.write('Building the interface…\n');
  // The output goes to standard error: `npm start` keeps standard output for the log.
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
}

function newest(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce(
    (latest, entry) => {
      const file = path.join(folder, entry.name);
      return Math.max(latest, entry.isDirectory() ? newest(file) : statSync(file).mtimeMs);
    },
    statSync(path.join(root, 'package-lock.json')).mtimeMs,
  );
}
