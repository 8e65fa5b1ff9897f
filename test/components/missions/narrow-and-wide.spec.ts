import { bodyOf, newMission, placeOf, walk } from '../../support/missions/factories.ts';
import { runningMission } from '../../ui/support.ts';
import { expect, type Locator, test } from '../support.ts';

// The layout of pages on the narrowest and the widest of common windows.

const narrow = { viewport: { width: 390, height: 844 } };
const wide = { viewport: { width: 1920, height: 1080 } };

/** How many of these elements stand in each line, from the top. */
async function countPerLine(elements: Locator): Promise<number[]> {
  const tops = await elements.evaluateAll((all) =>
    all.map((one) => Math.round(one.getBoundingClientRect().top)),
  );
  return [...Map.groupBy(tops, (top) => top).entries()]
    .toSorted(([a], [b]) => a - b)
    .map(([, line]) => line.length);
}

test('two filters share a line of a narrow window, below the search', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  await runningMission(team, { tests: 1, client: 'Orchard Ltd' });
  const page = await stage.open(team.red, '/missions', narrow);
  const filters = page.getByRole('search').locator(':scope > .mantine-InputWrapper-root');
  await expect(filters).toHaveCount(3);
  expect(await countPerLine(filters)).toEqual([1, 2]);
});

test('headline figures stand four or two in a line', { tag: '@nightly' }, async ({ stage, team }) => {
  const mission = await runningMission(team, { tests: 1 });
  await walk(team.red.client, placeOf(mission).path, 'executed');
  const page = await stage.open(team.red, `/missions/${mission.id}/results`);
  const tiles = page.getByRole('region', { name: 'Headline figures' }).getByRole('listitem');
  await expect(tiles).toHaveCount(4);
  for (const [width, lines] of [
    [390, [2, 2]],
    [600, [2, 2]],
    [1280, [4]],
  ] as const) {
    await page.setViewportSize({ width, height: 720 });
    expect(await countPerLine(tiles), `${width} pixels`).toEqual(lines);
  }
});

test('the mark of a closed mission stands beside its text', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const mission = await newMission(server.admin.client, { tests: 1, members: [team.red] });
  await walk(server.admin.client, `/api/v1/missions/${mission.id}`, 'in_progress', 'completed');
  const page = await stage.open(team.red, `/missions/${mission.id}`, narrow);
  const note = page.getByRole('note').filter({ hasText: 'This mission is completed' });
  const mark = await note.locator('svg').boundingBox();
  const text = await note.getByText('This mission is completed').boundingBox();
  expect(mark!.x + mark!.width).toBeLessThanOrEqual(text!.x);
  expect(mark!.y + mark!.height).toBeGreaterThan(text!.y);
});

test('entries of a history are not wider than a line can be read', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team, { tests: 1 });
  const page = await stage.open(team.red, `/missions/${mission.id}/history`, wide);
  const list = page.getByRole('list', { name: 'History' });
  await expect(list).toBeVisible();
  expect((await list.boundingBox())!.width).toBeLessThanOrEqual(1152);
});

test('figures in the table of a chart are links in a colour of the theme', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team, { tests: 1 });
  const { path } = placeOf(mission);
  await walk(team.red.client, path, 'executed');
  bodyOf(await team.blue.client.post(`${path}/facts`, { kind: 'alerted', result: 'yes' }), 201);
  const page = await stage.open(team.red, `/missions/${mission.id}/results`);
  await page.getByRole('button', { name: 'Show as table' }).first().click();
  const figure = page.getByRole('region', { name: 'Test outcomes' }).getByRole('link', { name: '1' }).first();
  // The browser's own blue, which is a side's colour here.
  await expect(figure).not.toHaveCSS('color', 'rgb(0, 0, 238)');
});

for (const tab of ['results', 'timeline']) {
  const tag = tab === 'results' ? [] : '@nightly';
  test(`the empty ${tab} of a mission lead to its tests`, { tag }, async ({ stage, team }) => {
    const mission = await runningMission(team, { tests: 1 });
    const page = await stage.open(team.red, `/missions/${mission.id}/${tab}`);
    await page.getByRole('link', { name: 'Go to the tests' }).click();
    await expect(page.getByRole('table', { name: 'Tests' })).toBeVisible();
  });
}

test('the review of suggestions is the one next step of a mission without findings', {
  tag: '@nightly',
}, async ({ stage, team }) => {
  const mission = await runningMission(team, { tests: 1 });
  await walk(team.red.client, placeOf(mission).path, 'executed');
  bodyOf(
    await team.blue.client.post(`${placeOf(mission).path}/facts`, { kind: 'alerted', result: 'no' }),
    201,
  );
  bodyOf(
    await team.blue.client.post(`${placeOf(mission).path}/facts`, { kind: 'logged', result: 'no' }),
    201,
  );
  const page = await stage.open(team.red, `/missions/${mission.id}/findings`);
  await expect(page.getByRole('link', { name: 'Review suggestions' })).toHaveAttribute(
    'data-variant',
    'filled',
  );
  await expect(page.getByRole('button', { name: 'New finding' })).toHaveAttribute('data-variant', 'default');
  await page.getByRole('link', { name: 'Review suggestions' }).click();
  const list = page.getByRole('list', { name: 'Findings' });
  await expect(list).toContainText('No findings yet');
  await expect(list).not.toContainText('filters');
});

test('the buttons of a long dialog are in view, and a field that gets the focus is above them', async ({
  stage,
  team,
}) => {
  const page = await stage.open(team.red, '/missions?dialog=create', {
    viewport: { width: 1280, height: 640 },
  });
  const dialog = page.getByRole('dialog', { name: 'New mission' });
  const submit = dialog.getByRole('button', { name: 'Create mission' });
  await expect(submit).toBeInViewport({ ratio: 1 });
  const last = dialog.getByRole('combobox', { name: 'Add a member' });
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(submit).toBeInViewport({ ratio: 1 });
  const [field, buttons] = [await last.boundingBox(), await submit.boundingBox()];
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0);
});
