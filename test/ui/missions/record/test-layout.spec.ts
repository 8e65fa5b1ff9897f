import {
  bodyOf,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
} from '../../../support/missions/factories.ts';
import type { TestServer } from '../../../support/servers/server.ts';
import { expect, type Locator, newTeam, type Page, runningMission, test, testPath } from '../../support.ts';

const red = (page: Page) => page.getByRole('region', { name: 'Red team' });

/** A running mission of one planned test. */
async function planned(server: TestServer) {
  const team = await newTeam(server);
  const template = await newTestTemplate(server.admin.client, {
    objective: 'See who is there',
    command: 'whoami /all',
  });
  const scenario = await newScenarioTemplate(server.admin.client, { tests: [template.id, template.id] });
  return { ...team, mission: await runningMission(team, { tests: 0, scenario_template_ids: [scenario.id] }) };
}

test('a test is recorded with the keyboard alone', { tag: '@nightly' }, async ({ open, server }) => {
  const { red: reds, blue: blues, mission } = await planned(server);
  const page = await open.as(reds, testPath(mission));
  const { keyboard } = page;
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible();
    for (let step = 0; step < 80; step += 1) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      await keyboard.press('Tab');
    }
    throw new Error('Tab never got there');
  };
  await tabTo(page.getByRole('button', { name: 'Use suggested command' }));
  await keyboard.press('Enter');
  await expect(red(page).getByLabel('Command as run', { exact: true })).toHaveValue('whoami /all');
  await tabTo(red(page).getByLabel('Output', { exact: true }));
  await keyboard.type('nobody special');
  // The bar does not cover the focused field.
  await expect(red(page).getByLabel('Output', { exact: true })).toBeInViewport();
  await keyboard.press('Escape');
  await keyboard.press('e');
  await expect(page.getByRole('button', { name: 'Undo executed' })).toBeVisible();
  await expect(page.getByText('All saved')).toBeVisible();
  await keyboard.press('j');
  await expect(page.getByText('2 of 2')).toBeVisible();
  await keyboard.press('k');
  await expect(page.getByText('1 of 2')).toBeVisible();

  const watching = await open.as(blues, testPath(mission));
  await expect(watching.getByRole('button', { name: /^Reviewed/ })).toBeVisible();
  await watching.keyboard.press('2');
  await expect(watching.getByRole('textbox', { name: 'When' })).toBeFocused();
  await watching.keyboard.type('+3');
  await watching.keyboard.press('Enter');
  await expect(watching.getByText('Time to detect 3 min')).toBeVisible();
  await watching.keyboard.press('Escape');
  await watching.keyboard.press('r');
  await expect(watching.getByRole('dialog', { name: 'Not answered: Logged' })).toBeVisible();
  await watching.keyboard.press('Enter');
  await expect(watching.getByRole('button', { name: 'Undo review' })).toBeVisible();
  const now = bodyOf(await blues.client.get(placeOf(mission).path), 200);
  expect(now).toMatchObject({ status: 'reviewed_by_blue', output: 'nobody special' });
});
