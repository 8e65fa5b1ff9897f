import { newSimulation } from '../../support/missions/engagements.ts';
import { placeOf, walk } from '../../support/missions/factories.ts';
import { runningMission, testPath } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

test('a review without a judgement asks once', async ({ stage, team }) => {
  const mission = await runningMission(team);
  for (const index of [0, 1]) await walk(team.red.client, placeOf(mission, index).path, 'executed');
  const page = await stage.open(team.blue, testPath(mission));
  const asking = page.getByRole('dialog', { name: 'Review without a detection level?' });
  await expect(page.getByRole('button', { name: /^Reviewed/ })).toBeVisible();
  await page.keyboard.press('r');
  await expect(asking).toContainText('This test has no detections');
  await page.keyboard.press('Escape');
  await expect(asking).toBeHidden();
  await page.keyboard.press('r');
  await asking.getByRole('button', { name: 'Mark as reviewed' }).click();
  const undo = page.getByRole('button', { name: 'Undo review' });
  await expect(undo).toBeVisible();
  await undo.click();
  await expect(undo).toBeHidden();
  await page.keyboard.press('r');
  await expect(undo).toBeVisible();
  await expect(asking).toHaveCount(0);

  // Unsaved typing counts as a judgement too.
  await page.keyboard.press('j');
  await page.getByRole('radio', { name: 'Detected' }).check();
  await page.keyboard.press('r');
  await expect(undo).toBeVisible();
  await expect(asking).toHaveCount(0);
});

test('finishing a simulation says that nobody has judged it', async ({ stage, team }) => {
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

test('a move is seen however far down one is', async ({ stage, team }) => {
  const mission = await runningMission(team);
  await team.red.client.put(placeOf(mission).path, { output: 'line\n'.repeat(200) });
  const page = await stage.open(team.red, '/', { viewport: { width: 900, height: 560 } });
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
