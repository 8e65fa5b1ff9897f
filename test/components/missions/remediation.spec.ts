import type { Mission } from '../../../server/missions/contract.ts';
import type { Remediation } from '../../../server/missions/remediations/contract.ts';
import { bodyOf, placeOf } from '../../support/missions/factories.ts';
import type { Person } from '../../support/servers/server.ts';
import { runningMission, testPath } from '../../ui/support.ts';
import { expect, type Page, test } from '../support.ts';

const boardOf = ({ id }: Mission) => `/missions/${id}/remediation`;
const pathOf = ({ id }: Mission) => `/api/v1/missions/${id}/remediations`;

async function add({ client }: Person, mission: Mission, fields: object = {}): Promise<Remediation> {
  return bodyOf(await client.post(pathOf(mission), { title: 'Watch LSASS', ...fields }), 201);
}

async function read({ client }: Person, { id, mission }: Remediation): Promise<Remediation> {
  return bodyOf(await client.get(`/api/v1/missions/${mission.id}/remediations/${id}`), 200);
}

const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const card = (page: Page, title: string) => page.getByRole('button', { name: title, exact: true });

test('“Needs work” on a test creates a remediation, which the test and the board show', async ({
  stage,
  server,
  team,
}) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  const { name } = mission.scenarios[0]!.tests[0]!;
  for (const kind of ['alerted', 'logged']) {
    bodyOf(await team.blue.client.post(`${place.path}/facts`, { kind, result: 'no' }), 201);
  }
  const page = await stage.open(team.blue, testPath(mission));
  await expect(page.getByRole('region', { name: 'Remediation' })).toContainText('“Needs work”');
  await page.keyboard.press('w');
  const dialog = page.getByRole('dialog', { name: 'New remediation' });
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue(`${name}: missed`);
  await expect(dialog.getByText(name, { exact: true })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Measure' }).fill('Switch the rule on');
  await dialog.getByRole('combobox', { name: 'Priority' }).selectOption('High');
  await dialog.getByRole('combobox', { name: 'Owner', exact: true }).click();
  await page.getByRole('option', { name: /^redteam/ }).click();
  await dialog.getByRole('textbox', { name: 'Title' }).press('Enter');
  await expect(dialog).toBeHidden();
  const listed = page.getByRole('region', { name: 'Remediation' });
  await expect(listed).toContainText(`${name}: missed`);
  await expect(listed).toContainText('High');
  const { items } = bodyOf(await team.red.client.get(pathOf(mission)), 200);
  expect(items).toMatchObject([
    {
      title: `${name}: missed`,
      measure: 'Switch the rule on',
      priority: 'high',
      status: 'open',
      owner: { id: team.red.id },
      test_ids: [place.test],
    },
  ]);
  await page.getByRole('link', { name: mission.name }).click();
  await page.getByRole('link', { name: 'Remediation' }).click();
  await expect(list(page, 'Open')).toContainText(`${name}: missed`);
  await list(page, 'Open').getByRole('link', { name }).click();
  await expect(page).toHaveURL(server.url + testPath(mission));
});

test('cards are moved by keys, the focus goes along, and a move is undone', async ({ stage, team }) => {
  const mission = await runningMission(team);
  const first = await add(team.blue, mission, { title: 'First', priority: 'high' });
  const second = await add(team.blue, mission, { title: 'Second' });
  await add(team.blue, mission, { title: 'Third', status: 'fixed' });
  const page = await stage.open(team.red, boardOf(mission));
  await card(page, 'First').focus();
  await page.keyboard.press('ArrowDown');
  await expect(card(page, 'Second')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(card(page, 'Third')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(card(page, 'First')).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(list(page, 'Fixed').getByRole('button', { name: 'First', exact: true })).toBeFocused();
  await expect.poll(async () => (await read(team.red, first)).status).toBe('fixed');
  await expect(page.getByRole('status').filter({ hasText: 'First: now Fixed' })).toBeVisible();
  await page.keyboard.press('z');
  await expect(list(page, 'In progress')).toContainText('First');
  await expect.poll(async () => (await read(team.red, first)).status).toBe('in_progress');
  await page.keyboard.press('z');
  await expect(list(page, 'Open')).toContainText('First');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect.poll(async () => (await read(team.red, first)).status).toBe('open');

  await page.getByRole('button', { name: 'Actions for Second' }).click();
  await page.getByRole('menuitem', { name: 'Risk accepted' }).click();
  await expect(list(page, 'Risk accepted')).toContainText('Second');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list(page, 'Open')).toContainText('Second');
  await expect.poll(async () => (await read(team.red, second)).status).toBe('open');
});

test('two moves are undone one after the other, the second before the first is answered', {
  tag: '@nightly',
}, async ({ stage, team }) => {
  const mission = await runningMission(team);
  const first = await add(team.blue, mission, { title: 'First' });
  const page = await stage.open(team.red, boardOf(mission));
  await card(page, 'First').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('status').filter({ hasText: 'First: now Fixed' })).toBeVisible();

  const pressed = Promise.withResolvers<void>();
  await page.route(`**/remediations/${first.id}`, async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.keyboard.press('z');
  await expect(list(page, 'In progress')).toContainText('First');
  await page.keyboard.press('z');
  await expect(list(page, 'Open')).toContainText('First');
  pressed.resolve();
  await expect.poll(async () => (await read(team.red, first)).status).toBe('open');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('cards are dragged into another column', { tag: '@nightly' }, async ({ stage, team }) => {
  const mission = await runningMission(team);
  const remediation = await add(team.blue, mission);
  const page = await stage.open(team.blue, boardOf(mission));
  await card(page, 'Watch LSASS').dragTo(list(page, 'Verified'));
  await expect(list(page, 'Verified')).toContainText('Watch LSASS');
  await expect.poll(async () => (await read(team.blue, remediation)).status).toBe('verified');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('changes by others in the meantime are kept, and shown in fields that both edited', async ({
  stage,
  team,
}) => {
  stage.expectError(/412/);
  const mission = await runningMission(team);
  const remediation = await add(team.blue, mission, { measure: 'Nothing yet' });
  const page = await stage.open(team.red, boardOf(mission));
  await card(page, 'Watch LSASS').click();
  const dialog = page.getByRole('dialog', { name: 'Edit remediation' });
  const measure = dialog.getByRole('textbox', { name: 'Measure' });
  await measure.fill('Buy another');
  const theirs = { measure: 'Switch the rule on', priority: 'critical' };
  bodyOf(await team.blue.client.patch(`${pathOf(mission)}/${remediation.id}`, theirs), 200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('changed this to “Switch the rule on” in the meantime');
  await expect(measure).toBeFocused();
  await expect(measure).toHaveValue('Buy another');
  expect((await read(team.red, remediation)).measure).toBe('Switch the rule on');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await read(team.red, remediation)).toMatchObject({ measure: 'Buy another', priority: 'critical' });

  // A different field causes no conflict.
  await card(page, 'Watch LSASS').click();
  await measure.fill('Buy two');
  bodyOf(await team.blue.client.patch(`${pathOf(mission)}/${remediation.id}`, { status: 'fixed' }), 200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await read(team.red, remediation)).toMatchObject({ measure: 'Buy two', status: 'fixed' });
  await expect(list(page, 'Fixed')).toContainText('Watch LSASS');
  await expect(page.getByText('1 fixed, to be verified')).toBeVisible();

  // A card moves when someone else changes its status.
  bodyOf(await team.blue.client.patch(`${pathOf(mission)}/${remediation.id}`, { status: 'declined' }), 200);
  await expect(list(page, 'Declined')).toContainText('Watch LSASS');
});

test('a remediation is deleted after a confirmation that names its losses', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  await add(team.blue, mission, { measure: 'Switch it on', test_ids: [placeOf(mission).test] });
  const page = await stage.open(team.red, boardOf(mission));
  await page.getByRole('button', { name: 'Actions for Watch LSASS' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this remediation?' });
  await expect(dialog).toContainText('with its text and its link to a test');
  await dialog.getByRole('button', { name: 'Delete remediation' }).click();
  await expect(page.getByRole('heading', { name: 'No remediations yet' })).toBeVisible();
  expect(bodyOf(await team.red.client.get(pathOf(mission)), 200).total).toBe(0);
});

test('on a phone the columns are stacked', { tag: '@nightly' }, async ({ stage, team }) => {
  const mission = await runningMission(team);
  await add(team.red, mission, { due_on: '2026-01-02', test_ids: [placeOf(mission).test] });
  const page = await stage.open(team.blue, boardOf(mission), { viewport: { width: 390, height: 844 } });
  await expect(card(page, 'Watch LSASS')).toBeVisible();
  const lefts = await Promise.all(
    ['Open', 'Fixed', 'Declined'].map(async (name) => (await list(page, name).boundingBox())?.x),
  );
  expect(new Set(lefts).size).toBe(1);
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
});
