import {
  bodyOf,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import { expectAccessible, runningMission } from '../../ui/support.ts';
import { expect, type Page, test } from '../support.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Tests' });
const heads = (page: Page) => table(page).getByRole('columnheader');
const names = (page: Page) => table(page).locator('[data-test-id]');

test('on a phone the table shows what fits, and nothing is wider than the page', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const page = await stage.open(team.red, `/missions/${mission.id}`, {
    viewport: { width: 390, height: 844 },
  });
  await expect(heads(page)).toHaveText(['', 'Test', 'Status']);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});

test('in a wide window a test opens beside the table, and keys go on from test to test', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team, { tests: 3 });
  const [first, second] = mission.scenarios.flatMap(({ tests }) => tests);
  if (first === undefined || second === undefined) throw new Error('two tests are needed');
  const page = await stage.open(team.red, `/missions/${mission.id}?sort=name`, {
    viewport: { width: 1600, height: 900 },
  });
  await page.getByRole('checkbox', { name: `Select ${second.name}` }).check();
  await names(page).filter({ hasText: first.name }).click();
  await expect(page).toHaveURL(new RegExp(`/tests/${first.id}\\?sort=name`));
  const beside = page.getByRole('region', { name: 'Test', exact: true });
  await expect(beside.getByRole('heading', { level: 2, name: first.name })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(mission.name);
  await expect(page.getByRole('navigation', { name: 'Mission' }).locator('[aria-current]')).toHaveText(
    'Tests',
  );
  await expect(page.getByRole('checkbox', { name: `Select ${second.name}` })).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('j');
  await expect(beside.getByRole('heading', { level: 2, name: second.name })).toBeVisible();
  await page.keyboard.press('e');
  await expect(table(page).getByRole('row').filter({ hasText: second.name })).toContainText('Executed');
  await beside.getByRole('link', { name: 'Close the test' }).click();
  await expect(beside).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/missions/${mission.id}\\?sort=name$`));

  await page.setViewportSize({ width: 1280, height: 720 });
  await names(page).filter({ hasText: first.name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.name);
  await expect(table(page)).toHaveCount(0);
});

test('letters and signs of the rows are explained in a legend, as far as they are used', {
  tag: '@nightly',
}, async ({ stage, server, team }) => {
  const template = await newTestTemplate(server.admin.client, {
    expectations: [{ kind: 'alerted', result: 'yes' }],
  });
  const scenario = await newScenarioTemplate(server.admin.client, { tests: [template.id, template.id] });
  const mission = await runningMission(team, { tests: 0, scenario_template_ids: [scenario.id] });
  const page = await stage.open(team.blue, `/missions/${mission.id}`);
  const legend = page.getByRole('list', { name: 'Legend' });
  await expect(legend.getByRole('listitem')).toHaveText([/^Expectation open: an answer, time/]);
  await expect(names(page)).toHaveCount(2);
  await expect(table(page).getByRole('row').last()).toContainText('open');

  const { path } = placeOf(mission);
  await walk(team.red.client, path, 'executed');
  for (const [kind, result] of [
    ['prevented', 'no'],
    ['alerted', 'yes'],
    ['logged', 'partial'],
  ])
    bodyOf(await team.blue.client.post(`${path}/facts`, { kind, result }), 201);
  await stage.visit(`/missions/${mission.id}`);
  await expect(legend.getByRole('listitem')).toHaveText([
    'P Prevented',
    'A Alerted',
    'L Logged',
    'X Yes',
    'X Partial',
    'X No',
    'Expectation met',
    /^Expectation open/,
  ]);
  const alerted = table(page).locator('[data-kind="alerted"][data-result="yes"]');
  // Alerted facts have the colour of their class.
  await expect(alerted).toHaveCSS('background-color', 'rgb(110, 168, 46)');
  await expectAccessible(page);
});
