import { sample } from '../../support/sample.ts';
import { expect, newTeam, type Page, runningMission, test } from '../support.ts';

/** Holds back the answers to these writes until released. */
async function holdBack(page: Page, method: string, address: RegExp) {
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.continue();
    const answer = await route.fetch();
    asked.resolve();
    await held.promise;
    await route.fulfill({ response: answer });
  });
  return { asked: asked.promise, letGo: () => held.resolve() };
}

for (const again of sample(['Append scenarios', 'Edit mission'], 2)) {
  test(`the answer to a closed dialog does not close a later one: ${again}`, async ({ open, server }) => {
    const team = await newTeam(server);
    const mission = await runningMission(team);
    const page = await open.as(team.red, `/missions/${mission.id}?dialog=edit`);
    const edit = page.getByRole('dialog', { name: 'Edit mission' });
    await edit.getByRole('textbox', { name: 'Name' }).fill('Called anew');
    const answer = await holdBack(page, 'PATCH', /\/missions\/[^/]+$/);
    await edit.getByRole('button', { name: 'Save' }).click();
    await answer.asked;
    await page.keyboard.press('Escape');
    await expect(edit).toHaveCount(0);
    const [menu, item] =
      again === 'Append scenarios'
        ? ['Add', 'Append scenarios…']
        : ['More about this mission', 'Edit name, organisation, dates'];
    await page.getByRole('button', { name: menu, exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
    const field = page
      .getByRole('dialog', { name: again })
      .getByLabel(/^(Search scenario templates|Organisation)$/);
    await field.fill('typed meanwhile');
    answer.letGo();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Called anew', includeHidden: true }),
    ).toBeAttached();
    await expect(field).toHaveValue('typed meanwhile');
  });
}

test('a person who has moved on is not taken to an object created in the meantime', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const { red } = await newTeam(server);
  const page = await open.as(red, '/missions?dialog=create');
  const dialog = page.getByRole('dialog', { name: 'New mission' });
  await dialog.getByLabel('Name').fill('Made while away');
  const answer = await holdBack(page, 'POST', /\/missions$/);
  await dialog.getByRole('button', { name: 'Create mission' }).click();
  await answer.asked;
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Engagements', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Engagements' })).toBeVisible();
  const answered = page.waitForResponse(/\/missions$/);
  answer.letGo();
  await (await answered).finished();
  await page.getByRole('link', { name: 'Missions', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Made while away' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Engagements' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Missions' })).toBeVisible();
});
