import { applyImport, importFile } from '../../support/interchange/imports.ts';
import { bodyOf, newMission, type Place, placeOf, walk } from '../../support/missions/factories.ts';
import type { Client, Person } from '../../support/servers/server.ts';
import { expect, test } from '../support.ts';

type Team = { red: Person; blue: Person };

const guid = '0be2230c-9ab3-4ac2-8826-3199b9a0ebf8';
const sigma = (title: string, more = '') =>
  `title: ${title}\nid: ${title}\nlevel: high\ndetection: {condition: all}\n${more}`;
const atomic = `attack_technique: T1003.001\ndisplay_name: LSASS\natomic_tests:\n- name: Dump of LSASS\n  auto_generated_guid: ${guid}\n  description: It does\n  supported_platforms: [windows]\n  executor:\n    name: command_prompt\n    command: whoami\n`;

async function importText(client: Client, name: string, content: string) {
  const { id } = await importFile(client, { name, content });
  expect((await applyImport(client, id)).status).toBe('applied');
}

async function run({ red, blue }: Team, { path }: Place, fact: object) {
  await walk(red.client, path, 'executed');
  bodyOf(await blue.client.post(`${path}/facts`, { kind: 'alerted', ...fact }), 201);
  bodyOf(await blue.client.post(`${path}/facts`, { kind: 'logged', result: 'yes' }), 201);
  await walk(blue.client, path, 'reviewed_by_blue');
}
const again = async ({ red }: Team, { path }: Place) =>
  bodyOf(await red.client.post(`${path}/runs`, { reason: 'retest' }), 201);

test('a regression mission is planned from rules, whose pages show what became of them', async ({
  stage,
  team,
  server,
}) => {
  const admin = server.admin.client;
  const simulation = `simulation:\n  - {type: atomic-red-team, technique: T1003.001, atomic_guid: ${guid}}\n`;
  await importText(
    admin,
    'rules.yml',
    [sigma('Tried rule', simulation), sigma('Untried rule')].join('---\n'),
  );
  await importText(admin, 'T1003.001.yaml', atomic);
  const page = await stage.open(team.red, '/rules?q=tried+rule&sort=title');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name }).first();
  await expect(row('Tried rule')).toContainText('Never tried');

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Regression mission' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 test covers the rules.');
  await expect(dialog).toContainText('Dump of LSASS');
  await expect(dialog).toContainText('No template of the library tries these:');
  await expect(dialog.getByText('Untried rule')).toBeVisible();
  await dialog.getByRole('button', { name: 'Plan the mission' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('Regression of detection rules');
  await dialog.getByRole('button', { name: 'Create mission' }).click();
  await expect(dialog).toHaveCount(0);

  const { items } = bodyOf(await team.red.client.get('/api/v1/missions?q=Regression+of'), 200);
  const place = placeOf(bodyOf(await team.red.client.get(`/api/v1/missions/${items[0].id}`), 200));
  bodyOf(
    await admin.put(`${place.missionPath}/members`, {
      members: [team.red, team.blue].map(({ id }) => ({ user_id: id, role_hint: 'observer' })),
    }),
    200,
  );
  await run(team, place, { result: 'yes', rule_name: 'Tried rule' });
  await again(team, place);
  await run(team, place, { result: 'no' });
  const list = await stage.open(team.red, '/rules?state=broken&q=tried');
  await list.getByRole('link', { name: 'Tried rule' }).click();
  await expect(list.getByRole('heading', { level: 1 })).toHaveText('Tried rule');
  const history = list.getByRole('region', { name: 'History' });
  await expect(history.getByRole('row')).toHaveCount(3);
  await expect(history.getByRole('row').nth(1)).toContainText('expectation of the test');
  await expect(history).toContainText(/Missed since .+, after having fired/);
  await expect(list.getByRole('region', { name: 'Sigma' }).first()).toContainText('title: Tried rule');
  await list.getByRole('region', { name: 'Tried with' }).getByRole('link', { name: 'Dump of LSASS' }).click();
  await expect(list.getByRole('region', { name: 'Detection rules' })).toContainText('names this atomic test');
});

test('a gap gets a rule, and is closed once that has fired', async ({ stage, team, server }) => {
  const mission = await newMission(server.admin.client, { members: [team.red, team.blue] });
  const place = placeOf(mission);
  await run(team, place, { result: 'no' });
  const page = await stage.open(team.red, `/missions/${mission.id}/remediation`);
  const queue = page.getByRole('region', { name: 'Red until it fires' });
  await queue.getByRole('button', { name: /^Name the rule for / }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Rule that has to fire').fill('New rule');
  await dialog.getByRole('button', { name: 'Add remediation' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(queue.getByRole('row').nth(1)).toContainText('Rule to be written');
  await expect(queue.getByRole('row').nth(1)).toContainText('New rule');

  await again(team, place);
  await run(team, place, { result: 'yes', rule_name: 'new rule' });
  const later = await stage.open(team.red, `/missions/${mission.id}/remediation?again`);
  const fired = later.getByRole('region', { name: 'Red until it fires' });
  await fired.getByRole('button', { name: 'Close New rule' }).click();
  await expect(fired.getByRole('row').nth(1)).toContainText('Closed');
  const { items } = bodyOf(await team.red.client.get(`${place.missionPath}/remediations`), 200);
  expect([items[0].status, items[0].verified_by_run]).toEqual([
    'verified',
    { test_id: place.test, number: 2 },
  ]);
});
