import type { Mission } from '../../../server/missions/contract.ts';
import {
  bodyOf,
  newMission,
  newTestTemplate,
  placeOf,
  readMission,
  readTest,
} from '../../support/missions/factories.ts';
import type { Person } from '../../support/servers/server.ts';
import { arranged, edit } from '../../ui/scenes/arranged-outline.ts';
import { expectAccessible, runningMission, testPath } from '../../ui/support.ts';
import { expect, type Locator, type Page, test } from '../support.ts';

const outline = (page: Page) => page.getByRole('list', { name: 'Scenarios and tests' });
const handle = (page: Page, name: string) => outline(page).getByRole('link', { name, exact: true });
const head = (page: Page, name: string) =>
  outline(page).getByRole('button', { name: new RegExp(`^${name} \\d`) });
const line = (page: Page, name: string) => outline(page).getByRole('listitem').filter({ hasText: name });
const status = (page: Page, what: RegExp) => page.getByRole('status').filter({ hasText: what });

async function choose(page: Page, of: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${of}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** The names of the tests of each scenario on the server. */
async function namesOf({ client }: Person, { id }: Mission): Promise<string[][]> {
  const { scenarios } = await readMission(client, id);
  return scenarios.map(({ tests }) => tests.map(({ name }) => name));
}

test('tests and scenarios are put into order by keys, and the focus goes along', async ({ stage, team }) => {
  const mission = await arranged(team);
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await page.getByRole('link', { name: 'Edit order' }).click();
  await handle(page, 'Alpha').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(handle(page, 'Alpha')).toBeFocused();
  await expect(page.getByText('Alpha: now 2 in First')).toBeAttached();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(handle(page, 'Alpha')).toBeFocused();
  await expect(page.getByText('Alpha: now 1 in Second')).toBeAttached();
  await expect
    .poll(() => namesOf(team.red, mission))
    .toEqual([
      ['Beta', 'Gamma'],
      ['Alpha', 'Delta'],
    ]);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('textbox', { name: 'Name of a new test in First' })).toBeFocused();
  await head(page, 'Second').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(head(page, 'Second')).toBeFocused();
  await expect
    .poll(() => namesOf(team.red, mission))
    .toEqual([
      ['Alpha', 'Delta'],
      ['Beta', 'Gamma'],
    ]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('table', { name: 'Tests' })).toBeVisible();
});

test('tests and scenarios are dragged, and a drag is undone', async ({ stage, team }) => {
  const mission = await arranged(team);
  const page = await stage.open(team.red, edit(mission));
  const drag = async (from: Locator, onto: Locator, y: number) => {
    await from.dragTo(onto, { targetPosition: { x: 120, y } });
  };
  await drag(line(page, 'Gamma'), line(page, 'Alpha'), 4);
  await expect.poll(() => namesOf(team.red, mission)).toEqual([['Gamma', 'Alpha', 'Beta'], ['Delta']]);
  await drag(line(page, 'Alpha'), line(page, 'Delta'), 30);
  await expect
    .poll(() => namesOf(team.red, mission))
    .toEqual([
      ['Gamma', 'Beta'],
      ['Delta', 'Alpha'],
    ]);
  await status(page, /Alpha moved/)
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.poll(() => namesOf(team.red, mission)).toEqual([['Gamma', 'Alpha', 'Beta'], ['Delta']]);
  await drag(line(page, 'Second'), line(page, 'First'), 4);
  await expect.poll(() => namesOf(team.red, mission)).toEqual([['Delta'], ['Gamma', 'Alpha', 'Beta']]);
});

test('scenarios and tests are created, renamed and removed in place, and removed ones are restored', async ({
  stage,
  team,
}) => {
  const mission = await arranged(team);
  const page = await stage.open(team.red, edit(mission));
  const added = page.getByRole('textbox', { name: 'Name of a new test in Second' });
  for (const name of ['Epsilon', 'Zeta']) {
    await added.fill(name);
    await added.press('Enter');
    await expect(handle(page, name)).toBeVisible();
    await expect(added).toHaveValue('');
  }
  await page.getByRole('textbox', { name: 'Name of a new scenario' }).fill('Third');
  await page.getByRole('button', { name: 'Add scenario' }).click();
  await expect(head(page, 'Third')).toBeVisible();
  await choose(page, 'Third', 'Rename');
  const naming = page.getByRole('textbox', { name: 'New name for Third' });
  await naming.fill('');
  await naming.press('Enter');
  await expect(page.getByText('Enter a name')).toBeVisible();
  await naming.fill('Last');
  await naming.press('Enter');
  await expect(head(page, 'Last')).toBeVisible();

  await handle(page, 'Beta').focus();
  await page.keyboard.press('Delete');
  await expect(handle(page, 'Beta')).toHaveCount(0);
  await expect(handle(page, 'Gamma')).toBeFocused();
  expect(await namesOf(team.red, mission)).toEqual([['Alpha', 'Gamma'], ['Delta', 'Epsilon', 'Zeta'], []]);
  await status(page, /Beta removed/)
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(handle(page, 'Beta')).toBeVisible();
  expect((await namesOf(team.red, mission))[0]).toEqual(['Alpha', 'Beta', 'Gamma']);

  await choose(page, 'Last', 'Remove');
  await expect(head(page, 'Last')).toHaveCount(0);
  await status(page, /Last removed/)
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(head(page, 'Last')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for First' }).click();
  await expect(page.getByRole('menuitem', { name: /^Remove/ })).toBeDisabled();
});

test('a refusal of the server is shown, and the order of the server is restored', async ({
  stage,
  server,
  team,
}) => {
  const mission = await arranged(team);
  const page = await stage.open(team.red, edit(mission));
  await expect(handle(page, 'Alpha')).toBeVisible();
  stage.expectError(/409/);
  const { id } = mission.scenarios[0]!.tests[0]!;
  await page.route('**/move', async (route) => {
    // Someone else executes the test first.
    await team.red.client.post(`/api/v1/missions/${mission.id}/tests/${id}/transition`, {
      status: 'executed',
    });
    for (const status of ['completed', 'archived']) {
      await server.admin.client.post(`/api/v1/missions/${mission.id}/transition`, { status });
    }
    await route.continue();
  });
  await handle(page, 'Alpha').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByText('The position of the test was not changed')).toBeVisible();
  expect(await namesOf(team.red, mission)).toEqual([['Alpha', 'Beta', 'Gamma'], ['Delta']]);
  await expect(page.getByText('This mission is archived')).toBeVisible();
  await expect(outline(page)).toHaveCount(0);
});

test('several tests are added from the library at once, into a new scenario, and removed by Undo', async ({
  stage,
  server,
  team,
}) => {
  const mission = await arranged(team);
  for (const name of ['Outline scan', 'Outline dump']) await newTestTemplate(server.admin.client, { name });
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add tests…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add tests' });
  await dialog.getByText('Library', { exact: true }).click();
  await dialog.getByRole('searchbox', { name: 'Search the library' }).fill('Outline');
  await dialog.getByRole('checkbox', { name: 'Outline scan' }).check();
  await dialog.getByRole('checkbox', { name: 'Outline dump' }).check();
  // Search results arrive after typing and move the rows below, even during a click.
  await dialog.getByRole('combobox', { name: 'Scenario' }).press('ArrowDown');
  await page.getByRole('option', { name: 'A new scenario' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Enter a name for the scenario')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Scenario name' }).fill('Third');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: /Outline scan/ })).toBeVisible();
  expect((await namesOf(team.red, mission))[2]).toEqual(['Outline scan', 'Outline dump']);
  await status(page, /2 tests added/)
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(page.getByRole('row', { name: /Outline scan/ })).toHaveCount(0);
  expect((await namesOf(team.red, mission))[2]).toEqual([]);
});

test('a manual test asks for its technique, opens, mentions no template, and is removed by Undo', async ({
  stage,
  team,
}) => {
  // The page may request the mission again, or report it as open, during the deletion.
  stage.expectError(/404|422.*\/presence/);
  const mission = await arranged(team);
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add tests…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add tests' });
  await dialog.getByRole('textbox', { name: 'Test name' }).fill('Ad hoc');
  await dialog.getByRole('combobox', { name: 'Technique' }).fill('T1003.001');
  await page.getByRole('option', { name: /^T1003\.001/ }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ad hoc' })).toBeVisible();
  const plan = page.getByRole('region', { name: 'Plan' });
  await expect(plan).toContainText('T1003.001');
  await expect(plan).toContainText('No procedure or command yet.');
  await expect(plan).not.toContainText('template');
  const { scenarios } = bodyOf(await team.red.client.get(`/api/v1/missions/${mission.id}`), 200);
  expect(scenarios.at(-1).tests.at(-1)).toMatchObject({
    name: 'Ad hoc',
    catalog_tags: [{ external_id: 'T1003.001' }],
  });
  await status(page, /One test added/)
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: mission.name })).toBeVisible();
});

test('a manual test scrolls into view in the table beside it', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team, { tests: 60 });
  const page = await stage.open(team.red, `/missions/${mission.id}`, {
    viewport: { width: 1800, height: 800 },
  });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add tests…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add tests' });
  await dialog.getByRole('textbox', { name: 'Test name' }).fill('Ad hoc');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Ad hoc' })).toBeInViewport();
  await expect(page.getByRole('row', { name: /Ad hoc/ })).toBeInViewport();
});

test('the plan of a test is changed on its page, and changes of others in the meantime are not lost', async ({
  stage,
  server,
  team,
}) => {
  const mission = await arranged(team);
  const place = placeOf(mission);
  const page = await stage.open(team.red, testPath(mission));
  await page.getByRole('button', { name: 'Edit the plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the plan' });
  await dialog.getByRole('textbox', { name: 'Objective' }).fill('Mine');
  await dialog.getByRole('textbox', { name: 'Suggested command' }).fill('whoami /all ');
  // Red's record and other fields of the plan don't matter here.
  bodyOf(await server.admin.client.put(place.path, { command: 'id' }), 200);
  bodyOf(await server.admin.client.patch(`${place.path}/plan`, { procedure: 'Theirs' }), 200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Theirs', { exact: true })).toBeVisible();
  expect(await readTest(team.red.client, place)).toMatchObject({
    objective: 'Mine',
    suggested_command: 'whoami /all ',
    procedure: 'Theirs',
    command: 'id',
  });

  await page.getByRole('button', { name: 'Edit the plan' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('My name');
  bodyOf(await server.admin.client.patch(`${place.path}/plan`, { name: 'Their name' }), 200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Someone else changed the name');
  expect((await readTest(team.red.client, place)).name).toBe('Their name');
  await dialog.getByRole('button', { name: 'Save again' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'My name' })).toBeVisible();
});

test('a test is moved to another scenario from its page, and removed there until Undo', {
  tag: '@nightly',
}, async ({ stage, team }) => {
  const mission = await arranged(team);
  const page = await stage.open(team.red, testPath(mission));
  await choose(page, 'this test', 'Move to another scenario…');
  const dialog = page.getByRole('dialog', { name: 'Move to another scenario' });
  await dialog.getByRole('combobox', { name: 'Scenario' }).click();
  await page.getByRole('option', { name: 'Second' }).click();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(() => namesOf(team.red, mission))
    .toEqual([
      ['Beta', 'Gamma'],
      ['Delta', 'Alpha'],
    ]);
  await choose(page, 'this test', 'Remove from the mission');
  await expect(page.getByRole('table', { name: 'Tests' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Alpha/ })).toHaveCount(0);
  await status(page, /Alpha removed/)
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(page.getByRole('row', { name: /Alpha/ })).toBeVisible();
});

test('a mission is cloned into a draft, without its members', async ({ stage, team }) => {
  const mission = await arranged(team);
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await page.getByRole('button', { name: 'More about this mission' }).click();
  await page.getByRole('menuitem', { name: 'Clone mission…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clone mission' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(`Copy of ${mission.name}`);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Next year');
  await dialog.getByRole('combobox', { name: 'Organisation' }).fill('Clones Ltd');
  await page.keyboard.press('Tab');
  await dialog.getByRole('checkbox', { name: 'With its 2 members' }).uncheck();
  await dialog.getByRole('button', { name: 'Create clone' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Next year' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/')[2] as string;
  const clone = await readMission(team.red.client, id);
  expect(clone.members.map(({ user }) => user.id)).toEqual([team.red.id]);
  expect(clone.organisation?.name).toBe('Clones Ltd');
  expect(await namesOf(team.red, clone)).toEqual([['Alpha', 'Beta', 'Gamma'], ['Delta']]);
});

test('a completed mission is read-only, whatever its address says', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await newMission(team.red.client, { tests: 1, members: [team.red, team.blue] });
  for (const status of ['in_progress', 'completed']) {
    await team.red.client.post(`/api/v1/missions/${mission.id}/transition`, { status });
  }
  const page = await stage.open(team.red, edit(mission));
  await expect(page.getByRole('table', { name: 'Tests' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit order' })).toHaveCount(0);
  await stage.visit(`${testPath(mission)}?dialog=plan`);
  await expect(page.getByRole('region', { name: 'Blue team' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit the plan' })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
