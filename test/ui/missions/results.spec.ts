import { bodyOf, newMission, newScenarioTemplate, placeOf, walk } from '../../support/missions/factories.ts';
import { expect, newTeam, test } from '../support.ts';

test('the results of a mission show detections, in time or not, and link to the tests', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const team = await newTeam(server);
  const [first, second] = [
    await newScenarioTemplate(server.admin.client, { name: 'Foothold', tests: 3 }),
    await newScenarioTemplate(server.admin.client, { name: 'Exfiltration <b>twice</b>', tests: 3 }),
  ];
  const mission = await newMission(server.admin.client, {
    tests: 0,
    scenario_template_ids: [first.id, second.id],
    members: [team.red, [team.blue, 'blue']],
  });
  const page = await open.as(team.blue, `/missions/${mission.id}/results`);
  await expect(page.getByRole('heading', { name: 'No results yet' })).toBeVisible();

  const executed_at = '2026-11-20T09:00:00.000Z';
  for (const [index, [result, at]] of [
    ['yes', '2026-11-20T09:05:00.000Z'],
    ['yes', '2026-11-20T11:00:00.000Z'],
    ['partial', '2026-11-20T09:10:00.000Z'],
    ['no', null],
    ['no', null],
  ].entries()) {
    const { path } = placeOf(mission, index);
    bodyOf(await team.red.client.post(`${path}/transition`, { status: 'executed', executed_at }), 200);
    bodyOf(await team.blue.client.post(`${path}/facts`, { kind: 'alerted', result, at }), 201);
  }
  await walk(team.red.client, placeOf(mission, 5).path, 'skipped');
  await page.reload();
  await expect(
    page.getByText('5 of 6 tests executed (1 skipped). Logged: not answered in 2 tests.'),
  ).toBeVisible();
  const chart = (title: string) => page.getByRole('region', { name: title, exact: true });
  const part = (title: string, name: string) => chart(title).getByRole('link', { name });
  const headline = page.getByRole('region', { name: 'Headline figures' });
  await expect(headline.getByRole('listitem')).toHaveText([
    'Prevented or detected2 of 3so far',
    'Prevented0 of 3so far',
    'Missed0 of 3so far',
    'Detected within 1 hour1 of 3so far',
  ]);
  await expect(headline).toContainText('3 of 5 executed tests judged.');
  await expect(part('Detected in time', 'Within 15 min: 1 of 3')).toBeVisible();
  await expect(part('Detected in time', 'Within 24 h: 2 of 3')).toBeVisible();
  await expect(
    chart('Time to detect and respond').getByTitle(
      'Detection: median 1 h 2 min 30 s, 90th percentile 2 h, 2 tests',
    ),
  ).toBeAttached();
  await expect(chart('Gaps').getByRole('listitem')).toHaveText([
    /It was logged but raised no alert\. It was only partially prevented or detected\.Open, run 1/,
  ]);
  const scenarios = chart('Results by scenario');
  await expect(scenarios.getByRole('link')).toHaveCount(2);
  await scenarios.getByRole('button', { name: 'Show as table' }).focus();
  await page.keyboard.press('Enter');
  await expect(scenarios.getByRole('row')).toHaveText([
    'ScenarioTestsPreventedDetectedLogged onlyMissedNot judged',
    'Foothold302100',
    'Exfiltration <b>twice</b>200002',
  ]);
  await page.keyboard.press('Enter');

  const outcomes = chart('Test outcomes');
  await expect(outcomes.getByRole('link')).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Scenario' }).click();
  await page.getByRole('option', { name: 'Foothold' }).click();
  await expect(page.getByText('3 of 3 tests executed.')).toBeVisible();
  await outcomes.getByRole('link', { name: 'Detected: 2' }).focus();
  await page.keyboard.press('Enter');
  const [foothold] = mission.scenarios;
  await expect(page).toHaveURL(
    `${server.url}/missions/${mission.id}?scenario=${foothold?.id}&figure=alerted`,
  );
  await expect(page.getByRole('row', { name: /Test \d/ })).toHaveCount(2);
  await page.getByRole('button', { name: 'Only: Detected' }).click();
  await expect(page.getByRole('row', { name: /Test \d/ })).toHaveCount(3);
});
