import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { migrations } from '../../server/database/migrations/migrations.ts';
import { sample } from '../support/sample.ts';
import type { LaunchOptions, RunningApp } from './hosts/host.ts';
import { dataFolder, expect, openDialog, ownPage, pressButton, quit, setUp, test } from './support.ts';

type Launch = (options?: Partial<LaunchOptions>) => Promise<RunningApp>;

/** Starts with an unusable folder: the application explains the reason in a dialog, and ends with this exit code. */
async function refused(
  launch: Launch,
  message: RegExp,
  exitCode: number,
  args: string[] = [],
): Promise<void> {
  const app = await launch({ args });
  const dialog = await openDialog(app);
  expect(dialog.options.message).toMatch(message);
  expect(await app.windows()).toEqual([]);
  await pressButton(app, dialog, 'Quit');
  expect(await app.exited).toBe(exitCode);
}

function bytesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map(({ name }) => [name, readFileSync(path.join(folder, name), 'base64')]));
}

test("a data folder that can't be written is named, and nothing starts", { tag: '@nightly' }, async ({
  launch,
  home,
}) => {
  const file = path.join(home, 'a file');
  writeFileSync(file, 'in the way');
  await refused(launch, /can't write to its data folder/, 1, ['--data-dir', path.join(file, 'data')]);
  expect(readFileSync(file, 'utf8')).toBe('in the way');
});

test('a data folder that a server has open is named', async ({ launch, home }) => {
  const program = path.resolve(import.meta.dirname, '../../bin/damson.js');
  const server = spawn(process.execPath, [program, 'serve', '--data-dir', dataFolder(home), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    await once(server.stdout, 'data');
    await refused(launch, /already running on this data folder/, 1);
  } finally {
    server.kill();
    await once(server, 'exit');
  }
});

const versions = migrations.map(({ version }) => version);
const strange: [what: string, version: number, message: RegExp][] = [
  ['of a newer Damson', Math.max(...versions) + 1, /created by a newer Damson/],
  ['of a Damson before 0.1.0', Math.min(...versions) - 1, /created by a Damson before 0\.1\.0/],
];
for (const [what, version, message] of sample(strange, 2)) {
  test(`the database ${what} stays as it is`, async ({ launch, home }) => {
    const app = await launch();
    await setUp(await ownPage(app));
    await quit(app);
    const database = new Database(path.join(dataFolder(home), 'damson.db'));
    database.pragma(`user_version = ${version}`);
    database.close();
    const before = bytesIn(dataFolder(home));
    await refused(launch, message, 1);
    expect(bytesIn(dataFolder(home))).toEqual(before);
  });
}

test('a file that is not a database stays as it is', { tag: '@nightly' }, async ({ launch, home }) => {
  mkdirSync(dataFolder(home), { recursive: true });
  writeFileSync(
    path.join(dataFolder(home), 'damson.db'),
    'not a database at all, but long enough to look at'.repeat(50),
  );
  const before = bytesIn(dataFolder(home));
  await refused(launch, /damaged|not Damson's/, 1);
  expect(bytesIn(dataFolder(home))['damson.db']).toEqual(before['damson.db']);
});
