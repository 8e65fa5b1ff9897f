import type { Mission } from '../../../server/missions/contract.ts';
import type { Remediation } from '../../../server/missions/remediations/contract.ts';
import { bodyOf, placeOf, walk } from '../../support/missions/factories.ts';
import type { Person } from '../../support/servers/server.ts';
import { comeBack, expect, newTeam, type Page, runningMission, test, testPath } from '../support.ts';

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

test('an archived mission is read-only', { tag: '@nightly' }, async ({ open, server }) => {
  open.expectError(/409/);
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const remediation = await add(team.blue, mission, { measure: 'Switch it on' });
  const page = await open.as(team.red, boardOf(mission));
  await card(page, 'Watch LSASS').click();
  const editing = page.getByRole('dialog', { name: 'Edit remediation' });
  await editing.getByRole('textbox', { name: 'Measure' }).fill('Too late');
  await walk(team.red.client, `/api/v1/missions/${mission.id}`, 'completed', 'archived');
  await comeBack(page);
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(editing.getByRole('alert')).toContainText('archived');
  await expect(editing.getByRole('textbox', { name: 'Measure' })).toHaveValue('Too late');
  await editing.getByRole('button', { name: 'Cancel' }).click();

  await page.reload();
  await expect(page.getByText('This mission is archived')).toBeVisible();
  await expect(card(page, 'Watch LSASS')).toBeVisible();
  await expect(page.getByRole('button', { name: /New remediation|^Actions for/ })).toHaveCount(0);
  await card(page, 'Watch LSASS').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Enter');
  const reading = page.getByRole('dialog', { name: 'Remediation', exact: true });
  await expect(reading).toContainText('Switch it on');
  await expect(reading.getByRole('textbox', { name: 'Measure' })).toHaveCount(0);
  await expect(reading.getByRole('combobox', { name: 'Status' })).toBeDisabled();
  await expect(reading.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await reading.getByRole('button', { name: 'Close' }).last().click();
  expect((await read(team.red, remediation)).status).toBe('open');
  await page.goto(testPath(mission));
  await expect(page.getByRole('region', { name: 'Remediation' })).toContainText('No remediation is linked');
  await expect(page.getByRole('button', { name: 'Needs work' })).toHaveCount(0);
});

test('Home lists and links one’s own and overdue remediations', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const [one, other] = [await runningMission(team), await runningMission(team)];
  await add(team.red, one, { title: 'Mine', owner: { id: team.blue.id } });
  await add(team.red, one, { title: 'Mine, late', owner: { id: team.blue.id }, due_on: '2026-01-02' });
  await add(team.red, one, { title: 'Mine, fixed', owner: { id: team.blue.id }, status: 'fixed' });
  await add(team.red, other, { title: 'Late', owner_text: 'Network team', due_on: '2026-01-02' });
  await add(team.red, other, { title: 'Not late', due_on: '2996-01-02' });
  const page = await open.as(team.blue, '/');
  const panel = page.getByRole('region', { name: 'Remediation' });
  await expect(panel).toContainText('2 mine, 2 overdue');
  await expect(panel.getByRole('list', { name: 'Mine' }).getByRole('link')).toHaveText([
    'Mine, late',
    'Mine',
  ]);
  await expect(panel.getByRole('list', { name: 'Mine' })).toContainText('Overdue');
  await expect(panel.getByRole('list', { name: 'Others’ overdue' }).getByRole('link')).toHaveText(['Late']);
  await panel.getByRole('link', { name: 'Late', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Edit remediation' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Or someone without an account' })).toHaveValue(
    'Network team',
  );
  await page.keyboard.press('Escape');
  await expect(list(page, 'Open')).toContainText('Not late');
});

test('a retest with a better result offers to mark the remediation as verified', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const place = placeOf(mission);
  const { name } = mission.scenarios[0]!.tests[0]!;
  const levels = bodyOf(await team.blue.client.get('/api/v1/detection-levels'), 200);
  const judge = async (key: string) => {
    const { id } = levels.find((level: { key: string }) => level.key === key);
    await walk(team.red.client, place.path, 'executed');
    bodyOf(await team.blue.client.put(place.path, { detection_level_id: id }), 200);
  };
  await judge('not_detected');
  const [one, other] = [
    await add(team.blue, mission, { title: 'One', status: 'fixed', test_ids: [place.test] }),
    await add(team.blue, mission, { title: 'Other', test_ids: [place.test] }),
  ];
  bodyOf(await team.red.client.post(`${place.path}/runs`, { reason: 'after_fix' }), 201);
  const page = await open.as(team.blue, boardOf(mission));
  await expect(card(page, 'One')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as verified' })).toHaveCount(0);
  await judge('alerted');
  await page.reload();
  const fixed = list(page, 'Fixed');
  await expect(fixed).toContainText(`${name}: run 2 improved`);
  await fixed.getByRole('button', { name: 'Mark as verified' }).click();
  await expect(list(page, 'Verified')).toContainText('One');
  const run = { test_id: place.test, number: 2 };
  await expect.poll(() => read(team.red, one)).toMatchObject({ status: 'verified', verified_by_run: run });
  await card(page, 'One').click();
  await expect(page.getByRole('dialog')).toContainText(`with run 2 of “${name}”`);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => read(team.red, one)).toMatchObject({ status: 'fixed', verified_by_run: null });

  await page.goto(testPath(mission));
  const listed = page.getByRole('region', { name: 'Remediation' });
  const line = listed.getByRole('listitem').filter({ hasText: 'Other' });
  await line.getByRole('button', { name: 'Mark as verified' }).click();
  await expect(line).toContainText('Verified');
  await expect.poll(() => read(team.red, other)).toMatchObject({ verified_by_run: run });
});
