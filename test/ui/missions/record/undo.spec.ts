import { expect, newTeam, type Page, runningMission, test, testPath } from '../../support.ts';

const note = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });

test('Undo is offered for ten seconds, longer while hovered or focused, and not beyond the session', async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.red, '/favicon.svg');
  open.expectError(/favicon/);
  await page.clock.install();
  await page.goto(testPath(mission));
  const move = (name: string) => page.getByRole('button', { name, exact: false }).click();
  await move('Skip');
  await expect(undo(page)).toBeVisible();
  await page.mouse.move(0, 0);
  // The clock also advances by itself.
  await page.clock.fastForward(5_000);
  await expect(undo(page)).toBeVisible();
  await page.clock.fastForward(5_100);
  await expect(undo(page)).toHaveCount(0);

  await move('Back to pending');
  await undo(page).hover();
  await page.clock.fastForward(60_000);
  await expect(undo(page)).toBeVisible();
  await page.mouse.move(0, 0);
  await undo(page).focus();
  await page.clock.fastForward(60_000);
  await expect(undo(page)).toBeVisible();
  await page.getByRole('button', { name: 'Skip' }).focus();
  await page.clock.fastForward(10_100);
  await expect(undo(page)).toHaveCount(0);

  await move('Skip');
  await expect(undo(page)).toBeVisible();
  await page.getByRole('button', { name: 'redteam' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(undo(page)).toHaveCount(0);
  await expect(note(page, 'skipped')).toHaveCount(0);
});
