import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { bodyOf, placeOf } from '../../support/missions/factories.ts';
import { expect, newTeam, type Page, runningMission, test } from '../support.ts';

const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the report"]');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function download(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('a report is created, written, previewed, issued, downloaded and verified', { tag: '@story' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { name: 'Harbour' });
  const place = placeOf(mission);
  bodyOf(await team.red.client.put(place.path, { command: 'whoami /all' }), 200);
  bodyOf(await team.red.client.post(`${place.path}/transition`, { status: 'executed' }), 200);
  const page = await open.as(team.red, `/missions/${mission.id}/report`);
  await expect(page.getByRole('heading', { name: 'No reports yet' })).toBeVisible();
  await page.keyboard.press('n');
  const making = page.getByRole('dialog', { name: 'New report' });
  await making.getByRole('radio', { name: /^Technical report/ }).check();
  await expect(making.getByLabel('Title')).toHaveValue('Technical report: Harbour');
  // The browser's zone.
  await expect(making.getByLabel('Time zone')).toHaveValue('Europe/Berlin');
  await making.getByLabel('Classification').fill('For the board');
  await making.getByRole('button', { name: 'Create draft' }).click();
  await expect(page.getByRole('heading', { name: 'Technical report: Harbour', level: 1 })).toBeVisible();

  const summary = page.getByRole('textbox', { name: 'Summary' });
  await summary.fill('Most of it <b>was seen</b>.');
  await expect(page.getByText('All saved')).toBeVisible();
  await summary.press('Escape');
  await page.keyboard.press('p');
  await expect(preview(page).getByText('Most of it <b>was seen</b>.')).toBeVisible();
  await expect(preview(page).getByRole('heading', { level: 1 })).toBeInViewport();
  await expect(preview(page).getByText('For the board')).not.toHaveCount(0);
  await expect(preview(page).getByText('whoami /all')).not.toHaveCount(0);
  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('combobox', { name: 'Commands and output' }).selectOption('Omitted');
  await expect(page.getByText('All saved')).toBeVisible();
  await page.getByRole('button', { name: /^Preview(?!:)/ }).click();
  await expect(preview(page).getByText('Most of it')).toBeVisible();
  await expect(preview(page).getByText('whoami /all')).toHaveCount(0);

  await page.getByRole('button', { name: 'Issue' }).click();
  const issuing = page.getByRole('dialog', { name: 'Issue this report?' });
  await expect(issuing).toContainText('“Most important gaps”');
  await expect(issuing).not.toContainText('“Summary”');
  await expect(issuing).toContainText('1 executed test is waiting for review');
  await expect(issuing).toContainText('The mission is not completed');
  await issuing.getByRole('button', { name: 'Issue' }).click();
  await expect(page.getByRole('note').filter({ hasText: 'Issued by' })).toContainText('Issued by redteam');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(preview(page).getByText('Most of it')).toBeVisible();

  const html = await download(page, 'HTML');
  expect(html.name).toBe('Technical report Harbour.html');
  expect(html.bytes.toString()).toContain('Most of it &lt;b&gt;was seen&lt;/b&gt;.');
  const json = await download(page, 'JSON');
  expect(JSON.parse(json.bytes.toString()).format).toBe('damson.report');
  const csv = await download(page, 'CSV');
  expect([csv.name, csv.bytes.subarray(0, 2).toString()]).toEqual(['Technical report Harbour.csv.zip', 'PK']);
  const digests = page.getByRole('region', { name: 'Digests' });
  await expect(digests).toContainText(sha256(html.bytes));
  await expect(digests).toContainText(sha256(json.bytes));
  await page.getByRole('button', { name: 'Verify' }).click();
  const verifying = page.getByRole('dialog', { name: 'Verify this report?' });
  await expect(verifying).toContainText('Unchanged since it was issued');
  await expect(verifying).toContainText(sha256(json.bytes));
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History of this report' });
  await expect(history).toContainText('issued a report');
  await expect(history).toContainText('British English');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('region', { name: 'Issued' }).getByRole('listitem')).toContainText(
    sha256(json.bytes).slice(0, 12),
  );
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('technical rep');
  await page.getByRole('option', { name: /^Technical report: Harbour/ }).click();
  await expect(page.getByRole('heading', { name: 'Technical report: Harbour', level: 1 })).toBeVisible();
});
