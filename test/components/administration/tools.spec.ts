import { bodyOf, newMission, placeOf } from '../../support/missions/factories.ts';
import type { Client } from '../../support/servers/server.ts';
import { unique } from '../../ui/pages/form.ts';
import { expect, type Page, test } from '../support.ts';

const root = '/api/v1/organisations';

async function newOrganisation(client: Client): Promise<{ path: string; tools: string }> {
  const made = bodyOf(await client.post(root, { name: unique('Orchard') }), 201);
  return { path: `/organisations/${made.id}`, tools: `${root}/${made.id}/tools` };
}

const tools = (page: Page) => page.getByRole('table', { name: 'Tools' }).getByRole('row');

test('several tools are added with the keyboard alone; an existing one is refused at its field', async ({
  stage,
  team,
}) => {
  const { red } = team;
  const made = await newOrganisation(red.client);
  const page = await stage.open(red, made.path);
  stage.expectError(/409/);
  const form = page.getByRole('form', { name: 'Add a tool' });
  const name = form.getByRole('textbox', { name: 'Name' });
  await name.focus();
  const { keyboard } = page;
  await keyboard.type('Falcon');
  await keyboard.press('Tab');
  await keyboard.type('CrowdStrike');
  await keyboard.press('Enter');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('');
  await expect(form.getByRole('status')).toHaveText('Falcon added');
  await keyboard.type('Zeek');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(form.getByRole('combobox', { name: 'Kind' })).toBeFocused();
  await keyboard.type('NDR');
  await keyboard.press('Enter');
  await expect(form.getByRole('status')).toHaveText('Zeek added');
  await expect(tools(page)).toHaveText([/^Tool/, /^FalconEDRCrowdStrike/, /^ZeekNDR/]);
  await keyboard.type('FALCON');
  await keyboard.press('Enter');
  await expect(form.getByText('A tool of this organisation already has this name')).toBeVisible();
  await expect(name).toHaveValue('FALCON');
  await expect(name).toBeFocused();
  await keyboard.press('Control+A');
  await keyboard.press('Backspace');
  await keyboard.press('Enter');
  await expect(form.getByText('Enter a name for the tool')).toBeVisible();
  expect(bodyOf(await red.client.get(made.tools), 200)).toHaveLength(2);
});

test('a tool is edited, with data components of ATT&CK and of one’s own, retired and used again', {
  tag: '@nightly',
}, async ({ stage, team }) => {
  const { red } = team;
  const made = await newOrganisation(red.client);
  for (const name of ['Falcon', 'Zeek']) {
    bodyOf(await red.client.post(made.tools, { name, kind: 'edr' }), 201);
  }
  const page = await stage.open(red, made.path);
  await page.getByRole('button', { name: 'Falcon', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit tool' });
  const sees = dialog.getByRole('combobox', { name: 'Data components' });
  await sees.fill('process cr');
  await page.getByRole('option', { name: 'Process Creation' }).click();
  await sees.fill('Our own log');
  await sees.press('Enter');
  await dialog.getByRole('textbox', { name: 'Vendor' }).fill('CrowdStrike');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(tools(page).nth(1)).toContainText('FalconEDRCrowdStrike');
  await expect(tools(page).nth(1)).toContainText('Process Creation, Our own log');
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Falcon' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Retire');
  await expect(tools(page)).toHaveText([/^Tool/, /^Zeek/, /^FalconEDRCrowdStrikeretired/]);
  await choose('Use again');
  await expect(tools(page)).toHaveText([/^Tool/, /^FalconEDRCrowdStrikeProcess/, /^Zeek/]);
});

test('a tool that facts name is retired instead of deleted', async ({ stage, team }) => {
  const { red, blue } = team;
  const client = unique('Harbour');
  const mission = await newMission(red.client, { client, members: [[blue, 'blue']] });
  const path = `${root}/${mission.organisation?.id}/tools`;
  const [named, other] = await Promise.all(
    ['Named', 'Other'].map(async (name) => bodyOf(await red.client.post(path, { name, kind: 'av' }), 201)),
  );
  const fact = { kind: 'alerted', result: 'yes', tool: { id: named.id } };
  bodyOf(await blue.client.post(`${placeOf(mission).path}/facts`, fact), 201);
  const page = await stage.open(red, `/organisations/${mission.organisation?.id}`);
  stage.expectError(/409/);
  for (const { name } of [other, named]) {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete tool' }).click();
    if (name === 'Other') await expect(tools(page)).toHaveText([/^Tool/, /^Named/]);
  }
  const refused = page.getByRole('dialog', { name: 'This tool can’t be deleted' });
  await refused.getByRole('button', { name: 'Retire it' }).click();
  await expect(refused).toHaveCount(0);
  await expect(tools(page)).toHaveText([/^Tool/, /^NamedAntivirusretired/]);
});

test('a reader sees the tools and changes none', { tag: '@nightly' }, async ({ stage, team }) => {
  const { red, blue } = team;
  const { organisation } = await newMission(red.client, { client: unique('Orchard'), members: [red, blue] });
  const tool = { name: 'Falcon', kind: 'edr' };
  bodyOf(await red.client.post(`${root}/${organisation?.id}/tools`, tool), 201);
  const page = await stage.open(blue, `/organisations/${organisation?.id}`);
  await expect(tools(page)).toHaveText([/^Tool/, /^Falcon/]);
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
});
