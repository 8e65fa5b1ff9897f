import type { Mission } from '../../../server/missions/contract.ts';
import type { Finding } from '../../../server/missions/findings/contract.ts';
import { attach, bodyOf, placeOf, walk } from '../../support/missions/factories.ts';
import type { Person } from '../../support/servers/server.ts';
import { runningMission, testPath } from '../../ui/support.ts';
import { expect, type Page, test } from '../support.ts';

const pageOf = ({ id }: Mission, finding?: Finding) =>
  `/missions/${id}/findings${finding === undefined ? '' : `/${finding.id}`}`;
const pathOf = ({ id }: Mission) => `/api/v1/missions/${id}/findings`;

async function add({ client }: Person, mission: Mission, fields: object = {}): Promise<Finding> {
  return bodyOf(await client.post(pathOf(mission), { title: 'Nobody watches LSASS', ...fields }), 201);
}

async function read({ client }: Person, { id, mission }: Finding): Promise<Finding> {
  return bodyOf(await client.get(`/api/v1/missions/${mission.id}/findings/${id}`), 200);
}

/** A running mission whose first test was executed. */
async function executedMission(team: { red: Person; blue: Person }): Promise<Mission> {
  const mission = await runningMission(team);
  await walk(team.red.client, placeOf(mission).path, 'executed');
  return mission;
}

/** The same mission, with a missed test. */
async function missedMission(team: { red: Person; blue: Person }): Promise<Mission> {
  const mission = await executedMission(team);
  for (const kind of ['alerted', 'logged']) {
    bodyOf(await team.blue.client.post(`${placeOf(mission).path}/facts`, { kind, result: 'no' }), 201);
  }
  return mission;
}

const list = (page: Page) => page.getByRole('list', { name: 'Findings', exact: true });
const row = (page: Page, name: string | RegExp) => list(page).getByRole('link', { name });

test('findings are browsed with keys, edited in place and filtered', async ({ stage, team }) => {
  const mission = await runningMission(team);
  const first = await add(team.red, mission, { severity: 'critical', status: 'confirmed' });
  await add(team.blue, mission, { title: 'Macros run', severity: 'low' });
  await add(team.blue, mission, { title: 'Blue alone', side: 'blue' });
  const page = await stage.open(team.red, pageOf(mission));
  await expect(list(page).getByRole('link')).toHaveCount(2);
  await page.keyboard.press('j');
  await expect(row(page, /Nobody watches LSASS/)).toBeFocused();
  await expect(page.getByRole('heading', { name: /F-1/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('heading', { name: /Macros run/ })).toBeVisible();
  await page.keyboard.press('k');
  await expect(page.getByRole('heading', { name: /F-1/ })).toBeVisible();
  await page.keyboard.press('i');
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused();
  await page.keyboard.type('Dumped unseen');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await read(team.red, first)).description).toBe('Dumped unseen');
  await page.keyboard.press('Escape');
  await expect(row(page, /Nobody watches LSASS/)).toBeFocused();
  await page.getByRole('combobox', { name: 'Status' }).last().selectOption('Risk accepted');
  await expect.poll(async () => (await read(team.red, first)).status).toBe('risk_accepted');
  await page.getByRole('search').getByRole('combobox', { name: 'Severity' }).selectOption('Low');
  await expect(list(page).getByRole('link')).toHaveText([/Macros run/]);
});

test('a new finding opens on its page to be completed', async ({ stage, team }) => {
  const mission = await executedMission(team);
  const page = await stage.open(team.red, pageOf(mission));
  await expect(page.getByRole('heading', { name: 'No findings yet' })).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New finding' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('LSASS is not watched');
  await dialog.getByRole('combobox', { name: 'Severity' }).selectOption('High');
  await dialog.getByRole('textbox', { name: 'Title' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'F-1 LSASS is not watched' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Add a test…' }).click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await expect(page.getByRole('region', { name: 'Tests' }).getByRole('link')).toBeVisible();
  const { items } = bodyOf(await team.red.client.get(pathOf(mission)), 200);
  await expect.poll(async () => (await read(team.red, items[0])).tests.length).toBe(1);
});

test('a suggestion is accepted with the data of the record, and the gap links to it', async ({
  stage,
  team,
}) => {
  const mission = await missedMission(team);
  const place = placeOf(mission);
  const evidence = bodyOf(await attach(team.red.client, place), 201);
  const page = await stage.open(team.blue, pageOf(mission));
  await page.getByRole('link', { name: 'Review suggestions' }).click();
  await page.getByRole('button', { name: /^Accept/ }).click();
  await expect(page.getByRole('heading', { name: /F-1/ })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Nothing detected it.');
  await expect(page.getByRole('button', { name: evidence.file_name }).first()).toBeVisible();
  const { items } = bodyOf(await team.red.client.get(pathOf(mission)), 200);
  expect(items).toMatchObject([
    { tests: [{ test_id: place.test, run: 1 }], evidence_ids: [evidence.id], severity: 'high' },
  ]);
  await page.getByRole('link', { name: 'Results' }).click();
  await page.getByRole('region', { name: 'Gaps' }).getByRole('link', { name: /^F-1/ }).click();
  await expect(page.getByRole('heading', { name: /F-1/ })).toBeVisible();
});

test('a suggestion is merged into a finding, or dismissed with a reason', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await missedMission(team);
  bodyOf(await team.red.client.put(placeOf(mission).path, { attack_result: 'succeeded' }), 200);
  const finding = await add(team.red, mission);
  const page = await stage.open(team.red, pageOf(mission));
  await row(page, /Suggestions/).click();
  await page
    .getByRole('button', { name: /^Merge/ })
    .first()
    .click();
  const merging = page.getByRole('dialog', { name: 'Merge into a finding' });
  await merging.getByRole('combobox', { name: 'Finding' }).click();
  await page.getByRole('option', { name: /F-1/ }).click();
  await merging.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'merged into F-1' })).toBeVisible();
  await expect.poll(async () => (await read(team.red, finding)).tests.length).toBe(1);
  const dismiss = page.getByRole('button', { name: /^Dismiss/ });
  await expect(dismiss).toHaveCount(1);
  await dismiss.click();
  const dismissing = page.getByRole('dialog', { name: 'Dismiss this suggestion?' });
  await dismissing.getByRole('button', { name: 'Dismiss' }).click();
  await expect(dismissing).toContainText('Enter a reason');
  await dismissing.getByRole('textbox', { name: 'Reason' }).fill('Part of the plan');
  await dismissing.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('heading', { name: 'No suggestions' })).toBeVisible();
  expect(bodyOf(await team.red.client.get(`${pathOf(mission)}/suggestions`), 200).items).toEqual([]);
});

test('a finding is created from a test, and the test shows it', async ({ stage, team }) => {
  const mission = await missedMission(team);
  const { name } = mission.scenarios[0]!.tests[0]!;
  const page = await stage.open(team.blue, testPath(mission));
  const panel = page.getByRole('region', { name: 'Findings' });
  await panel.getByRole('button', { name: 'Create finding' }).click();
  const dialog = page.getByRole('dialog', { name: 'New finding' });
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue(name);
  await dialog.getByRole('button', { name: 'Add finding' }).click();
  await panel.getByRole('link', { name: `F-1 ${name}` }).click();
  await expect(page.getByRole('region', { name: 'Tests' }).getByRole('link', { name })).toBeVisible();
  expect(bodyOf(await team.red.client.get(`${pathOf(mission)}/suggestions`), 200).items).toEqual([]);
});

test('a remediation takes over the text of its finding, and the two are linked', async ({ stage, team }) => {
  const mission = await runningMission(team);
  const finding = await add(team.red, mission, {
    description: 'Dumped unseen',
    root_cause: 'The rule is off',
  });
  const page = await stage.open(team.red, pageOf(mission, finding));
  await page.getByRole('button', { name: 'New remediation' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New remediation' });
  await expect(dialog.getByRole('textbox', { name: 'Shortcoming' })).toHaveValue('Dumped unseen');
  await expect(dialog.getByRole('textbox', { name: 'Root cause' })).toHaveValue('The rule is off');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Switch the rule on');
  await dialog.getByRole('button', { name: 'Add remediation' }).click();
  const linked = page.getByRole('region', { name: 'Remediation' });
  await expect(linked).toContainText('Switch the rule on');
  await expect.poll(async () => (await read(team.red, finding)).remediation_ids.length).toBe(1);
  await page.getByRole('link', { name: 'Remediation', exact: true }).click();
  await page.getByRole('link', { name: 'F-1 Nobody watches LSASS' }).click();
  await expect(page.getByRole('heading', { name: 'F-1 Nobody watches LSASS' })).toBeVisible();
});

test('a finding changed by someone else updates by itself; if both edited it, both versions are shown', async ({
  stage,
  team,
}) => {
  stage.expectError(/412/);
  const mission = await runningMission(team);
  const finding = await add(team.blue, mission);
  const page = await stage.open(team.red, pageOf(mission, finding));
  const at = `${pathOf(mission)}/${finding.id}`;
  bodyOf(await team.blue.client.patch(at, { impact: 'Every password', severity: 'critical' }), 200);
  await expect(page.getByRole('textbox', { name: 'Impact' })).toHaveValue('Every password');
  await expect(row(page, /Nobody watches LSASS/)).toContainText('Critical');
  await add(team.blue, mission, { title: 'One more' });
  await expect(row(page, /One more/)).toBeVisible();

  const cause = page.getByRole('textbox', { name: 'Root cause' });
  await cause.fill('Mine');
  bodyOf(await team.blue.client.patch(at, { root_cause: 'Theirs' }), 200);
  await page.getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog', { name: /Root cause/ });
  await expect(dialog).toContainText('Theirs');
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(async () => (await read(team.red, finding)).root_cause).toBe('Mine');
});

test('a finding is deleted after a confirmation that names its losses', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const finding = await add(team.blue, mission);
  const page = await stage.open(team.red, pageOf(mission, finding));
  await page.getByRole('button', { name: 'More about this finding' }).click();
  await page.getByRole('menuitem', { name: 'Delete finding' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this finding?' });
  await expect(dialog).toContainText('F-1 Nobody watches LSASS will be deleted for everyone');
  await dialog.getByRole('button', { name: 'Delete finding' }).click();
  await expect(page.getByRole('heading', { name: 'No findings yet' })).toBeVisible();
  expect(bodyOf(await team.red.client.get(pathOf(mission)), 200).total).toBe(0);
});

test('a phone shows either the list or the finding', { tag: '@nightly' }, async ({ stage, team }) => {
  const mission = await runningMission(team);
  await add(team.red, mission);
  const page = await stage.open(team.blue, pageOf(mission), { viewport: { width: 390, height: 844 } });
  await row(page, /Nobody watches LSASS/).click();
  await expect(list(page)).toBeHidden();
  await page.getByRole('link', { name: /All findings/ }).click();
  await expect(list(page)).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
});

test('the history of the mission names the finding that was written', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const finding = await add(team.red, mission);
  bodyOf(await team.red.client.patch(`${pathOf(mission)}/${finding.id}`, { title: 'Nobody looks' }), 200);
  const page = await stage.open(team.blue, `/missions/${mission.id}/history`);
  const entries = page.getByRole('listitem').filter({ hasText: 'F-1 Nobody looks' });
  await expect(entries).toContainText([
    /changed Title in F-1 Nobody looks/,
    /created a finding \(F-1 Nobody looks\)/,
  ]);
  await entries.first().getByRole('link', { name: 'F-1 Nobody looks' }).click();
  await expect(page).toHaveURL(new RegExp(`${pageOf(mission, finding)}$`));
});

test('a finding of red has a history that red reads', { tag: '@nightly' }, async ({ stage, team }) => {
  const mission = await runningMission(team);
  const finding = await add(team.red, mission, { side: 'red' });
  bodyOf(await team.red.client.patch(`${pathOf(mission)}/${finding.id}`, { title: 'Nobody looks' }), 200);
  const page = await stage.open(team.red, pageOf(mission, finding));
  await page.locator(`a[href$="${pageOf(mission, finding)}/history"]`).click();
  const drawer = page.getByRole('dialog', { name: 'History of this finding' });
  await expect(drawer.getByRole('listitem')).toContainText([/changed Title/, /created/]);
});

test('evidence for a finding is chosen beside it, and Escape closes the choice', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await executedMission(team);
  const place = placeOf(mission);
  bodyOf(await attach(team.red.client, place), 201);
  const finding = await add(team.red, mission, { tests: [{ test_id: place.test, run: 1 }] });
  const page = await stage.open(team.red, pageOf(mission, finding));
  await page.getByRole('button', { name: 'Add evidence' }).click();
  await expect(page.getByRole('dialog').getByRole('checkbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});
