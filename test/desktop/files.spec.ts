import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { newerEdition } from '../support/fixtures/attack-editions.ts';
import type { RunningApp } from './hosts/host.ts';
import {
  choose,
  dataFolder,
  expect,
  needsSignals,
  openDialog,
  openTest,
  ownPage,
  ownWindow,
  PageClient,
  pressButton,
  quit,
  setUp,
  signIn,
  test,
} from './support.ts';

const program = path.resolve(import.meta.dirname, '../../bin/damson.js');

test('evidence is saved where the native dialog says, and shown in its folder', { tag: '@story' }, async ({
  launch,
  home,
}) => {
  const app = await launch();
  const page = await ownPage(app);
  await setUp(page);
  await openTest(page);
  const evidence = page.getByRole('region', { name: 'Evidence of the red side' });
  const bytes = Buffer.from('first line\nsecond line\n');
  await evidence
    .getByLabel('Files to add')
    .setInputFiles({ name: 'what was seen.txt', mimeType: 'text/plain', buffer: bytes });
  await evidence.getByRole('button', { name: 'what was seen.txt', exact: true }).click();
  const download = page.getByRole('dialog').getByRole('button', { name: 'Download' });

  await download.click();
  const cancelled = await choose(app, null);
  expect(cancelled).toMatchObject({ kind: 'save' });
  expect(cancelled.options.defaultPath).toBe(path.join(home, 'Downloads', 'what was seen.txt'));
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(0);

  const place = path.join(home, 'kept here.txt');
  await download.click();
  await choose(app, place);
  await expect(page.getByRole('button', { name: 'Show in folder' })).toBeVisible();
  expect(readFileSync(place)).toEqual(bytes);
  expect(await app.outside()).toEqual([]);
  await page.getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => app.outside()).toEqual([{ kind: 'reveal', target: place }]);

  await download.click();
  await choose(app, path.join(home, 'no such folder', 'x.txt'));
  const failed = await openDialog(app);
  expect(failed.options.message).toBe('The file could not be saved.');
  await pressButton(app, failed, 'OK');
});

async function importOffered(page: Page, name: string): Promise<void> {
  await expect(page).toHaveURL(/\/catalogue\/status$/);
  const form = page.getByRole('form', { name: 'Import a bundle' });
  await expect(form.getByText(name)).toBeVisible();
  await form.getByLabel('Accept without verification').check();
  await form.getByRole('button', { name: 'Import' }).click();
  await expect(form.getByRole('status')).toContainText('added');
}

test('a bundle is opened from the menu, from the command line, by a second instance and by the system', {
  tag: '@nightly',
}, async ({ launch, home }) => {
  const bundle = path.join(home, 'edition.json');
  writeFileSync(bundle, JSON.stringify(newerEdition()));
  const app = await launch({ args: [bundle] });
  const page = await ownPage(app);
  await setUp(page);
  await importOffered(page, 'edition.json');

  const ways: [string, (file: string) => Promise<void>][] = [
    [
      'from the menu.json',
      async (file) => {
        await app.clickMenu('File', 'Import ATT&CK bundle…');
        expect((await choose(app, file)).options.filters[0]).toMatchObject({ extensions: ['json'] });
      },
    ],
    [
      'by a second instance.json',
      async (file) => expect(await (await launch({ args: [file] })).exited).toBe(0),
    ],
    ['by the system.json', (file) => app.openFile(file)],
  ];
  for (const [name, open] of ways) {
    const file = path.join(home, name);
    writeFileSync(file, JSON.stringify(newerEdition()));
    await app.clickMenu('Go', 'Home');
    await expect(page).toHaveURL(/:\d+\/$/);
    await open(file);
    await importOffered(page, name);
  }
  await app.openFile(path.join(home, 'gone.json'));
  const dialog = await openDialog(app);
  expect(dialog.options).toMatchObject({ message: "This bundle can't be imported." });
  await pressButton(app, dialog, 'OK');
});

/** A backup of the application's current data, made by the command. */
function backUp(home: string): string {
  const file = path.join(home, 'exercise.damson');
  execFileSync(process.execPath, [program, 'backup', file, '--data-dir', dataFolder(home)], {
    stdio: 'ignore',
  });
  return file;
}

/** The data folder and its siblings. */
function folders(home: string): string[] {
  return readdirSync(path.dirname(dataFolder(home))).sort();
}

type Launch = () => Promise<RunningApp>;

/** The application with some data, a backup of it, and the existing folders. */
async function withBackUp(launch: Launch, home: string) {
  const app = await launch();
  const page = await ownPage(app);
  await setUp(page);
  return { app, page, file: backUp(home), before: folders(home) };
}

/** Waits for the dialog that refuses a backup, and closes it. */
async function expectRefused(app: RunningApp, detail = /./): Promise<void> {
  const refusal = await openDialog(app);
  expect(refusal.options).toMatchObject({
    message: "This backup can't be opened.",
    detail: expect.stringMatching(detail),
  });
  expect(refusal.options.detail).toContain('Your current data was not changed.');
  await pressButton(app, refusal, 'OK');
}

/** Starts opening a backup and pauses its process, because such a small one is unpacked almost at once. */
async function unpackAndHold(app: RunningApp, file: string): Promise<number> {
  const [own] = await app.serverProcesses();
  await app.holdNextServer?.();
  await app.openFile(file);
  await pressButton(app, await openDialog(app), 'Verify and unpack');
  await expect.poll(async () => (await app.serverProcesses()).length, { intervals: [5] }).toBe(2);
  const unpacking = (await app.serverProcesses()).find((pid) => pid !== own) as number;
  // Electron's process is already running, but still has to load its program.
  process.kill(unpacking, 'SIGSTOP');
  return unpacking;
}

async function unpack(app: RunningApp): Promise<void> {
  await pressButton(app, await openDialog(app), 'Verify and unpack');
  await afterUnpacking(app, 'Open it now');
}

async function afterUnpacking(app: RunningApp, answer: 'Open it now' | 'Later'): Promise<void> {
  const done = await openDialog(app);
  expect(done.options).toMatchObject({ message: 'The backup is intact and unpacked.' });
  await pressButton(app, done, answer);
}

test('a backup opens beside the present data, from the menu and by double click', async ({
  launch,
  home,
}) => {
  const app = await launch();
  const page = await ownPage(app);
  await setUp(page);
  const { mission } = await openTest(page);
  const file = backUp(home);
  const client = new PageClient(page);
  expect((await client.delete(`/api/v1/missions/${mission.id}`)).status).toBe(204);

  await app.clickMenu('File', 'Open backup…');
  await choose(app, null);
  await app.clickMenu('File', 'Open backup…');
  await choose(app, file);
  await pressButton(app, await openDialog(app), 'Cancel');
  await app.clickMenu('File', 'Open backup…');
  await choose(app, file);
  await unpack(app);
  expect(await app.exited).toBe(0);
  const args = app.relaunch();
  expect(args).toEqual(['--data-dir', expect.stringContaining('exercise')]);

  const restored = await launch({ args: args as string[] });
  const its = await ownPage(restored);
  await signIn(its);
  await its.getByRole('link', { name: 'Missions', exact: true }).click();
  await expect(its.getByRole('link', { name: mission.name, exact: true })).toBeVisible();
  await quit(restored);

  // Started as usual, the application has the previous data, without the mission, and asks about the backup on the command line.
  const usual = await launch({ args: [file] });
  const again = await ownPage(usual);
  const question = await openDialog(usual);
  expect(question.options.message).toBe('Open the backup “exercise.damson”?');
  await pressButton(usual, question, 'Cancel');
  await signIn(again);
  await again.getByRole('link', { name: 'Missions', exact: true }).click();
  await expect(again.getByRole('button', { name: 'New mission' }).first()).toBeVisible();
  await expect(again.getByRole('link', { name: mission.name, exact: true })).toHaveCount(0);
});

test('a backup created on screen is restored from the list of backups', { tag: '@nightly' }, async ({
  launch,
  home,
}) => {
  const app = await launch();
  const page = await ownPage(app);
  await setUp(page);
  const { mission } = await openTest(page);
  await page.getByRole('link', { name: 'Administration', exact: true }).click();
  await page.getByRole('link', { name: 'Backup', exact: true }).click();
  await page.getByRole('button', { name: 'Create backup' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Intact' });
  await expect(row).toBeVisible();
  const client = new PageClient(page);
  expect((await client.delete(`/api/v1/missions/${mission.id}`)).status).toBe(204);

  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Restore…' }).click();
  await unpack(app);
  expect(await app.exited).toBe(0);
  const restored = await launch({ args: app.relaunch() as string[] });
  const its = await ownPage(restored);
  await signIn(its);
  await its.getByRole('link', { name: 'Missions', exact: true }).click();
  await expect(its.getByRole('link', { name: mission.name, exact: true })).toBeVisible();
  expect(folders(home)).toHaveLength(2);
});

test('a damaged backup is refused and leaves nothing behind', { tag: '@nightly' }, async ({
  launch,
  home,
}) => {
  const { app, file, before } = await withBackUp(launch, home);
  const bytes = readFileSync(file);
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] as number) ^ 1;
  writeFileSync(file, bytes);
  await app.openFile(file);
  await pressButton(app, await openDialog(app), 'Verify and unpack');
  await expectRefused(app);
  expect(folders(home)).toEqual(before);
  expect((await ownWindow(app)).isVisible).toBe(true);
});

test('quitting while a backup is unpacked asks first, and leaves nothing behind', {
  tag: '@nightly',
}, async ({ launch, home }) => {
  needsSignals();
  const { app, file, before } = await withBackUp(launch, home);
  const unpacking = await unpackAndHold(app, file);
  await app.clickMenu('File', 'Quit');
  const question = await openDialog(app);
  expect(question.options.message).toBe('Quit and cancel opening the backup?');
  await pressButton(app, question, 'Quit');
  process.kill(unpacking, 'SIGCONT');
  expect(await app.exited).toBe(0);
  expect(folders(home)).toEqual(before);
});

test('the progress of opening a backup is shown in the page, even after a reload, and in the task bar', {
  tag: '@nightly',
}, async ({ launch, home }) => {
  needsSignals();
  const app = await launch();
  const page = await ownPage(app);
  await setUp(page);
  await openTest(page);
  const evidence = page.getByRole('region', { name: 'Evidence of the red side' });
  await evidence.getByLabel('Files to add').setInputFiles({
    name: 'dump.txt',
    mimeType: 'text/plain',
    buffer: Buffer.alloc(8 * 1024 * 1024, 'seen '),
  });
  await expect(evidence.getByRole('list', { name: 'Files', exact: true })).toContainText('dump.txt');
  const file = backUp(home);
  const note = page.getByRole('region', { name: 'Opening a backup' });
  await expect(note).toHaveCount(0);

  const unpacking = await unpackAndHold(app, file);
  await expect(note).toContainText('exercise.damson');
  await page.reload();
  await expect(note).toContainText('Verifying: 0 %');
  const bar = note.getByRole('progressbar');
  await expect(bar).toHaveAttribute('aria-valuenow', '0');
  await bar.evaluate((element) => {
    // biome-ignore lint/suspicious/noExplicitAny: this runs in the page, whose types are not known here
    const { MutationObserver, shown = [] } = globalThis as any;
    Object.assign(globalThis, { shown });
    new MutationObserver(() => shown.push(Number(element.getAttribute('aria-valuenow')))).observe(element, {
      attributes: true,
    });
  });
  process.kill(unpacking, 'SIGCONT');
  await afterUnpacking(app, 'Later');
  await expect(note).toHaveCount(0);

  const isRising = (values: number[]) => values.every((value, index) => value >= (values[index - 1] ?? 0));
  const shown = await page.evaluate<number[]>('shown');
  expect(isRising(shown), String(shown)).toBe(true);
  expect(shown.filter((percent) => percent > 0 && percent < 50).length).toBeGreaterThan(1);
  expect(shown.filter((percent) => percent > 50 && percent < 100).length).toBeGreaterThan(1);
  const { progress } = await ownWindow(app);
  expect(progress.at(-1)).toBe(-1);
  const shares = progress.slice(0, -1);
  expect(isRising(shares), String(shares)).toBe(true);
  expect(shares.at(0)).toBe(0);
  expect(shares.at(-1)).toBe(1);
  expect(shares.length).toBeGreaterThan(20);
});

test('opening a backup can be cancelled from the page, and leaves nothing behind', {
  tag: '@nightly',
}, async ({ launch, home }) => {
  needsSignals();
  const { app, page, file, before } = await withBackUp(launch, home);
  const unpacking = await unpackAndHold(app, file);
  const note = page.getByRole('region', { name: 'Opening a backup' });
  await note.getByRole('button', { name: 'Cancel' }).click();
  process.kill(unpacking, 'SIGCONT');
  await expect(note).toHaveCount(0);
  expect(folders(home)).toEqual(before);
  expect((await app.dialogs()).filter(({ answer }) => answer === null)).toEqual([]);
  // Another backup can be opened at once.
  await app.openFile(file);
  await pressButton(app, await openDialog(app), 'Cancel');
});

test('a backup that is missing or fails to unpack is reported in words, and nothing is left behind', {
  tag: '@nightly',
}, async ({ launch, home }) => {
  needsSignals();
  const { app, file, before } = await withBackUp(launch, home);
  process.kill(await unpackAndHold(app, file), 'SIGKILL');
  await expectRefused(app, /ended unexpectedly.*Help › Show log file/);
  expect(folders(home)).toEqual(before);
  await app.openFile(file);
  const question = await openDialog(app);
  rmSync(file);
  await pressButton(app, question, 'Verify and unpack');
  await expectRefused(app, /no longer exists/);
  expect(folders(home)).toEqual(before);
});

test('switching opens another data folder, and refuses a folder without data', { tag: '@nightly' }, async ({
  launch,
  home,
}) => {
  const app = await launch({ args: ['--data-dir', path.join(home, 'another')] });
  await setUp(await ownPage(app));
  await quit(app);
  const second = await launch();
  await ownPage(second);
  mkdirSync(path.join(home, 'empty'));
  await second.clickMenu('File', 'Switch to another data folder…');
  await choose(second, path.join(home, 'empty'));
  const refusal = await openDialog(second);
  expect(refusal.options.message).toBe('This is not a Damson data folder.');
  await pressButton(second, refusal, 'OK');
  expect(existsSync(path.join(home, 'empty', 'damson.db'))).toBe(false);
  await second.clickMenu('File', 'Switch to another data folder…');
  await choose(second, path.join(home, 'another'));
  expect(await second.exited).toBe(0);
  const third = await launch({ args: second.relaunch() as string[] });
  await signIn(await ownPage(third));
});
