import type { TestTemplate } from '../../../server/templates/contract.ts';
import { newEngagement } from '../../support/missions/engagements.ts';
import { newTestTemplate } from '../../support/missions/factories.ts';
import { expect, test } from '../support.ts';

test('Enter selects the first match without a highlight, even during a search', async ({ stage, server }) => {
  const red = await server.newPerson('redteam');
  const page = await stage.open(red, '/templates/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('By keys');
  const picker = page.getByRole('combobox', { name: 'ATT&CK: ID or name' });
  await picker.fill('T1003.001');
  await expect(page.getByRole('option', { name: /^T1003\.001 / })).toBeVisible();
  await picker.press('Enter');
  await expect(page.getByText(/^T1003\.001 \S/)).toBeVisible();
  await expect(picker).toHaveValue('');
  // Enter is pressed before the answer arrives.
  await picker.pressSequentially('T1110.001');
  await picker.press('Enter');
  await expect(page.getByText(/^T1110\.001 \S/)).toBeVisible();
  // With an empty field, Enter submits the form.
  await picker.press('Enter');
  await expect(page.getByRole('heading', { name: 'By keys', level: 1 })).toBeVisible();
  const id = page.url().split('/').at(-1);
  const kept = (await red.client.get(`/api/v1/test-templates/${id}`)).body as TestTemplate;
  expect(kept.catalog_tags.map((tag) => tag.external_id)).toEqual(['T1003.001', 'T1110.001']);
});

test('text that matches no choice is an error at its field, and the form is not sent', async ({
  stage,
  server,
}) => {
  const red = await server.newPerson('redteam');
  const page = await stage.open(red, '/templates/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half chosen');
  const picker = page.getByRole('combobox', { name: 'ATT&CK: ID or name' });
  await picker.fill('PowerShell');
  await page.getByRole('button', { name: 'Create template' }).click();
  await expect(page.getByText('“PowerShell” is not selected')).toBeVisible();
  await expect(picker).toBeFocused();
  await expect(picker).toHaveAttribute('aria-invalid', 'true');
  await expect(picker).toHaveValue('PowerShell');
  await picker.fill('no such thing');
  await picker.press('Enter');
  await expect(page.getByText('No match for “no such thing”')).toBeVisible();
  await expect(picker).toHaveValue('no such thing');
  await expect(page).toHaveURL(/\/templates\/new$/);
  // Escape closes the list, then empties the field.
  await picker.press('Escape');
  await picker.press('Escape');
  await expect(picker).toHaveValue('');
  await page.getByRole('button', { name: 'Create template' }).click();
  await expect(page.getByRole('heading', { name: 'Half chosen', level: 1 })).toBeVisible();
});

test('techniques and tactics of a simulation are chosen the same way', { tag: '@nightly' }, async ({
  stage,
  server,
}) => {
  // No framework is connected.
  stage.expectError(/404.*c2-config/);
  const red = await server.newPerson('redteam');
  const engagement = await newEngagement(red.client);
  const page = await stage.open(red, `/engagements/${engagement.id}`);
  await page.getByRole('button', { name: 'New simulation' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New simulation' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Chosen by keys');
  const techniques = dialog.getByRole('combobox', { name: 'Techniques: ID or name' });
  await techniques.fill('T1033');
  await techniques.press('Enter');
  await expect(dialog.getByText(/^T1033 \S/)).toBeVisible();
  const tactics = dialog.getByRole('combobox', { name: 'Tactics: ID or name' });
  await tactics.fill('discov');
  await dialog.getByRole('button', { name: 'Create simulation' }).click();
  await expect(dialog.getByText('“discov” is not selected')).toBeVisible();
  await tactics.press('Enter');
  await expect(dialog.getByText(/^TA0007 \S/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Create simulation' }).click();
  await expect(page.getByRole('heading', { name: 'Chosen by keys', level: 1 })).toBeVisible();
  await expect(page.getByText(/^T1033 \S/)).toBeVisible();
  await expect(page.getByText(/^TA0007 \S/)).toBeVisible();
});

test('a filter by technique selects the first match, and keeps unknown text', { tag: '@nightly' }, async ({
  stage,
  server,
}) => {
  const red = await server.newPerson('redteam');
  await newTestTemplate(red.client, {
    name: 'Brute force',
    catalog_tags: [{ kind: 'technique', external_id: 'T1110' }],
  });
  const page = await stage.open(red, '/templates');
  const filter = page.getByRole('combobox', { name: 'Technique', exact: true });
  await filter.fill('T1110');
  await filter.press('Enter');
  await expect(page).toHaveURL(/technique=T1110/);
  await expect(filter).toHaveValue(/^T1110 /);
  await filter.fill('');
  await expect(page).not.toHaveURL(/technique=/);
  await filter.fill('no such thing');
  await page.getByRole('searchbox', { name: 'Name or description' }).click();
  await expect(filter).toHaveValue('no such thing');
  await expect(page.getByText('No match for “no such thing”')).toBeVisible();
});
