import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { newReport } from '../../support/missions/factories.ts';
import { own, paragraphs, templateOf } from '../../support/reports/report-templates.ts';
import { runningMission } from '../../ui/support.ts';
import { expect, type Page, test } from '../support.ts';

const letter = (...texts: string[]) => ({
  name: 'Acme.docx',
  mimeType: 'application/octet-stream',
  buffer: templateOf(paragraphs(...texts)),
});

async function save(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFile(await file.path());
}

test('a Word template is corrected, accepted, chosen and deleted, and issued reports keep their documents', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team, { name: 'Harbour' });
  const report = await newReport(team.red.client, mission, { title: 'To the board' });
  const other = await newReport(team.red.client, mission, { title: 'To the team' });
  stage.expectError(/status of 422/);
  const page = await stage.open(team.red, '/templates/reports');
  await expect(page.getByRole('heading', { name: 'No templates of your own yet' })).toBeVisible();
  const began = await save(page, () =>
    page.getByRole('button', { name: 'Download the default template' }).click(),
  );
  expect(began.equals(own)).toBe(true);
  const sample = await save(page, () =>
    page.getByRole('button', { name: 'Download a sample with every field' }).click(),
  );
  expect(strFromU8(unzipSync(sample)['word/document.xml'] as Uint8Array)).toContain('{missed.first.n}');

  const picker = page.getByLabel('Template to upload');
  await picker.setInputFiles(letter('{titel}', '{#sections}', '{sha256}', '{/sections}'));
  const refused = page.getByRole('alert');
  await expect(refused).toContainText('Acme.docx was not accepted');
  await expect(refused.getByRole('listitem')).toHaveText([
    '{titel} is not a field that a report has here; the nearest name is {title} (page 1, “{titel}”)',
    '{sha256} is not a field that a report has here; it stands within {#parts}{#evidence} (page 1, “{sha256}”)',
  ]);
  await picker.setInputFiles(letter('Our letter: {title}'));
  await expect(refused).toHaveCount(0);
  const row = page.getByRole('list', { name: 'Templates' }).getByRole('listitem');
  await expect(row).toContainText('Acme');
  await expect(row).toContainText('no draft');

  for (const { id } of [report, other]) {
    await stage.visit(`/missions/${mission.id}/reports/${id}`);
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByRole('combobox', { name: 'Word template' }).selectOption('Acme');
    await expect(page.getByText('All saved')).toBeVisible();
  }
  await stage.visit(`/missions/${mission.id}/reports/${report.id}`);
  await page.getByRole('button', { name: 'Issue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue' }).click();
  await expect(page.getByRole('region', { name: 'Options' })).toContainText('Acme');

  await stage.visit('/templates/reports');
  await expect(row).toContainText('1 draft');
  await page.getByRole('button', { name: 'Actions for Acme' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const deleting = page.getByRole('dialog', { name: 'Delete this template?' });
  await expect(deleting).toContainText('1 draft that uses it will use the default template');
  await deleting.getByRole('button', { name: 'Delete template' }).click();
  await expect(page.getByRole('heading', { name: 'No templates of your own yet' })).toBeVisible();

  await stage.visit(`/missions/${mission.id}/reports/${other.id}`);
  const lost = page.getByRole('note').filter({ hasText: 'The template “Acme” was deleted' });
  await expect(lost).toBeVisible();
  await lost.getByRole('button', { name: 'Use the default template' }).click();
  await expect(lost).toHaveCount(0);
  await stage.visit(`/missions/${mission.id}/reports/${report.id}`);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const document = await save(page, () => page.getByRole('menuitem', { name: 'Word' }).click());
  const xml = strFromU8(unzipSync(document)['word/document.xml'] as Uint8Array);
  expect(xml.replace(/<[^>]*>/g, '')).toContain('Our letter: To the board');
});
