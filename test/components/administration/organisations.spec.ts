import { chart } from '../../../tools/demo/evidence.ts';
import { newEngagement } from '../../support/missions/engagements.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  told,
  walk,
} from '../../support/missions/factories.ts';
import type { Client } from '../../support/servers/server.ts';
import { unique } from '../../ui/pages/form.ts';
import { expect, test } from '../support.ts';

const root = '/api/v1/organisations';

async function newOrganisation(client: Client, tools: readonly string[] = [], name = unique('Orchard')) {
  const made = bodyOf(await client.post(root, { name }), 201);
  const path = `/organisations/${made.id}`;
  for (const tool of tools) {
    bodyOf(await client.post(`${root}/${made.id}/tools`, { name: tool, kind: 'edr' }), 201);
  }
  return { id: made.id as string, name, path, api: `${root}/${made.id}` };
}

test('an organisation is created, found and renamed with the keyboard; a name in use is refused at its field', async ({
  stage,
  team,
}) => {
  const { red } = team;
  const other = await newOrganisation(red.client);
  const name = unique('Quince works');
  const page = await stage.open(red, '/organisations');
  stage.expectError(/409/);
  await page.getByRole('button', { name: 'New organisation' }).first().press('Enter');
  const making = page.getByRole('dialog', { name: 'New organisation' });
  await expect(making.getByLabel('Name')).toBeFocused();
  await page.keyboard.type(other.name.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(making.getByText('An organisation already has this name')).toBeVisible();
  await expect(making.getByLabel('Name')).toBeFocused();
  await making.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
  await page.getByRole('searchbox', { name: 'Search organisations' }).fill(name);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name, exact: true }).press('Enter');
  await page.getByRole('button', { name: 'More about this organisation' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename organisation' });
  await renaming.getByLabel('Name').fill(`${name} Ltd`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `${name} Ltd` })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an organisation has a logo and a colour for its reports; a picture that is too large is refused at its field', {
  tag: '@nightly',
}, async ({ stage, team }) => {
  const { red } = team;
  const { path, api } = await newOrganisation(red.client);
  const page = await stage.open(red, path);
  const openDialog = async () => {
    await page.getByRole('button', { name: 'More about this organisation' }).click();
    await page.getByRole('menuitem', { name: 'Logo and colour of reports' }).click();
  };
  await openDialog();
  const dialog = page.getByRole('dialog', { name: 'Logo and colour of reports' });
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(chart(1).bytes) };
  const choose = async (file: typeof logo) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Logo', exact: true }).click();
    await (await chooser).setFiles(file);
  };
  await choose({ ...logo, buffer: Buffer.concat([logo.buffer, Buffer.alloc(512 * 1024)]) });
  await expect(dialog.getByText('Choose a picture of at most 512 KiB')).toBeVisible();
  await choose(logo);
  await expect(dialog.getByRole('img', { name: 'Selected logo' })).toBeVisible();
  await dialog.getByLabel('Colour').fill('#0A5C2F');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const brand = bodyOf(await red.client.get(`${api}/brand`), 200);
  expect(brand).toEqual({
    logo: `data:image/png;base64,${logo.buffer.toString('base64')}`,
    accent: '#0a5c2f',
  });

  await openDialog();
  await dialog.getByRole('button', { name: 'Remove logo' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(bodyOf(await red.client.get(`${api}/brand`), 200)).toEqual({ logo: null, accent: '#0a5c2f' });
});

test('a mission and an engagement lead to their organisation, which lists them', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const { red } = team;
  const client = unique('Harbour');
  const mission = await newMission(red.client, { client, name: 'Spring exercise' });
  const engagement = await newEngagement(red.client, { client, name: 'Ad hoc' });
  const page = await stage.open(red, `/missions/${mission.id}`);
  for (const path of [`/missions/${mission.id}`, `/engagements/${engagement.id}`]) {
    await stage.visit(path);
    await page.getByRole('link', { name: client, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: client })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Missions' }).getByRole('link')).toHaveText(
      'Spring exercise',
    );
    await expect(page.getByRole('region', { name: 'Engagements' }).getByRole('link')).toHaveText('Ad hoc');
  }
  bodyOf(await red.client.patch(`${root}/${mission.organisation?.id}`, { name: `${client} renamed` }), 200);
  await stage.visit(`/missions/${mission.id}`);
  await expect(page.getByText(`Organisation ${client}, ${client} renamed`)).toBeVisible();
});

test('an organisation in use is merged instead of deleted, after a summary of the changes', async ({
  stage,
  team,
}) => {
  const { red } = team;
  const into = await newOrganisation(red.client, ['Falcon']);
  const client = unique('Written twice');
  const mission = await newMission(red.client, { client });
  const from = mission.organisation?.id;
  for (const name of ['falcon', 'Zeek']) {
    bodyOf(await red.client.post(`${root}/${from}/tools`, { name, kind: 'edr' }), 201);
  }
  const page = await stage.open(red, `/organisations/${from}`);
  await page.getByRole('button', { name: 'More about this organisation' }).click();
  await page.getByRole('menuitem', { name: 'Delete organisation' }).click();
  const refused = page.getByRole('dialog', { name: 'This organisation can’t be deleted' });
  await expect(refused).toContainText(`${client} has 1 mission.`);
  await refused.getByRole('button', { name: 'Merge it…' }).click();
  const merging = page.getByRole('dialog', { name: 'Merge into another organisation' });
  const choice = merging.getByRole('combobox', { name: 'Organisation that stays' });
  await choice.fill(into.name);
  // Enter chooses the match, even before the search has found it.
  await page.keyboard.press('Enter');
  await expect(merging).toContainText(`Moves to ${into.name}: 1 mission and 1 tool`);
  await expect(merging).toContainText(
    `References to falcon then point to the tool with the same name in ${into.name}`,
  );
  await expect(merging).toContainText('This cannot be undone.');
  await merging.getByRole('button', { name: 'Merge permanently' }).click();
  await expect(page).toHaveURL(into.path);
  await expect(page.getByRole('heading', { level: 1, name: into.name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Missions' }).getByRole('link')).toHaveText(mission.name);
  expect(told(await red.client.get(`${root}/${from}`))[0]).toBe(404);
});

test('an unused organisation is deleted, even while someone starts to use it', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const { red } = team;
  const made = await newOrganisation(red.client, ['Falcon']);
  const page = await stage.open(red, made.path);
  stage.expectError(/409|404/);
  const ask = async () => {
    await page.getByRole('button', { name: 'More about this organisation' }).click();
    await page.getByRole('menuitem', { name: 'Delete organisation' }).click();
  };
  await ask();
  const dialog = page.getByRole('dialog', { name: 'Delete this organisation?' });
  await expect(dialog).toContainText('with its 1 tool');
  const mission = await newMission(red.client, { client: made.name });
  await dialog.getByRole('button', { name: 'Delete organisation' }).click();
  const refused = page.getByRole('dialog', { name: 'This organisation can’t be deleted' });
  await refused.getByRole('button', { name: 'Cancel' }).click();
  await red.client.delete(`/api/v1/missions/${mission.id}`);
  await ask();
  await dialog.getByRole('button', { name: 'Delete organisation' }).click();
  await expect(page).toHaveURL('/organisations');
  expect(told(await red.client.get(made.api))[0]).toBe(404);
});

test('missions of an organisation are compared in order of time', { tag: '@nightly' }, async ({
  stage,
  server,
}) => {
  const { admin } = server;
  const client = unique('Trend');
  const template = (await newTestTemplate(admin.client)).id;
  const scenario = await newScenarioTemplate(admin.client, { tests: [template] });
  const make = async (name: string, start_date: string, result: string) => {
    const fields = { tests: 0, scenario_template_ids: [scenario.id], client, name, start_date };
    const mission = await newMission(admin.client, fields);
    const { path } = placeOf(mission);
    await walk(admin.client, path, 'executed');
    for (const kind of ['alerted', 'logged']) {
      bodyOf(await admin.client.post(`${path}/facts`, { kind, result }), 201);
    }
    return mission;
  };
  const spring = await make('Spring', '2026-03-01', 'no');
  await make('Autumn', '2026-09-01', 'yes');
  const page = await stage.open(admin, `/organisations/${spring.organisation?.id}`);
  const trend = page.getByRole('region', { name: 'Trend' });
  await expect(trend.getByRole('link', { name: /^2026-/ })).toHaveCount(2);
  await expect(
    trend.getByRole('link', { name: /^2026-03-01 Spring: .*Prevented or detected 0 of 1/ }),
  ).toBeVisible();
  await expect(
    trend.getByRole('link', { name: /^2026-09-01 Autumn: .*Prevented or detected 1 of 1/ }),
  ).toBeVisible();
  await expect(trend.getByText(/Latest mission compared with the one before: 1 improved\./)).toBeVisible();
  await trend.getByRole('button', { name: 'Show as table' }).click();
  await expect(trend.getByRole('row').last()).toHaveText(/Autumn.*1 of 1.*1 improved$/);
  await trend.getByRole('button', { name: 'Show as chart' }).click();
  await trend.getByRole('link', { name: 'Spring' }).click();
  await expect(page).toHaveURL(new RegExp(`/missions/${spring.id}/results$`));
});

test('a partly visible organisation is read-only, with the reason', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const { red } = team;
  const stranger = await server.newPerson('redteam');
  const client = unique('Shared bank');
  const mission = await newMission(server.admin.client, { client, members: [red] });
  await newMission(server.admin.client, { client, members: [stranger] });
  const id = mission.organisation?.id;
  bodyOf(await server.admin.client.post(`${root}/${id}/tools`, { name: 'Falcon', kind: 'edr' }), 201);
  const page = await stage.open(red, `/organisations/${id}`);
  await expect(page.getByRole('table', { name: 'Tools' })).toContainText('Falcon');
  await expect(page.getByText('You only see part of this organisation’s work.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'More about this organisation' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add tool' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
  // A dialog in the address does not open without the permission.
  await stage.visit(`/organisations/${id}?dialog=rename`);
  await expect(page.getByRole('table', { name: 'Tools' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
