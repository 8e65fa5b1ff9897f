import { newScenarioTemplate } from '../../support/missions/factories.ts';
import { expect, newTeam, runningMission, test } from '../support.ts';

test('a mission of 2,000 tests renders only visible rows, and keys reach all of them', {
  tag: '@nightly',
}, async ({ open, server }) => {
  test.slow();
  const team = await newTeam(server);
  const first = await newScenarioTemplate(team.red.client, { tests: 100, name: 'Part 1' });
  const ids = [first.id];
  const tests = first.tests.map(({ test_template }) => test_template.id);
  for (let part = 2; part <= 20; part += 1) {
    ids.push((await newScenarioTemplate(team.red.client, { tests, name: `Part ${part}` })).id);
  }
  const mission = await runningMission(team, { tests: 0, scenario_template_ids: ids });
  const page = await open.as(team.red, `/missions/${mission.id}`);
  const table = page.getByRole('table', { name: 'Tests' });
  await expect(page.getByText('2,000 tests')).toBeVisible();
  await expect(table).toHaveAttribute('aria-rowcount', '2021');
  expect(await table.getByRole('row').count()).toBeLessThan(80);

  await page.keyboard.press('End');
  await expect(table.locator('tr[aria-rowindex="2021"]')).toBeInViewport();
  expect(await table.getByRole('row').count()).toBeLessThan(80);
  await page.keyboard.press('Home');
  // Waits for the browser's scrolling before the keys below, which scroll too.
  await expect(table.locator('tr[aria-rowindex="2"]')).toBeInViewport();
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  for (let step = 0; step < 40; step += 1) await page.keyboard.press('j');
  const focused = page.locator('[data-test-id]:focus');
  await expect(focused).toHaveText(first.tests[39]?.test_template.name as string);
  await expect(focused).toBeInViewport();
  // A test keeps the focus when it is scrolled out of view, and keys continue from it.
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, 20_000);
  await expect(focused).not.toBeInViewport();
  expect(await table.getByRole('row').count()).toBeLessThan(80);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(focused).toHaveText(first.tests[40]?.test_template.name as string);
  await expect(focused).toBeInViewport();

  await page.getByLabel('Search in tests and techniques').fill('no such test');
  await expect(page.getByText('0 of 2,000 tests')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(`${server.url}/missions/${mission.id}`);
  await page.getByRole('button', { name: 'Evidence' }).click();
  await expect(page).toHaveURL(/sort=evidence&dir=desc/);
  await expect(table.getByRole('rowheader')).toHaveCount(0);
});
