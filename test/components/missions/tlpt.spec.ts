import type { Mission } from '../../../server/missions/contract.ts';
import type { Tlpt, TlptPatch } from '../../../server/missions/tlpt/contract.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import type { Person } from '../../support/servers/server.ts';
import { runningMission } from '../../ui/support.ts';
import { expect, type Page, test } from '../support.ts';

const pageOf = ({ id }: Mission) => `/missions/${id}/tlpt`;
const pathOf = ({ id }: Mission) => `/api/v1/missions/${id}/tlpt`;

async function record({ client }: Person, mission: Mission, fields: TlptPatch | object): Promise<Tlpt> {
  return bodyOf(await client.patch(pathOf(mission), fields), 200);
}

async function read({ client }: Person, mission: Mission): Promise<Tlpt> {
  return bodyOf(await client.get(pathOf(mission)), 200);
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a mission becomes a TLPT from its menu, and has a tab from then on', async ({ stage, team }) => {
  const mission = await runningMission(team);
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await expect(page.getByRole('link', { name: 'TLPT', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'More about this mission' }).click();
  await page.getByRole('menuitem', { name: 'Record as a TLPT' }).click();
  await page.getByRole('button', { name: 'Record parties' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit parties' });
  await dialog.getByRole('textbox', { name: 'Code name' }).fill('Heron');
  await dialog.getByRole('textbox', { name: 'Control team', exact: true }).fill('Cy\nDee');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(region(page, 'Parties')).toContainText('Heron');
  expect(await read(team.red, mission)).toMatchObject({ code_name: 'Heron', control_team: 'Cy\nDee' });
  await page.getByRole('link', { name: 'Tests', exact: true }).click();
  await page.getByRole('link', { name: 'TLPT', exact: true }).click();
  await expect(region(page, 'Parties')).toContainText('Heron');
});

test('dates are typed, deadlines follow from them, and one is marked as done and undone', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  await record(team.red, mission, { code_name: 'Heron' });
  const page = await stage.open(team.red, pageOf(mission));
  await page.getByRole('button', { name: 'Edit dates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit dates' });
  const phase = dialog.getByRole('group', { name: 'Active red team test' });
  await phase.getByRole('textbox', { name: 'Start' }).fill('2020-01-06');
  await phase.getByRole('textbox', { name: 'End' }).fill('2020-01-05');
  await expect(phase).toContainText('The active phase takes at least twelve weeks');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(phase).toContainText('The end is before the start.');
  await phase.getByRole('textbox', { name: 'End' }).fill('2020-03-02');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const row = (name: string) => region(page, 'Deadlines').getByRole('row').filter({ hasText: name });
  await expect(row('Red team test report')).toContainText('12(2)');
  await expect(row('Red team test report')).toContainText('30');
  await expect(row('Red team test report')).toContainText('Overdue');
  await expect(row('Test summary report')).toContainText('After the authority’s notice');
  await expect(region(page, 'Dates')).toContainText('at least twelve weeks');
  await page.getByRole('button', { name: 'Mark as done today: Red team test report' }).click();
  await expect(row('Red team test report')).toContainText('Done');
  expect((await read(team.red, mission)).red_report_on).not.toBeNull();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row('Red team test report')).toContainText('Overdue');
  expect((await read(team.red, mission)).red_report_on).toBeNull();
});

test('topics and feedback are written, and the steps of the closure phase are dated', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  await record(team.red, mission, { code_name: 'Heron' });
  const page = await stage.open(team.red, pageOf(mission));
  await page.getByRole('button', { name: 'Edit topics and feedback' }).click();
  const notes = page.getByRole('dialog', { name: 'Edit topics and feedback' });
  await notes.getByRole('textbox', { name: 'Feedback of the blue team' }).fill('Tell us the **hosts**.');
  await notes.getByRole('button', { name: 'Save' }).click();
  await expect(region(page, 'Topics and feedback').locator('b')).toHaveText('hosts');
  await page.getByRole('button', { name: 'Edit dates' }).click();
  const dates = page.getByRole('dialog', { name: 'Edit dates' });
  await dates.getByRole('textbox', { name: 'Blue team informed of the test' }).fill('2026-04-08');
  await dates.getByRole('button', { name: 'Save' }).click();
  await expect(region(page, 'Dates')).toContainText('Blue team informed');
  expect(await read(team.red, mission)).toMatchObject({
    blue_feedback: 'Tell us the **hosts**.',
    blue_informed_on: '2026-04-08',
  });
});

test('flags are added with the next number, changed, removed and restored', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const { id, name } = mission.scenarios[0]!.tests[0]!;
  await record(team.red, mission, { flags: [{ number: 3, objective: 'Read the ledger' }] });
  const page = await stage.open(team.red, pageOf(mission));
  const flags = region(page, 'Flags');
  await flags.getByRole('button', { name: 'New flag' }).click();
  const dialog = page.getByRole('dialog', { name: 'New flag' });
  await expect(dialog.getByRole('textbox', { name: 'Number' })).toHaveValue('4');
  await dialog.getByRole('textbox', { name: 'Number' }).fill('3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Describe the flag.');
  await expect(dialog).toContainText('Another flag has this number.');
  await dialog.getByRole('textbox', { name: 'Number' }).fill('4');
  await dialog.getByRole('textbox', { name: 'Objective' }).fill('Make a payment');
  await dialog.getByRole('combobox', { name: 'Captured?' }).selectOption('Captured');
  await dialog.getByRole('textbox', { name: 'On' }).fill('2026-03-01');
  await dialog.getByRole('combobox', { name: 'Tests' }).click();
  await page.getByRole('option', { name }).click();
  await dialog.getByRole('textbox', { name: 'Objective' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(flags.getByRole('listitem').filter({ hasText: '4 Make a payment' })).toContainText('Captured');
  await expect(flags.getByRole('link', { name })).toBeVisible();
  // Someone else changes the same list in the meantime.
  const { flags: present } = await read(team.red, mission);
  await record(team.red, mission, { flags: [...present, { number: 9, objective: 'Stop the market' }] });
  await flags.getByRole('button', { name: 'Actions for 4 Make a payment' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(flags.getByText('Make a payment')).toBeHidden();
  const numbers = async () => (await read(team.red, mission)).flags.map(({ number }) => number);
  expect(await numbers()).toEqual([3, 9]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(flags.getByText('Make a payment')).toBeVisible();
  expect(await numbers()).toEqual([3, 4, 9]);
  expect((await read(team.red, mission)).flags[1]).toMatchObject({ captured: true, test_ids: [id] });
});

test('a change of somebody else is shown at once, and so is that the mission became a TLPT', {
  tag: '@nightly',
}, async ({ stage, server, team }) => {
  const mission = await runningMission(team);
  const page = await stage.open(team.blue, `/missions/${mission.id}`);
  await expect(page.getByRole('table', { name: 'Tests' })).toBeVisible();
  await record(server.admin, mission, { code_name: 'Heron' });
  await page.getByRole('link', { name: 'TLPT', exact: true }).click();
  await expect(region(page, 'Parties')).toContainText('Heron');
  await record(server.admin, mission, { code_name: 'Egret' });
  await expect(region(page, 'Parties')).toContainText('Egret');
});

test('people who do not lead missions read it, and are offered no changes', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  await record(team.red, mission, { leg_ups: [{ what: 'An account', granted_by: 'Cy' }] });
  const page = await stage.open(team.blue, pageOf(mission));
  await expect(region(page, 'Leg-ups')).toContainText('An account');
  await expect(page.getByRole('button', { name: /^(New|Edit|Actions for)/ })).toHaveCount(0);
});
