import { execFileSync } from 'node:child_process';

/** Runs npm in a folder and returns its output; throws when it fails. */
export function npm(cwd: string, ...args: string[]): string {
  const isWindows = process.platform === 'win32';
  return execFileSync(isWindows ? 'npm.cmd' : 'npm', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    shell: isWindows,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
