import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type SecondInstance = { argv: string[]; cwd: string; additionalData: Record<string, unknown> };

/**
 * Takes the lock of an instance over a user data folder. `server` is null when another instance holds it, which is then notified
 * of this one; `delivered` resolves once it has been.
 */
export function takeInstanceLock(
  userData: string,
  additionalData: Record<string, unknown>,
  onSecond: (second: SecondInstance) => void,
): { server: Server | null; delivered: Promise<void> } {
  const digest = createHash('sha256').update(userData).digest('hex').slice(0, 24);
  const place = path.join(tmpdir(), `instance-${digest}.sock`);
  if (!takeLock(`${place}.pid`)) {
    const message: SecondInstance = { argv: process.argv, cwd: process.cwd(), additionalData };
    const delivered = new Promise<void>((resolve) => {
      const socket = createConnection(place, () => socket.end(JSON.stringify(message)));
      socket.once('close', () => resolve());
      socket.once('error', () => resolve());
    });
    return { server: null, delivered };
  }
  rmSync(place, { force: true });
  const server = createServer((socket) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.once('end', () => onSecond(JSON.parse(text) as SecondInstance));
  });
  server.listen(place);
  server.unref();
  process.once('exit', () => {
    for (const file of [place, `${place}.pid`]) rmSync(file, { force: true });
  });
  return { server, delivered: Promise.resolve() };
}

/** Whether this process now holds the lock; takes over a dead process's lock. */
function takeLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return false;
  } catch {
    rmSync(file, { force: true });
    return takeLock(file);
  }
}
