import { placeOf } from '../../../support/missions/factories.ts';
import { signInHere, stored } from '../../sessions/ended-session.ts';
import { beLive, comeBack, expect, newTeam, runningMission, test, testPath } from '../../support.ts';

test('a new sign-in after a session ended returns to the same page with all typed text', {
  tag: '@story',
}, async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  open.expectError(/401/);
  const page = await open.as(team.red, `${testPath(mission)}?status=pending`);
  const command = page.getByLabel('Command as run');
  await expect(command).toBeVisible();
  await beLive(page);
  await server.admin.client.patch(`/api/v1/users/${team.red.id}`, { is_active: false });
  await server.admin.client.patch(`/api/v1/users/${team.red.id}`, { is_active: true });
  await command.fill('typed before the session ended');
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await page.getByLabel('Email').fill(team.red.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(team.red.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${server.url}${testPath(mission)}?status=pending`);
  await expect(command).toHaveValue('typed before the session ended');
  await expect
    .poll(async () => (await server.admin.client.get(placeOf(mission).path)).body.command)
    .toBe('typed before the session ended');
});

test('a lost server loses no typed text', async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  open.expectError(/ERR_INTERNET_DISCONNECTED/);
  const page = await open.as(team.red, testPath(mission));
  const record = page.getByRole('region', { name: 'Red team' });
  await expect(record.getByLabel('Output')).toBeVisible();
  await page.context().setOffline(true);
  await record.getByLabel('Output').fill('written while the server was gone');
  await expect(record.getByText("Not saved: The server can't be reached")).toBeVisible();
  await comeBack(page);
  await expect(page.getByText("The server can't be reached", { exact: true }).first()).toBeVisible();
  await page.context().setOffline(false);
  await record.getByRole('button', { name: 'Retry' }).click();
  await expect(record.getByText('Saved', { exact: true })).toBeVisible();
  expect((await team.red.client.get(placeOf(mission).path)).body.output).toBe(
    'written while the server was gone',
  );
});

test('every press of the next-test key counts, even before the previous test is drawn', async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { tests: 12 });
  const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
  const page = await open.as(team.red, testPath(mission));
  const heading = page.getByRole('heading', { level: 1 });
  // All keys in one task, so that nothing is rendered in between.
  const press = (keys: string) =>
    page.evaluate(`for (const key of ${JSON.stringify([...keys])}) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }`);
  await expect(page.getByText('1 of 12')).toBeVisible();
  await press('jjjjj');
  await expect(heading).toHaveText(tests[5]?.name as string);
  await press('kkj');
  await expect(heading).toHaveText(tests[4]?.name as string);
  await press('jk');
  await press('j');
  await expect(heading).toHaveText(tests[5]?.name as string);
  // After going back, keys continue from the test shown.
  await page.goBack();
  await expect(heading).toHaveText(tests[4]?.name as string);
  await press('j');
  await expect(heading).toHaveText(tests[5]?.name as string);

  // Presses each key as soon as the address has changed, even if the test has not.
  const start = page.url();
  await page.evaluate(`new Promise((resolve) => {
    let left = 4;
    let at = '';
    const look = () => {
      if (location.pathname !== at) {
        if (left === 0) return resolve();
        at = location.pathname;
        left -= 1;
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
      }
      setTimeout(look);
    };
    look();
  })`);
  expect(page.url()).not.toBe(start);
  await expect(heading).toHaveText(tests[9]?.name as string);

  // A move applies to the visible test, never to the one just left.
  const moved: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/transition')) moved.push(request.url());
  });
  await press('je');
  await expect(heading).toHaveText(tests[10]?.name as string);
  await press('e');
  await expect(page.getByRole('button', { name: 'Undo executed' })).toBeVisible();
  expect(moved).toEqual([expect.stringContaining(`${tests[10]?.id}/transition`)]);
});

test('signing out leaves no unsaved text for the next person', async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  open.expectError(/ERR_FAILED/);
  const page = await open.as(team.red, testPath(mission));
  await expect(page.getByLabel('Output')).toBeVisible();
  await page.route('**/tests/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await page.getByLabel('Output').fill('secret of the last one');
  await expect(page.getByText(/^Not saved:/)).toBeVisible();
  expect(await stored(page)).not.toContain('secret of the last one');
  await page.getByRole('button', { name: 'redteam' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const asking = page.getByRole('dialog', { name: 'Sign out and lose unsaved work?' });
  await expect(asking).toContainText('1 text is not saved.');
  await asking.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Output')).toHaveValue('secret of the last one');
  await page.getByRole('button', { name: 'redteam' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await asking.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await stored(page)).toBe('{}');
  await signInHere(page, team.red);
  await page.getByRole('link', { name: 'Missions', exact: true }).click();
  await page.getByRole('link', { name: mission.name }).click();
  await page.getByRole('link', { name: mission.scenarios[0]?.tests[0]?.name as string }).click();
  await expect(page.getByLabel('Output')).toHaveValue('');
});

test('next and previous follow the filters of the list, and typing triggers no shortcut', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { tests: 4 });
  const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
  await team.red.client.post(`${placeOf(mission, 1).path}/transition`, { status: 'skipped' });
  const page = await open.as(team.red, `/missions/${mission.id}?status=pending`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(page.getByText('3 of 4 tests')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText(tests[0]?.name as string);
  await page.keyboard.press('j');
  await expect(heading).toHaveText(tests[2]?.name as string);
  await page.getByLabel('Output').pressSequentially('jkesr?');
  await expect(page.getByLabel('Output')).toHaveValue('jkesr?');
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect(page.getByText('2 of 3', { exact: true })).toBeVisible();
  await page.keyboard.press('k');
  await expect(heading).toHaveText(tests[0]?.name as string);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Shortcuts on this page' })).toContainText(
    'Mark as reviewed (blue)',
  );
});
