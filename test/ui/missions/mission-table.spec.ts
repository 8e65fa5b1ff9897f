import type { Mission } from '../../../server/missions/contract.ts';
import { assign, bodyOf, placeOf, readTest, walk } from '../../support/missions/factories.ts';
import { expect, expectAccessible, newTeam, type Page, runningMission, test } from '../support.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Tests' });
const heads = (page: Page) => table(page).getByRole('columnheader');
const names = (page: Page) => table(page).locator('[data-test-id]');
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });
const pressed = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('columns are chosen with the keyboard, fit a small window, and stay in the next session', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const at = `/missions/${mission.id}`;
  const page = await open.as(team.red, at);
  await expect(heads(page)).toHaveText([
    '',
    'Test',
    'Technique',
    'Status',
    'Detection',
    'Executed',
    'Time to detect',
    'Assignee',
    'Evidence',
  ]);
  const isWide = 'document.querySelector("table").scrollWidth > document.querySelector("main").clientWidth';
  expect(await page.evaluate(isWide)).toBe(false);
  await page.getByRole('button', { name: 'Columns' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'Technique' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('checkbox', { name: 'Operator' }).focus();
  await page.keyboard.press('Space');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const chosen = [
    '',
    'Test',
    'Status',
    'Detection',
    'Executed',
    'Time to detect',
    'Operator',
    'Assignee',
    'Evidence',
  ];
  await expect(heads(page)).toHaveText(chosen);
  await expect
    .poll(async () => (await team.red.client.get('/api/v1/auth/me')).body.preferences.test_table.columns)
    .toContain('operator');
  const again = await open.as(team.red, at);
  await expect(heads(again)).toHaveText(chosen);
  await pressed(again, 'Columns');
  await pressed(again, 'Automatic');
  await expect(heads(again).nth(2)).toHaveText('Technique');
});

test('the German name of a missed test fits beside its marks at 1280', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const { path } = placeOf(mission);
  await walk(team.red.client, path, 'executed');
  for (const kind of ['prevented', 'alerted', 'logged'])
    bodyOf(await team.blue.client.post(`${path}/facts`, { kind, result: 'no' }), 201);
  for (const person of [team.red, team.blue]) {
    const page = await open.as(person, `/missions/${mission.id}`, {
      locale: 'de-DE',
      viewport: { width: 1280, height: 800 },
    });
    const cell = page.getByRole('cell', { name: /^Nicht erkannt/ });
    await expect(cell).toBeVisible();
    const isWhole = await cell.evaluate((whole) =>
      [whole, ...whole.querySelectorAll('*')].every(
        (part) => part.scrollWidth <= part.clientWidth || part.clientWidth === 0,
      ),
    );
    expect(isWhole).toBe(true);
  }
});

test('tests are sorted by any column, grouped and filtered, and the address keeps it', async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { tests: 3 });
  const [first, second, third] = mission.scenarios.flatMap(({ tests }) => tests.map(({ name }) => name)) as [
    string,
    string,
    string,
  ];
  for (const [at, executed_at, seconds] of [
    [1, '2026-11-20T09:30:00.000Z', 300],
    [2, '2026-11-20T09:00:00.000Z', 60],
  ] as const) {
    const place = placeOf(mission, at);
    const { path } = place;
    bodyOf(await team.red.client.post(`${path}/transition`, { status: 'executed', executed_at }), 200);
    const detected_at = new Date(Date.parse(executed_at) + seconds * 1000).toISOString();
    bodyOf(await team.blue.client.put(path, { detected_at }), 200);
    bodyOf(await assign(team.blue.client, place, team.blue.id), 200);
  }
  const page = await open.as(team.red, `/missions/${mission.id}`);
  await pressed(page, 'Executed');
  await expect(page).toHaveURL(/sort=executed/);
  await expect(names(page)).toHaveText([new RegExp(third), new RegExp(second), new RegExp(first)]);
  await expect(table(page).getByRole('rowheader')).toHaveCount(0);
  await pressed(page, 'Time to detect');
  await expect(table(page).getByRole('row').nth(1)).toContainText('1 min');
  await pressed(page, 'Clear');

  await page.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'By assignee' }).click();
  await expect(table(page).getByRole('rowheader')).toHaveText([
    /^soc.* 2 tests, 2 executed/,
    /^Nobody 1 test/,
  ]);
  await page.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'By status' }).click();
  await expect(table(page).getByRole('rowheader')).toHaveText([/^Pending 1 test/, /^Executed 2 tests/]);
  await expect(names(page).first()).toHaveText(new RegExp(first));

  await pressed(page, 'Filters');
  await page.getByRole('combobox', { name: 'Assignee', exact: true }).click();
  await page.getByRole('option', { name: 'Nobody' }).click();
  await expect(page.getByText('1 of 3 tests')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 of 3 tests')).toBeVisible();
});

test('a view is saved under a name on the server, only for its owner', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { tests: 3 });
  const page = await open.as(team.red, `/missions/${mission.id}?status=pending&sort=name`);
  await pressed(page, 'Views');
  await page.getByRole('textbox', { name: 'Save view as' }).fill('What is <b>left</b>');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Views' })).toContainText('What is <b>left</b>');
  await expectAccessible(page);
  await page.getByRole('list', { name: 'Views' }).getByRole('button', { name: 'All tests' }).click();
  await expect(page).toHaveURL(`${server.url}/missions/${mission.id}`);

  const other = await runningMission(team, { tests: 1 });
  const again = await open.as(team.red, `/missions/${other.id}`);
  await pressed(again, 'Views');
  await again.getByRole('button', { name: 'What is <b>left</b>', exact: true }).click();
  await expect(again).toHaveURL(/status=pending&sort=name/);
  await again.getByRole('button', { name: 'What is <b>left</b>', exact: true }).click();
  await again.getByRole('button', { name: 'Delete the view What is <b>left</b>' }).click();
  await expect(again.getByRole('button', { name: 'Views', exact: true })).toBeVisible();
  const kept = async () =>
    (await team.red.client.get('/api/v1/auth/me')).body.preferences.test_table.views.length;
  await expect.poll(kept).toBe(0);
  await undo(again).click();
  await expect.poll(kept).toBe(1);

  const blues = await open.as(team.blue, `/missions/${mission.id}`);
  await pressed(blues, 'Views');
  await expect(blues.getByRole('list', { name: 'Views' }).getByRole('listitem')).toHaveCount(1);
});

test('outcome, assignee and tags are edited in the table, and each can be undone', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const place = placeOf(mission);
  const { name } = await readTest(team.red.client, place);
  await walk(team.red.client, place.path, 'executed');
  bodyOf(await team.blue.client.post(`${place.path}/facts`, { kind: 'logged', result: 'yes' }), 201);
  const blues = await open.as(team.blue, `/missions/${mission.id}`);
  await blues.getByRole('combobox', { name: `Detection of ${name}` }).selectOption('Detected');
  await expect(undo(blues)).toBeVisible();
  expect((await readTest(team.blue.client, place)).detection_level?.key).toBe('alerted');
  await undo(blues).click();
  await expect(blues.getByRole('status').filter({ hasText: 'Undone' })).toBeVisible();
  const undone = await readTest(team.blue.client, place);
  expect([undone.detection_level?.key, undone.detection_level_source]).toEqual(['logged', 'derived']);
  await expect(blues.getByRole('button', { name: `Tags of ${name}` })).toHaveCount(0);

  await team.red.client.patch('/api/v1/auth/me', {
    preferences: { test_table: { columns: ['outcome', 'assignee', 'tags'], views: [] } },
  });
  const page = await open.as(team.red, `/missions/${mission.id}`);
  const assignee = page.getByRole('combobox', { name: `Assignee of ${name}` });
  await assignee.focus();
  await assignee.selectOption({ index: 1 });
  await expect(undo(page)).toBeVisible();
  expect((await readTest(team.red.client, place)).assignee).not.toBe(null);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Tags of ${name}` }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Tags', exact: true })).toBeFocused();
  await page.keyboard.type('before the fix');
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: `Tags of ${name}` })).toHaveText('before the fix');
  await expect.poll(async () => (await readTest(team.red.client, place)).tags).toEqual(['before the fix']);
  // People who may not write for blue read its detections.
  await expect(page.getByRole('combobox', { name: `Detection of ${name}` })).toHaveCount(0);
});

test('outcome, assignee and tags of many tests are set at once, and restored by Undo', async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { tests: 3 });
  const places = [0, 1, 2].map((at) => placeOf(mission, at));
  const read = async () => {
    const tests = await Promise.all(places.map((place) => readTest(server.admin.client, place)));
    return tests.map(({ detection_level, assignee, tags }) => [detection_level?.key, assignee?.id, tags]);
  };
  const first = placeOf(mission, 0);
  bodyOf(await assign(server.admin.client, first, team.red.id), 200);
  bodyOf(
    await team.red.client.patch(`/api/v1/missions/${mission.id}/tests`, {
      test_ids: [first.test],
      add_tags: ['urgent'],
    }),
    200,
  );
  const before = await read();
  const page = await open.as(server.admin, `/missions/${mission.id}`);
  const select = () => page.getByRole('checkbox', { name: 'Select all tests shown' }).check();
  const bar = page.getByRole('region', { name: 'Selected tests' });
  const takeBack = async () => {
    await undo(page).first().click();
    await expect(page.getByRole('status').filter({ hasText: 'Undone' }).first()).toBeVisible();
    expect(await read()).toEqual(before);
    await page.reload();
  };
  await select();
  await bar.getByRole('button', { name: 'Detection' }).click();
  await page.getByRole('menuitem', { name: 'Logged only' }).click();
  await expect(page.getByRole('status').filter({ hasText: '3 tests: logged' })).toBeVisible();
  expect((await read()).map(([level]) => level)).toEqual(['logged', 'logged', 'logged']);
  await takeBack();

  await select();
  await bar.getByRole('combobox', { name: 'Assign the selected tests' }).click();
  await page.getByRole('option', { name: /^soc/ }).click();
  await expect(page.getByRole('status').filter({ hasText: '3 tests: tests of' })).toBeVisible();
  expect((await read()).map(([, person]) => person)).toEqual([team.blue.id, team.blue.id, team.blue.id]);
  await takeBack();

  await select();
  await bar.getByRole('button', { name: 'Tags' }).click();
  await page.getByRole('combobox', { name: 'Add tags' }).fill('night');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Remove tags' }).fill('urgent');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: '3 tests: tags changed' })).toBeVisible();
  expect((await read()).map(([, , tags]) => tags)).toEqual([['night'], ['night'], ['night']]);
  await takeBack();

  const path = `/api/v1/missions/${mission.id}`;
  bodyOf(await server.admin.client.post(`${path}/scenarios`, { name: 'Second day' }), 201);
  const outline = async () =>
    bodyOf(await server.admin.client.get(path), 200).scenarios.map(
      ({ tests }: Mission['scenarios'][number]) => tests.map(({ id }) => id),
    );
  const [[one, two, three]] = await outline();
  await page.reload();
  await select();
  await table(page).getByRole('checkbox').nth(2).uncheck();
  await bar.getByRole('combobox', { name: 'Move the selected tests to a scenario' }).click();
  await page.getByRole('option', { name: 'Second day' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 tests: moved to Second day' })).toBeVisible();
  expect(await outline()).toEqual([[two], [one, three]]);
  await undo(page).first().click();
  await expect(page.getByRole('status').filter({ hasText: 'Undone' }).first()).toBeVisible();
  expect(await outline()).toEqual([[one, two, three], []]);
});

test('sixteen tests are visible in a small window, below a head and filters of 140 pixels', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const team = await newTeam(server);
  const dates = { start_date: '2026-11-02', end_date: '2026-11-06' };
  const mission = await runningMission(team, { tests: 20, ...dates });
  const page = await open.as(team.red, `/missions/${mission.id}`, { viewport: { width: 1280, height: 720 } });
  await expect(page.locator('[data-test-id]').nth(16)).toBeAttached();
  const inSight = `[...document.querySelectorAll('[data-test-id]')].filter((link) => link.closest('tr').getBoundingClientRect().bottom <= innerHeight).length`;
  expect(await page.evaluate(inSight)).toBeGreaterThanOrEqual(16);
  const [header, table] = await Promise.all([
    page.getByRole('banner').boundingBox(),
    page.getByRole('table', { name: 'Tests' }).boundingBox(),
  ]);
  expect((table?.y ?? 999) - (header?.height ?? 0)).toBeLessThanOrEqual(140);
});
