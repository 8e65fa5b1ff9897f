import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { bodyOf, newMission, placeOf, walk } from '../support/missions/factories.ts';
import type { RunningApp } from './hosts/host.ts';
import { choose, dataFolder, expect, ownPage, PageClient, setUp, test } from './support.ts';

const openWindows = async (app: RunningApp) => (await app.windows()).map(({ url }) => url);

test('a report is previewed, and printed as PDF by the application itself', async ({ launch, home }) => {
  const app = await launch({ env: { SVC_BROWSER: 'off' } });
  const page = await ownPage(app);
  await setUp(page);
  const client = new PageClient(page);
  const mission = await newMission(client, { tests: 40, name: 'Harbour' });
  const { path: testPath, missionPath } = placeOf(mission);
  bodyOf(await client.put(testPath, { command: 'whoami /all <script>document.title = 1</script>' }), 200);
  await walk(client, testPath, 'executed');
  const draft = { kind: 'technical', title: 'To the board' };
  const { id } = bodyOf(await client.post(`${missionPath}/reports`, draft), 201);
  await page.getByRole('link', { name: 'Missions', exact: true }).click();
  await page.getByRole('link', { name: 'Harbour', exact: true }).click();
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await page.getByRole('link', { name: 'To the board' }).click();
  await page.getByRole('button', { name: /^Preview(?!:)/ }).click();
  const preview = page.frameLocator('iframe[title="Preview of the report"]');
  await expect(preview.getByText('whoami /all <script>')).not.toHaveCount(0);
  const download = async () => {
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('menuitem', { name: 'PDF' }).click();
  };

  // A cancelled download leaves no window and no file behind.
  await download();
  await expect
    .poll(async () => (await openWindows(app)).some((url) => url.startsWith('file:')), { intervals: [10] })
    .toBe(true);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => openWindows(app)).toEqual([page.url()]);
  const staged = path.join(dataFolder(home), 'reports', '.tmp');
  await expect.poll(() => readdirSync(staged).filter((name) => name.includes('pdf'))).toEqual([]);

  const place = path.join(home, 'report.pdf');
  await download();
  expect((await choose(app, place)).options.defaultPath).toBe(
    path.join(home, 'Downloads', 'To the board.pdf'),
  );
  await expect.poll(() => existsSync(place)).toBe(true);
  const about = execFileSync('pdfinfo', [place], { encoding: 'utf8' });
  expect(about).toMatch(/Title: +To the board/);
  expect(about).toMatch(/Tagged: +yes/);
  expect(about).toMatch(/Page size: .*A4/);
  expect(execFileSync('pdftotext', [place, '-'], { encoding: 'utf8' })).toContain('whoami /all <script>');
  expect(await openWindows(app)).toEqual([page.url()]);
  expect(bodyOf(await client.get(`${missionPath}/reports/${id}/renderings/html`), 200)).toContain('whoami');
});
