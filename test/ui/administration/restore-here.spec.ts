import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { damson, prepareData, serving } from '../../support/commands/command.ts';
import { bodyOf, newMission } from '../../support/missions/factories.ts';
import { Client } from '../../support/servers/server.ts';
import { expect, expectAccessible, test } from '../support.ts';

const email = 'ada@example.org';
const password = 'correct horse battery';

test('a backup is restored from the page of a running server, and everyone signs in again', {
  tag: '@nightly',
}, async ({ browser }) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'damson-restore-page-'));
  await prepareData(dataDir);
  const account = ['--email', email, '--display-name', 'Ada', '--password', password];
  expect((await damson(['create-admin', ...account, '--data-dir', dataDir])).code).toBe(0);
  const server = await serving(dataDir);
  const page = await browser.newPage({ locale: 'en-GB' });
  try {
    const session = await new Client(server.url, null).post('/api/v1/auth/login', { email, password });
    const client = new Client(server.url, bodyOf(session, 200).access_token);
    await newMission(client, { name: 'Kept' });
    const signIn = async () => {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').first().fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await page.goto(`${server.url}/administration/backup`);
    await signIn();
    await page.getByRole('button', { name: 'Create backup' }).click();
    const row = page.getByRole('row').nth(1);
    await expect(row).toContainText('Intact');
    await newMission(client, { name: 'Later' });

    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Restore…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore this backup' });
    await expectAccessible(page);
    await dialog.getByLabel('Current password').fill('wrong horse battery');
    await dialog.getByRole('button', { name: 'Restore backup' }).click();
    await expect(dialog.getByText('is not the current password')).toBeVisible();
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Restore backup' }).click();
    await expect(page.getByText('Damson is restoring the backup')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await signIn();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeHidden();
    await page.getByRole('link', { name: 'Missions' }).click();
    await expect(page.getByRole('link', { name: 'Kept' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Later' })).toHaveCount(0);
  } finally {
    await page.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
