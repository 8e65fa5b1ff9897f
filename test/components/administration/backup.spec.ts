import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EvidenceRecord } from '../../../server/missions/evidence/contract.ts';
import { attach, bodyOf, evidenceForm, newMission, placeOf } from '../../support/missions/factories.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';
import { expectAccessible } from '../../ui/support.ts';
import { expect, type Page, testOn } from '../support.ts';

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

test('stored data is verified, and damage is named where it can be repaired', async ({ stage, server }) => {
  // Health is red while a file is damaged.
  stage.expectError(/503|500/);
  const page = await stage.open(server.admin, address);
  const verify = page.getByRole('button', { name: 'Verify', exact: true });
  await expect(page.getByText('Not verified since the server started.')).toBeVisible();
  await verify.click();
  await expect(page.getByText('No damage found')).toBeVisible();

  const record = await evidenceIn(server, '<img src=x onerror=alert(1)>.txt');
  damage(server, record);
  await verify.click();
  const found = page.getByRole('alert').filter({ hasText: 'Damage found' });
  await expect(found).toContainText('1 of 1 stored file missing or damaged');
  await expect(found).toContainText(record.file_name);
  await expect(found).toContainText('of Winter exercise');

  await making(page).click();
  const refused = page.getByRole('alert').filter({ hasText: 'no backup was made' });
  await expect(refused).toContainText(record.file_name);
  await refused.getByRole('button', { name: 'Create without these files…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a backup without these files?' });
  await expect(dialog).toContainText('1 stored file will be missing from the backup');
  await dialog.getByRole('button', { name: 'Create without them' }).click();
  await expect(newest(page)).toContainText('without 1 missing or damaged file');
  await expect(refused).toHaveCount(0);

  await found.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/missions/${record.mission_id}/tests/${record.test_id}`));
});

test('backups are managed with the keyboard alone', async ({ stage, server }) => {
  const page = await stage.open(server.admin, address);
  await expect(page.getByRole('heading', { name: 'No backups yet' })).toBeVisible();
  // The last link before the page's content.
  await page.getByRole('link', { name: 'Audit', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(making(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(newest(page)).toContainText('Intact');
  const actions = page.getByRole('button', { name: /^Actions for the backup of/ });
  await actions.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Download' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete this backup?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('someone else’s job is shown, and no second one can be started', async ({ stage, server }) => {
  const record = await evidenceIn(server, 'seen.txt');
  expect(record.size).toBeGreaterThan(0);
  const page = await stage.open(server.admin, address);
  await expect(making(page)).toBeEnabled();
  stage.expectError(/409/);
  // The job starts between the page's last poll and the click.
  const posted = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.route('**/api/v1/backups', async (route) => {
    if (route.request().method() === 'POST') await server.admin.client.post('/api/v1/verification');
    await route.continue();
  });
  await making(page).click();
  expect((await posted).status()).toBe(409);
  await expect(page.getByRole('alert')).toContainText('Stored data is being verified');
  await expect(page.getByText('No damage found')).toBeVisible();
  await expect(making(page)).toBeEnabled();
});

test('a backup is restored by command: the page says how, and what changes', async ({ stage, server }) => {
  const page = await stage.open(server.admin, address);
  await making(page).click();
  await expect(newest(page)).toContainText('Intact');
  await newest(page)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Restore…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore this backup' });
  const { items } = bodyOf(await server.admin.client.get('/api/v1/backups'), 200);
  await expect(dialog).toContainText(`damson restore ${items[0].file_name} --data-dir new-folder`);
  await expect(dialog).toContainText('Everyone, including you, must sign in again');
  await expect(dialog).toContainText('With PostgreSQL, set SVC_DATABASE_URL to an empty database');
  await expectAccessible(page);
});
