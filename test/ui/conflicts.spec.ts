import type { Mission } from '../../server/missions/contract.ts';
import { bodyOf, placeOf } from '../support/factories.ts';
import type { Person, TestServer } from '../support/server.ts';
import { expect, newTeam, type Page, runningMission, test, testPath } from './support.ts';

type Two = { red: Person; other: Person; mission: Mission };

/** Two operators of one mission. */
async function twoOperators(server: TestServer): Promise<Two> {
  const team = await newTeam(server);
  const other = await server.newPerson('redteam');
  return { red: team.red, other, mission: await runningMission(team, { members: [team.red, other] }) };
}

const commandOf = (page: Page) => page.getByLabel('Command that was run', { exact: true });
const comparing = (page: Page) => page.getByRole('dialog', { name: 'Command that was run: two versions' });
const leaving = (page: Page) => page.getByRole('dialog', { name: 'Leave with something that is not saved?' });

/** Leaves the command in conflict, with `mine` typed. */
async function disagree(page: Page, { other, mission }: Two, mine: string, theirs: string): Promise<void> {
  await commandOf(page).fill(mine);
  bodyOf(await other.client.put(placeOf(mission).path, { command: theirs }), 200);
  await expect(page.getByText('Changed by redteam')).toBeVisible();
}

test('a conflict opens nothing by itself: the field says so, and takes every key that is typed', async ({
  open,
  server,
}) => {
  const two = await twoOperators(server);
  open.expectError(/412/);
  const page = await open.as(two.red, testPath(two.mission));
  await disagree(page, two, 'mine', 'theirs');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.type(', and more of it');
  await expect(commandOf(page)).toHaveValue('mine, and more of it');

  await page.getByRole('button', { name: 'Compare' }).click();
  const dialog = comparing(page);
  await expect(dialog.getByRole('region', { name: 'On the server' }).last()).toHaveText('theirs');
  await expect(dialog.getByRole('region', { name: 'Yours' }).last()).toHaveText('mine, and more of it');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(commandOf(page)).toHaveValue('mine, and more of it');
  await page.getByRole('button', { name: 'Two versions: Command that was run' }).click();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const now = bodyOf(await two.red.client.get(placeOf(two.mission).path), 200);
  expect(now.command).toBe('mine, and more of it');
});

test('keeping both repeats nothing that both have in common', async ({ open, server }) => {
  const two = await twoOperators(server);
  const { path } = placeOf(two.mission);
  bodyOf(await two.red.client.put(path, { command: 'whoami\nhostname' }), 200);
  open.expectError(/412/);
  const page = await open.as(two.red, testPath(two.mission));
  await disagree(page, two, 'whoami /all\nhostname', 'whoami\nhostname\nipconfig');
  await page.getByRole('button', { name: 'Compare' }).click();
  await comparing(page).getByRole('button', { name: 'Keep both' }).click();
  await expect(commandOf(page)).toHaveValue('whoami\nwhoami /all\nhostname\nipconfig');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(bodyOf(await two.red.client.get(path), 200).command).toBe('whoami\nwhoami /all\nhostname\nipconfig');
});

test('a conflict that is left behind asks, and is there again for whoever comes back', async ({
  open,
  server,
}) => {
  const two = await twoOperators(server);
  open.expectError(/412/);
  const page = await open.as(two.red, testPath(two.mission));
  const heading = page.getByRole('heading', { level: 1 });
  const first = (await heading.textContent()) as string;
  await disagree(page, two, 'mine', 'theirs');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(leaving(page)).toContainText('Command that was run: somebody else has changed it meanwhile.');
  await expect(leaving(page).getByRole('button', { name: 'Stay' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(leaving(page)).toBeHidden();
  await expect(heading).toHaveText(first);

  // The keys of the page are those of the test that is seen.
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
  await comparing(page).getByRole('button', { name: 'Take the server’s' }).click();
  await expect(commandOf(page)).toHaveValue('theirs');
  await page.keyboard.press('j');
  await expect(heading).not.toHaveText(first);
});

test('a conflict that shows only once its page was left is said, and leads back', async ({
  open,
  server,
}) => {
  const two = await twoOperators(server);
  open.expectError(/412/);
  const page = await open.as(two.red, testPath(two.mission));
  const heading = page.getByRole('heading', { level: 1 });
  const first = (await heading.textContent()) as string;
  const left = Promise.withResolvers<void>();
  await page.route('**/tests/*', async (route) => {
    if (route.request().method() === 'PUT') await left.promise;
    await route.continue();
  });
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await commandOf(page).fill('mine');
  await sent;
  bodyOf(await two.other.client.put(placeOf(two.mission).path, { command: 'theirs' }), 200);
  await page.getByRole('button', { name: 'Next test' }).click();
  await expect(heading).not.toHaveText(first);
  left.resolve();
  const said = page.getByRole('alert').filter({ hasText: 'Not saved: somebody else was there' });
  await expect(said).toContainText(`${first}: Command that was run`);
  await said.getByRole('button', { name: 'Go back to it' }).click();
  await expect(heading).toHaveText(first);
  await expect(commandOf(page)).toHaveValue('mine');
  await expect(page.getByRole('button', { name: 'Compare' })).toBeVisible();
});

test('what the server refused asks as well, and what is just being saved does not', async ({
  open,
  server,
}) => {
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
  await expect(leaving(page)).toContainText('Command that was run: not saved:');
  await leaving(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});

test('where nothing can be written any more, a conflict offers to copy the text', async ({
  open,
  server,
}) => {
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
  await page.getByRole('button', { name: 'Archive for good' }).click();
  await expect(page.getByText('This mission is archived')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Two versions: Command that was run' }).click();
  await expect(comparing(page).getByRole('button', { name: 'Keep mine' })).toHaveCount(0);
  await comparing(page).getByRole('button', { name: 'Copy my text' }).click();
  await expect(comparing(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.keyboard.press('Escape');
  const record = page.getByRole('region', { name: 'Red’s record' });
  await expect(record).toContainText('read only');
  await expect(record.getByRole('region', { name: 'Command that was run: yours, not saved' })).toHaveText(
    'mine',
  );
  await record.getByRole('button', { name: 'Discard' }).click();
  await expect(record.getByText('Yours, not saved')).toHaveCount(0);
});

test('a mission that is archived meanwhile is noticed by the write that it refuses', async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  open.expectError(/409/);
  const page = await open.as(team.red, testPath(mission));
  await expect(commandOf(page)).toBeVisible();
  for (const status of ['completed', 'archived']) {
    bodyOf(await server.admin.client.post(`/api/v1/missions/${mission.id}/transition`, { status }), 200);
  }
  await commandOf(page).fill('too late');
  const record = page.getByRole('region', { name: 'Red’s record' });
  await expect(record.getByRole('region', { name: 'Command that was run: yours, not saved' })).toHaveText(
    'too late',
  );
  await record.getByRole('button', { name: 'Copy my text' }).click();
  await expect(record.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
});
