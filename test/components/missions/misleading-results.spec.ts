import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
} from '../../support/missions/factories.ts';
import type { TestServer } from '../../support/servers/server.ts';
import { expect, test } from '../support.ts';

const executed_at = '2026-11-20T09:00:00.000Z';
type Said = [kind: string, result: string, at?: string];

async function execute(server: TestServer, path: string, ...facts: Said[]): Promise<void> {
  const { client } = server.admin;
  bodyOf(await client.post(`${path}/transition`, { status: 'executed', executed_at }), 200);
  for (const [kind, result, at = null] of facts) {
    bodyOf(await client.post(`${path}/facts`, { kind, result, at }), 201);
  }
}

test('an exercise with only positive answers of blue is not shown as one without misses', async ({
  stage,
  server,
  team,
}) => {
  const mission = await newMission(server.admin.client, { tests: 6, members: [[team.blue, 'blue']] });
  for (let index = 0; index < 6; index += 1) {
    const facts: Said[] = index < 3 ? [['prevented', 'yes']] : [];
    await execute(server, placeOf(mission, index).path, ...facts);
  }
  const page = await stage.open(team.blue, `/missions/${mission.id}/results`);
  const headline = page.getByRole('region', { name: 'Headline figures' });
  await expect(headline.getByRole('listitem')).toHaveText([
    'Prevented or detected3 of 3so far',
    'Prevented3 of 3so far',
    'Missed0 of 3so far',
    'Detected within 1 hour0 of 3so far · 3 at an unknown time',
  ]);
  await expect(headline).toContainText('3 of 6 executed tests judged.');
  await expect(headline).toContainText('As an outcome, “Detected” means detected but not prevented');
  await expect(
    page.getByText('Alerted: not answered in 3 tests. Logged: not answered in 3 tests.'),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Gaps' })).toContainText('No gaps in the judged tests.');
  await expect(page.getByText('%')).toHaveCount(0);

  for (const index of [3, 4, 5]) {
    for (const kind of ['alerted', 'logged']) {
      bodyOf(
        await server.admin.client.post(`${placeOf(mission, index).path}/facts`, { kind, result: 'no' }),
        201,
      );
    }
  }
  await stage.visit(`/missions/${mission.id}/results`);
  await expect(headline.getByRole('listitem').first()).toHaveText('Prevented or detected3 of 6');
  await expect(headline.getByRole('listitem').nth(2)).toHaveText('Missed3 of 6');
  await headline.getByRole('link', { name: /^Missed/ }).click();
  await expect(page.getByRole('row', { name: /Test \d/ })).toHaveCount(3);
});

test('a retest, a late alert and an analyst’s find are shown correctly', async ({ stage, server, team }) => {
  const { client } = server.admin;
  const tag = (external_id: string) => ({ catalog_tags: [{ kind: 'technique', external_id }] });
  expect((await client.post('/api/v1/catalog/sync', { source: 'bundled' })).status).toBe(200);
  const soon = { expectations: [{ kind: 'alerted', result: 'yes', within_seconds: 900 }] };
  const [retested, late, found] = [
    await newTestTemplate(client, { name: 'Retested', ...tag('T1003') }),
    await newTestTemplate(client, { name: 'Late', ...tag('T1082'), ...soon }),
    await newTestTemplate(client, { name: 'Found', ...tag('T1055') }),
  ];
  const scenario = await newScenarioTemplate(client, { tests: [retested.id, late.id, found.id] });
  const mission = await newMission(client, {
    tests: 0,
    scenario_template_ids: [scenario.id],
    members: [[team.blue, 'blue']],
  });
  const [first, second, third] = [0, 1, 2].map((index) => placeOf(mission, index).path) as [
    string,
    string,
    string,
  ];
  await execute(server, first, ['alerted', 'no'], ['logged', 'no']);
  bodyOf(await client.post(`${first}/runs`, { reason: 'after_fix' }), 201);
  await execute(server, first, ['alerted', 'yes', '2026-11-20T09:04:00.000Z']);
  await execute(server, second, ['alerted', 'yes', '2026-11-20T10:15:00.000Z']);
  await execute(
    server,
    third,
    ['alerted', 'no'],
    ['logged', 'no'],
    ['detected', 'yes', '2026-11-20T09:30:00.000Z'],
  );

  const page = await stage.open(team.blue, `/missions/${mission.id}/results`);
  await expect(page.getByRole('region', { name: 'Headline figures' }).getByRole('listitem')).toHaveText([
    'Prevented or detected3 of 3first run 2 of 3',
    'Prevented0 of 3',
    'Missed0 of 3first run 1 of 3',
    'Detected within 1 hour2 of 3first run 1 of 3',
  ]);
  const changes = page.getByRole('region', { name: 'First run and latest run' });
  await expect(changes).toContainText('Retested Missed → Detected, after 4 min');
  await expect(page.getByRole('region', { name: 'Gaps' }).getByRole('listitem')).toHaveText([
    'RetestedNothing detected it.Fixed, no gap in run 2Create finding',
    'LateIt was detected later than expected.Open, run 1Create finding',
  ]);
  await expect(page.getByRole('region', { name: 'Strengths' }).getByRole('listitem')).toHaveText([/T1055/]);
  await page.getByRole('link', { name: 'Late' }).first().click();
  await expect(page.getByRole('region', { name: 'Expected outcomes' })).toContainText('1 h 15 min after');
});
