import { arranged, edit } from '../scenes/arranged-outline.ts';
import { comeBack, expect, newTeam, type Page, test } from '../support.ts';

const outline = (page: Page) => page.getByRole('list', { name: 'Scenarios and tests' });
const handle = (page: Page, name: string) => outline(page).getByRole('link', { name, exact: true });

test('the other person sees added, moved and removed tests', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await arranged(team);
  const blue = await open.as(team.blue, `/missions/${mission.id}`);
  await expect(blue.getByRole('row', { name: /Alpha/ })).toBeVisible();
  const red = await open.as(team.red, edit(mission));
  const added = red.getByRole('textbox', { name: 'Name of a new test in Second' });
  await added.fill('Epsilon');
  await added.press('Enter');
  await handle(red, 'Alpha').focus();
  await red.keyboard.press('Delete');
  await expect(handle(red, 'Alpha')).toHaveCount(0);
  await expect(handle(red, 'Epsilon')).toBeVisible();
  await comeBack(blue);
  await expect(blue.getByRole('row', { name: /Epsilon/ })).toBeVisible();
  await expect(blue.getByRole('row', { name: /Alpha/ })).toHaveCount(0);
});
