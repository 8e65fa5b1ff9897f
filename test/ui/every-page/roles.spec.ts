import { newImport } from '../../support/interchange/imports.ts';
import { newEngagement, newSimulation } from '../../support/missions/engagements.ts';
import {
  bodyOf,
  newMission,
  newReport,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import { newReportTemplate } from '../../support/reports/report-templates.ts';
import { sample } from '../../support/sample.ts';
import type { Person, TestServer } from '../../support/servers/server.ts';
import { visitAnew } from '../looks/visit.ts';
import type { InterfacePage, Offer } from '../pages/page.ts';
import { everybody, people, seesAll, type Who } from '../pages/people.ts';
import { pages } from '../pages/registry.ts';
import { findRule, type Things } from '../pages/world.ts';
import { testOfAllPages as test } from '../servers.ts';
import { hasAskedAll } from '../sessions/ended-session.ts';
import { expect, type Page, testPath } from '../support.ts';

/** No framework is connected. */
const withoutC2 = /404.*c2-config/;

async function personLike(server: TestServer, who: Who): Promise<Person> {
  const { role, adds } = people[who];
  return server.newPerson(role, adds.length > 0 ? { permissions: adds } : {});
}

/** Separate objects of every kind for a person, so that tests don't interfere. */
async function thingsOf(server: TestServer, person: Person): Promise<Things> {
  const { client } = server.admin;
  const members: [Person, 'red'][] = [[person, 'red']];
  const mission = await newMission(client, { members, tests: 3, client: person.email });
  const completed = await newMission(client, { members, tests: 1 });
  await walk(client, `/api/v1/missions/${mission.id}`, 'in_progress');
  await walk(client, placeOf(mission, 1).path, 'executed');
  await client.post(`/api/v1/missions/${mission.id}/remediations`, { title: 'Watch LSASS' });
  bodyOf(
    await client.patch(`/api/v1/missions/${mission.id}/tlpt`, {
      flags: [{ number: 1, objective: 'Read the ledger' }],
    }),
    200,
  );
  bodyOf(await client.patch(`/api/v1/missions/${mission.id}`, { replay_opened: true }), 200);
  const todo = { title: 'Write a rule', rule: { rule_id: null, rule_name: 'LSASS' } };
  bodyOf(await client.post(`/api/v1/missions/${mission.id}/remediations`, todo), 201);
  await walk(client, `/api/v1/missions/${completed.id}`, 'in_progress', 'completed');
  const engagement = await newEngagement(client);
  const simulation = await newSimulation(client, {}, engagement.id);
  const inReview = await newSimulation(client, {}, engagement.id);
  // Report templates are shared by everyone.
  if (bodyOf(await client.get('/api/v1/report-templates'), 200).total === 0) await newReportTemplate(client);
  await walk(client, `/api/simulations/${simulation.id}`, 'in_progress');
  await walk(client, `/api/simulations/${inReview.id}`, 'in_progress', 'review_required');
  const mayImport = (await person.client.get('/api/v1/imports')).status === 200;
  return {
    mission,
    completed,
    template: await newTestTemplate(client),
    scenario: await newScenarioTemplate(client),
    engagement,
    simulation,
    inReview,
    organisation: mission.organisation as { id: string },
    finding: bodyOf(await client.post(`/api/v1/missions/${mission.id}/findings`, { title: 'Unseen' }), 201),
    rule: await findRule({ client }),
    report: await newReport(client, mission),
    technique: 'T1033',
    imported: await newImport(mayImport ? person.client : client),
  };
}

/** Requests of a page answered with 403, because it offered something forbidden. */
function refusalsOf(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`);
  });
  return refused;
}

const shownToSomebody = pages.filter(([, { isBeforeSignIn }]) => !isBeforeSignIn);

/** Whether a page offers a person something else than the rest of their role, or than another role. */
function differs(who: Who, { reserved, offers = [] }: InterfacePage): boolean {
  const { role, adds } = people[who];
  const usual = adds.length > 0 ? role : who === 'soc' ? 'admin' : 'soc';
  const named = offers.flatMap(({ controls, menu }) => [
    ...controls.map((control) => control.who),
    ...(menu === undefined ? [] : [menu.who, ...Object.values(menu.entries)]),
  ]);
  return [...named, ...(reserved === undefined ? [] : [reserved.for])].some(
    (those) => those.includes(who) !== those.includes(usual),
  );
}

/** CI takes turns with people whose group adds permissions; nightly, one of them sees every page, like the three roles. */
const adding = everybody.filter((who) => !seesAll.includes(who));
const walks: { who: Who; isWhole: boolean; tag?: string }[] = [
  ...[...seesAll, ...sample(adding, adding.length)].map((who) => ({ who, isWhole: false })),
  ...[...seesAll, 'planner' as const].map((who) => ({ who, isWhole: true, tag: '@nightly' })),
];
for (const { who, isWhole, tag } of walks) {
  const sees = shownToSomebody.filter(([, page]) => isWhole || differs(who, page));
  const where = isWhole ? 'every page' : 'the pages where that is not what others may do';
  test(`${who} is offered exactly what ${who} may do, on ${where}`, { tag: tag ?? [] }, async ({
    open,
    server,
  }) => {
    test.slow();
    open.expectError(withoutC2);
    expect(sees.length).toBeGreaterThan(0);
    const person = await personLike(server, who);
    const things = await thingsOf(server, person);
    const page = await open.as(person, '/about');
    const refused = refusalsOf(page);
    for (const [name, { at, sign, reserved, isBare, offers }] of sees) {
      if (reserved !== undefined && !reserved.for.includes(who)) {
        await visitAnew(page, at(things));
        await expect(reserved.otherwise(page), name).toBeVisible();
        await expect(page.getByRole('navigation', { name: 'Areas' })).toBeVisible();
        await expect(sign(page), name).toHaveCount(0);
        continue;
      }
      for (const offer of offers ?? [{ state: name, controls: [] }]) {
        await visitAnew(page, (offer.at ?? at)(things));
        await expect((offer.sign ?? sign)(page).first(), offer.state).toBeVisible();
        if (!isBare) await expect(page.getByRole('navigation', { name: 'Areas' })).toBeVisible();
        await expectOffered(page, who, offer);
      }
    }
    expect(refused).toEqual([]);
  });
}

async function expectOffered(page: Page, who: Who, { state, controls, menu }: Offer): Promise<void> {
  // Waits for allowed controls first, because forbidden ones would have appeared by then.
  for (const { name, find, who: those } of controls.filter((control) => control.who.includes(who))) {
    await expect(find(page), `${state}: ${name} for ${those.join()}`).toBeVisible();
  }
  for (const { name, find } of controls.filter((control) => !control.who.includes(who))) {
    await expect(find(page), `${state}: no ${name}`).toHaveCount(0);
  }
  if (menu === undefined) return;
  const opener = page.getByRole('button', { name: menu.name });
  await expect(opener, `${state}: ${menu.name}`).toHaveCount(menu.who.includes(who) ? 1 : 0);
  if (!menu.who.includes(who)) return;
  await opener.click();
  for (const [entry, those] of Object.entries(menu.entries)) {
    await expect(page.getByRole('menuitem', { name: entry }), `${state}: ${entry}`).toHaveCount(
      those.includes(who) ? 1 : 0,
    );
  }
}

test('links to dialogs open none for those who may not', async ({ open, server }) => {
  const soc = await personLike(server, 'soc');
  const things = await thingsOf(server, soc);
  const page = await open.as(soc, '/about');
  const refused = refusalsOf(page);
  for (const [name, { at, sign, reserved, dialogs = {} }] of shownToSomebody) {
    for (const [dialog, who] of Object.entries(dialogs)) {
      if (who.includes('soc')) continue;
      await visitAnew(page, `${at(things)}?dialog=${dialog}`);
      await expect((reserved?.otherwise ?? sign)(page).first(), `${name}: ${dialog}`).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Areas' })).toBeVisible();
      await hasAskedAll(page);
      await expect(page.getByRole('dialog'), `${name}: ${dialog}`).toHaveCount(0);
    }
  }
  // The SOC may not open the framework's page: it redirects to the engagement.
  await page.goto(`/engagements/${things.engagement.id}/c2`);
  await expect(page).toHaveURL(`${server.url}/engagements/${things.engagement.id}`);
  await page.goto(testPath(things.mission));
  await expect(page.getByRole('region', { name: 'Red team' })).toContainText('read only');
  for (const key of ['e', 's']) await page.keyboard.press(key);
  const read = await server.admin.client.get(`/api/v1/missions/${things.mission.id}`);
  expect(read.body.counts.pending).toBe(2);
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
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Append scenarios…' }).click();
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
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  expect(refused).toEqual([]);
});

test('one person holds both sides of a test', async ({ open, server }) => {
  // A file may arrive while a field is being saved, which is then compared with the newer version and saved again.
  open.expectError(/412/);
  const purple = await personLike(server, 'purple');
  const path = testPath((await thingsOf(server, purple)).mission);
  const page = await open.as(purple, path);
  const refused = refusalsOf(page);
  // Late content moves the rows below, even during a click.
  await hasAskedAll(page);
  await page.getByLabel('Command as run').fill('whoami');
  await page.getByRole('region', { name: 'Blue team' }).getByLabel('Comment', { exact: true }).fill('seen');
  await page.getByRole('radio', { name: 'Detected' }).check();
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

test('a person who loads the catalogue and manages the server without being an administrator', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const keeper = await personLike(server, 'keeper');
  const page = await open.as(keeper, '/catalogue/status');
  const refused = refusalsOf(page);
  await page.getByRole('radio', { name: /Bundled with Damson/ }).check();
  await page.getByRole('button', { name: 'Load catalogue' }).click();
  await expect(page.getByText(/added/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Administration' }).click();
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0);
  expect(refused).toEqual([]);
});

test('a person who manages users without being an administrator is offered what can be given', async ({
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
  await editing.getByRole('textbox', { name: 'Name' }).fill('Renamed by the manager');
  await editing.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option', { name: 'SOC' })).toBeVisible();
  await expect(page.getByRole('option', { name: /Red team|Administrator/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(row('Renamed by the manager')).toBeVisible();
  // People with more permissions are listed without actions.
  for (const email of [red.email, server.admin.email]) {
    await page.goto(`/administration/users?q=${email}`);
    await expect(row(email)).toBeVisible();
    await expect(row(email).getByRole('button')).toHaveCount(0);
    await expect(row(email)).toContainText('has more permissions than you');
  }
  // A colleague can no longer be changed once they see a mission that the manager does not see.
  await newMission(server.admin.client, { members: [colleague], tests: 0 });
  await page.goto(`/administration/users?q=${colleague.email}`);
  await expect(row(colleague.email)).toContainText('has more permissions than you');
  await expect(row(colleague.email).getByRole('button')).toHaveCount(0);
  await page.goto(`/administration/users?q=${manager.email}`);
  await row(manager.email)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Set a new password' })).toHaveCount(0);
  const forAdmin = { email: `admin-for-${manager.email}`, role: 'admin' };
  await server.admin.client.post('/api/v1/invitations', forAdmin);
  await page.goto('/administration/invitations');
  await expect(row(forAdmin.email)).toBeVisible();
  await expect(row(forAdmin.email).getByRole('button')).toHaveCount(0);
  await page.goto('/administration/groups');
  const groups = page.getByRole('table');
  await expect(groups).toBeVisible();
  await page.getByRole('button', { name: 'New group' }).first().click();
  const making = page.getByRole('dialog', { name: 'New group' });
  await making.getByRole('textbox', { name: 'Name' }).fill(`Made by ${manager.email}`);
  await expect(making.getByRole('checkbox', { name: /^Create missions/ })).toBeDisabled();
  await making.getByRole('checkbox', { name: /^Manage users/ }).check();
  await making.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('row', { name: new RegExp(`Made by ${manager.email}`) })).toBeVisible();
  await page.goto('/administration/invitations');
  await page.getByRole('button', { name: 'Invite someone' }).first().click();
  const inviting = page.getByRole('dialog', { name: 'Invite someone' });
  await inviting.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option', { name: /Red team|Administrator/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await inviting.getByLabel('Email').fill(`by-${manager.email}`);
  await inviting.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('textbox', { name: 'Link' })).toBeVisible();
  expect(refused).toEqual([]);
});

test('rights that are taken away while one works disappear, and the page says why', async ({
  open,
  server,
}) => {
  const planner = await personLike(server, 'planner');
  const { mission } = await thingsOf(server, planner);
  open.expectError(/403/);
  const page = await open.as(planner, `/missions/${mission.id}`);
  await expect(page.getByRole('button', { name: 'Complete' })).toBeVisible();
  const groups = (await server.admin.client.get('/api/v1/groups?limit=200')).body.items;
  const mine = groups.find((group: { member_ids: string[] }) => group.member_ids.includes(planner.id));
  await server.admin.client.delete(`/api/v1/groups/${mine.id}`);
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('The mission was not changed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Complete' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0);
});
