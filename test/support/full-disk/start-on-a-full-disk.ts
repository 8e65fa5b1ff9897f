import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startServer } from '../../../server/index.ts';
import { createLog } from '../../../server/log.ts';
import { readSettings } from '../../../server/settings.ts';
import { fillTheDisk } from './fill-the-disk.ts';

/** Run by a test in which the data folder (the argument) is a separate disk with little room; prints the result. */
const dataDir = process.argv[2] as string;
const settings = readSettings(
  {},
  { APP_ENV: 'test', SVC_DATA_DIR: dataDir, SVC_PORT: '0', LOG_LEVEL: 'silent' },
);
const filler = path.join(dataDir, 'filler');
const ballast = path.join(dataDir, 'ballast');

const health = async (url: string): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`${url}/api/health`);
  return { status: response.status, body: await response.json() };
};
/** Waits for an answer with this status; the probe behind it writes once a second. */
const healthUntil = async (url: string, status: number): Promise<{ status: number; body: unknown }> => {
  for (;;) {
    const answer = await health(url);
    if (answer.status === status) return answer;
  }
};

const broken: unknown[] = [];
const start = () =>
  startServer(settings, {
    log: createLog('silent', () => {}),
    onStorageBroken: (error) => broken.push(error),
  });

let server = await start();
const kept = existsSync(ballast);
await server.close();
fillTheDisk(filler);
server = await start();
const givenUpToOpen = !existsSync(ballast);
const opened = await healthUntil(server.url, 200);

// Now the reserved space is used up.
fillTheDisk(filler);
const full = await healthUntil(server.url, 503);
const reading = await fetch(`${server.url}/api/setup`);
rmSync(filler);
const again = await healthUntil(server.url, 200);
// Each request for health triggers the check.
while (!existsSync(ballast)) await health(server.url);
const keptAgain = existsSync(ballast);
await server.close();

process.stdout.write(
  JSON.stringify({
    kept,
    givenUpToOpen,
    opened: opened.status,
    full,
    reading: reading.status,
    again: again.status,
    keptAgain,
    broken: broken.length,
  }),
);
