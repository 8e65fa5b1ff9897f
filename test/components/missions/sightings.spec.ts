import type { Mission } from '../../../server/missions/contract.ts';
import { bodyOf, newMission } from '../../support/missions/factories.ts';
import type { Client, Person } from '../../support/servers/server.ts';
import { expect, type Page, test } from '../support.ts';

type Team = { red: Person; blue: Person; admin: { client: Client } };

async function executedMission({ red, blue, admin }: Team): Promise<{ mission: Mission; tests: string[] }> {
  const mission = await newMission(admin.client, { members: [red, blue], tests: 0 });
  const rows = ['whoami /all', 'ipconfig /displaydns'].map((command, index) => ({
    external_id: `e-${index}`,
    command,
    name: command,
    executed_at: `2026-09-01T08:0${index * 5}:02Z`,
    ended_at: `2026-09-01T08:0${index * 5}:09Z`,
    host: 'ws01',
  }));
  const path = `/api/v1/missions/${mission.id}/executions`;
  const { executions } = bodyOf(await red.client.post(path, rows), 200);
  return { mission, tests: executions.map(({ test_id }: { test_id: string }) => test_id) };
}

const list = (page: Page) => page.getByRole('list', { name: 'Sightings' });
const items = (page: Page) =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });

test('sightings are written down in a line, and edited, deleted and brought back', async ({
  stage,
  team,
  server,
}) => {
  const { mission } = await executedMission({ ...team, admin: server.admin });
  const page = await stage.open(team.blue, `/missions/${mission.id}/sightings`);
  await expect(page.getByRole('heading', { name: 'No sightings yet' })).toBeVisible();
  await page.keyboard.press('a');
  await page.keyboard.type('Odd traffic to the west');
  await page.keyboard.press('Enter');
  await expect(items(page)).toHaveCount(1);
  // The field waits for the next one.
  await expect(page.getByLabel('What did you notice?')).toBeFocused();
  await page.keyboard.type('Somebody asks who they are');
  await page.getByLabel('Host', { exact: true }).fill('ws01');
  await page.getByLabel('When', { exact: true }).fill('2026-09-01T08:00:30Z');
  await page.keyboard.press('Enter');
  await expect(items(page)).toHaveCount(2);
  await expect(items(page).last()).toContainText('on ws01');
  await page.getByLabel('When', { exact: true }).fill('soon');
  await page.getByLabel('What did you notice?').fill('Third');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Not a time')).toBeVisible();

  await page.getByRole('button', { name: 'Edit Somebody asks who they are' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sighting' });
  await dialog.getByLabel('Taken for').selectOption('attack');
  await dialog.getByLabel('Declared to').fill('CSIRT');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a time')).toBeVisible();
  await dialog.getByLabel('Declared at').fill('2026-09-01T09:00:00Z');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(items(page).last()).toContainText('Attack');
  await expect(items(page).last()).toContainText('Declared to CSIRT');

  await page.getByRole('button', { name: 'Delete Odd traffic to the west' }).click();
  await expect(items(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(items(page)).toHaveCount(2);

  await page.getByRole('combobox', { name: 'Status' }).selectOption('attack');
  await expect(items(page)).toHaveText([/Somebody asks/]);
  await page.getByLabel('Search the sightings').fill('nothing of this');
  await expect(page.getByText('No sightings match these filters')).toBeVisible();
});

test('sightings are matched, said not to be ours, and decided anew by keys', async ({
  stage,
  team,
  server,
}) => {
  const { mission, tests } = await executedMission({ ...team, admin: server.admin });
  const path = `/api/v1/missions/${mission.id}`;
  const blue = team.blue.client;
  const seen = [
    { title: 'Whoami', at: '2026-09-01T08:00:12Z', hosts: ['ws01'], note: 'whoami /all' },
    { title: 'Printer', at: '2026-08-30T08:00:12Z', hosts: ['printer'] },
  ];
  for (const sighting of seen) bodyOf(await blue.post(`${path}/sightings`, sighting), 201);
  const page = await stage.open(team.blue, `/missions/${mission.id}/sightings`);
  const first = items(page).first();
  await expect(first).toContainText('same host');
  await page.keyboard.press('y');
  await expect(first).toContainText('Matched to whoami /all');
  await expect(page.getByText('Noticed: 1 of 2 executed tests')).toBeVisible();
  const facts = bodyOf(await blue.get(`${path}/tests/${tests[0]}/facts`), 200);
  expect(facts.map(({ kind, note }: { kind: string; note: string }) => [kind, note])).toEqual([
    ['detected', 'Whoami\nwhoami /all'],
  ]);
  await page.keyboard.press('u');
  await expect(first).toContainText('same host');

  await page.keyboard.press('t');
  const pick = page.getByRole('dialog', { name: 'Match to a test' });
  await pick.getByRole('combobox', { name: 'Test' }).click();
  await page.getByRole('option', { name: 'ipconfig /displaydns' }).click();
  await pick.getByRole('button', { name: 'Match' }).click();
  await expect(first).toContainText('Matched to ipconfig /displaydns');

  await page.keyboard.press('j');
  await page.keyboard.press('n');
  const reason = page.getByRole('dialog', { name: 'Not ours' });
  await reason.getByRole('radio', { name: 'Another attack' }).check();
  await reason.getByRole('button', { name: 'Not ours' }).click();
  await expect(items(page).last()).toContainText('Not ours: Another attack');
  await page.keyboard.press('z');
  await expect(items(page).last()).not.toContainText('Not ours: Another attack');
});

test('files of a sighting are attached, saved and deleted', { tag: '@nightly' }, async ({
  stage,
  team,
  server,
}) => {
  const { mission } = await executedMission({ ...team, admin: server.admin });
  const path = `/api/v1/missions/${mission.id}/sightings`;
  bodyOf(await team.blue.client.post(path, { title: 'Whoami' }), 201);
  const page = await stage.open(team.blue, `/missions/${mission.id}/sightings`);
  await page
    .getByLabel('File for the sighting')
    .setInputFiles({ name: 'console.txt', mimeType: 'text/plain', buffer: Buffer.from('whoami') });
  const file = page.getByRole('button', { name: 'Save console.txt' });
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
  expect(download.suggestedFilename()).toBe('console.txt');
  await page.getByRole('button', { name: 'Delete console.txt' }).click();
  await expect(file).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(file).toBeVisible();
});

test('red is told that it does not read sightings, and does once they are shown', async ({
  stage,
  team,
  server,
}) => {
  const { mission } = await executedMission({ ...team, admin: server.admin });
  const path = `/api/v1/missions/${mission.id}`;
  bodyOf(await team.blue.client.post(`${path}/sightings`, { title: 'Whoami' }), 201);
  const hidden = await stage.open(team.red, `/missions/${mission.id}/sightings`);
  await expect(hidden.getByRole('heading', { name: 'Sightings are not shown to red' })).toBeVisible();
  bodyOf(await server.admin.client.patch(path, { sightings_visible_to_red: true }), 200);
  const shown = await stage.open(team.red, `/missions/${mission.id}/sightings?again`);
  await expect(items(shown)).toHaveText([/Whoami/]);
  await expect(shown.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0);
});
