import { readFileSync } from 'node:fs';
import { newComparedMissions } from '../../support/missions/compared-missions.ts';
import { bodyOf, newMission, placeOf, walk } from '../../support/missions/factories.ts';
import { expect, test } from '../support.ts';

test('two missions are chosen and compared, test by test', async ({ stage, server, team }) => {
  const { admin } = server;
  const { before, now } = await newComparedMissions(admin.client, {
    client: 'Side by side',
    members: [team.red, [team.blue, 'blue']],
  });
  const page = await stage.open(team.blue, `/missions/${now.id}/results`);
  await expect(page.getByRole('region', { name: 'Gaps' }).getByRole('listitem')).toContainText([
    'WorseNothing detected it. The result is worse than in Spring.',
  ]);
  await page.getByRole('link', { name: 'Compare with another mission' }).click();
  await expect(page.getByRole('combobox', { name: 'Earlier mission' })).toHaveValue('Spring (2026-03-01)');
  await expect(page.getByRole('combobox', { name: 'Later mission' })).toHaveValue('Autumn (2026-09-01)');

  const headline = page.getByRole('region', { name: '4 tests in common' });
  await expect(headline.getByRole('row')).toHaveText([
    'FigureSpringAutumn',
    'Prevented or detected2 of 4 2 of 3 so far',
    'Prevented1 of 4 2 of 3 so far',
    'Missed1 of 4 1 of 3 so far',
    'Detected within 1 hour2 of 4 2 of 3 so far',
    '4 of 4 executed tests judged3 of 4 executed tests judged',
  ]);
  await expect(page.getByRole('region', { name: /^Got worse/ }).getByRole('listitem')).toHaveText([
    'WorseDetected, after 4 min → Missed',
  ]);

  const tests = page.getByRole('region', { name: /^Tests/ });
  const rows = tests.locator('tbody').getByRole('row');
  await expect(rows).toHaveText([
    'Worse T1003WorseDetected, after 4 minMissed',
    'Improved T1003ImprovedMissedPrevented, after 4 min',
    'Same T1082UnchangedPrevented, after 4 minPrevented, after 4 min',
    'Open T1055Not comparableLogged onlyNot judged',
    'Last T1078Only in the later mission–Detected, after 4 min',
    'First T1082Only in the earlier missionMissed–',
  ]);
  await headline
    .getByRole('row', { name: /^Missed/ })
    .getByRole('link', { name: '1 of 4' })
    .click();
  await expect(rows).toHaveText([/^Improved/]);
  await tests.getByRole('link', { name: 'Unchanged 1' }).click();
  await expect(rows).toHaveText([/^Same/]);
  await page
    .getByRole('link', { name: /^T1003 OS Credential Dumping/ })
    .first()
    .click();
  await expect(rows).toHaveText([/^Worse/, /^Improved/]);
  await tests.getByRole('link', { name: /^All/ }).click();
  await expect(rows).toHaveCount(6);

  const save = async (name: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    const file = await download;
    return [file.suggestedFilename(), readFileSync(await file.path(), 'utf8')] as const;
  };
  const [csv, lines] = await save('CSV');
  expect([csv, lines.split('\r\n').length]).toEqual(['comparison.csv', 8]);
  const [layer, json] = await save('Navigator layer');
  expect([layer, JSON.parse(json).name]).toEqual(['comparison-layer.json', 'Spring → Autumn']);

  await page.getByRole('button', { name: 'Swap the two missions' }).click();
  await expect(page.getByRole('region', { name: /^Got worse/ }).getByRole('listitem')).toHaveText([
    /^Improved/,
  ]);
  await stage.visit(`/organisations/${before.organisation?.id}`);
  await page.getByRole('link', { name: 'Compare two missions' }).click();
  await expect(page.getByRole('region', { name: '4 tests in common' })).toBeVisible();
});

test('missions without a test in common say so', { tag: '@nightly' }, async ({ stage, server, team }) => {
  const { client } = server.admin;
  const members = [team.red];
  const [one, other] = [await newMission(client, { members }), await newMission(client, { members })];
  for (const mission of [one, other]) await walk(client, placeOf(mission).path, 'executed');
  const page = await stage.open(team.red, `/comparison?before=${one.id}&now=${one.id}`);
  await expect(page.getByRole('heading', { name: 'Choose two missions' })).toBeVisible();
  await stage.visit(`/comparison?before=${one.id}&now=${other.id}`);
  await expect(page.getByText('These missions have no executed tests in common.')).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: /^Tests/ })
      .locator('tbody')
      .getByRole('row'),
  ).toHaveCount(2);
});

test('a write to either of them updates both', { tag: '@nightly' }, async ({ stage, server, team }) => {
  const { before, now } = await newComparedMissions(server.admin.client, {
    client: 'Told at once',
    members: [team.red, [team.blue, 'blue']],
  });
  const page = await stage.open(team.blue, `/comparison?before=${before.id}&now=${now.id}`);
  const figures = page.getByRole('region', { name: '4 tests in common' }).getByRole('row').first();
  await expect(figures).toHaveText('FigureSpringAutumn');
  const rename = async (id: string, name: string) =>
    bodyOf(await server.admin.client.patch(`/api/v1/missions/${id}`, { name }), 200);
  await rename(before.id, 'March');
  await expect(figures).toHaveText('FigureMarchAutumn');
  await rename(now.id, 'September');
  await expect(figures).toHaveText('FigureMarchSeptember');
  const tests = page.getByRole('region', { name: /^Tests/ });
  bodyOf(await server.admin.client.patch(`${placeOf(now).path}/plan`, { name: 'Called otherwise' }), 200);
  await expect(tests.getByText('Called otherwise')).toBeVisible();
});
