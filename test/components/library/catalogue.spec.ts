import { readFileSync } from 'node:fs';
import { newerEdition } from '../../support/fixtures/attack-editions.ts';
import { newComparedMissions } from '../../support/missions/compared-missions.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import { coveredMission } from '../../ui/scenes/covered-mission.ts';
import { expect, test } from '../support.ts';

test('a technique names its tests in every mission, however many there are', async ({ stage, server }) => {
  const red = await server.newPerson('redteam');
  const catalog_tags = [{ kind: 'subtechnique', external_id: 'T1546.004' }];
  const template = await newTestTemplate(red.client, { name: 'Edit a profile', catalog_tags });
  const scenario = await newScenarioTemplate(red.client, { tests: [template.id] });
  for (let count = 1; count <= 27; count += 1) {
    await newMission(red.client, {
      name: `Exercise ${count}`,
      tests: 0,
      scenario_template_ids: [scenario.id],
    });
  }
  const page = await stage.open(red, '/catalogue/T1546');
  const results = page.getByRole('region', { name: 'Results in missions (27)' });
  await expect(results.getByRole('row')).toHaveCount(26);
  await expect(results.getByRole('row').nth(1)).toContainText('Exercise 27');
  await results.getByRole('button', { name: 'Page 2' }).click();
  await expect(results.getByRole('row')).toHaveCount(3);
  await expect(results.getByRole('row').last()).toContainText('Exercise 1');
  await expect(page.getByRole('region', { name: 'Coverage' })).toContainText('27 tests planned');
  await page
    .getByRole('region', { name: 'Sub-techniques' })
    .getByRole('link', { name: /^T1546\.004/ })
    .click();
  await expect(
    page.getByRole('region', { name: 'Results in missions (27)' }).getByRole('row').nth(1),
  ).toContainText('Exercise 27');
});

test('coverage over all missions, of one, and of none', async ({ stage, server }) => {
  const mission = await coveredMission(server);
  stage.expectError(/404/);
  const red = await server.newPerson('redteam');
  await newMission(red.client, { name: 'Mine', members: [red] });
  const page = await stage.open(red, '/catalogue');
  // Red is not a member of the other mission.
  await expect(page.getByText('across your mission')).toBeVisible();
  await expect(page.getByRole('list', { name: /^Legend/ })).toContainText('Never tested 697');
  await stage.visit(`/catalogue?of=mission:${mission.id}`);
  await expect(page.getByText(/The count is incomplete/)).toBeVisible();
});

test('the matrix fits the window, is narrowed to what is planned, and split by shares', {
  tag: '@nightly',
}, async ({ stage, server }) => {
  const mission = await coveredMission(server);
  const page = await stage.open(server.admin, `/catalogue?of=mission:${mission.id}`);
  const grid = page.getByRole('grid', { name: 'ATT&CK matrix' });
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('list', { name: /^Legend/ })).toContainText('Prevented 2');
  await expect(page.getByText('Worst detection level within this mission')).toBeVisible();
  const narrowed = page.getByRole('switch', { name: 'Only planned or tested' });
  await expect(narrowed).toBeChecked();
  await expect(grid.getByRole('link', { name: /^T1059 / })).toBeVisible();
  await expect(grid.getByRole('link', { name: /^T1595 / })).toHaveCount(0);
  expect(await grid.getByRole('columnheader').count()).toBeLessThan(15);
  const isCutOff = () =>
    grid.evaluate((box: { scrollWidth: number; clientWidth: number }) => box.scrollWidth > box.clientWidth);
  expect(await isCutOff()).toBe(false);
  const search = page.getByRole('searchbox', { name: 'Search the matrix by ID or name' });
  await search.fill('Active Scanning');
  await expect(page.getByText('0 found · 2 more when all are shown')).toBeVisible();
  await search.fill('');
  await narrowed.click();
  await expect(narrowed).not.toBeChecked();
  await expect(page).toHaveURL(/only=all/);
  await expect(grid.getByRole('columnheader')).toHaveCount(15);

  // Names wrap to two lines and stay readable, in a box that scrolls by itself.
  await expect.poll(isCutOff).toBe(true);
  const name = grid.getByText('Abuse Elevation Control Mechanism', { exact: true });
  await expect(name).toHaveCSS('font-size', '12px');
  await expect(name).toHaveCSS('-webkit-line-clamp', '2');
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page).toHaveURL(/zoom=100/);
  await page.getByRole('button', { name: 'Fit to window' }).click();
  await narrowed.click();
  await expect(narrowed).toBeChecked();
  await expect(page).not.toHaveURL(/only=/);

  await page.getByText('Split', { exact: true }).click();
  await expect(page).toHaveURL(/pick=split/);
  await expect(grid.getByRole('link', { name: /^T1059 .*1 Prevented/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'ATT&CK Navigator layer (JSON)' }).click(),
  ]);
  const { gradient } = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(gradient.maxValue).toBe(100);
});

test('the matrix of a mission is compared with an earlier one, and with its own first runs', async ({
  stage,
  server,
  team,
}) => {
  const { before, now } = await newComparedMissions(server.admin.client, {
    members: [team.red, [team.blue, 'blue']],
  });
  const page = await stage.open(team.red, `/comparison?before=${before.id}&now=${now.id}`);
  await page.getByRole('link', { name: 'Matrix' }).click();
  await expect(page).toHaveURL(new RegExp(`of=mission%3A${now.id}&with=mission%3A${before.id}`));
  const grid = page.getByRole('grid', { name: 'ATT&CK matrix' });
  const legend = page.getByRole('list', { name: /^Legend/ });
  await expect(
    grid.getByRole('link', { name: 'T1003 OS Credential Dumping, Worse: 1, Improved: 1' }),
  ).toBeVisible();
  await expect(
    grid.getByRole('link', { name: /^T1082 .*, Unchanged: 1, Only in the earlier mission: 1$/ }),
  ).toBeVisible();
  await expect(legend.getByRole('listitem')).toHaveText([
    '▼ Worse 1',
    '▲ Improved 0',
    '= Unchanged 1',
    '? Not comparable 1',
    '+ Only in the later mission 1',
    '− Only in the earlier mission 0',
  ]);
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'ATT&CK Navigator layer (JSON)' }).click(),
  ]);
  const layer = JSON.parse(readFileSync(await download.path(), 'utf8'));
  const [ours] = layer.techniques.filter((each: { techniqueID: string }) => each.techniqueID === 'T1003');
  const theirs = await team.red.client.get(`/api/v1/missions/${now.id}/comparison/${before.id}/layer`);
  const [other] = theirs.body.techniques.filter(
    (each: { techniqueID: string }) => each.techniqueID === 'T1003',
  );
  expect([ours.color, ours.score]).toEqual([other.color, other.score]);
  await page.getByRole('link', { name: 'Figures and tests' }).click();
  await expect(page).toHaveURL(/comparison\?/);

  // The last test, previously detected, is run again and missed.
  const last = placeOf(
    now,
    now.scenarios[0]?.tests.findIndex(({ name }) => name === 'Last'),
  );
  bodyOf(await team.red.client.post(`${last.path}/runs`, { reason: 'retest' }), 201);
  await walk(team.red.client, last.path, 'executed');
  for (const kind of ['alerted', 'logged']) {
    bodyOf(await team.blue.client.post(`${last.path}/facts`, { kind, result: 'no' }), 201);
  }
  await stage.visit(`/catalogue?of=mission:${now.id}`);
  await page.getByRole('combobox', { name: 'Compare with…' }).click();
  await page.getByRole('option', { name: 'Its first runs' }).click();
  await expect(page).toHaveURL(/with=first/);
  await expect(grid.getByRole('gridcell')).toHaveCount(4);
  await expect(grid.getByRole('link', { name: 'T1078 Valid Accounts, Worse: 1' }).first()).toBeVisible();
});

test('the matrix enters and leaves full screen', { tag: '@nightly' }, async ({ stage, server }) => {
  const mission = await coveredMission(server);
  const page = await stage.open(server.admin, `/catalogue?of=mission:${mission.id}`);
  const grid = page.getByRole('grid', { name: 'ATT&CK matrix' });
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  const isWhole = () => page.evaluate("document.querySelector('[data-whole]') !== null");
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(isWhole).toBe(true);
  await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(true);
  await page.getByRole('combobox', { name: 'Colour by' }).click();
  await page.getByRole('option', { name: 'Alerted' }).click();
  await expect(page.getByText('Worst result of “alerted” within this mission')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect.poll(isWhole).toBe(false);
  await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(false);
  await page.keyboard.press('f');
  await expect.poll(isWhole).toBe(true);
  await page.keyboard.press('f');
  await expect.poll(isWhole).toBe(false);
});

test('the matrix is exported as a Navigator layer and as a picture', { tag: '@nightly' }, async ({
  stage,
  server,
}) => {
  const mission = await coveredMission(server);
  const page = await stage.open(server.admin, `/catalogue?of=mission:${mission.id}`);
  await expect(page.getByRole('list', { name: /^Legend/ })).toContainText('Prevented 2');
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const layer = await save('ATT&CK Navigator layer (JSON)');
  expect(layer.name).toBe('damson-coverage-layer.json');
  const { versions, techniques } = JSON.parse(layer.bytes.toString('utf8'));
  expect(versions.layer).toBe('4.5');
  expect(techniques.map((each: { techniqueID: string }) => each.techniqueID)).toEqual([
    'T1059',
    'T1059.001',
    'T1110',
  ]);
  const picture = await save('Image (PNG)');
  expect(picture.name).toBe('damson-coverage.png');
  expect(picture.bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
});

test('loading and importing a catalogue shows requirements and results', async ({ stage, server }) => {
  stage.expectError(/422/);
  const page = await stage.open(server.admin, '/catalogue/status');
  const load = page.getByRole('form', { name: 'Load the catalogue' });
  await load.getByLabel('Another address or file').check();
  await load.getByRole('button', { name: 'Load catalogue' }).click();
  await expect(load.getByText('Enter an address or a file name')).toBeVisible();
  await expect(load.getByText('Leave empty for the published digest of ATT&CK 19.1')).toBeVisible();
  await load.getByLabel('Address or file name').fill('absent.json');
  await load.getByLabel('Accept without verification').check();
  await load.getByRole('button', { name: 'Load catalogue' }).click();
  await expect(load.getByText('Is not a readable file in the catalogue folder')).toBeVisible();
  await load.getByLabel('Bundled with Damson').check();
  await load.getByRole('button', { name: 'Load catalogue' }).click();
  await expect(load.getByRole('status')).toContainText('0 added, 0 changed, 0 deprecated');

  const file = page.getByRole('form', { name: 'Import a bundle' });
  await file.getByRole('button', { name: 'Import' }).click();
  await expect(file.getByText('Choose a file', { exact: true })).toBeVisible();
  const bundle = JSON.stringify(newerEdition());
  await file.locator('input[type=file]').setInputFiles({
    name: 'edition.json',
    mimeType: 'application/json',
    buffer: Buffer.from(bundle),
  });
  await file.getByLabel('Expected SHA-256').fill('0'.repeat(64));
  await file.getByRole('button', { name: 'Import' }).click();
  await expect(file.getByText(/not 0{64}; nothing was changed/)).toBeVisible();
  await file.getByLabel('Expected SHA-256').fill('');
  await file.getByRole('button', { name: 'Import' }).click();
  // The expected digest of the pinned edition, which this file is not.
  await expect(file.getByText(/not bdf1ce86[0-9a-f]{56}; nothing was changed/)).toBeVisible();
  await file.getByLabel('Accept without verification').check();
  await file.getByRole('button', { name: 'Import' }).click();
  await expect(file.getByRole('status')).toContainText('Digest not verified');
  // Other tests on this server need the whole catalogue.
  await load.getByRole('button', { name: 'Load catalogue' }).click();
  await expect(load.getByRole('status')).toContainText('added');
});

test('blue sees the catalogue and cannot replace it', { tag: '@nightly' }, async ({ stage, server }) => {
  const blue = await server.newPerson('soc');
  const page = await stage.open(blue, '/catalogue/status');
  await expect(page.getByRole('table', { name: 'Catalogue contents' })).toContainText('19.1');
  await expect(page.getByRole('form')).toHaveCount(0);
  await stage.visit('/catalogue/T9999');
  await expect(page.getByRole('heading', { name: 'Technique not found' })).toBeVisible();
});
