import { applyImport, importFile } from '../../support/interchange/imports.ts';
import { newEngagement, newSimulation } from '../../support/missions/engagements.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
} from '../../support/missions/factories.ts';
import { alert, halfMissed } from '../../ui/scenes/half-missed.ts';
import { runningMission, testPath } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

test('expected outcomes of a template are set with keys alone, and copied to a mission', async ({
  stage,
  server,
}) => {
  const { admin } = server;
  const template = await newTestTemplate(admin.client);
  const page = await stage.open(admin, `/templates/${template.id}/edit`);
  const alerted = page
    .getByRole('group', { name: 'Expected outcomes' })
    .getByRole('group', { name: 'Alerted' });
  await alerted.getByRole('button', { name: 'Yes' }).press('Enter');
  await expect(alerted.getByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'true');
  const severity = alerted.getByRole('combobox', { name: 'Alerted: minimum severity' });
  await severity.press('ArrowDown');
  await page.getByRole('option', { name: 'Medium' }).waitFor();
  await severity.press('ArrowDown');
  await severity.press('ArrowDown');
  await severity.press('Enter');
  await expect(severity).toHaveValue('Medium');
  const minutes = alerted.getByRole('textbox', { name: 'Alerted: within minutes' });
  await minutes.pressSequentially('0.5');
  await expect(minutes).toHaveValue('0.5 min');
  await page.getByRole('group', { name: 'Logged' }).getByRole('button', { name: 'Any' }).press('Space');
  await page.getByRole('button', { name: 'Save' }).click();
  const read = page.getByRole('group', { name: 'Expected outcomes' });
  await expect(read).toContainText('Alerted Yes, at least medium, within 30 s');
  await expect(read).toContainText('Logged Any known result');
  const scenario = await newScenarioTemplate(admin.client, { tests: [template.id] });
  const mission = await newMission(admin.client, { tests: 0, scenario_template_ids: [scenario.id] });
  const { expectations } = bodyOf(await admin.client.get(placeOf(mission).path), 200);
  expect(expectations).toMatchObject([
    { ...alert, severity: 'medium', within_seconds: 30 },
    { kind: 'logged', result: 'any' },
  ]);
});

test('a choice pressed again is cleared, and “any” needs no severity', { tag: '@nightly' }, async ({
  stage,
  server,
}) => {
  const template = await newTestTemplate(server.admin.client, {
    expectations: [{ ...alert, severity: 'low' }],
  });
  const page = await stage.open(server.admin, `/templates/${template.id}/edit`);
  const alerted = page.getByRole('group', { name: 'Alerted' });
  await alerted.getByRole('button', { name: 'Any' }).click();
  await expect(alerted.getByRole('combobox')).toHaveCount(0);
  await alerted.getByRole('button', { name: 'No', exact: true }).click();
  await expect(alerted.getByRole('combobox', { name: 'Alerted: minimum severity' })).toHaveValue('');
  await alerted.getByRole('button', { name: 'No', exact: true }).click();
  await expect(alerted.getByRole('combobox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible();
  const { body } = await server.admin.client.get(`/api/v1/test-templates/${template.id}`);
  expect(body.expectations).toEqual([]);
});

test('rules that have to fire are found in the library, and chosen with keys', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const sigma = ['Encoded command', 'Encoded archive'].map(
    (title, index) =>
      `title: ${title}\nid: ${index}0e95725d-7320-415d-80f7-004da920fc11\nlevel: high\ndetection: {condition: all}\n`,
  );
  const { id } = await importFile(server.admin.client, { name: 'rules.yml', content: sigma.join('---\n') });
  await applyImport(server.admin.client, id);
  const mission = await runningMission(team);
  const place = placeOf(mission);
  const rules = [{ rule_id: null, rule_name: 'Of ours' }];
  const expected = { expectations: [{ ...alert, rules }] };
  bodyOf(await team.red.client.put(`${place.path}/expectations`, expected), 200);
  const page = await stage.open(team.red, testPath(mission));
  const section = page.getByRole('region', { name: 'Expected outcomes' });
  await section.getByRole('button', { name: /^Change/ }).click();
  const alerted = page.getByRole('dialog').getByRole('group', { name: 'Alerted' });
  await expect(alerted).toContainText('Of ours');
  const field = alerted.getByRole('combobox', { name: 'Alerted: rules' });
  await field.pressSequentially('encoded co');
  await expect(page.getByRole('option')).toHaveText(['Encoded command']);
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(alerted).toContainText('Encoded command');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(section).toContainText('by Of ours and Encoded command');
  const { expectations } = bodyOf(await team.red.client.get(place.path), 200);
  expect(expectations[0].rules).toEqual([
    ...rules,
    { rule_id: '00e95725d-7320-415d-80f7-004da920fc11', rule_name: 'Encoded command' },
  ]);
});

test('blue reads expected outcomes without changing them, and its answers are judged at once', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  bodyOf(await team.red.client.put(`${place.path}/expectations`, { expectations: [alert] }), 200);
  const page = await stage.open(team.blue, testPath(mission));
  const section = page.getByRole('region', { name: 'Expected outcomes' });
  await expect(section).toContainText('Open');
  await expect(section.getByRole('button')).toHaveCount(0);
  await page.getByRole('group', { name: 'Alerted' }).getByRole('button', { name: 'No', exact: true }).click();
  await expect(section).toContainText('Not met');
});

test('Home, the list of missions and the mission show the outcomes of tests', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const mission = await halfMissed(server, team);
  const page = await stage.open(team.blue, '/');
  const outcome = page.getByRole('img', { name: '1 detected, 1 missed, 1 not executed' });
  await expect(page.getByRole('region', { name: 'Missions' }).locator(outcome)).toBeVisible();
  const coverage = page.getByRole('region', { name: 'Coverage' });
  await expect(
    coverage.getByRole('img', { name: /^Answers by kind\..* Alerted: Yes 1, No 1; Logged: / }),
  ).toBeVisible();
  await expect(coverage).toContainText('Expectations: 1 met, 1 not met.');
  await stage.visit('/missions');
  await expect(page.getByRole('row', { name: mission.name }).locator(outcome)).toBeVisible();
  await page.getByRole('link', { name: mission.name }).click();
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByText('Expectations 1 met, 1 not met')).toBeVisible();
  await expect(outcome).toBeVisible();
});

test('the heat-map of an engagement shows the detections of its simulations by kind', {
  tag: '@nightly',
}, async ({ stage, server }) => {
  const { admin } = server;
  expect((await admin.client.post('/api/v1/catalog/sync', { source: 'bundled' })).status).toBe(200);
  const engagement = await newEngagement(admin.client);
  const simulation = await newSimulation(admin.client, { techniques: [{ id: 'T1003' }] }, engagement.id);
  const path = `/api/simulations/${simulation.id}`;
  bodyOf(await admin.client.patch(path, { executed_at: '2026-11-20T09:30:00.000Z' }), 200);
  bodyOf(await admin.client.post(`${path}/facts`, { kind: 'prevented', result: 'no' }), 201);
  const page = await stage.open(admin, `/catalogue?of=engagement:${engagement.id}&by=prevented`);
  const cell = page.getByRole('gridcell', { name: /^T1003 / }).first();
  await expect(cell.getByRole('link')).toHaveAccessibleName(/Prevented: no, 1 test executed$/);
});
