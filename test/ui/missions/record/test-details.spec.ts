import { bodyOf, placeOf, readTest } from '../../../support/missions/factories.ts';
import type { Person } from '../../../support/servers/server.ts';
import { expect, newTeam, type Page, runningMission, test, testPath } from '../../support.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });
const red = (page: Page) => region(page, 'Red team');
const saved = (page: Page) => expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();

const nameOf = async ({ client }: Person): Promise<string> =>
  bodyOf(await client.get('/api/v1/auth/me'), 200).display_name;

test('red records the details of the attack, and blue reads them', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const place = placeOf(mission);
  const page = await open.as(team.red, testPath(mission));
  await red(page).getByRole('radio', { name: 'Partially succeeded' }).check();
  await red(page).getByLabel('Source host').fill('kali 1');
  await red(page).getByLabel('Target host').fill('srv-1');
  await red(page).getByRole('button', { name: 'Operator: me' }).click();
  await red(page).getByRole('button', { name: 'Started at: now' }).click();
  await expect(red(page).getByLabel('Operator')).toHaveValue(await nameOf(team.red));
  await expect(red(page).getByRole('button', { name: 'Operator: me' })).toBeHidden();
  await saved(page);
  await expect
    .poll(async () => readTest(team.red.client, place))
    .toMatchObject({
      attack_result: 'partly',
      source_host: 'kali 1',
      target_host: 'srv-1',
      operator: await nameOf(team.red),
      started_at: expect.stringMatching(/Z$/),
    });

  const other = await open.as(team.blue, testPath(mission));
  await expect(red(other)).toContainText('srv-1');
  await expect(red(other)).toContainText('Partially succeeded');
  await expect(red(other).getByText('Target user')).toBeHidden();
  await expect(red(other).getByText('Ended at')).toBeHidden();
  // The next test gets the previous values as suggestions.
  const next = await open.as(team.red, testPath(mission, 1));
  await expect(red(next).getByLabel('Target host')).toHaveAttribute('placeholder', 'srv-1');
  const list = await red(next).getByLabel('Target host').getAttribute('list');
  await expect(next.locator(`[id="${list}"] option`)).toHaveAttribute('value', 'srv-1');
});
