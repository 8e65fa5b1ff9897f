import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import { expectAccessible, runningMission, testPath } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

test('an executed test that waits for review is not shown as done', async ({ stage, team }) => {
  const mission = await runningMission(team, { tests: 3 });
  for (const at of [0, 1]) await walk(team.red.client, placeOf(mission, at).path, 'executed');
  await walk(team.blue.client, placeOf(mission, 1).path, 'reviewed_by_blue');
  await walk(team.red.client, placeOf(mission, 2).path, 'blocked');
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await expect(page.getByText('2 executed, 1 reviewed', { exact: true })).toBeVisible();
  await expect(page.getByRole('rowheader')).toContainText('3 tests, 2 executed, 1 reviewed');
  await expect(page.getByRole('row').nth(4)).toContainText('Blocked');
  await expect(page.getByText(/ done/i)).toHaveCount(0);
  await stage.visit(`/missions?q=${mission.name}`);
  await expect(page.getByRole('row').filter({ hasText: mission.name })).toContainText(
    '2 executed, 1 reviewed',
  );
});

test('the head of a mission is one line, with people behind their initials', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team, { description: 'First line\nof two' });
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await expect(members).toHaveCount(2);
  await expect(members.first()).toContainText(/, (red|blue) team$/);
  await members.first().hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  const [name, end] = await Promise.all([
    page.getByRole('heading', { level: 1 }).boundingBox(),
    page.getByRole('button', { name: 'More about this mission' }).boundingBox(),
  ]);
  expect(Math.abs((name?.y ?? 0) - (end?.y ?? 100))).toBeLessThan(20);
  await expect(page.getByText('First line')).toBeHidden();
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByText('First line')).toBeVisible();
  await expectAccessible(page);
});

test('an offer to undo a move leaves the head of a mission as high as it was', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team, {
    name: 'Purple exercise of the harbour in autumn',
    client: `Harbour authority of ${team.red.id}`,
    start_date: '2026-11-01',
    end_date: '2026-12-20',
    tests: 12,
  });
  // As wide as beside the navigation of a window of 1280.
  const window = { viewport: { width: 1090, height: 720 } };
  const page = await stage.open(team.red, `/missions/${mission.id}`, window);
  const tabs = page.getByRole('navigation', { name: 'Mission' });
  await page.evaluate('document.fonts.ready.then(() => {})');
  await page.getByRole('checkbox', { name: 'Select all tests shown' }).check();
  await expect(page.getByRole('button', { name: 'Executed (12)' })).toBeVisible();
  const before = await tabs.boundingBox();
  await page.getByRole('button', { name: 'Executed (12)' }).click();
  // While they are moved, the selection offers “Undo executed” for those that were.
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  expect((await tabs.boundingBox())?.y).toBe(before?.y);
});

test('on a phone the head is two lines above its tabs, and people and dates are among the details', {
  tag: '@nightly',
}, async ({ stage, team }) => {
  const mission = await runningMission(team, {
    name: 'Harbour: ransomware readiness of the whole group in autumn',
    start_date: '2026-11-01',
    end_date: '2026-11-20',
  });
  const page = await stage.open(team.red, `/missions/${mission.id}`, {
    viewport: { width: 390, height: 844 },
  });
  const topOf = async (found: Locator) => {
    const { y = 0, height = 0 } = (await found.boundingBox()) ?? {};
    return y + height / 2;
  };
  const name = await topOf(page.getByRole('heading', { level: 1 }));
  const status = await topOf(page.getByRole('list', { name: 'Status' }));
  const tabs = await topOf(page.getByRole('navigation', { name: 'Mission' }));
  expect(Math.abs((await topOf(page.getByRole('button', { name: 'Complete' }))) - name)).toBeLessThan(12);
  expect(
    Math.abs((await topOf(page.getByText('0 executed', { exact: false }).first())) - status),
  ).toBeLessThan(16);
  expect(status - name).toBeLessThan(44);
  expect(tabs - status).toBeLessThan(44);
  expect((await page.getByRole('navigation', { name: 'Mission' }).boundingBox())?.height).toBeLessThan(40);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await expect(page.getByText('20 Nov 2026')).toHaveCount(1);
  await expect(page.getByText('20 Nov 2026')).toBeHidden();
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByText(/1.*20 Nov 2026/).last()).toBeVisible();
  await expect(page.getByText(/\(blue\)/)).toBeVisible();
  await expectAccessible(page);
});

test('the threats of a mission are changed beside its name', async ({ stage, team }) => {
  const mission = await runningMission(team);
  const threats = [{ kind: 'group', external_id: 'G0016' }];
  bodyOf(await team.red.client.patch(`/api/v1/missions/${mission.id}`, { threats }), 200);
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await page.getByRole('button', { name: 'More about this mission' }).click();
  await page.getByRole('menuitem', { name: 'Edit name, organisation, dates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit mission' });
  const field = dialog.getByRole('combobox', { name: 'Threats' });
  await expect(dialog.getByText('G0016 APT29')).toBeVisible();
  await field.press('Backspace');
  await field.fill('FIN7');
  await page.getByRole('option', { name: /FIN7/ }).first().click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: 'FIN7' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'APT29' })).toHaveCount(0);
});

test('a completed mission is read-only until it is reopened, except for evidence and remediations', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  await walk(team.red.client, placeOf(mission).path, 'executed');
  await walk(team.red.client, `/api/v1/missions/${mission.id}`, 'completed');
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await expect(page.getByRole('note')).toContainText('This mission is completed and read-only');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Remediation' }).click();
  await expect(page.getByRole('button', { name: 'New remediation' }).first()).toBeVisible();

  await stage.visit(testPath(mission));
  await expect(page.getByRole('note').first()).toContainText('This mission is completed and read-only');
  await expect(page.getByRole('button', { name: 'Undo executed' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Retest' })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Output' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Needs work' }).first()).toBeVisible();
  const red = page.getByRole('region', { name: 'Red team' });
  await expect(red.getByRole('button', { name: 'Add files' })).toBeVisible();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(red.getByRole('textbox', { name: 'Output' })).toBeVisible();
  await expect(page.getByText('This mission is completed')).toHaveCount(0);
});

test('members are added by typing or pasting part of a name and Enter, and none is left out by it', async ({
  stage,
  team,
}) => {
  const mission = bodyOf(await team.red.client.post('/api/v1/missions', { name: 'Quayside' }), 201);
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await page.getByRole('button', { name: 'More about this mission' }).click();
  await page.getByRole('menuitem', { name: 'Members' }).click();
  const dialog = page.getByRole('dialog', { name: 'Members' });
  const field = dialog.getByRole('combobox', { name: 'Add a member' });
  await expect(field).toBeFocused();
  // Pasted, so that the list opens with the whole text.
  await page.keyboard.insertText(team.blue.email);
  await expect(page.getByRole('option', { name: team.blue.email })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox', { name: /^Role of/ })).toHaveCount(2);
  await expect(field).toHaveValue('');
  await page.keyboard.type('nobody of this name');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('nobody of this name');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Save members' }).click();
  await expect(dialog).toHaveCount(0);
  const { members } = bodyOf(await team.red.client.get(`/api/v1/missions/${mission.id}`), 200);
  expect(members).toHaveLength(2);
});

test('a change of the organisation is named once among the actions of others', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const client = `Pilots of ${mission.id}`;
  bodyOf(await team.red.client.patch(`/api/v1/missions/${mission.id}`, { client }), 200);
  const page = await stage.open(team.blue, '/');
  const actions = page.getByRole('list', { name: 'Activity' });
  await expect(actions).toContainText('organisation');
  await expect(actions).not.toContainText('organisation, organisation');
});

test('a severity that follows its detection is not an action of its own', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const { path } = placeOf(mission);
  await walk(team.red.client, path, 'executed');
  const fact = bodyOf(await team.blue.client.post(`${path}/facts`, { kind: 'alerted', result: 'yes' }), 201);
  bodyOf(await team.blue.client.patch(`${path}/facts/${fact.id}`, { severity: 'high' }), 200);
  const page = await stage.open(team.red, '/');
  const actions = page.getByRole('list', { name: 'Activity' });
  await expect(actions).toContainText('added a detection');
  await expect(actions).not.toContainText('severity');
});

test('a schedule or a script is exported for one scenario', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const admin = server.admin.client;
  const scenarios = [];
  for (const name of ['Foothold', 'Collection']) {
    const { id } = await newTestTemplate(admin, { name: `Test of ${name}`, command: `echo ${name}` });
    scenarios.push((await newScenarioTemplate(admin, { name, tests: [id] })).id);
  }
  const mission = await newMission(admin, {
    tests: 0,
    scenario_template_ids: scenarios,
    members: [team.red],
  });
  const page = await stage.open(team.red, `/missions/${mission.id}?dialog=export`);
  const dialog = page.getByRole('dialog', { name: 'Export mission' });
  await expect(dialog.getByRole('combobox', { name: 'Scenario' })).toHaveCount(0);
  await dialog.getByRole('radio', { name: /^AtomicRunner schedule/ }).check();
  await dialog.getByRole('combobox', { name: 'Scenario' }).selectOption('Collection');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ]);
  const schedule = await readFile(await file.path(), 'utf8');
  expect(schedule).toContain('Test of Collection');
  expect(schedule).not.toContain('Test of Foothold');
});
