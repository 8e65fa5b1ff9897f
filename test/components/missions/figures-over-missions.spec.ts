import { loadCatalogue, newEngagement, newSimulation } from '../../support/missions/engagements.ts';
import { bodyOf, newMission, placeOf } from '../../support/missions/factories.ts';
import { expect, test } from '../support.ts';

const executed_at = '2026-11-20T09:00:00.000Z';

test('tiles over several missions lead to their tests, mission by mission', async ({
  stage,
  server,
  team,
}) => {
  const { client } = server.admin;
  const missions = [];
  for (const name of ['North', 'South']) {
    const mission = await newMission(client, {
      tests: 2,
      name,
      client: 'Over missions',
      members: [team.red],
    });
    const { path } = placeOf(mission);
    bodyOf(await client.post(`${path}/transition`, { status: 'executed', executed_at }), 200);
    for (const kind of ['alerted', 'logged']) {
      bodyOf(await client.post(`${path}/facts`, { kind, result: 'no' }), 201);
    }
    missions.push(mission);
  }
  const [north] = missions;
  const { path } = placeOf(north as (typeof missions)[number]);
  bodyOf(await client.post(`${path}/runs`, { reason: 'after_fix' }), 201);
  bodyOf(await client.post(`${path}/transition`, { status: 'executed', executed_at }), 200);
  bodyOf(await client.post(`${path}/facts`, { kind: 'prevented', result: 'yes' }), 201);

  const page = await stage.open(team.red, `/organisations/${north?.organisation?.id}`);
  const tiles = page.getByRole('region', { name: 'Headline figures' }).getByRole('listitem');
  await expect(tiles.nth(2)).toHaveText('Missed1 of 2first run 2 of 2');
  await tiles.nth(2).getByRole('link', { name: 'Missed: first run 2 of 2' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Missed · First runs');
  await expect(page.getByRole('status')).toHaveText('2 tests');
  await page.goBack();
  await tiles.nth(2).getByRole('link', { name: 'Missed 1 of 2' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Missed');
  await expect(page.getByRole('status')).toHaveText('1 test');
  await expect(page.getByRole('region', { name: 'South' }).getByRole('listitem')).toHaveText([
    /^Test \d+Missed$/,
  ]);
  await expect(page.getByRole('region', { name: 'North' })).toHaveCount(0);
});

test('bars of a tool lead to its tests in every mission of the organisation', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const { client } = server.admin;
  const members = [team.red];
  const mission = await newMission(client, { tests: 3, client: 'With a tool', members });
  const organisation = mission.organisation?.id;
  const tool = bodyOf(
    await client.post(`/api/v1/organisations/${organisation}/tools`, { name: 'EDR', kind: 'edr' }),
    201,
  );
  const names: string[] = [];
  for (const [index, fact] of [
    { kind: 'alerted', result: 'yes', tool: { id: tool.id } },
    { kind: 'alerted', result: 'no' },
  ].entries()) {
    const { path } = placeOf(mission, index);
    bodyOf(await client.post(`${path}/transition`, { status: 'executed', executed_at }), 200);
    bodyOf(await client.post(`${path}/facts`, fact), 201);
    names.push(bodyOf(await client.get(path), 200).name);
  }
  const page = await stage.open(team.red, `/organisations/${organisation}`);
  await page
    .getByRole('region', { name: 'By tool', exact: true })
    .getByRole('link', { name: /^EDR/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Detected · EDR');
  const section = page.getByRole('region', { name: mission.name });
  await expect(section.getByRole('listitem')).toHaveText([`${names[0]}Detected`]);
  await section.getByRole('link', { name: mission.name }).click();
  await expect(page.getByRole('row', { name: /Test \d+/ })).toHaveText([new RegExp(`^${names[0]}(?!\\d)`)]);
});

test('figures of an engagement lead to their simulations', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const { client } = server.admin;
  await loadCatalogue(client);
  const engagement = await newEngagement(client);
  for (const [name, kind] of [
    ['Stopped', 'prevented'],
    ['Seen', 'alerted'],
    ['Unseen', null],
  ] as const) {
    const { id } = await newSimulation(client, { name }, engagement.id);
    bodyOf(await client.patch(`/api/simulations/${id}`, { executed_at }), 200);
    if (kind === null) continue;
    bodyOf(await client.post(`/api/simulations/${id}/facts`, { kind, result: 'yes' }), 201);
  }
  const page = await stage.open(team.red, `/engagements/${engagement.id}`);
  const tiles = page.getByRole('region', { name: 'Headline figures' });
  await tiles.getByRole('link', { name: /^Prevented or detected/ }).click();
  const card = (name: RegExp) => page.getByRole('link', { name });
  await expect(card(/^Stopped Prevented/)).toBeVisible();
  await expect(card(/^Seen/)).toBeVisible();
  await expect(card(/^Unseen/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Only: Prevented or detected' }).click();
  await expect(card(/^Unseen/)).toBeVisible();
});
