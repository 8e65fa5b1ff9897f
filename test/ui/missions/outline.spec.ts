import type { Mission } from '../../../server/missions/contract.ts';
import { bodyOf, readMission } from '../../support/missions/factories.ts';
import { comeBack, expect, newTeam, type Page, runningMission, type Team, test } from '../support.ts';

const outline = (page: Page) => page.getByRole('list', { name: 'Scenarios and tests' });
const handle = (page: Page, name: string) => outline(page).getByRole('link', { name, exact: true });

/** A running mission of the scenarios First (Alpha, Beta, Gamma) and Second (Delta). */
async function arranged(team: Team): Promise<Mission> {
  const mission = await runningMission(team, { tests: 0 });
  const path = `/api/v1/missions/${mission.id}/scenarios`;
  for (const [name, tests] of [
    ['First', ['Alpha', 'Beta', 'Gamma']],
    ['Second', ['Delta']],
  ] as const) {
    const { scenarios } = bodyOf(await team.red.client.post(path, { name }), 201);
    for (const test of tests) {
      bodyOf(await team.red.client.post(`${path}/${scenarios.at(-1).id}/tests`, { name: test }), 201);
    }
  }
  return readMission(team.red.client, mission.id);
}

const edit = ({ id }: Mission) => `/missions/${id}?outline=edit`;

test('the other one sees what is added, put elsewhere and removed', async ({ open, server }) => {
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
