import { bodyOf, newMission, newTestTemplate, placeOf, walk } from '../../support/missions/factories.ts';
import { startTestServer } from '../../support/servers/server.ts';
import { expect, testOn } from '../support.ts';

/** The library has what this makes, and nothing nearer. */
const test = testOn(() => startTestServer({ loadCatalog: true }));

test('from a group by another name to a scenario with its reason, and to the gaps of an organisation', async ({
  open,
  server,
}) => {
  const red = await server.newPerson('redteam');
  const tagged = (name: string, kind: string, external_id: string) =>
    newTestTemplate(red.client, { name, catalog_tags: [{ kind, external_id }] });
  await tagged('Dump the memory of LSASS', 'subtechnique', 'T1003.001');
  const script = await tagged('Run a script', 'subtechnique', 'T1059.001');
  await tagged('Run another script', 'technique', 'T1059');
  const mission = await newMission(red.client, {
    name: 'Last spring',
    client: 'Orchard Ltd',
    tests: 0,
    test_template_ids: [script.id],
    members: [[red, 'red']],
  });
  await walk(red.client, `/api/v1/missions/${mission.id}`, 'in_progress');
  await walk(red.client, placeOf(mission).path, 'executed');

  const page = await open.as(red, '/catalogue/threats');
  await expect(page.getByText('From ATT&CK 18.1; techniques from 19.1.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Any name or ID' }).fill('cozy bear');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: 'APT29' }).click();
  await expect(page.getByRole('region', { name: 'Also called' })).toContainText('Cozy Bear');
  await page
    .getByRole('link', { name: /^T1059\.001 / })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Used by' })).toContainText('APT29');
  await expect(page.getByRole('region', { name: /^Data components/ })).toContainText('Process Creation');
  await page.goBack();
  await page.getByRole('link', { name: 'Plan from this' }).click();

  const chosen = page.getByRole('combobox', { name: 'Threats: ID or name' });
  await chosen.fill('fancy bear');
  await page.getByRole('option', { name: /^G0007/ }).click();
  await expect(page).toHaveURL(/threats=G0016%2CG0007/);
  const powershell = page.getByRole('row').filter({ hasText: 'T1059.001' });
  await expect(powershell).toContainText('2 of 2');
  await powershell.getByRole('checkbox').click();
  await powershell.getByRole('button', { name: 'Other templates for T1059.001' }).click();
  await page.getByRole('menuitem', { name: /^Run another script/ }).click();
  await expect(powershell.getByRole('link', { name: 'Run another script' })).toBeVisible();
  await page.getByRole('row').filter({ hasText: 'T1003.001' }).getByRole('checkbox').click();
  await expect(page.getByRole('row').filter({ hasText: 'No template' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Create scenario template' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create scenario' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Techniques of APT28, APT29');
  await expect(page.getByText('Interpreter: PowerShell: 2 of 2 (APT28, APT29)')).toBeVisible();
  await expect(page.getByRole('row')).toContainText([
    'No.',
    'Run another script',
    'Dump the memory of LSASS',
  ]);

  await page.goto(`/organisations/${mission.organisation?.id}`);
  await page.getByRole('link', { name: 'Gaps' }).click();
  await page.getByRole('combobox', { name: 'Threats: ID or name' }).fill('cozy bear');
  await page.getByRole('option', { name: /^G0016/ }).click();
  const gaps = page.getByRole('table', { name: 'Gaps' });
  const judged = gaps.getByRole('row').filter({ hasText: 'T1059.001' });
  await expect(judged).toContainText('Not judged');
  await expect(judged).toContainText('Last spring');
  await expect(gaps.getByRole('row').filter({ hasText: 'T1190' })).toContainText('Never tested');
  await judged.getByRole('checkbox').click();
  await page.getByRole('link', { name: 'Plan a mission' }).click();
  await expect(page.getByText('1 test selected')).toBeVisible();
  await page.getByRole('button', { name: 'New mission' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Name')).toHaveValue('Techniques of APT29');
  await form.getByRole('button', { name: 'Create mission' }).click();
  await expect(page).toHaveURL(/\/missions\/[0-9a-f-]{36}/);
  const made = bodyOf(
    await red.client.get(`/api/v1/missions/${new URL(page.url()).pathname.split('/')[2]}`),
    200,
  );
  expect(made.description).toContain('Interpreter: PowerShell: 1 of 1 (APT29)');
});
