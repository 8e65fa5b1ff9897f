import { newEngagement } from '../../support/missions/engagements.ts';
import { newMission, newTestTemplate, walk } from '../../support/missions/factories.ts';
import { startTestServer } from '../../support/servers/server.ts';
import { expectAccessibleInBothSchemes } from '../looks/axe.ts';
import { expect, type Page, test, testOn } from '../support.ts';

/** Excludes the people and lists of other tests. */
const testAlone = testOn(() => startTestServer());

const names = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('row')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.textContent));

test('a list is sorted by a column, and returns as it was left', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const red = await server.newPerson('redteam');
  for (const name of ['Beech', 'Ash', 'Cedar']) await newMission(red.client, { name, tests: 0 });
  const page = await open.as(red, '/missions');
  await expect(page.getByRole('link', { name: 'Cedar' })).toBeVisible();
  expect(await names(page)).toEqual(['Cedar', 'Ash', 'Beech']);
  const head = page.getByRole('columnheader', { name: 'Mission' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => names(page)).toEqual(['Ash', 'Beech', 'Cedar']);
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => names(page)).toEqual(['Cedar', 'Beech', 'Ash']);
  await expect(page).toHaveURL(/sort=name&order=desc/);
  await page.getByRole('searchbox').first().fill('e');
  await expect(page).toHaveURL(/q=e/);
  // The address changes before the page: a list left earlier is not yet known as filtered, and the entry of the current list
  // clears its filters.
  await expect.poll(() => names(page)).toEqual(['Cedar', 'Beech']);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Missions' }).click();
  await expect(page).toHaveURL(/q=e/);
  await expect.poll(() => names(page)).toEqual(['Cedar', 'Beech']);
  // The list is unchanged behind a dialog opened by a link, and complete when opened from Home.
  const areas = page.getByRole('navigation', { name: 'Areas' });
  await areas.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('link', { name: 'New mission' }).first().click();
  await expect(page).toHaveURL(/dialog=create.*q=e/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/missions\?q=e/);
  await areas.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('link', { name: 'All missions' }).click();
  await expect.poll(() => names(page)).toEqual(['Cedar', 'Ash', 'Beech']);
  await page.goBack();
  await areas.getByRole('link', { name: 'Missions' }).click();
  await expect(page).toHaveURL('/missions');
  // The entry of the current list clears its filters; Back returns to them.
  await page.goto('/missions?q=e&sort=name&order=desc');
  await expect.poll(() => names(page)).toEqual(['Cedar', 'Beech']);
  await areas.getByRole('link', { name: 'Missions' }).click();
  await expect.poll(() => names(page)).toEqual(['Cedar', 'Ash', 'Beech']);
  await expect(page.getByRole('searchbox').first()).toHaveValue('');
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(['Cedar', 'Beech']);
  // Clearing the filters keeps the order; a third press clears it.
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => names(page)).toEqual(['Cedar', 'Beech', 'Ash']);
  await head.getByRole('button').click();
  await expect(head).not.toHaveAttribute('aria-sort');
  await expect.poll(() => names(page)).toEqual(['Cedar', 'Ash', 'Beech']);
});

testAlone('the other lists are put in order too', { tag: '@nightly' }, async ({ open, server }) => {
  for (const name of ['beta', 'Alpha']) await newTestTemplate(server.admin.client, { name });
  const page = await open.as(server.admin, '/templates?sort=name');
  await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(['Alpha', 'beta']);
  await page.goto('/administration/users');
  const email = page.getByRole('columnheader', { name: 'Email' });
  await email.getByRole('button').click();
  await expect(email).toHaveAttribute('aria-sort', 'ascending');
  await page.goto('/administration/users?sort=nothing&order=up');
  await expect(page.getByRole('table')).toContainText(server.admin.email);
  for (const name of ['Oak', 'Elm']) {
    await server.admin.client.post('/api/v1/organisations', { name });
    await server.admin.client.post('/api/v1/groups', { name });
    await server.admin.client.post('/api/templates', { name });
  }
  for (const [path, label] of [
    ['/organisations', 'Organisation'],
    ['/administration/groups', 'Name'],
    ['/engagements/templates', 'Template'],
  ]) {
    await page.goto(`${path}?sort=name`);
    await expect(page.getByRole('row')).toContainText([label ?? '', 'Elm', 'Oak']);
    await page
      .getByRole('columnheader', { name: label ?? '' })
      .getByRole('button')
      .click();
    await expect(page.getByRole('row')).toContainText([label ?? '', 'Oak', 'Elm']);
  }
});

test('several missions are archived and deleted at once, each named in the question', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const red = await server.newPerson('redteam');
  const [done, other, third] = [
    await newMission(red.client, { name: 'Done and over', tests: 0 }),
    await newMission(red.client, { name: 'Still a draft', tests: 0 }),
    await newMission(red.client, { name: 'To be kept', tests: 0 }),
  ];
  await walk(red.client, `/api/v1/missions/${done.id}`, 'in_progress', 'completed');
  const page = await open.as(red, '/missions');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('checkbox', { name: 'Select To be kept' }).uncheck();
  await expect(page.getByText('2 selected')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'missions, some selected');
  await page.getByRole('button', { name: 'Archive 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Archive 1 mission?' });
  await expect(dialog).toContainText('Done and over');
  await expect(dialog).not.toContainText('Still a draft');
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByRole('row', { name: /Done and over/ })).toContainText('Archived');
  await page.getByRole('checkbox', { name: 'Select Done and over' }).check();
  await page.getByRole('checkbox', { name: 'Select Still a draft' }).check();
  await page.getByRole('button', { name: 'Delete' }).click();
  const asking = page.getByRole('dialog', { name: 'Delete 2 missions?' });
  await expect(asking).toContainText('Still a draft');
  await asking.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('link', { name: 'Done and over' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'To be kept' })).toBeVisible();
  expect((await red.client.get(`/api/v1/missions/${other.id}`)).status).toBe(404);
  expect((await red.client.get(`/api/v1/missions/${third.id}`)).status).toBe(200);

  const blue = await open.as(await server.newPerson('soc'), '/missions');
  await expect(blue.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(blue.getByRole('checkbox')).toHaveCount(0);
});

test('a selection is kept across pages and filters of a list, and everything can be selected at once', async ({
  open,
  server,
}) => {
  const { admin } = server;
  const made = Array.from({ length: 53 }, (_, index) => `Sheaf ${String(index).padStart(2, '0')}`);
  for (const name of made) await newTestTemplate(admin.client, { name });
  const page = await open.as(admin, '/templates?q=Sheaf&sort=name');
  await page.getByRole('checkbox', { name: 'Select Sheaf 07' }).check();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('checkbox', { name: 'Select Sheaf 52' }).check();
  await expect(page.getByText('2 selected, 1 of them not on this page')).toBeVisible();
  await page.getByRole('searchbox').first().fill('Sheaf 07');
  await expect(page.getByRole('checkbox', { name: 'Select Sheaf 07' })).toBeChecked();
  await page.getByRole('link', { name: 'Sheaf 07' }).click();
  await page.goBack();
  await expect(page.getByText('2 selected, 1 of them not on this page')).toBeVisible();
  await page.getByRole('button', { name: 'Select none' }).click();

  await page.getByRole('searchbox').first().fill('Sheaf');
  await expect(page.getByRole('checkbox', { name: 'Select Sheaf 08' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Select all 53 test templates' }).click();
  await expect(page.getByText('53 selected, 3 of them not on this page')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  const asking = page.getByRole('dialog', { name: 'Delete 53 test templates?' });
  await expect(asking).toContainText('and 41 more');
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Select none' }).click();
  await expect(page.getByRole('toolbar', { name: 'Selected' })).toBeHidden();
});

testAlone(
  'several users are deactivated and added to a group at once, and it is undone',
  { tag: '@nightly' },
  async ({ open, server }) => {
    const { admin } = server;
    const [one, other] = [await server.newPerson('soc'), await server.newPerson('redteam')];
    const group = (await admin.client.post('/api/v1/groups', { name: 'Night shift' })).body;
    const page = await open.as(admin, '/administration/users');
    const row = (email: string) => page.getByRole('row').filter({ hasText: email });
    const select = async (...emails: string[]) => {
      for (const email of emails) await row(email).getByRole('checkbox').check();
    };
    await select(one.email, other.email, admin.email);
    await page.getByRole('combobox', { name: 'Add the selected users to a group' }).click();
    await page.getByRole('option', { name: 'Night shift' }).click();
    await expect(row(one.email)).toContainText('Night shift');
    const members = async () => (await admin.client.get(`/api/v1/groups/${group.id}`)).body.member_ids.length;
    expect(await members()).toBe(3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(members).toBe(0);

    // The administrator's own account is not deactivated.
    await select(one.email, other.email, admin.email);
    await expectAccessibleInBothSchemes(page, 'users, some selected');
    await page.getByRole('button', { name: 'Deactivate (2)' }).click();
    await expect(row(one.email)).toContainText('Deactivated');
    await expect(row(other.email)).toContainText('Deactivated');
    await expect(row(admin.email)).not.toContainText('Deactivated');
    expect((await one.client.get('/api/v1/auth/me')).status).toBe(401);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(row(one.email)).not.toContainText('Deactivated');
    await select(other.email);
    await expect(page.getByRole('button', { name: 'Deactivate (1)' })).toBeVisible();
  },
);

test('the message of a list about several changes stays when nothing is left to list', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const { admin } = server;
  for (const name of ['Sedge 1', 'Sedge 2']) {
    await newTestTemplate(admin.client, { name, tags: ['wet'], catalog_tags: [] });
  }
  const page = await open.as(admin, '/templates?tag=wet');
  const rows = page.getByRole('checkbox', { name: /^Select Sedge/ });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Tags and techniques' }).click();
  const tags = page.getByRole('dialog', { name: 'Tags of 2 test templates' });
  await tags.getByRole('combobox', { name: 'Remove tags' }).fill('wet');
  await tags.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'No matching templates' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).not.toHaveURL(/dialog/);
  await expect(page.getByText('2 test templates: tags changed')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

// The same parts: nightly in the others too.
for (const what of ['missions', 'test templates', 'engagements'] as const) {
  const tag = what === 'missions' ? [] : '@nightly';
  test(`reasons why some ${what} were not deleted are shown even if the list is empty then`, { tag }, async ({
    open,
    server,
  }) => {
    const { admin } = server;
    const [path, api, add] = {
      missions: ['/missions', '/api/v1/missions', newMission],
      'test templates': ['/templates', '/api/v1/test-templates', newTestTemplate],
      engagements: ['/engagements', '/api/engagements', newEngagement],
    }[what] as [string, string, typeof newMission];
    const kept = await add(admin.client, { name: `Reed of ${what}` });
    await add(admin.client, { name: `Rush of ${what}` });
    const page = await open.as(admin, `${path}?q=of ${what}`);
    open.expectError(/404/);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('searchbox').first().fill(`Rush of ${what}`);
    await expect(page.getByText('2 selected, 1 of them not on this page')).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    const asking = page.getByRole('dialog', { name: new RegExp(`^Delete . ${what.slice(0, -1)}s?\\?$`) });
    await admin.client.delete(`${api}/${kept.id}`);
    await asking.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: /^No / })).toBeAttached();
    await expect(asking.getByRole('alert')).toContainText(`1 of 2 not done. Reed of ${what}: `);
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}
