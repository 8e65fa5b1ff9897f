import {
  bodyOf,
  newMission,
  newReport,
  placeOf,
  readMission,
  walk,
} from '../../support/missions/factories.ts';
import { until } from '../../support/servers/until.ts';
import { expectAccessible } from '../../ui/support.ts';
import { expect, type Page, test } from '../support.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const marks = (page: Page) =>
  page.getByRole('table', { name: 'Tests' }).getByRole('img', { name: 'Hidden', exact: true });

/** A time that is due, without the seconds in which a reveal by hand can be undone. */
const atOnce = (): string => new Date().toISOString();

test('a mission is made blind, and its members see nothing yet', async ({ stage, team }) => {
  const page = await stage.open(team.red, '/missions?dialog=create');
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Nobody knows');
  await dialog(page).getByRole('combobox', { name: 'Visibility' }).click();
  await page.getByRole('option', { name: /^Blind/ }).click();
  await dialog(page).getByRole('button', { name: 'Create mission' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nobody knows');
  await expect(page.getByText(/^(?:Visibility:? ?)?Blind$/).first()).toBeVisible();

  const mission = await newMission(team.red.client, {
    visibility: 'blind',
    tests: 2,
    members: [team.red, [team.blue, 'blue']],
  });
  const theirs = await stage.open(team.blue, `/missions/${mission.id}`);
  await expect(theirs.getByRole('heading', { name: 'Nothing has been shown yet' })).toBeVisible();
  await expectAccessible(theirs);
});

test('chosen tests are revealed, which can be undone, and are shown to the others', async ({
  stage,
  team,
}) => {
  const mission = await newMission(team.red.client, {
    visibility: 'blind',
    tests: 2,
    members: [team.red, [team.blue, 'blue']],
  });
  const [first] = mission.scenarios.flatMap(({ tests }) => tests);
  if (first === undefined) throw new Error('a test is needed');
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await expect(marks(page)).toHaveCount(2);
  const choose = async () => {
    await page.getByRole('checkbox', { name: `Select ${first.name}` }).check();
    await page.getByRole('button', { name: 'Reveal (1)' }).click();
    await expect(dialog(page).getByText('1 selected test')).toBeVisible();
  };
  await choose();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Reveal', exact: true }).click();
  await expect(page.getByText('1 test is being revealed')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(async () => {
    const { scenarios } = await readMission(team.red.client, mission.id);
    return scenarios[0]?.tests[0]?.hiding?.reveal === null;
  });
  await choose();
  await dialog(page).getByRole('button', { name: 'Reveal', exact: true }).click();
  await expect(marks(page)).toHaveCount(1, { timeout: 60_000 });

  const theirs = await stage.open(team.blue, `/missions/${mission.id}`);
  await expect(theirs.locator('[data-test-id]')).toHaveText([first.name]);
  await expect(theirs.getByText('of the tests that you see').first()).toBeVisible();
});

test('all that is hidden is revealed at a time or with its review', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await newMission(team.red.client, {
    visibility: 'blind',
    tests: 2,
    members: [team.red],
  });
  const page = await stage.open(team.red, `/missions/${mission.id}?dialog=reveal`);
  await expect(dialog(page).getByRole('combobox', { name: 'What' })).toHaveValue('All that is hidden (2)');
  await dialog(page).getByRole('radio', { name: 'At a time' }).check();
  const time = dialog(page).getByRole('textbox', { name: 'Time' });
  const submit = dialog(page).getByRole('button', { name: 'Reveal', exact: true });
  await submit.click();
  await expect(dialog(page).getByText('Enter a day and a time')).toBeVisible();
  await time.fill('2020-01-01 10:00');
  await submit.click();
  await expect(dialog(page).getByText('This time has passed')).toBeVisible();
  await dialog(page).getByRole('radio', { name: 'With the review' }).check();
  await submit.click();
  await expect(dialog(page)).toHaveCount(0);
  expect((await readMission(team.red.client, mission.id)).reveal).toEqual({ at: null, on_review: true });
  await expect(page.getByText(/Revealed with its review/)).toBeVisible();
});

test('tests and scenarios of an open mission are hidden', async ({ stage, team }) => {
  const mission = await newMission(team.red.client, { tests: 2, members: [team.red] });
  const [scenario] = mission.scenarios;
  const [first] = scenario?.tests ?? [];
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await page.getByRole('checkbox', { name: `Select ${first?.name}` }).check();
  await page.getByRole('button', { name: 'Hide (1)' }).click();
  await expect(marks(page)).toHaveCount(1);
  const outline = await stage.open(team.red, `/missions/${mission.id}?outline=edit`);
  const hidden = outline.getByText('Hidden', { exact: true });
  await expect(hidden).toHaveCount(1);
  await outline.getByRole('button', { name: `Actions for ${first?.name}`, exact: true }).click();
  await outline.getByRole('menuitem', { name: 'No longer hide' }).click();
  await expect(hidden).toHaveCount(0);
  await outline.getByRole('button', { name: `Actions for ${first?.name}`, exact: true }).click();
  await outline.getByRole('menuitem', { name: 'Hide', exact: true }).click();
  await expect(hidden).toHaveCount(1);
  await outline.getByRole('button', { name: `Actions for ${scenario?.name}` }).click();
  await outline.getByRole('menuitem', { name: 'Hide', exact: true }).click();
  await expect(hidden).toHaveCount(3);
});

test('figures say that they are of the tests that one sees', { tag: '@nightly' }, async ({
  stage,
  team,
  server,
}) => {
  const mission = await newMission(team.red.client, {
    visibility: 'blind',
    client: 'Partly seen',
    tests: 2,
    members: [team.red, [team.blue, 'blue']],
  });
  const place = placeOf(mission);
  await walk(team.red.client, place.missionPath, 'in_progress');
  await walk(team.red.client, place.path, 'executed');
  const fact = { kind: 'alerted', result: 'yes' };
  bodyOf(await server.admin.client.post(`${place.path}/facts`, fact), 201);
  const reveal = { test_ids: [place.test], when: atOnce() };
  bodyOf(await team.red.client.post(`${place.missionPath}/reveal`, reveal), 200);
  await until(async () => (await readMission(team.blue.client, mission.id)).counts.tests === 1);
  const { items } = bodyOf(await team.blue.client.get('/api/v1/organisations?q=Partly'), 200);

  const inSentence = 'of the tests that you see';
  const note = 'Of the tests that you see';
  for (const [target, said] of [
    [`/missions?q=${encodeURIComponent(mission.name)}`, inSentence],
    ['/', inSentence],
    ['/', note],
    [`/organisations/${items[0].id}`, note],
    [`/missions/${mission.id}/results`, note],
    [`/missions/${mission.id}/wall`, inSentence],
    ['/figures?figure=attempted', note],
    ['/rules', note],
    ['/rules/queue', note],
    [`/catalogue?of=mission:${mission.id}`, note],
  ] as const) {
    const page = await stage.open(team.blue, target);
    await expect(page.getByText(said).first(), target).toBeVisible();
    const whole = await stage.open(team.red, target);
    await whole.getByRole('heading').first().waitFor();
    await expect(whole.getByText(said), target).toHaveCount(0);
  }

  const table = (await stage.open(team.blue, `/missions/${mission.id}`)).getByRole('table', {
    name: 'Tests',
  });
  await expect(table.getByTitle(inSentence)).toHaveCount(1);
  const home = await stage.open(team.blue, '/');
  await expect(home.getByRole('status').and(home.getByTitle(note))).toHaveCount(1);
});

test('questions say that they are of the tests that one sees', async ({ stage, team, server }) => {
  const planner = await server.newPerson('soc', { permissions: ['mission.update', 'mission.archive'] });
  const mission = await newMission(team.red.client, {
    visibility: 'blind',
    tests: 2,
    members: [team.red, [planner, 'blue']],
  });
  const { missionPath, test: id } = placeOf(mission);
  await walk(team.red.client, missionPath, 'in_progress');
  bodyOf(await team.red.client.post(`${missionPath}/reveal`, { test_ids: [id], when: atOnce() }), 200);
  await until(async () => (await readMission(planner.client, mission.id)).counts.tests === 1);
  const report = await newReport(planner.client, mission, { kind: 'technical' });
  const seen = (page: Page) => dialog(page).getByText('Of the tests that you see', { exact: true });
  const draft = `/missions/${mission.id}/reports/${report.id}?dialog=issue`;
  await expect(seen(await stage.open(planner, draft))).toBeVisible();
  await walk(planner.client, missionPath, 'completed');
  const page = await stage.open(planner, `/missions/${mission.id}`);
  await page.getByRole('button', { name: /^Archive/ }).click();
  await expect(seen(page)).toBeVisible();
  await expectAccessible(page);
});
