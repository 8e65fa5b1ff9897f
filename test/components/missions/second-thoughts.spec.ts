import { newSimulation } from '../../support/missions/engagements.ts';
import { placeOf, walk } from '../../support/missions/factories.ts';
import { runningMission, testPath } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

test('a test is not moved while a typed time is invalid', async ({ stage, team }) => {
  const mission = await runningMission(team);
  const page = await stage.open(team.red, testPath(mission));
  await page.getByLabel('Executed at', { exact: true }).fill('about ten');
  await page.getByRole('button', { name: 'Executed e', exact: true }).click();
  await expect(page.getByText('Correct the time first: Executed at')).toBeVisible();
  await expect(page.getByText('Some changes not saved')).toBeVisible();
  expect((await team.red.client.get(placeOf(mission).path)).body).toMatchObject({
    status: 'pending',
    executed_at: null,
  });
  await page.getByLabel('Executed at', { exact: true }).fill('09:00');
  await page.getByRole('button', { name: 'Executed e', exact: true }).click();
  await expect
    .poll(async () => (await team.red.client.get(placeOf(mission).path)).body.status)
    .toBe('executed');
});

test('a review asks the open questions, and Enter answers no', async ({ stage, team }) => {
  const mission = await runningMission(team);
  for (const index of [0, 1]) await walk(team.red.client, placeOf(mission, index).path, 'executed');
  const page = await stage.open(team.blue, testPath(mission));
  const asking = page.getByRole('dialog', { name: 'Not answered: Alerted and Logged' });
  await expect(page.getByRole('button', { name: /^Reviewed/ })).toBeVisible();
  await page.keyboard.press('r');
  await expect(asking.getByRole('button', { name: 'Answer “No”' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(asking).toBeHidden();
  await page.keyboard.press('r');
  await expect(asking.getByRole('button', { name: 'Answer “No”' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Undo review' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Missed' })).toBeChecked();
  await expect
    .poll(async () => (await team.blue.client.get(placeOf(mission).path)).body.facts)
    .toMatchObject([
      { kind: 'alerted', result: 'no', settled: true },
      { kind: 'logged', result: 'no', settled: true },
    ]);

  // Unsaved input counts as a judgement, too.
  await page.keyboard.press('j');
  await page.getByRole('radio', { name: 'Detected' }).check();
  await page.keyboard.press('r');
  await expect(page.getByRole('button', { name: 'Undo review' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a review asks nothing if the mission says so', { tag: '@nightly' }, async ({ stage, server, team }) => {
  const mission = await runningMission(team);
  await walk(team.red.client, placeOf(mission).path, 'executed');
  const path = `/api/v1/missions/${mission.id}`;
  await server.admin.client.patch(path, { settle_at_review: 'open' });
  const page = await stage.open(team.blue, testPath(mission));
  await page.getByRole('button', { name: /^Reviewed/ }).click();
  await expect(page.getByRole('button', { name: 'Undo review' })).toBeVisible();
  expect((await team.blue.client.get(placeOf(mission).path)).body.facts).toEqual([]);
});

test('finishing a simulation says that nobody has judged it', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const { red, blue } = team;
  const simulation = await newSimulation(red.client);
  await walk(red.client, `/api/simulations/${simulation.id}`, 'in_progress', 'review_required');
  const page = await stage.open(
    blue,
    `/engagements/${simulation.engagement_id}/simulations/${simulation.id}`,
  );
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('dialog')).toContainText('has no detections');
});

test('a move is visible, however far the page is scrolled', { tag: '@nightly' }, async ({ stage, team }) => {
  const mission = await runningMission(team);
  await team.red.client.put(placeOf(mission).path, { output: 'line\n'.repeat(200) });
  const page = await stage.open(team.red, `/missions/${mission.id}`, {
    viewport: { width: 900, height: 560 },
  });
  const name = mission.scenarios[0]?.tests[0]?.name as string;
  const top = () => page.evaluate('scrollY');
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await expect.poll(top).toBeGreaterThan(200);
  await page.keyboard.press('e');
  await expect(page.getByRole('button', { name: 'Undo executed' })).toBeInViewport();
  await expect(page.getByText('Executed', { exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Next test' })).toBeInViewport();
});
