import type { Mission } from '../../../server/missions/contract.ts';
import { bodyOf, placeOf } from '../../support/missions/factories.ts';
import type { Person, TestServer } from '../../support/servers/server.ts';
import { newTeam, runningMission, testPath } from '../../ui/support.ts';
import { expect, type Page, test } from '../support.ts';

type Two = { red: Person; other: Person; mission: Mission };

/** Two operators of one mission. */
async function twoOperators(server: TestServer): Promise<Two> {
  const team = await newTeam(server);
  const other = await server.newPerson('redteam');
  return { red: team.red, other, mission: await runningMission(team, { members: [team.red, other] }) };
}

const commandOf = (page: Page) => page.getByLabel('Command as run', { exact: true });
const comparing = (page: Page) => page.getByRole('dialog', { name: 'Command as run: conflict' });

/** Leaves the command in conflict, with `mine` typed. */
async function disagree(page: Page, { other, mission }: Two, mine: string, theirs: string): Promise<void> {
  await commandOf(page).fill(mine);
  bodyOf(await other.client.put(placeOf(mission).path, { command: theirs }), 200);
  await expect(page.getByText('Changed by redteam')).toBeVisible();
}

test('a conflict opens no dialog: the field reports it, and accepts every key', async ({ stage, server }) => {
  const two = await twoOperators(server);
  stage.expectError(/412/);
  const page = await stage.open(two.red, testPath(two.mission));
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
  await page.getByRole('button', { name: 'Conflict: Command as run' }).click();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const now = bodyOf(await two.red.client.get(placeOf(two.mission).path), 200);
  expect(now.command).toBe('mine, and more of it');
});

test('keeping both does not repeat the common part', async ({ stage, server }) => {
  const two = await twoOperators(server);
  const { path } = placeOf(two.mission);
  bodyOf(await two.red.client.put(path, { command: 'whoami\nhostname' }), 200);
  stage.expectError(/412/);
  const page = await stage.open(two.red, testPath(two.mission));
  await disagree(page, two, 'whoami /all\nhostname', 'whoami\nhostname\nipconfig');
  await page.getByRole('button', { name: 'Compare' }).click();
  await comparing(page).getByRole('button', { name: 'Keep both' }).click();
  await expect(commandOf(page)).toHaveValue('whoami\nwhoami /all\nhostname\nipconfig');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(bodyOf(await two.red.client.get(path), 200).command).toBe('whoami\nwhoami /all\nhostname\nipconfig');
});

test('a conflict found after leaving its page is reported, with a link back', async ({ stage, server }) => {
  const two = await twoOperators(server);
  stage.expectError(/412/);
  const page = await stage.open(two.red, testPath(two.mission));
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
  const said = page.getByRole('alert').filter({ hasText: 'Not saved: changed by someone else' });
  await expect(said).toContainText(`${first}: Command as run`);
  await said.getByRole('button', { name: 'Go back to it' }).click();
  await expect(heading).toHaveText(first);
  await expect(commandOf(page)).toHaveValue('mine');
  await expect(page.getByRole('button', { name: 'Compare' })).toBeVisible();
});

test('a mission archived in the meantime is noticed by the refused write', async ({
  stage,
  server,
  team,
}) => {
  const mission = await runningMission(team);
  stage.expectError(/409/);
  const page = await stage.open(team.red, testPath(mission));
  const { promise: archived, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(/\/tests\/[^/]+$/, async (route) => {
    if (route.request().method() === 'PUT') await archived;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.method() === 'PUT');
  await commandOf(page).fill('too late');
  await asked;
  for (const status of ['completed', 'archived']) {
    bodyOf(await server.admin.client.post(`/api/v1/missions/${mission.id}/transition`, { status }), 200);
  }
  goOn();
  const record = page.getByRole('region', { name: 'Red team' });
  await expect(record.getByRole('region', { name: 'Command as run: yours, not saved' })).toHaveText(
    'too late',
  );
  await record.getByRole('button', { name: 'Copy my text' }).click();
  await expect(record.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
});
