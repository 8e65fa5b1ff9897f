import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
} from '../../support/missions/factories.ts';
import type { Person, TestServer } from '../../support/servers/server.ts';
import { expect, test } from '../support.ts';

const executed_at = '2026-11-20T09:00:00.000Z';
type Fact = { kind: string; result: string; at?: string; time_confirmed?: boolean };

async function execute(server: TestServer, path: string, ...facts: Fact[]): Promise<void> {
  const { client } = server.admin;
  bodyOf(await client.post(`${path}/transition`, { status: 'executed', executed_at }), 200);
  for (const fact of facts) bodyOf(await client.post(`${path}/facts`, fact), 201);
}

/** Parent and Child are detected, Parent only in its second run; About T1059 is prevented at an unknown time. */
async function newResults(server: TestServer, members: [Person, 'blue'][]) {
  const { client } = server.admin;
  bodyOf(await client.post('/api/v1/catalog/sync', { source: 'bundled' }), 200);
  const templates: string[] = [];
  for (const [name, external_id] of [
    ['Parent', 'T1059'],
    ['Child', 'T1059.001'],
    ['About T1059', 'T1082'],
  ]) {
    const catalog_tags = [{ kind: external_id?.includes('.') ? 'subtechnique' : 'technique', external_id }];
    templates.push((await newTestTemplate(client, { name, catalog_tags })).id);
  }
  const scenario = await newScenarioTemplate(client, { tests: templates });
  const mission = await newMission(client, { tests: 0, scenario_template_ids: [scenario.id], members });
  const at = (index: number) => placeOf(mission, index).path;
  await execute(server, at(0), { kind: 'alerted', result: 'no' }, { kind: 'logged', result: 'no' });
  await execute(server, at(1), { kind: 'alerted', result: 'yes', at: '2026-11-20T09:02:00.000Z' });
  await execute(server, at(2), { kind: 'prevented', result: 'yes' });
  bodyOf(await client.post(`${at(0)}/runs`, { reason: 'after_fix' }), 201);
  await execute(server, at(0), { kind: 'alerted', result: 'yes' });
  return `/missions/${mission.id}/results`;
}

test('tiles, bars and cells lead to exactly their tests', async ({ stage, server, team }) => {
  const results = await newResults(server, [[team.blue, 'blue']]);
  const page = await stage.open(team.blue, results);
  const rows = page.getByRole('row', { name: /Parent|Child|About/ });
  for (const chart of ['Results by technique', 'Executed techniques']) {
    await stage.visit(results);
    await page
      .getByRole('region', { name: chart, exact: true })
      .getByRole('link', { name: /^T1059 / })
      .first()
      .click({ position: { x: 4, y: 8 } });
    await expect(rows).toHaveText([/Parent/]);
  }
  await stage.visit(`${results}?runs=first`);
  await page
    .getByRole('region', { name: 'Headline figures' })
    .getByRole('link', { name: /^Missed/ })
    .click();
  await expect(rows).toHaveText([/Parent/]);
  await expect(page.getByRole('button', { name: 'Only: Missed · First runs' })).toBeVisible();
});

test('numbers of a table lead to exactly their tests', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const results = await newResults(server, [[team.blue, 'blue']]);
  const page = await stage.open(team.blue, results);
  const rows = page.getByRole('row', { name: /Parent|Child|About/ });
  for (const [name, row, number, ...tests] of [
    ['Outcome by tactic', /^Execution/, 1, /Parent/, /Child/],
    ['Detected in time', /^Within 1 h/, 1, /Parent/, /About/],
    ['Time to detect and respond', /^Alert/, 1, /Parent/],
  ] as const) {
    await stage.visit(results);
    const chart = page.getByRole('region', { name, exact: true });
    await chart.getByRole('button', { name: 'Show as table' }).click();
    await chart.getByRole('row', { name: row }).getByRole('link').nth(number).click();
    await expect(rows).toHaveText([...tests]);
  }
});

test('figures of tests that were not executed lead to them by status', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const { client } = server.admin;
  const mission = await newMission(client, { tests: 5, members: [[team.blue, 'blue']] });
  const at = (index: number) => placeOf(mission, index).path;
  await execute(server, at(0), { kind: 'alerted', result: 'yes' });
  bodyOf(await client.post(`${at(1)}/transition`, { status: 'skipped' }), 200);
  bodyOf(await client.post(`${at(2)}/transition`, { status: 'blocked' }), 200);
  bodyOf(await client.post(`${at(0)}/runs`, { reason: 'after_fix' }), 201);
  const name = async (index: number): Promise<string> => bodyOf(await client.get(at(index)), 200).name;
  const results = `/missions/${mission.id}/results`;
  await execute(server, at(3), { kind: 'alerted', result: 'yes' });
  const page = await stage.open(team.blue, results);
  for (const [query, link, ...tests] of [
    ['', '2 pending', await name(0), await name(4)],
    ['', '1 skipped', await name(1)],
    ['', '1 blocked', await name(2)],
    ['?runs=first', '1 pending', await name(4)],
  ] as const) {
    await stage.visit(results + query);
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('row', { name: /Test \d+/ })).toHaveText(
      tests.map((test) => new RegExp(`^${test}(?!\\d)`)),
    );
  }
});

test('times that are only known as when they were recorded are confirmed one by one, or all at once', async ({
  stage,
  server,
  team,
}) => {
  const mission = await newMission(server.admin.client, { tests: 2, members: [[team.blue, 'blue']] });
  const recorded = { result: 'yes', at: '2026-11-20T09:04:00.000Z', time_confirmed: false };
  for (const index of [0, 1]) {
    const facts = ['alerted', 'logged', 'detected'].map((kind) => ({ kind, ...recorded }));
    await execute(server, placeOf(mission, index).path, ...facts);
  }
  const readConfirmed = async (index: number): Promise<boolean[]> => {
    const { facts } = bodyOf(await server.admin.client.get(placeOf(mission, index).path), 200);
    return facts.map(({ time_confirmed }: { time_confirmed: boolean }) => time_confirmed);
  };
  const { path } = placeOf(mission, 0);
  const page = await stage.open(team.blue, path.replace('/api/v1', ''));
  await expect(page.getByText('time not confirmed')).toHaveCount(3);
  await page.getByRole('button', { name: 'Confirm time', exact: true }).first().click();
  await expect(page.getByText('time not confirmed')).toHaveCount(2);
  expect((await readConfirmed(0)).filter(Boolean)).toHaveLength(1);
  await page.getByRole('button', { name: 'Confirm all 2 times' }).click();
  await expect(page.getByText('time not confirmed')).toHaveCount(0);
  expect(await readConfirmed(0)).toEqual([true, true, true]);

  await stage.visit(`/missions/${mission.id}/results`);
  await expect(page.getByText('1 test has an unconfirmed time: it is left out.')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm times…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm all' }).click();
  await expect(page.getByText('1 test has an unconfirmed time: it is left out.')).toBeHidden();
  expect(await readConfirmed(1)).toEqual([true, true, true]);
});
