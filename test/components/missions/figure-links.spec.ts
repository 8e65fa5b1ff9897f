import { loadCatalogue, newEngagement, newSimulation } from '../../support/missions/engagements.ts';
import { bodyOf, placeOf, walk } from '../../support/missions/factories.ts';
import { newVariedMission, newVariedScenarios } from '../../support/missions/varied-results.ts';
import type { Client, Person } from '../../support/servers/server.ts';
import { expect, type Page, test } from '../support.ts';

type Counting = { address: string; count: number; name: string };

/** The links of a page that count something: marks, tiles, words, and the numbers of each chart's table. */
async function listCounting(page: Page): Promise<Counting[]> {
  const read = () =>
    page.locator('a[data-count], section[aria-label$="as a table"] td a').evaluateAll((links) =>
      links.map((link) => ({
        address: link.getAttribute('href') ?? '',
        count: Number.parseInt(link.getAttribute('data-count') ?? link.textContent ?? '', 10),
        name: link.getAttribute('aria-label') ?? `${link.getAttribute('title') ?? ''}${link.textContent}`,
      })),
    );
  const drawn = await read();
  for (const button of await page.getByRole('button', { name: 'Show as table' }).all()) {
    // The next one takes its place once it is pressed.
    await button.page().getByRole('button', { name: 'Show as table' }).first().click();
  }
  return [...drawn, ...(await read())];
}

/** The count of the API for an address of a page; null if the filters are the page's own. */
async function countOver(client: Client, address: string): Promise<number | null> {
  const { pathname, searchParams } = new URL(address, 'http://page');
  const { figure, organisation, sighted, ...rest } = Object.fromEntries(searchParams);
  if (sighted !== undefined) {
    return bodyOf(await client.get(`/api/v1${pathname}/sightings/figures`), 200).tests[sighted].length;
  }
  if (figure === undefined) return null;
  const query = new URLSearchParams({ of: figure, ...rest });
  if (pathname === '/figures') {
    if (organisation !== undefined) query.set('organisation_id', organisation);
    return bodyOf(await client.get(`/api/v1/headline/tests?${query}`), 200).total;
  }
  const [, mission] = /^\/missions\/([^/]+)$/.exec(pathname) ?? [];
  if (mission === undefined) return null;
  return bodyOf(await client.get(`/api/v1/missions/${mission}/figures/tests?${query}`), 200).test_ids.length;
}

/** Expects a page to list this many tests, simulations, or pairs of tests. */
async function expectListed(page: Page, address: string, count: number): Promise<void> {
  if (address.startsWith('/engagements/')) {
    await expect(page.locator('a[href*="/simulations/"]'), address).toHaveCount(count);
  } else if (address.startsWith('/comparison')) {
    const rows = page
      .getByRole('region', { name: /^Tests/ })
      .locator('tbody')
      .getByRole('row');
    await expect(rows, address).toHaveCount(count);
  } else {
    const said = new RegExp(`^${count} (of \\d+ )?(test|sighting)s?\\b`);
    await expect(page.getByRole('status').filter({ hasText: said }), address).toBeVisible();
  }
}

type On = { page: Page; visit: (path: string) => Promise<void>; client: Client };

/**
 * Expects each counting link of a page to lead to as many as it says, by the API, and on its own page for one in `every`.
 * Returns the number of addresses.
 */
async function expectExact({ page, visit, client }: On, path: string, every = 1): Promise<number> {
  await visit(path);
  await expect(page.locator('a[data-count]').first()).toBeAttached();
  const links = await listCounting(page);
  const counts = new Map<string, number>();
  for (const { address, count, name } of links) {
    expect(name, address).toMatch(/\p{L}/u);
    expect(count, `${name}: ${address}`).toBe(counts.get(address) ?? count);
    counts.set(address, count);
  }
  for (const [index, [address, count]] of [...counts].entries()) {
    const counted = await countOver(client, address);
    if (counted !== null) expect(counted, address).toBe(count);
    if (index % every !== 0) continue;
    await visit(address);
    await expectListed(page, address, count);
  }
  return counts.size;
}

test('every tile, bar, cell and number of the results leads to exactly the tests it counts', async ({
  stage,
  server,
  team,
}) => {
  const mission = await newVariedMission(server.admin.client, { members: [[team.blue, 'blue']] });
  const page = await stage.open(team.blue, '/');
  const on = { page, visit: stage.visit, client: team.blue.client };
  expect(await expectExact(on, `/missions/${mission.id}/results`, 9)).toBeGreaterThan(80);
});

test('each of them is opened, of a part of a mission and of first runs, too', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const mission = await newVariedMission(server.admin.client, { members: [[team.blue, 'blue']] });
  const page = await stage.open(team.blue, '/');
  const on = { page, visit: stage.visit, client: team.blue.client };
  const results = `/missions/${mission.id}/results`;
  await expectExact(on, results);
  await expectExact(on, `${results}?runs=first`, 5);
  await expectExact(on, `${results}?scenario=${mission.scenarios[1]?.id}`, 5);
  await expectExact(on, `${results}?tactic=TA0002`, 5);
  const [edr] = bodyOf(
    await server.admin.client.get(`/api/v1/organisations/${mission.organisation?.id}/tools`),
    200,
  );
  await expectExact(on, `${results}?tool=${edr.id}`, 5);
});

test('so does every number of Home, an organisation, the wall and a comparison', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const { client } = server.admin;
  const scenarios = await newVariedScenarios(client);
  const members: [Person, 'blue'][] = [[team.blue, 'blue']];
  const before = await newVariedMission(client, { scenarios, members, start_date: '2026-10-01' });
  const now = await newVariedMission(client, { scenarios, members, start_date: '2026-11-01' });
  for (const { id } of [before, now]) await walk(client, `/api/v1/missions/${id}`, 'in_progress');
  const { path } = placeOf(now, 3);
  bodyOf(await client.post(`${path}/facts`, { kind: 'prevented', result: 'yes' }), 201);
  const page = await stage.open(team.blue, '/');
  const on = { page, visit: stage.visit, client: team.blue.client };
  expect(await expectExact(on, '/', 3)).toBeGreaterThan(20);
  expect(await expectExact(on, `/organisations/${now.organisation?.id}`, 3)).toBeGreaterThan(10);
  expect(await expectExact(on, '/figures?figure=prevented&status=in_progress')).toBe(2);
  expect(await expectExact(on, '/figures?figure=not_detected&runs=first')).toBe(2);
  expect(await expectExact(on, `/missions/${now.id}/wall`)).toBeGreaterThan(3);
  expect(await expectExact(on, `/comparison?before=${before.id}&now=${now.id}`)).toBeGreaterThan(8);
});

test('cells of the matrix lead to the executed tests of their exercise', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const mission = await newVariedMission(server.admin.client, { members: [[team.blue, 'blue']] });
  const page = await stage.open(team.blue, '/');
  const on = { page, visit: stage.visit, client: team.blue.client };
  for (const scope of [`mission:${mission.id}`, 'all']) {
    await stage.visit(`/catalogue?of=${scope}`);
    const executed = page.getByRole('link', { name: /\d+ tests? executed/ });
    await expect(executed.first()).toBeVisible();
    const cells = await executed.evaluateAll((links) =>
      links.map((link) => [link.getAttribute('href'), link.getAttribute('aria-label')] as const),
    );
    expect(cells.length).toBeGreaterThan(3);
    for (const [address, name] of new Map(cells)) {
      await stage.visit(address ?? '');
      const [count = ''] = /\d+(?= tests? executed)/.exec(name ?? '') ?? [];
      await expect(page.locator(`a[data-count="${count}"]`)).toBeVisible();
      expect(await expectExact(on, address ?? '')).toBe(1);
    }
  }
});

test('so does every number of the sightings', { tag: '@nightly' }, async ({ stage, server, team }) => {
  const mission = await newVariedMission(server.admin.client, { members: [[team.blue, 'blue']] });
  const { client } = team.blue;
  const sightings = `/api/v1/missions/${mission.id}/sightings`;
  const at = '2026-11-20T09:10:00.000Z';
  const write = async (fields: object, decision: string, body: object) => {
    const { id } = bodyOf(await client.post(sightings, { title: 'Odd', at, ...fields }), 201);
    bodyOf(await client.post(`${sightings}/${id}/${decision}`, body), 200);
  };
  const first = { test_id: placeOf(mission, 0).test };
  await write({ judgement: 'benign' }, 'accept', first);
  await write({ declared: { to: 'CSIRT', at } }, 'accept', first);
  await write({}, 'accept', { test_id: placeOf(mission, 4).test });
  await write({ judgement: 'attack' }, 'not-ours', { reason: 'benign' });
  const page = await stage.open(team.blue, '/');
  const on = { page, visit: stage.visit, client };
  expect(await expectExact(on, `/missions/${mission.id}/sightings`)).toBe(4);
});

test('so does every number of an engagement', { tag: '@nightly' }, async ({ stage, server, team }) => {
  const { client } = server.admin;
  await loadCatalogue(client);
  const engagement = await newEngagement(client);
  for (const [technique, ...facts] of [
    ['T1059', { kind: 'prevented', result: 'yes', at: '2026-11-20T09:00:30.000Z' }],
    ['T1059', { kind: 'alerted', result: 'yes' }],
    ['T1082', { kind: 'alerted', result: 'no' }, { kind: 'logged', result: 'no' }],
    ['T1055'],
  ] as const) {
    const { id } = await newSimulation(client, { techniques: [{ id: technique }] }, engagement.id);
    bodyOf(await client.patch(`/api/simulations/${id}`, { executed_at: '2026-11-20T09:00:00.000Z' }), 200);
    for (const fact of facts) bodyOf(await client.post(`/api/simulations/${id}/facts`, fact), 201);
  }
  const page = await stage.open(team.red, '/');
  const on = { page, visit: stage.visit, client: team.red.client };
  expect(await expectExact(on, `/engagements/${engagement.id}`)).toBeGreaterThan(20);
});
