import { bodyOf, placeOf } from '../../support/missions/factories.ts';
import { runningMission, testPath } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

const changed = /^Changed by Ada Admin/;

for (const [field, side] of [
  ['command', 'red'],
  ['source_host', 'red'],
  ['target_user', 'red'],
  ['blue_comment', 'blue'],
] as const) {
  const tag = field === 'command' || field === 'blue_comment' ? [] : '@nightly';
  test(`the field ${field} says that it changed while it has the focus, and shows that`, { tag }, async ({
    stage,
    team,
    server,
  }) => {
    const mission = await runningMission(team);
    const { path } = placeOf(mission);
    const page = await stage.open(team[side], testPath(mission));
    const box = page.locator(`:has(> [data-field=${field}])`).locator('input, textarea').first();
    const state = page.locator(`[data-field=${field}]`).getByRole('status');
    const write = async (text: string) => bodyOf(await server.admin.client.put(path, { [field]: text }), 200);

    await box.fill('mine');
    await expect(state).toHaveText('Saved');
    await write('theirs');
    await expect(state).toHaveText(changed);
    await expect(box).toHaveValue('mine');
    await state.getByRole('button', { name: 'Show' }).click();
    await expect(box).toHaveValue('theirs');
    await expect(box).toBeFocused();

    await write('theirs again');
    await expect(state).toHaveText(changed);
    await box.pressSequentially(', mine again');
    await expect(state.getByRole('button', { name: 'Compare' })).toBeVisible();
    await expect(state).not.toContainText('Saved');
    await state.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep mine' }).click();
    await expect(state).toHaveText('Saved');
    await expect(box).toHaveValue('theirs, mine again');
  });
}
