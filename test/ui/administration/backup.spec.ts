import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EvidenceRecord } from '../../../server/missions/evidence/contract.ts';
import { attach, bodyOf, evidenceForm, newMission, placeOf } from '../../support/missions/factories.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';
import { expectAccessibleInBothSchemes } from '../looks/axe.ts';
import { expect, expectAccessible, type Page, testOn } from '../support.ts';

/** A separate server, so that damaged files and backups affect no other test. */
const test = testOn(() => startTestServer());
// One worker: each further one would start a server and a browser of its own.
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ server }) => {
  const { client } = server.admin;
  bodyOf(await client.post('/api/v1/diag/reset'), 200);
  for (const { id } of bodyOf(await client.get('/api/v1/backups'), 200).items)
    bodyOf(await client.delete(`/api/v1/backups/${id}`), 204);
  // A restart, because the server remembers its last jobs.
  await server.restart();
});

const address = '/administration/backup';
const making = (page: Page) => page.getByRole('button', { name: 'Create backup' });
/** The newest backup: the first row below the heads. */
const newest = (page: Page) => page.getByRole('row').nth(1);

async function evidenceIn({ admin }: TestServer, fileName: string): Promise<EvidenceRecord> {
  const mission = await newMission(admin.client, { name: 'Winter exercise' });
  const form = evidenceForm('the detections', { name: fileName });
  return bodyOf(await attach(admin.client, placeOf(mission), form), 201);
}

function damage(server: TestServer, { mission_id, test_id, sha256 }: EvidenceRecord): void {
  writeFileSync(path.join(server.dataDir, 'evidence', mission_id, test_id, sha256), 'something else');
}

test('every state of the page keeps to WCAG 2.2 AA', { tag: '@nightly' }, async ({ open, server }) => {
  // Health is red while a file is damaged.
  open.expectError(/503|500/);
  const page = await open.as(server.admin, address);
  await expect(page.getByRole('heading', { name: 'No backups yet' })).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'none yet');
  const record = await evidenceIn(server, 'seen.txt');
  await page.reload();
  await expect(page.getByRole('note')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'overdue');
  // Such a small backup ends between two polls, so the page learns of it afterwards.
  const looked = Promise.withResolvers<void>();
  const ofJob = '**/api/v1/backups/job';
  await page.route(ofJob, (route) => looked.promise.then(() => route.continue()));
  await making(page).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'under way');
  looked.resolve();
  await expect(newest(page)).toContainText('Intact');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('No damage found')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'whole');
  damage(server, record);
  await making(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'no backup was made' })).toBeVisible();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Damage found')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'damaged');
  await page.getByRole('button', { name: /^Actions for the backup of/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'delete');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create without these files…' }).click();
  await expect(page.getByRole('dialog', { name: 'Create a backup without these files?' })).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'without the damaged files');
});

test('a backup is made, downloaded, verified and deleted', { tag: '@nightly' }, async ({ open, server }) => {
  const page = await open.as(server.admin, address);
  await expect(page.getByRole('heading', { name: 'No backups yet' })).toBeVisible();
  await expect(page.getByRole('note')).toHaveCount(0);

  await evidenceIn(server, 'seen.txt');
  await page.reload();
  await expect(page.getByRole('note')).toContainText('Your missions have no backup.');
  await making(page).click();
  await expect(newest(page)).toContainText('1 mission, 1 file, 1 user');
  await expect(newest(page)).toContainText('Intact');
  await expect(page.getByText('Backup created and verified.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Last backup just now' })).toBeVisible();
  await expect(page.getByRole('note')).toHaveCount(0);

  const folder = path.join(server.dataDir, 'backups');
  const [name] = readdirSync(folder).filter((entry) => entry.endsWith('.damson'));
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Actions for the backup of/ }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe(name);
  expect(readFileSync(await download.path()).equals(readFileSync(path.join(folder, name as string)))).toBe(
    true,
  );

  await page.getByRole('button', { name: /^Actions for the backup of/ }).click();
  await page.getByRole('menuitem', { name: 'Verify' }).click();
  await expect(page.getByText('Backup verified.')).toBeVisible();
  await expect(newest(page)).toContainText('Intact');
  writeFileSync(path.join(folder, name as string), 'no longer');
  await page.reload();
  await expect(newest(page)).toContainText('Damaged');
  await expect(page.getByRole('note')).toContainText('Your missions have no backup.');

  await page.getByRole('button', { name: /^Actions for the backup of/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this backup?' });
  await expect(dialog).toContainText('will be deleted from the server’s disk');
  await expect(dialog).toContainText('This is the only backup.');
  await dialog.getByRole('button', { name: 'Delete backup' }).click();
  await expect(page.getByRole('heading', { name: 'No backups yet' })).toBeVisible();
  expect(readdirSync(folder)).toEqual([]);
});

test('missing access and a list that cannot be loaded are reported', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const keeper = await server.newPerson('soc', { permissions: ['system.manage'] });
  const kept = await open.as(keeper, '/');
  await kept.getByRole('link', { name: 'Administration' }).click();
  await expect(kept).toHaveURL(/\/administration\/backup$/);
  await expect(kept.getByRole('navigation', { name: 'Administration' }).getByRole('link')).toHaveText([
    'Sign-in',
    'Backup',
    'Audit',
  ]);
  await making(kept).click();
  await expect(kept.getByText('Intact')).toBeVisible();
  await kept.goto('/administration/users');
  await expect(
    kept.getByRole('heading', { name: 'Administration requires permission to manage users' }),
  ).toBeVisible();

  const red = await open.as(await server.newPerson('redteam'), address);
  await expect(
    red.getByRole('heading', { name: 'Backups and audit require permission to manage the server' }),
  ).toBeVisible();
  await expect(red.getByRole('link', { name: 'Administration' })).toHaveCount(0);
  await expectAccessible(red);

  open.expectError(/500|503/);
  const page = await open.as(server.admin, '/administration/users');
  let isBroken = true;
  await page.route('**/api/v1/backups?*', (route) =>
    isBroken
      ? route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          body: JSON.stringify({ code: 'internal', detail: 'Something went wrong on the server' }),
        })
      : route.continue(),
  );
  await page.getByRole('link', { name: 'Backup', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('The list of backups could not be loaded');
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(newest(page)).toContainText('Intact');
});
