import { bodyOf, placeOf } from '../../../support/missions/factories.ts';
import { alert, halfMissed } from '../../scenes/half-missed.ts';
import { expect, newTeam, runningMission, test, testPath } from '../../support.ts';

test('a test compares detections with expected outcomes, and its mission shows the result', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { client: 'Quay Ltd' });
  const place = placeOf(mission);
  const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
  const tool = bodyOf(await server.admin.client.post(tools, { name: 'Falcon', kind: 'edr' }), 201);
  bodyOf(await team.red.client.put(place.path, { executed_at: '2026-11-20T09:30:00.000Z' }), 200);
  const page = await open.as(team.red, testPath(mission));
  const section = page.getByRole('region', { name: 'Expected outcomes' });
  await section.getByRole('button', { name: 'Add expectations' }).click();
  const dialog = page.getByRole('dialog', { name: 'Expected outcomes' });
  const alerted = dialog.getByRole('group', { name: 'Alerted' });
  await alerted.getByRole('button', { name: 'Yes' }).click();
  await alerted.getByRole('textbox', { name: 'Alerted: within minutes' }).fill('5');
  await alerted.getByRole('combobox', { name: 'Alerted: tools' }).fill('fal');
  await page.getByRole('option', { name: 'Falcon' }).click();
  await dialog.getByRole('group', { name: 'Prevented' }).getByRole('button', { name: 'Yes' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const line = (kind: string) => section.getByRole('listitem').filter({ hasText: kind });
  await expect(line('Alerted')).toContainText('Open');
  await expect(line('Alerted')).toContainText('Yes, within 5 min, by Falcon');
  await expect(line('Alerted')).toContainText('Not known yet');
  const fact = { ...alert, at: '2026-11-20T09:32:00.000Z', tool: { id: tool.id } };
  bodyOf(await team.blue.client.post(`${place.path}/facts`, fact), 201);
  bodyOf(await team.blue.client.post(`${place.path}/facts`, { kind: 'prevented', result: 'partial' }), 201);
  await page.reload();
  await expect(line('Alerted')).toContainText('Met');
  await expect(line('Alerted')).toContainText('Yes, by Falcon, 2 min after');
  await expect(line('Prevented')).toContainText('Not met');
  await expect(line('Prevented')).toContainText('Partial');
  await page.getByRole('link', { name: mission.name }).click();
  await expect(page.getByRole('img', { name: 'Expectations: not met' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Expectations' }).click();
  await page.getByRole('option', { name: 'Not met' }).click();
  await expect(page.getByText('1 of 3 tests')).toBeVisible();
  await expect(page).toHaveURL(/expected=missed/);
});

test('the heat-map shows best and worst by kind, and hides no miss', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await halfMissed(server, team);
  const page = await open.as(team.blue, `/catalogue?of=mission:${mission.id}&pick=best`);
  const cell = page.getByRole('gridcell', { name: /^T1003 / }).first();
  const legend = page.getByRole('list', { name: /^Legend/ });
  await expect(cell.getByRole('link')).toHaveAccessibleName(/Detected, 2 tests executed, 1 missed$/);
  await expect(cell).toHaveAttribute('data-missed', 'true');
  await expect(legend).toContainText('Another test was missed 1');
  await page.getByRole('combobox', { name: 'Colour by' }).click();
  await page.getByRole('option', { name: 'Logged' }).click();
  await expect(cell.getByRole('link')).toHaveAccessibleName(/Logged: yes, 2 tests executed, 1 missed$/);
  await expect(legend).toContainText('Logged: yes 1');
  await page.getByRole('radio', { name: 'Best' }).press('ArrowLeft');
  await expect(cell.getByRole('link')).toHaveAccessibleName(/Logged: no, 2 tests executed$/);
  await expect(page.getByText('Worst result of “logged” within this mission')).toBeVisible();
  await expect(page).toHaveURL(/by=logged$/);
  await page.reload();
  await expect(cell.getByRole('link')).toHaveAccessibleName(/Logged: no, 2 tests executed$/);
  await page.goto('/catalogue?by=prevented');
  await expect(cell.getByRole('link')).toHaveAccessibleName(/not judged yet, 2 tests executed$/);
});
