import { gzipSync } from 'node:zlib';
import { attach, bodyOf, evidenceForm, placeOf } from '../../../support/missions/factories.ts';
import type { TestServer } from '../../../support/servers/server.ts';
import { testOfAllPages as test } from '../../servers.ts';
import {
  expect,
  expectAccessible,
  type Locator,
  newTeam,
  type Page,
  runningMission,
  testPath,
} from '../../support.ts';

type Files = Readonly<Record<string, string>>;
type Open = { as: (person: Awaited<ReturnType<typeof newTeam>>['red'], path?: string) => Promise<Page> };

/** The dialog with a recording of a new test. */
async function openRecording(open: Open, server: TestServer, files: Files, name: string): Promise<Locator> {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  for (const [file, content] of Object.entries(files)) {
    const bytes = file.endsWith('.gz') ? gzipSync(content) : Buffer.from(content);
    const form = evidenceForm(bytes, { name: file, type: 'application/octet-stream' });
    bodyOf(await attach(team.red.client, placeOf(mission), form), 201);
  }
  const page = await open.as(team.red, testPath(mission));
  await page.getByRole('button', { name, exact: true }).click();
  return page.getByRole('dialog');
}

const castOf = (...events: unknown[]) =>
  [{ version: 2, width: 40, height: 5 }, ...events].map((line) => JSON.stringify(line)).join('\n');
const screen = (shown: Locator) => shown.getByRole('region', { name: /^Screen of/ });

test('a recording plays in place, by mouse and keyboard, and reads as text', async ({ open, server }) => {
  const cast = castOf(
    [0, 'o', '$ whoami\r\n'],
    [0.4, 'i', 'secret'],
    [0.5, 'o', '\u001b[31mcorp\\anna\u001b[0m\r\n'],
    [600, 'o', '\u001b[2J\u001b[Hdone'],
  );
  const shown = await openRecording(open, server, { 'other.log': 'other', 'run.cast': cast }, 'run.cast');
  const page = shown.page();
  await expect(screen(shown)).toContainText('$ whoami');
  await expect(shown.getByText('0:00 of 0:02')).toBeVisible();
  await expectAccessible(page);
  await shown.getByLabel('Speed').selectOption('8×');
  await shown.getByRole('button', { name: 'Play' }).click();
  await expect(screen(shown)).toContainText('done');
  await expect(screen(shown)).not.toContainText('whoami');
  await expect(shown.getByRole('button', { name: 'Play' })).toBeVisible();
  // The keys move within the recording, and not to another file.
  await screen(shown).focus();
  await page.keyboard.press('Home');
  await expect(screen(shown)).toContainText('$ whoami');
  await page.keyboard.press('ArrowRight');
  await expect(screen(shown)).toContainText('done');
  await page.keyboard.press('Home');
  await page.keyboard.press('k');
  await expect(screen(shown)).toContainText('done');
  await shown.getByRole('slider', { name: 'Position' }).press('ArrowLeft');
  await expect(screen(shown)).toContainText('corp\\anna');
  await shown.getByLabel('Shorten pauses').uncheck();
  await expect(shown.getByText('0:00 of 10:00')).toBeVisible();
  await expect(screen(shown)).toContainText('corp\\anna');
  await shown.getByText('Text', { exact: true }).click();
  await expect(shown.getByRole('region', { name: 'run.cast' })).toHaveText('$ whoami\ncorp\\anna\ndone');
  await expect(shown).not.toContainText('secret');
  await page.setViewportSize({ width: 320, height: 640 });
  await shown.getByText('Replay', { exact: true }).click();
  await expect(shown.getByRole('button', { name: 'Play' })).toBeInViewport();
});

test('the scripts of a recording are loaded with the first one, and small', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const form = evidenceForm(castOf([0, 'o', 'here']), { name: 'run.cast', type: 'application/json' });
  bodyOf(await attach(team.red.client, placeOf(mission), form), 201);
  const page = await open.as(team.red, testPath(mission), {});
  const loaded = async (): Promise<[count: number, bytes: number]> =>
    page.evaluate(`(() => {
      const all = performance.getEntriesByType('resource');
      const own = all.filter(({ name }) => /\\/(?:player|replay-thread)-[^/]*\\.js$/.test(name));
      return [own.length, own.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)];
    })()`);
  const file = page.getByRole('button', { name: 'run.cast', exact: true });
  await expect(file).toBeVisible();
  expect(await loaded()).toEqual([0, 0]);
  await file.click();
  await expect(screen(page.getByRole('dialog'))).toContainText('here');
  const [count, bytes] = await loaded();
  expect(count).toBe(2);
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThan(60_000);
});

test('a typescript plays with the file of its times, and is text without', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const typescript = 'Script started on 2026-09-01 [COLUMNS="80" LINES="24"]\n$ id\r\nuid=0\r\n\u000e\u0000';
  const timed = { 'host.typescript': typescript, 'host.timing': '0.1 6\n1.5 7\n' };
  const shown = await openRecording(open, server, timed, 'host.typescript');
  await expect(screen(shown)).toContainText('$ id');
  await screen(shown).press('End');
  await expect(screen(shown)).toContainText('uid=0');
  const plain = await openRecording(open, server, { 'host.typescript': typescript }, 'host.typescript');
  await expect(plain.getByRole('region', { name: 'host.typescript' })).toContainText('$ id\nuid=0');
  await expect(plain.getByText('add the file host.timing')).toBeVisible();
});

test('a hostile recording draws characters and nothing else', async ({ open, server }) => {
  const esc = '\u001b';
  const hostile = castOf(
    [0, 'r', '99999999x99999999'],
    [
      0,
      'o',
      `<img src=x onerror="document.title='pwned'"> ${esc}]8;;http://127.0.0.1:1/\u0007link${esc}]8;;\u0007`,
    ],
    [0, 'o', `${esc}]52;c;cHduZWQ=\u0007${esc}]0;pwned\u0007${esc}[8;9999;9999t${esc}Pq#0~~${esc}\\`],
    [1e300, 'o', `${esc}[2147483647b${esc}[999999999L\u0000`],
    [-5, 'o', ' \ud800\u202eend'],
  );
  const shown = await openRecording(open, server, { 'bad.cast': hostile }, 'bad.cast');
  const page = shown.page();
  const title = await page.title();
  await screen(shown).press('End');
  await expect(screen(shown)).toContainText('<img src=x onerror="document.title=\'pwned\'"> link');
  await expect(screen(shown)).toContainText('\ufffdend');
  await expect(shown.locator('a, img')).toHaveCount(0);
  expect(await page.title()).toBe(title);
  expect(await page.evaluate('document.activeElement?.ownerDocument === document')).toBe(true);
});

test('a recording of a million events does not hold up the page', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const events = Array.from({ length: 1_000_000 }, (_, index) => `[${index / 10},"o","x"]`);
  const cast = `{"version":2,"width":80,"height":24}\n${events.join('\n')}`;
  const shown = await openRecording(open, server, { 'long.cast': cast }, 'long.cast');
  await expect(screen(shown)).toContainText('x');
  await screen(shown).press('End');
  await expect(screen(shown)).toContainText('x'.repeat(80));
  await screen(shown).press('Home');
  await expect(screen(shown)).not.toContainText('x'.repeat(80));
});

test('a compressed recording plays, and a bomb is cut', { tag: '@nightly' }, async ({ open, server }) => {
  const cast = castOf([0, 'o', 'here']);
  const shown = await openRecording(open, server, { 'run.cast.gz': cast }, 'run.cast.gz');
  await expect(screen(shown)).toContainText('here');
  const bomb = `${castOf([0, 'o', 'first'])}\n${' '.repeat(200_000_000)}`;
  const cut = await openRecording(open, server, { 'bomb.cast.gz': bomb }, 'bomb.cast.gz');
  await expect(screen(cut)).toContainText('first');
});

test('a file that only has the name of a recording says so', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const shown = await openRecording(open, server, { 'no.cast': '{"version":9}' }, 'no.cast');
  await expect(shown.getByText('not a recording that can be replayed')).toBeVisible();
});
