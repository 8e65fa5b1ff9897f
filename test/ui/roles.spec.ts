import { newEngagement, newSimulation } from '../support/engagements.ts';
import { newMission, newScenarioTemplate, newTestTemplate, placeOf } from '../support/factories.ts';
import type { Person, TestServer } from '../support/server.ts';
import { everybody, people, places, reserved, type Who, type World } from './role-table.ts';
import { expect, type Page, test } from './support.ts';
import { visitAnew } from './visit.ts';

/** No framework is connected, and these servers have no key to connect one with. */
const withoutC2 = /c2-config/;

async function personLike(server: TestServer, who: Who): Promise<Person> {
  const { role, adds } = people[who];
  return server.newPerson(role, adds.length > 0 ? { permissions: adds } : {});
}

/** Somebody's own copy of everything, so that no test is in another's way. */
async function worldOf(server: TestServer, person: Person): Promise<World> {
  const { client } = server.admin;
  const members: [Person, 'red'][] = [[person, 'red']];
  const mission = await newMission(client, { members, tests: 3 });
  const completed = await newMission(client, { members, tests: 1 });
  const move = (id: string, status: string) => client.post(`/api/v1/missions/${id}/transition`, { status });
  await move(mission.id, 'in_progress');
  await client.post(`${placeOf(mission, 1).path}/transition`, { status: 'executed' });
  await move(completed.id, 'in_progress');
  await move(completed.id, 'completed');
  const engagement = await newEngagement(client);
  const simulation = await newSimulation(client, {}, engagement.id);
  const inReview = await newSimulation(client, {}, engagement.id);
  const step = (id: string, status: string) => client.post(`/api/simulations/${id}/transition`, { status });
  await step(simulation.id, 'in_progress');
  await step(inReview.id, 'in_progress');
  await step(inReview.id, 'review_required');
  return {
    mission: mission.id,
    completed: completed.id,
    pending: placeOf(mission, 0).test,
    executed: placeOf(mission, 1).test,
    template: (await newTestTemplate(client)).id,
    scenario: (await newScenarioTemplate(client)).id,
    engagement: engagement.id,
    simulation: simulation.id,
    inReview: inReview.id,
  };
}

/** Requests of a page that the server answered with 403: something was offered that is not allowed. */
function refusalsOf(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`);
  });
  return refused;
}

for (const who of everybody) {
  test(`${who} is offered exactly what ${who} may do`, async ({ open, server }) => {
    test.slow();
    open.expectError(withoutC2);
    const person = await personLike(server, who);
    const world = await worldOf(server, person);
    const page = await open.as(person, '/about');
    const refused = refusalsOf(page);
    for (const [place, { at, sign, controls, menu }] of Object.entries(places)) {
      await visitAnew(page, at(world));
      await expect(sign(page).first(), place).toBeVisible();
      // What is allowed is waited for first: by then, what is not would be there as well.
      for (const { name, find, who: those } of controls.filter((control) => control.who.includes(who))) {
        await expect(find(page), `${place}: ${name} for ${those.join()}`).toBeVisible();
      }
      for (const { name, find } of controls.filter((control) => !control.who.includes(who))) {
        await expect(find(page), `${place}: no ${name}`).toHaveCount(0);
      }
      if (menu === undefined) continue;
      const opener = page.getByRole('button', { name: menu.name });
      await expect(opener, `${place}: ${menu.name}`).toHaveCount(menu.who.includes(who) ? 1 : 0);
      if (!menu.who.includes(who)) continue;
      await opener.click();
      for (const [entry, those] of Object.entries(menu.entries)) {
        await expect(page.getByRole('menuitem', { name: entry }), `${place}: ${entry}`).toHaveCount(
          those.includes(who) ? 1 : 0,
        );
      }
    }
    for (const { at, who: those, sign, otherwise } of reserved) {
      await visitAnew(page, at(world));
      await expect(those.includes(who) ? sign(page) : page.getByText(otherwise), at(world)).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Areas' })).toBeVisible();
      if (!those.includes(who)) await expect(sign(page), at(world)).toHaveCount(0);
    }
    expect(refused).toEqual([]);
  });
}

test('links to dialogs open none for those who may not', async ({ open, server }) => {
  const soc = await personLike(server, 'soc');
  const world = await worldOf(server, soc);
  const page = await open.as(soc, '/missions?dialog=create');
  const refused = refusalsOf(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const dialog of ['edit', 'simulation']) {
    await page.goto(`/engagements/${world.engagement}?dialog=${dialog}`);
    await expect(page.getByText('In progress', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  // The page of the framework is not the SOC's: it leads back to the engagement.
  await page.goto(`/engagements/${world.engagement}/c2`);
  await expect(page).toHaveURL(`${server.url}/engagements/${world.engagement}`);
  await page.goto(`/missions/${world.mission}/tests/${world.pending}`);
  await expect(page.getByRole('region', { name: 'Red’s record' })).toContainText('read only');
  for (const key of ['e', 's']) await page.keyboard.press(key);
  expect((await server.admin.client.get(`/api/v1/missions/${world.mission}`)).body.counts.pending).toBe(2);
  expect(refused).toEqual([]);
});

test('a planner of the SOC plans a mission from its making to its end', async ({ open, server }) => {
  const planner = await personLike(server, 'planner');
  const red = await server.newPerson('redteam');
  const scenario = await newScenarioTemplate(red.client);
  const page = await open.as(planner, '/missions');
  const refused = refusalsOf(page);
  await page.getByRole('button', { name: 'New mission' }).first().click();
  const making = page.getByRole('dialog', { name: 'New mission' });
  await making.getByLabel('Name').fill('Planned by blue');
  await making.getByLabel('Search scenario templates').fill(scenario.name);
  await making.getByRole('checkbox', { name: scenario.name }).check();
  await making.getByRole('combobox', { name: 'Add a member' }).fill(red.email);
  await page.getByRole('option').filter({ hasText: red.email }).click();
  await making.getByRole('button', { name: 'Create mission' }).click();
  await expect(page.getByRole('heading', { name: 'Planned by blue', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Append scenarios' }).click();
  const appending = page.getByRole('dialog', { name: 'Append scenarios' });
  await appending.getByRole('checkbox', { name: scenario.name }).check();
  await appending.getByRole('button', { name: 'Append', exact: true }).click();
  await expect(appending).toBeHidden();
  await page.getByRole('button', { name: 'More about this mission' }).click();
  await page.getByRole('menuitem', { name: 'Members' }).click();
  const members = page.getByRole('dialog', { name: 'Members' });
  await members.getByLabel(/^Role of redteam/).selectOption('lead');
  await members.getByRole('button', { name: 'Save members' }).click();
  await expect(page.getByRole('list', { name: 'Members' })).toContainText('lead');
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  expect(refused).toEqual([]);
});

test('one person holds both sides of a test', async ({ open, server }) => {
  // A file may arrive while a field is being saved: the field is compared with the newer version and saved again.
  open.expectError(/412/);
  const purple = await personLike(server, 'purple');
  const world = await worldOf(server, purple);
  const path = `/missions/${world.mission}/tests/${world.pending}`;
  const page = await open.as(purple, path);
  const refused = refusalsOf(page);
  await page.getByLabel('Command that was run').fill('whoami');
  await page
    .getByRole('region', { name: 'Blue’s record' })
    .getByLabel('Comment', { exact: true })
    .fill('seen');
  await page.getByRole('radio', { name: 'Alerted' }).check();
  for (const side of ['red', 'blue'] as const) {
    const evidence = page.getByRole('region', { name: `Evidence of the ${side} side` });
    await evidence
      .getByLabel('Files to add')
      .setInputFiles([{ name: `${side}.txt`, mimeType: 'text/plain', buffer: Buffer.from(`${side}\n`) }]);
    await expect(evidence.getByRole('button', { name: `${side}.txt`, exact: true })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Executed ?e$/ }).click();
  await page.getByRole('button', { name: /^Reviewed ?r$/ }).click();
  await expect(page.getByRole('button', { name: 'Undo review' })).toBeVisible();
  await expect
    .poll(async () => (await server.admin.client.get(`/api/v1${path}`)).body)
    .toMatchObject({
      status: 'reviewed_by_blue',
      command: 'whoami',
      blue_comment: 'seen',
      detection_level: { key: 'alerted' },
      evidence: [{ side: 'red' }, { side: 'blue' }],
    });
  expect(refused).toEqual([]);
});

test('who loads the catalogue and manages the server without being an administrator', async ({
  open,
  server,
}) => {
  const keeper = await personLike(server, 'keeper');
  const page = await open.as(keeper, '/catalogue/status');
  const refused = refusalsOf(page);
  await page.getByRole('radio', { name: /ships with Damson/ }).check();
  await page.getByRole('button', { name: 'Load catalogue' }).click();
  await expect(page.getByText(/added/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Administration' }).click();
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0);
  expect(refused).toEqual([]);
});

test('who manages users without being an administrator is offered what can be given', async ({
  open,
  server,
}) => {
  const manager = await personLike(server, 'manager');
  const colleague = await server.newPerson('soc');
  const red = await server.newPerson('redteam');
  const page = await open.as(manager, `/administration/users?q=${colleague.email}`);
  const refused = refusalsOf(page);
  const row = (email: string) => page.getByRole('row', { name: new RegExp(email) });
  await row(colleague.email)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit user' });
  await editing.getByLabel('Name').fill('Renamed by the manager');
  await editing.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option', { name: 'SOC' })).toBeVisible();
  await expect(page.getByRole('option', { name: /Red team|Administrator/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(row('Renamed by the manager')).toBeVisible();
  // Those who hold more stand in the list, with nothing to be done to them.
  for (const email of [red.email, server.admin.email]) {
    await page.goto(`/administration/users?q=${email}`);
    await expect(row(email)).toBeVisible();
    await expect(row(email).getByRole('button')).toHaveCount(0);
    await expect(row(email)).toContainText('holds more than you');
  }
  await page.goto('/administration/groups');
  const groups = page.getByRole('table');
  await expect(groups).toBeVisible();
  await page.getByRole('button', { name: 'New group' }).first().click();
  const making = page.getByRole('dialog', { name: 'New group' });
  await making.getByRole('textbox', { name: 'Name' }).fill(`Made by ${manager.email}`);
  await expect(making.getByRole('checkbox', { name: /^mission\.create/ })).toBeDisabled();
  await making.getByRole('checkbox', { name: /^user\.manage/ }).check();
  await making.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('row', { name: new RegExp(`Made by ${manager.email}`) })).toBeVisible();
  await page.goto('/administration/invitations');
  await page.getByRole('button', { name: 'Invite someone' }).first().click();
  const inviting = page.getByRole('dialog', { name: 'Invite someone' });
  await inviting.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option', { name: /Red team|Administrator/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await inviting.getByLabel('Email').fill(`by-${manager.email}`);
  await inviting.getByRole('button', { name: 'Make the link' }).click();
  await expect(page.getByRole('textbox', { name: 'Link' })).toBeVisible();
  expect(refused).toEqual([]);
});

test('what is taken away while one works disappears, and says why', async ({ open, server }) => {
  const planner = await personLike(server, 'planner');
  const world = await worldOf(server, planner);
  open.expectError(/403/);
  const page = await open.as(planner, `/missions/${world.mission}`);
  await expect(page.getByRole('button', { name: 'Complete' })).toBeVisible();
  const groups = (await server.admin.client.get('/api/v1/groups?limit=200')).body.items;
  const mine = groups.find((group: { member_ids: string[] }) => group.member_ids.includes(planner.id));
  await server.admin.client.delete(`/api/v1/groups/${mine.id}`);
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('The mission stayed as it was')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Complete' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Append scenarios' })).toHaveCount(0);
});
