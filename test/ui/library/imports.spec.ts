import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { atomic } from '../scenes/atomic-file.ts';
import { expect, newTeam, type Page, test } from '../support.ts';

/** Drops a file onto the page, as a person would from their desktop. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  })()`);
}

test('a dropped file is recognised and previewed, imported, and undone', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const { red } = await newTeam(server);
  const page = await open.as(red, '/templates');
  await expect(page.getByRole('link', { name: 'Import…' })).toBeVisible();
  await drop(page, 'T1033.yaml', atomic);
  await expect(page.getByText('Recognised as Atomic Red Team')).toBeVisible();
  const rows = page.getByRole('region', { name: 'Rows' });
  await expect(rows.getByRole('row', { name: /Ask who is signed in/ })).toContainText('New');
  await expect(rows.getByRole('row', { name: /Ask a second time/ })).toContainText('has the same GUID');
  await rows.getByRole('combobox', { name: 'Result' }).selectOption('Refused (1)');
  await expect(rows.getByRole('row', { name: /Ask who is/ })).toHaveCount(0);
  await rows.getByRole('button', { name: 'Clear' }).click();

  const left = rows.getByRole('checkbox', { name: /^Import Ask who/ });
  await left.uncheck();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await left.check();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByRole('region', { name: 'Created by this import' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ask who is signed in at the pier');

  await page.goto('/templates?q=pier');
  await page.getByRole('button', { name: 'Export…' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export test templates' });
  await exporting.getByRole('radio', { name: /Damson library/ }).check();
  await expect(exporting.getByRole('checkbox', { name: /Only those/ })).toBeChecked();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    exporting.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  const members = Object.values(unzipSync(await readFile(await file.path())));
  expect(members.map((member) => strFromU8(member)).join('')).toContain('query user /server:#{host}');

  await page.getByRole('link', { name: 'Import…' }).click();
  await page.getByLabel('File to import').setInputFiles({
    name: 'again.yaml',
    mimeType: 'application/yaml',
    buffer: Buffer.from(atomic),
  });
  await expect(page.getByText('Everything in this file is already here.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard this file' }).click();
  const earlier = page.getByRole('region', { name: 'Recent imports' });
  await expect(earlier.getByRole('row', { name: /again/ })).toHaveCount(0);
  await earlier.getByRole('link', { name: 'T1033.yaml' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible();
  await page.goto('/templates?q=pier');
  await expect(page.getByRole('heading', { name: 'No matching templates' })).toBeVisible();
});
