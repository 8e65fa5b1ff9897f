import type { Mission } from '../../../server/missions/contract.ts';
import { bodyOf, placeOf } from '../../support/missions/factories.ts';
import type { Person, TestServer } from '../../support/servers/server.ts';
import { expect, newTeam, type Page, runningMission, test, testPath } from '../support.ts';

type Two = { red: Person; other: Person; mission: Mission };

/** Two operators of one mission. */
async function twoOperators(server: TestServer): Promise<Two> {
  const team = await newTeam(server);
  const other = await server.newPerson('redteam');
  return { red: team.red, other, mission: await runningMission(team, { members: [team.red, other] }) };
}

const commandOf = (page: Page) => page.getByLabel('Command as run', { exact: true });
const comparing = (page: Page) => page.getByRole('dialog', { name: 'Command as run: conflict' });
const leaving = (page: Page) => page.getByRole('dialog', { name: 'Leave with unsaved changes?' });

/** Leaves the command in conflict, with `mine` typed. */
async function disagree(page: Page, { other, mission }: Two, mine: string, theirs: string): Promise<void> {
  await commandOf(page).fill(mine);
  bodyOf(await other.client.put(placeOf(mission).path, { command: theirs }), 200);
  await expect(page.getByText('Changed by redteam')).toBeVisible();
}

test('leaving a conflict asks first, and it is still there on return', {
  tag: '@story',
}, async ({ open, server }) => {
  const two = await twoOperators(server);
  open.expectError(/412/);
  const page = await open.as(two.red, testPath(two.mission));
  const heading = page.getByRole('heading', { level: 1 });
  const first = (await heading.textContent()) as string;
  await disagree(page, two, 'mine', 'theirs');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(leaving(page)).toContainText('Command as run: changed by someone else in the meantime.');
  await expect(leaving(page).getByRole('button', { name: 'Stay' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(leaving(page)).toBeHidden();
  await expect(heading).toHaveText(first);

  // The page's keys apply to the visible test.
  await page.keyboard.press('e');
  await expect(page.getByRole('button', { name: 'Undo executed' })).toBeVisible();
  await page.keyboard.press('j');
  await leaving(page).getByRole('button', { name: 'Leave' }).click();
  await expect(heading).not.toHaveText(first);
  await page.keyboard.press('k');
  await expect(heading).toHaveText(first);
  await expect(commandOf(page)).toHaveValue('mine');
  await page.goBack();
  await leaving(page).getByRole('button', { name: 'Compare' }).click();
  await expect(comparing(page)).toBeVisible();
  await comparing(page).getByRole('button', { name: 'Use the server’s' }).click();
  await expect(commandOf(page)).toHaveValue('theirs');
  await page.keyboard.press('j');
  await expect(heading).not.toHaveText(first);
});

test('leaving a refused field asks as well, leaving a field being saved does not', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  open.expectError(/ERR_FAILED/);
  const page = await open.as(team.red, testPath(mission));
  const heading = page.getByRole('heading', { level: 1 });
  const first = (await heading.textContent()) as string;
  await commandOf(page).fill('on its way');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(heading).not.toHaveText(first);
  await expect
    .poll(async () => bodyOf(await team.red.client.get(placeOf(mission).path), 200).command)
    .toBe('on its way');
  await page.route('**/tests/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await commandOf(page).fill('refused');
  await expect(page.getByText(/^Not saved:/)).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(leaving(page)).toContainText('Command as run: not saved:');
  await leaving(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});

test('the question before leaving closes, and the page changes, once the field is saved after all', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  open.expectError(/ERR_FAILED/);
  const page = await open.as(team.red, testPath(mission));
  await page.route('**/tests/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await commandOf(page).fill('late');
  await expect(page.getByText(/^Not saved:/)).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(leaving(page)).toBeVisible();
  await page.unroute('**/tests/*');
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(leaving(page)).toHaveCount(0);
  expect(bodyOf(await team.red.client.get(placeOf(mission).path), 200).command).toBe('late');
});

test('a conflict in a read-only mission offers to copy the text', async ({ open, server }) => {
  const two = await twoOperators(server);
  open.expectError(/412/);
  const page = await open.as(two.red, testPath(two.mission));
  await disagree(page, two, 'mine', 'theirs');
  await page.getByRole('link', { name: two.mission.name }).click();
  await leaving(page).getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: 'Complete' }).click();
  await page
    .getByRole('dialog', { name: 'Complete this mission?' })
    .getByRole('button', { name: 'Complete' })
    .click();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByRole('button', { name: 'Archive permanently' }).click();
  await expect(page.getByText('This mission is archived')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Conflict: Command as run' }).click();
  await expect(comparing(page).getByRole('button', { name: 'Keep mine' })).toHaveCount(0);
  await comparing(page).getByRole('button', { name: 'Copy my text' }).click();
  await expect(comparing(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.keyboard.press('Escape');
  const record = page.getByRole('region', { name: 'Red team' });
  await expect(record).toContainText('read only');
  await expect(record.getByRole('region', { name: 'Command as run: yours, not saved' })).toHaveText('mine');
  await record.getByRole('button', { name: 'Discard' }).click();
  await expect(record.getByText('Yours (not saved)')).toHaveCount(0);
});
