import type { TestTemplate } from '../../../server/templates/contract.ts';
import { bodyOf, newScenarioTemplate, newTestTemplate, placeOf } from '../../support/missions/factories.ts';
import { expectAccessibleInBothSchemes } from '../../ui/looks/axe.ts';
import { expect, test } from '../support.ts';

const hostile = '<img src=x onerror=alert(1)>\u202Egnp.exe\u001B[31m';

test('a test template is created, edited and deleted', async ({ stage, server }) => {
  const red = await server.newPerson('redteam');
  const page = await stage.open(red, '/templates/new');
  await page.getByRole('button', { name: 'Create template' }).click();
  await expect(page.getByText('Enter a name')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Dump the memory of LSASS');
  await page.getByLabel('Command', { exact: true }).fill('procdump -ma #{process} out.dmp ');
  const variables = page.getByRole('group', { name: 'Variables', exact: true });
  await variables.getByLabel('process').fill('lsass.exe');
  const picker = page.getByRole('combobox', { name: 'ATT&CK: ID or name' });
  await picker.fill('T1003.001');
  await page.getByRole('option', { name: /^T1003\.001 / }).click();
  await picker.fill('lateral');
  await page.getByRole('option', { name: /^TA0008 / }).click();
  await page.getByRole('combobox', { name: 'OPSEC' }).click();
  await page.getByRole('option', { name: 'High' }).click();
  await page.getByRole('combobox', { name: 'Tags' }).fill('credentials');
  await page.getByRole('combobox', { name: 'Tags' }).press('Enter');
  await page.getByRole('button', { name: 'Create template' }).click();

  await expect(page.getByRole('heading', { name: 'Dump the memory of LSASS', level: 1 })).toBeVisible();
  await expect(page.getByRole('group', { name: 'OPSEC' })).toContainText('High');
  await expect(page.getByRole('link', { name: /^T1003\.001/ })).toBeVisible();
  const id = page.url().split('/').at(-1) as string;
  const kept = (await red.client.get(`/api/v1/test-templates/${id}`)).body as TestTemplate;
  expect(kept.command).toBe('procdump -ma #{process} out.dmp ');
  expect(kept.variables).toEqual({ process: 'lsass.exe' });
  expect(kept.catalog_tags.map((tag) => tag.external_id)).toEqual(['T1003.001', 'TA0008']);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Objective').fill('Credentials of those who are signed in');
  // Someone else changes another field in the meantime.
  await red.client.patch(`/api/v1/test-templates/${id}`, { procedure: 'As an administrator' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('group', { name: 'Procedure' })).toContainText('As an administrator');
  await expect(page.getByRole('group', { name: 'Objective' })).toContainText('Credentials of those');

  await page.getByRole('link', { name: 'Duplicate' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
    'Dump the memory of LSASS (copy)',
  );
  await expect(variables.getByLabel('process')).toHaveValue('lsass.exe');
  await page.getByRole('button', { name: 'Create template' }).click();
  await expect(page.getByRole('heading', { name: 'Dump the memory of LSASS (copy)' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this test template?' });
  await expect(dialog).toContainText('Dump the memory of LSASS (copy)');
  await dialog.getByRole('button', { name: 'Delete template' }).click();
  await expect(page).toHaveURL(/\/templates$/);
  await expect(page.getByRole('link', { name: 'Dump the memory of LSASS', exact: true })).toBeVisible();
  await expect(page.getByText('(copy)')).toHaveCount(0);
});

test('a scenario is built, and ordered with keys, buttons and dragging', async ({ stage, server }) => {
  const red = await server.newPerson('redteam');
  const names = ['Step one', 'Step two', 'Step three'];
  for (const name of names) await newTestTemplate(red.client, { name });
  const page = await stage.open(red, '/templates/scenarios/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('In three steps');
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('Step');
  for (const name of names) await page.getByRole('button', { name: `Add: ${name}` }).click();
  const steps = page.getByRole('list', { name: 'Tests in order' }).getByRole('listitem');
  const order = () => steps.evaluateAll((rows) => rows.map((row) => row.querySelector('bdi')?.textContent));
  await expect.poll(order).toEqual(['Step one', 'Step two', 'Step three']);

  const down = page.getByRole('button', { name: 'Move down: Step one' });
  await down.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(order).toEqual(['Step two', 'Step one', 'Step three']);
  await expect(down).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(order).toEqual(['Step two', 'Step three', 'Step one']);
  await page.getByRole('button', { name: 'Move up: Step one' }).click();
  await expect.poll(order).toEqual(['Step two', 'Step one', 'Step three']);
  await steps.nth(2).dragTo(steps.nth(0), { targetPosition: { x: 60, y: 4 } });
  await expect.poll(order).toEqual(['Step three', 'Step two', 'Step one']);
  await page.getByRole('button', { name: 'Create scenario' }).click();
  await expect(page.getByRole('heading', { name: 'In three steps', level: 1 })).toBeVisible();

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Remove: Step two' }).click();
  const saved = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await saved).url()).toMatch(/scenario-templates\/[^/]+\/tests$/);
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('row').nth(1)).toContainText('Step three');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete scenario' }).click();
  await expect(page).toHaveURL(/\/templates\/scenarios$/);
  await expect(page.getByRole('link', { name: 'In three steps' })).toHaveCount(0);
});

test('the tests of a scenario follow each other, whatever their order', async ({ stage, server }) => {
  const red = await server.newPerson('redteam');
  const [roast, crack, spray] = await Promise.all(
    ['Roast', 'Crack', 'Spray'].map((name) => newTestTemplate(red.client, { name })),
  );
  const tests = [roast, crack, spray].map((test) => test?.id ?? '');
  const { id } = await newScenarioTemplate(red.client, { name: 'Tickets', tests });
  const page = await stage.open(red, `/templates/scenarios/${id}/edit`);
  const steps = page.getByRole('list', { name: 'Tests in order' });
  const follow = async (step: string, followed: string) => {
    const button = page.getByRole('button', { name: `What it follows: ${step}` });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    const box = steps.getByRole('combobox', { name: 'Add a test that it follows' });
    await box.focus();
    await page.keyboard.type(followed);
    const option = page.getByRole('option', { name: new RegExp(followed) });
    await expect(option).toHaveAttribute('data-combobox-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(box).toHaveValue('');
  };
  await follow('Crack', 'Roast');
  await page.getByRole('textbox', { name: 'Condition for 1. Roast' }).fill('if it cracks');
  await follow('Spray', 'Crack');
  await follow('Roast', 'Spray');
  await expect(steps.getByRole('alert')).toHaveText(
    'The test would follow itself: 1. Roast → 2. Crack → 3. Spray → 1. Roast',
  );
  await expectAccessibleInBothSchemes(page, 'what a test follows');
  await page.getByRole('button', { name: 'Move down: Roast' }).click();
  await expect(steps).toContainText('Follows 2 (if it cracks)');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Follows 2 (if it cracks)');
  const kept = bodyOf(await red.client.get(`/api/v1/scenario-templates/${id}`), 200);
  expect(kept.follows).toEqual([
    { position: 0, follows: 1, condition: 'if it cracks' },
    { position: 2, follows: 0, condition: null },
  ]);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Remove: Crack' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByText(/^Follows/)).toHaveCount(0);
});

test('a scenario holds the same test at several places, which move on their own', {
  tag: '@nightly',
}, async ({ stage, server }) => {
  const red = await server.newPerson('redteam');
  for (const name of ['Twice here', 'Once here']) await newTestTemplate(red.client, { name });
  const page = await stage.open(red, '/templates/scenarios/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('There and back');
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('here');
  await page.getByRole('button', { name: 'Add: Twice here' }).click();
  await page.getByRole('button', { name: 'Add: Once here' }).click();
  await page.getByRole('button', { name: 'Add again: Twice here' }).click();
  const steps = page.getByRole('list', { name: 'Tests in order' }).getByRole('listitem');
  const order = () => steps.evaluateAll((rows) => rows.map((row) => row.querySelector('bdi')?.textContent));
  await expect.poll(order).toEqual(['Twice here', 'Once here', 'Twice here']);

  const last = steps.nth(2).getByRole('button', { name: 'Move up: Twice here' });
  await last.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(order).toEqual(['Twice here', 'Twice here', 'Once here']);
  await page.keyboard.press('Alt+ArrowUp');
  await expect(steps.nth(0).getByRole('button', { name: 'Move up: Twice here' })).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(order).toEqual(['Twice here', 'Once here', 'Twice here']);
  await page.getByRole('button', { name: 'Create scenario' }).click();
  await expect(page.getByRole('heading', { name: 'There and back', level: 1 })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Twice here' })).toHaveCount(2);

  await page.getByRole('link', { name: 'Edit' }).click();
  await steps.nth(0).getByRole('button', { name: 'Remove: Twice here' }).click();
  await expect.poll(order).toEqual(['Once here', 'Twice here']);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
});

test('blue reads templates and cannot change them', { tag: '@nightly' }, async ({ stage, server }) => {
  const blue = await server.newPerson('soc');
  const template = await newTestTemplate(server.admin.client, { name: 'To be read' });
  const scenario = await newScenarioTemplate(server.admin.client, { name: 'To be read too' });
  const page = await stage.open(blue, `/templates/${template.id}`);
  await expect(page.getByRole('heading', { name: 'To be read', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /Edit|Duplicate/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await stage.visit(`/templates/scenarios/${scenario.id}`);
  await expect(page.getByRole('heading', { name: 'To be read too', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /Edit|Duplicate/ })).toHaveCount(0);
  await stage.visit('/templates');
  await expect(page.getByRole('link', { name: 'To be read', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New test template' })).toHaveCount(0);
  await stage.visit('/templates/new');
  await expect(page.getByRole('heading', { name: 'You may not make test templates' })).toBeVisible();
});

test('hostile text is shown as text', { tag: '@nightly' }, async ({ stage, server }) => {
  const template = await newTestTemplate(server.admin.client, {
    name: hostile,
    description: hostile,
    procedure: hostile.repeat(50),
    command: '</pre><script>alert(1)</script>',
    tags: ['<b>x</b>'],
    platforms: ['"><i>'],
  });
  const scenario = await newScenarioTemplate(server.admin.client, { name: hostile, tests: [template.id] });
  const page = await stage.open(server.admin, `/templates/${template.id}`);
  await expect(page.getByRole('region', { name: 'Command' }).first()).toContainText(
    '<script>alert(1)</script>',
  );
  for (const path of [
    `/templates/${template.id}/edit`,
    '/templates?q=onerror',
    `/templates/scenarios/${scenario.id}`,
    `/templates/scenarios/${scenario.id}/edit`,
  ]) {
    await stage.visit(path);
    await expect(
      page
        .getByText('onerror')
        .or(page.getByRole('textbox', { name: 'Name', exact: true }))
        .first(),
    ).toBeVisible();
    expect(await page.locator('img, main script, main b, main i').count()).toBe(0);
  }
});

test('several test templates are tagged, put into a scenario and deleted at once', async ({
  stage,
  server,
}) => {
  const red = await server.newPerson('redteam');
  for (const name of ['Larch', 'Maple', 'Hazel']) {
    await newTestTemplate(red.client, { name, tags: name === 'Larch' ? ['lab'] : [], catalog_tags: [] });
  }
  await newScenarioTemplate(red.client, { name: 'Forest', tests: [] });
  const page = await stage.open(red, '/templates?sort=name');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  const select = async (...names: string[]) => {
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  };
  await select('Larch', 'Maple');
  await page.getByRole('button', { name: 'Tags and techniques' }).click();
  const tags = page.getByRole('dialog', { name: 'Tags of 2 test templates' });
  await tags.getByRole('combobox', { name: 'Add tags' }).fill('quarter 3');
  await tags.getByRole('combobox', { name: 'Add tactics and techniques' }).fill('T1059');
  await page.getByRole('option', { name: /^T1059 / }).click();
  await expectAccessibleInBothSchemes(page, 'tags of several templates');
  await tags.getByRole('button', { name: 'Save' }).click();
  await expect(row('Larch')).toContainText('lab, quarter 3');
  await expect(row('Maple')).toContainText('T1059');
  await expect(row('Hazel')).not.toContainText('quarter 3');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row('Larch')).not.toContainText('quarter 3');
  await expect(row('Larch')).toContainText('lab');
  await expect(row('Maple')).not.toContainText('T1059');

  await select('Larch', 'Hazel');
  await page.getByRole('button', { name: 'Add to a scenario' }).click();
  const adding = page.getByRole('dialog', { name: 'Add 2 test templates to a scenario' });
  await adding.getByRole('combobox', { name: 'Scenario template' }).fill('fore');
  await page.getByRole('option', { name: 'Forest' }).click();
  await adding.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('2 test templates: added to Forest')).toBeVisible();
  const forest = async () => {
    const { items } = (await red.client.get('/api/v1/scenario-templates?q=forest')).body;
    return items[0].tests.map((test: { test_template: { name: string } }) => test.test_template.name);
  };
  expect(await forest()).toEqual(['Hazel', 'Larch']);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(forest).toEqual([]);

  await select('Larch', 'Maple');
  await page.getByRole('button', { name: 'Delete' }).click();
  const asking = page.getByRole('dialog', { name: 'Delete 2 test templates?' });
  await expect(asking).toContainText('Maple');
  await asking.getByRole('button', { name: 'Delete' }).click();
  await expect(row('Larch')).toHaveCount(0);
  await expect(row('Hazel')).toBeVisible();
});

test('many test templates are deleted together: the list is read again once, and what is refused is named', {
  tag: '@nightly',
}, async ({ stage, server }) => {
  const red = await server.newPerson('redteam');
  const made: string[] = [];
  for (let number = 1; number <= 53; number += 1) {
    const { id } = await newTestTemplate(red.client, { name: `Many ${number}`, tags: [], catalog_tags: [] });
    made.push(id);
  }
  const page = await stage.open(red, '/templates?q=many');
  stage.expectError(/404/);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Select all 53 test templates' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const asking = page.getByRole('dialog', { name: 'Delete 53 test templates?' });
  await red.client.delete(`/api/v1/test-templates/${made[6]}`);
  await newTestTemplate(red.client, { name: 'Many more', tags: [], catalog_tags: [] });
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/test-templates?')) reads.push(request.url());
  });
  await asking.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('1 of 53 not done. Many 7: ');
  await expect(page.getByRole('row', { name: /Many/, includeHidden: true })).toHaveCount(1);
  await expect(page.getByRole('row', { name: /Many more/, includeHidden: true })).toBeAttached();
  expect(reads).toHaveLength(1);
});

test('a test template goes into a new mission from its page', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const { red } = team;
  const { id } = await newTestTemplate(red.client, { name: 'Ask at the gate' });
  const page = await stage.open(red, `/templates/${id}`);
  await page.getByRole('button', { name: 'Use in a mission' }).click();
  const form = page.getByRole('dialog', { name: 'New mission' });
  await expect(form.getByLabel('Name')).toHaveValue('Ask at the gate');
  await form.getByRole('button', { name: 'Create mission' }).click();
  await expect(page).toHaveURL(/\/missions\/[0-9a-f-]{36}/);
  const mission = bodyOf(
    await red.client.get(`/api/v1/missions/${new URL(page.url()).pathname.split('/')[2]}`),
    200,
  );
  const test = bodyOf(await red.client.get(placeOf(mission).path), 200);
  expect([test.name, test.source_template_id]).toEqual(['Ask at the gate', id]);
});
