import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { hostName } from './host.ts';

/**
 * Starts a display for windows: the existing one, else an Xvfb on a free number, which the returned function ends. Reports in one
 * line when there is neither; tests that need a display are then skipped, with Electron all of them.
 */
export async function startDisplay(): Promise<() => Promise<void>> {
  if (process.platform !== 'linux' || process.env.DISPLAY) return async () => {};
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await Promise.race([
    once(child.stdio[3] as Readable, 'data').then(([text]) => String(text).trim()),
    once(child, 'exit').then(() => null),
    once(child, 'error').then(() => null),
  ]).catch(() => null);
  if (number === null || number === '') return noDisplay();
  process.env.DISPLAY = `:${number}`;
  return async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
    delete process.env.DISPLAY;
  };
}

function noDisplay(): () => Promise<void> {
  const what = 'The tests of the desktop application';
  const how = 'set DISPLAY, or install Xvfb (Debian: xvfb)';
  if (hostName === 'electron') throw new Error(`${what} need a display: ${how}`);
  process.stderr.write(`${what} that open windows on a display are skipped: ${how}\n`);
  return async () => {};
}
