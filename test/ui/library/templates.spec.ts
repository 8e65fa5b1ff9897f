import { newTestTemplate } from '../../support/missions/factories.ts';
import { testWithCatalogue as test } from '../servers.ts';
import { endSessions, sendAfterTheEnd, signInHere } from '../sessions/ended-session.ts';
import { expect } from '../support.ts';

test('the five filters and the search text are in the address', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const red = await server.newPerson('redteam');
  const tag = (external_id: string, kind: string) => ({ catalog_tags: [{ kind, external_id }] });
  await newTestTemplate(red.client, {
    name: 'Filter alpha',
    ...tag('T1110.001', 'subtechnique'),
    opsec: 'low',
  });
  await newTestTemplate(red.client, { name: 'Filter beta', ...tag('T1110', 'technique'), tags: ['noisy'] });
  const page = await open.as(red, '/templates?q=Filter');
  const rows = page.getByRole('row').filter({ hasText: 'Filter' });
  await expect(rows).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Tactic' }).click();
  await page.getByRole('option', { name: 'Credential Access' }).click();
  await expect(page).toHaveURL(/tactic=TA0006/);
  await expect(rows).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Technique', exact: true }).fill('T1110');
  await page.getByRole('option', { name: /^T1110 / }).click();
  await expect(page).toHaveURL(/technique=T1110/);
  await page.getByRole('combobox', { name: 'Sub-technique' }).click();
  await page.getByRole('option', { name: /^T1110\.001 / }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Filter alpha');
  await page.getByRole('combobox', { name: 'OPSEC' }).click();
  await page.getByRole('option', { name: 'OPSEC High' }).click();
  await expect(page.getByRole('heading', { name: 'No matching templates' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.getByRole('searchbox', { name: 'Tag' }).fill('noisy');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Filter beta');
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Tag' })).toHaveValue('noisy');
  await expect(rows).toHaveCount(1);
});

test('typed text survives the end of a session, and can be discarded', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  open.expectError(/401/);
  const red = await server.newPerson('redteam');
  const page = await open.as(red, '/templates/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half written');
  await page.getByLabel('Procedure').fill('First this');
  await endSessions(server, red);
  await sendAfterTheEnd(page.getByRole('button', { name: 'Create template' }));
  await signInHere(page, red);
  await expect(page).toHaveURL(/\/templates\/new$/);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Half written');
  await expect(page.getByLabel('Procedure')).toHaveValue('First this');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('');
});
