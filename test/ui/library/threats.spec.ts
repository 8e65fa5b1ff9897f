import { bodyOf, newMission, newTestTemplate, placeOf, walk } from '../../support/missions/factories.ts';
import { startTestServer } from '../../support/servers/server.ts';
import { expect, testOn } from '../support.ts';

const makeServer = () => startTestServer({ loadCatalog: true });
/** The library of each test contains only the templates created there: one may cover several techniques of a threat. */
const test = testOn(makeServer);
const testAlone = testOn(makeServer);

test('a group found by an alias leads to a scenario with reasons, and to the gaps of an organisation', {
  tag: '@nightly',
}, async ({ open, server }) => {
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
  const blank = page.getByRole('row').filter({ hasText: 'T1204.002' });
  await expect(blank).toContainText('No template: an empty test, to be written');
  await blank.getByRole('checkbox').click();
  await expect(page.getByText('3 tests selected, 1 to be written')).toBeVisible();
  await page.getByRole('button', { name: 'Create scenario template' }).click();
  await expect(page.getByRole('dialog')).toContainText('1 technique without a template is left out.');
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
  await expect(form).toContainText('Planned from APT29 (G0016).');
  await form.getByRole('combobox', { name: 'Organisation' }).fill('Orchard Ltd');
  await form.getByRole('button', { name: 'Create mission' }).click();
  await expect(page).toHaveURL(/\/missions\/[0-9a-f-]{36}/);
  await expect(page.getByRole('main').getByRole('link', { name: 'APT29' })).toBeVisible();
  const made = bodyOf(
    await red.client.get(`/api/v1/missions/${new URL(page.url()).pathname.split('/')[2]}`),
    200,
  );
  expect(made.description).toBeNull();
  const planned = bodyOf(await red.client.get(placeOf(made).path), 200);
  expect(planned.description).toBe('T1059.001: used by APT29');

  await page.goto(`/organisations/${mission.organisation?.id}/gaps`);
  await expect(page.getByText('Threats of the mission Techniques of APT29')).toBeVisible();
  await expect(page.getByText('Gap: 100 for a technique that was never tested, 90 missed')).toBeVisible();
  await expect(gaps.getByRole('row').filter({ hasText: 'T1059.001' })).toContainText('90 × 1 of 1');
  await expect(gaps.getByRole('row').filter({ hasText: 'Before the attack' })).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Threats: ID or name' }).press('Backspace');
  await expect(page.getByText('Choose threats to compare with')).toBeVisible();
});

testAlone(
  'a mission from a threat has its techniques in the order of selection, with empty tests for those without a template',
  { tag: '@nightly' },
  async ({ open, server }) => {
    const red = await server.newPerson('redteam');
    const made = await newTestTemplate(red.client, {
      name: 'Tire them out',
      description: 'Push until somebody accepts',
      catalog_tags: [{ kind: 'technique', external_id: 'T1621' }],
    });
    const plan = bodyOf(await red.client.get('/api/v1/test-templates/for-threats?threats=G0016'), 200);
    const apart = plan.techniques.filter(({ executable }: { executable: boolean }) => !executable);
    const page = await open.as(red, '/catalogue/plan?threats=G0016');
    const rows = page.getByRole('row');
    const rowOf = (text: string) => rows.filter({ hasText: text }).first();
    await expect(rowOf('Before the attack')).toContainText('no test can execute them');
    await expect(rows.last()).toContainText(/Reconnaissance|Resource Development/);

    await page.getByRole('checkbox', { name: 'Select all executable techniques' }).click();
    const whole = plan.techniques.length - apart.length;
    await expect(page.getByText(new RegExp(`; ${whole} tests selected`))).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all executable techniques' }).click();

    for (const id of ['T1621', 'T1204.002', 'T1190']) {
      await page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).click();
    }
    await page.getByRole('button', { name: 'New mission' }).click();
    const form = page.getByRole('dialog');
    const picked = form.getByRole('list', { name: 'Selected tests, in order' }).getByRole('listitem');
    await expect(picked).toContainText(['Tire them out', 'Malicious File', 'Exploit Public-Facing']);
    await expect(picked.nth(1)).toContainText('Empty, to be written');
    await expect(picked.nth(1)).toContainText('T1204.002: used by APT29');
    await expect(form.getByText('3 tests, 2 of them to be written')).toBeVisible();
    await form.getByRole('button', { name: 'Create mission' }).click();
    await expect(page).toHaveURL(/\/missions\/[0-9a-f-]{36}/);
    const mission = bodyOf(
      await red.client.get(`/api/v1/missions/${new URL(page.url()).pathname.split('/')[2]}`),
      200,
    );
    const first = bodyOf(await red.client.get(placeOf(mission).path), 200);
    expect([first.source_template_id, first.description]).toEqual([
      made.id,
      'T1621: used by APT29\n\nPush until somebody accepts',
    ]);
    await page.goto(`/missions/${mission.id}/tests/${placeOf(mission, 1).test}`);
    await expect(page.getByText('The procedure has not been written yet.')).toBeVisible();
    await expect(page.getByText('T1204.002: used by APT29', { exact: true })).toBeVisible();

    await page.goto('/catalogue/plan?threats=G0016&ticked=T1568,T1190,T1566.001');
    await page.getByRole('button', { name: 'Order by tactic' }).click();
    await page.getByRole('combobox', { name: 'Show' }).click();
    await page.getByRole('option', { name: 'Selected' }).click();
    await expect(rows.nth(1)).toContainText(/T1190|T1566/);
  },
);
