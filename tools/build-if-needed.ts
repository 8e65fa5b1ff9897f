import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { speak, toLine } from '../server/command/language.ts';
import { readLocale } from '../server/settings.ts';

const root = path.resolve(import.meta.dirname, '..');
const built = path.join(root, 'dist', 'renderer', 'index.html');

/** Builds the interface if it has not been built, or its sources have changed since; throws when that fails. */
export function buildInterface(): void {
  const newest = Math.max(
    newestIn(path.join(root, 'renderer')),
    newestIn(path.join(root, 'domain')),
    newestIn(path.join(root, 'docs', 'guide')),
    newestIn(path.join(root, 'package-lock.json')),
  );
  if (existsSync(built) && newest <= statSync(built).mtimeMs) return;
  process.stderr.write(`${toLine('Building the interface…')}\n`);
  // The output goes to standard error: `npm start` keeps standard output for the log.
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
}

/** Time in milliseconds of the last change to a file, or to any file below a folder; 0 if there is none. */
export function newestIn(place: string): number {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  // The folder's own time changes when files are removed.
  return Math.max(found.mtimeMs, ...readdirSync(place).map((name) => newestIn(path.join(place, name))));
}

if (import.meta.main) {
  await speak(readLocale());
  buildInterface();
}
