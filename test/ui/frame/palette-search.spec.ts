import { applyImport, importFile } from '../../support/interchange/imports.ts';
import { loadCatalogue } from '../../support/missions/engagements.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import { expect, newTeam, runningMission, test, testPath } from '../support.ts';
import { chosen, openPalette } from './open-palette.ts';

test('tests are found in every mission, archived ones included, without loading any of them', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const { red, blue } = await newTeam(server);
  const template = await newTestTemplate(red.client, { name: 'Azarole in an old mission' });
  const scenario = await newScenarioTemplate(red.client, { tests: [template.id] });
  const fields = { tests: 0, scenario_template_ids: [scenario.id] };
  const old = await runningMission({ red, blue }, { ...fields, name: 'The oldest' });
  await walk(server.admin.client, `/api/v1/missions/${old.id}`, 'completed', 'archived');
  for (let newer = 0; newer < 21; newer += 1) await newMission(red.client, { tests: 0 });
  const page = await open.as(red, '/about');
  const read: string[] = [];
  page.on('request', (request) => {
    if (/\/missions\/./.test(request.url())) read.push(request.url());
  });
  await openPalette(page);
  await page.keyboard.type('azarole');
  await expect(chosen(page)).toHaveText('Azarole in an old missionThe oldest');
  await expect(page.getByRole('status').filter({ hasText: /^2 results$/ })).toBeVisible();
  expect(read).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(testPath(old));
});

test('a host leads to the tests on it, whether as source or as target, in missions one sees', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { name: 'Harbour', tests: 3 });
  const names = mission.scenarios[0]?.tests.map(({ name }) => name) ?? [];
  for (const [at, body] of [
    [0, { target_host: 'Quay-7' }],
    [1, { source_host: 'quay-7' }],
    [2, { target_host: 'other' }],
  ] as const) {
    bodyOf(await team.red.client.put(placeOf(mission, at).path, body), 200);
  }
  const stranger = await server.newPerson('redteam');
  const page = await open.as(team.blue, '/about');
  const { option } = await openPalette(page);
  await page.keyboard.type('quay-7');
  await expect(page.getByRole('group', { name: 'Hosts' })).toBeVisible();
  await option(/^quay-7/).click();
  await expect(page).toHaveURL(/\/missions\/[^/]+\?q=quay-7$/);
  await expect(page.getByRole('row', { name: names[0] as string })).toBeVisible();
  await expect(page.getByRole('row', { name: names[1] as string })).toBeVisible();
  await expect(page.getByRole('row', { name: names[2] as string })).toHaveCount(0);
  const theirs = await open.as(stranger, '/about');
  await openPalette(theirs);
  await theirs.keyboard.type('quay-7');
  await expect(theirs.getByText('Nothing found.', { exact: false })).toBeVisible();
  await expect(theirs.getByRole('group', { name: 'Hosts' })).toHaveCount(0);
});

test('an exact name comes before longer ones, and an abandoned search is cancelled', {
  tag: '@nightly',
}, async ({ open, server }) => {
  open.expectError(/Failed to load resource/);
  const { red, blue } = await newTeam(server);
  const tests: string[] = [];
  for (const name of ['Old whitebeam', 'Whitebeam', 'Whitebeam hedge']) {
    tests.push((await newTestTemplate(red.client, { name })).id);
  }
  const scenario = await newScenarioTemplate(red.client, { tests });
  await runningMission({ red, blue }, { name: 'Hedge', tests: 0, scenario_template_ids: [scenario.id] });
  const page = await open.as(red, '/about');
  // This request never gets an answer.
  await page.route(/\/api\/v1\/tests\?q=white&/, () => {});
  const asked = page.waitForRequest(/\/api\/v1\/tests\?q=white&/);
  const cancelled = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/tests?q=white&'),
  );
  await openPalette(page);
  await page.keyboard.type('white');
  await asked;
  await page.keyboard.type('beam');
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(page.getByRole('option')).toHaveText([
    'WhitebeamHedge',
    'Whitebeam hedgeHedge',
    'Old whitebeamHedge',
    'Whitebeam',
    'Whitebeam hedge',
    'Old whitebeam',
  ]);
});

test('everyone finds only what they may see', { tag: '@nightly' }, async ({ open, server }) => {
  const team = await newTeam(server);
  const other = await server.newPerson('redteam');
  const mine = await runningMission(team, { name: 'Shared gooseberry' });
  await newMission(other.client, { name: 'Secret gooseberry' });
  for (const [person, finds] of [
    [team.blue, ['Shared gooseberry']],
    [server.admin, ['Secret gooseberry', 'Shared gooseberry']],
    [other, ['Secret gooseberry']],
  ] as const) {
    const page = await open.as(person, '/');
    const { field } = await openPalette(page);
    await field.fill('gooseberry');
    await expect.poll(async () => (await page.getByRole('option').allTextContents()).sort()).toEqual(finds);
    if (person !== other) continue;
    const name = mine.scenarios[0]?.tests[0]?.name ?? '';
    await field.fill(name);
    // The template is visible to everyone, its test is not.
    await expect(page.getByRole('group', { name: 'Test templates' })).toContainText(name);
    await expect(page.getByText(/^\d+ results?$/)).toBeVisible();
    await expect(page.getByRole('option').filter({ hasText: 'gooseberry' })).toHaveCount(0);
  }
});
test('hostile names are shown as text, and long ones stay on their line', async ({ open, server }) => {
  const team = await newTeam(server);
  const name = '<img src=x onerror="globalThis.ran = 1"> damascene\u202egnp.exe';
  const template = await newTestTemplate(team.red.client, { name: `${name} ${'v'.repeat(100)}` });
  const scenario = await newScenarioTemplate(team.red.client, { tests: [template.id] });
  await runningMission(team, {
    name,
    client: `${'long '.repeat(35)}<b>client</b>`,
    tests: 0,
    scenario_template_ids: [scenario.id],
  });
  await team.red.client.post('/api/engagements', { name: `${name} ${'w'.repeat(100)}` });
  const page = await open.as(team.red, '/');
  await openPalette(page);
  await page.keyboard.type('damascene');
  await expect(page.getByRole('option')).toHaveCount(4);
  for (const option of await page.getByRole('option').all()) {
    await expect(option).toContainText('damascene[U+202E]gnp.exe');
  }
  const list = (await page.getByRole('listbox').boundingBox())?.width ?? 0;
  for (const option of await page.getByRole('option').all()) {
    expect((await option.boundingBox())?.width ?? list + 1).toBeLessThanOrEqual(list);
  }
  expect(await page.evaluate('globalThis.ran')).toBeUndefined();
  expect(await page.locator('[role="option"] :is(img, b)').count()).toBe(0);
});
test('templates, findings, people and rules are found by words in their names, by people who may see them', {
  tag: '@nightly',
}, async ({ open, server }) => {
  await loadCatalogue(server.admin.client);
  const team = await newTeam(server);
  const mission = await runningMission(team, { name: 'Medlar' });
  const template = await newTestTemplate(team.red.client, { name: 'dump-nougat-memory' });
  await newTestTemplate(team.red.client, { name: 'Another', description: 'It reads nougat too' });
  const scenario = await newScenarioTemplate(team.red.client, { name: 'All of the (nougat)' });
  const findings = `/api/v1/missions/${mission.id}/findings`;
  const finding = bodyOf(
    await team.red.client.post(findings, { title: 'Nobody watches nougat.exe', techniques: ['T1003'] }),
    201,
  );
  bodyOf(
    await server.admin.client.post('/api/v1/users', {
      email: 'x-nougat@damson.test',
      display_name: 'Xenia',
      role: 'soc',
    }),
    201,
  );
  const rule = [
    'title: Access to nougat',
    'logsource: {category: process_access}',
    'detection: {condition: a}',
  ];
  const made = await importFile(server.admin.client, {
    name: 'rule.yml',
    content: [...rule, 'id: 7d3fae4e-3ae5-4a4a-9c0a-000000000001', 'tags: [attack.t1003.001]'].join('\n'),
  });
  await applyImport(server.admin.client, made.id);

  for (const [person, people] of [
    [server.admin, ['Xeniax-nougat@damson.test']],
    [team.blue, []],
  ] as const) {
    const page = await open.as(person, '/about');
    const { field } = await openPalette(page);
    await field.fill('nougat');
    await expect(page.getByText(/^\d+ results$/)).toBeVisible();
    const inGroup = (name: string) => page.getByRole('group', { name }).getByRole('option');
    await expect(inGroup('Test templates')).toHaveText(['dump-nougat-memory', 'Another']);
    await expect(inGroup('Scenario templates')).toHaveText(['All of the (nougat)']);
    await expect(inGroup('Findings')).toHaveText([/^F-1 Nobody watches nougat\.exe.*Medlar$/]);
    await expect(inGroup('Detection rules')).toHaveText(['Access to nougatT1003.001']);
    await expect(inGroup('People')).toHaveText(people);
    await inGroup('Findings').click();
    await expect(page).toHaveURL(`/missions/${mission.id}/findings/${finding.id}`);
    for (const [name, path] of [
      ['dump-nougat-memory', `/templates/${template.id}`],
      ['All of the (nougat)', `/templates/scenarios/${scenario.id}`],
    ] as const) {
      await openPalette(page);
      await field.fill('nougat');
      await page.getByRole('option', { name }).click();
      await expect(page).toHaveURL(path);
    }
  }
  const outsider = await server.newPerson('redteam');
  const page = await open.as(outsider, '/about');
  const { field } = await openPalette(page);
  await field.fill('nougat');
  await expect(page.getByText(/^\d+ results$/)).toBeVisible();
  await expect(page.getByRole('option').filter({ hasText: 'Nobody watches' })).toHaveCount(0);
});
