import {
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  readTest,
  walk,
} from '../../support/missions/factories.ts';
import { fieldOf, refusedRequests, tryForm } from '../../ui/sessions/form-trial.ts';
import { comeBack, runningMission, testPath } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

const long = (characters: number) => 'x'.repeat(characters + 1);

test.beforeEach(({ stage }) => stage.expectError(refusedRequests));

test('a new mission: each error is shown at its field, and the typed text stays until it is saved', async ({
  stage,
  server,
  team,
}) => {
  const { red } = team;
  const gone = await server.newPerson('soc');
  const template = await newScenarioTemplate(red.client, { name: 'Soon deleted' });
  const page = await stage.open(red, '/missions?dialog=create');
  const scope = page.getByRole('dialog', { name: 'New mission' });
  await tryForm(page, {
    scope,
    submit: 'Create mission',
    attempts: [
      { at: 'Name', says: 'Enter a name for the mission' },
      { type: { Name: '   ' }, at: 'Name', says: 'Enter a name for the mission' },
      { type: { Name: long(200) }, at: 'Name', says: 'At most 200 characters' },
      {
        type: { Name: 'Harbour', Organisation: long(200) },
        at: 'Organisation',
        says: 'At most 200 characters',
      },
      {
        type: { Organisation: 'Harbour Ltd', Description: long(200_000) },
        at: 'Description',
        says: 'At most 200,000 characters',
      },
      {
        type: { Description: 'Two\nlines', Start: '2026-11-20', End: '2026-11-02' },
        at: 'End',
        says: 'The end date is before the start date',
      },
      {
        first: async () => {
          await fieldOf(scope, 'End').fill('');
          await fieldOf(scope, 'End').focus();
          await page.keyboard.type('24');
        },
        type: {},
        at: 'End',
        says: 'Enter a date such as 2026-11-24, today or +7',
      },
      {
        type: { End: '2026-11-24' },
        first: async () => {
          await scope.getByRole('checkbox', { name: 'Soon deleted' }).check();
          await red.client.delete(`/api/v1/scenario-templates/${template.id}`);
        },
        at: 'Search scenario templates',
        says: /scenario template/i,
      },
      {
        first: async () => {
          await scope.getByRole('button', { name: 'Remove: Soon deleted' }).click();
          await scope.getByRole('combobox', { name: 'Add a member' }).fill(gone.email);
          await page.getByRole('option', { name: gone.email }).click();
          await server.admin.client.delete(`/api/v1/users/${gone.id}`);
        },
        at: 'Add a member',
        says: /user/i,
      },
    ],
    // By keyboard, because the open options of the invalid field may cover the button.
    mend: () => scope.getByRole('button', { name: /^Remove soc/ }).press('Enter'),
    written: async () => (await red.client.get('/api/v1/missions')).body.total,
  });
  await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible();
});

test('name and dates of a mission: each error is at its field, and typed text stays until it is saved', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team, { start_date: '2026-11-20' });
  const path = `/api/v1/missions/${mission.id}`;
  const page = await stage.open(team.red, `/missions/${mission.id}`);
  await page.getByRole('button', { name: 'More about this mission' }).click();
  await page.getByRole('menuitem', { name: 'Edit name, organisation, dates' }).click();
  await tryForm(page, {
    scope: page.getByRole('dialog', { name: 'Edit mission' }),
    submit: 'Save',
    attempts: [
      { type: { Name: '' }, at: 'Name', says: 'Enter a name for the mission' },
      { type: { Name: 'Pier', Organisation: long(200) }, at: 'Organisation', says: 'At most 200 characters' },
      {
        type: { Organisation: 'Pier Ltd', End: '2026-11-19' },
        at: 'End',
        says: 'The end date is before the start date',
      },
    ],
    right: { End: '2026-11-21' },
    written: async () => (await team.red.client.get(path)).body.name,
  });
  await expect(page.getByRole('heading', { name: 'Pier' })).toBeVisible();

  await page.getByRole('button', { name: 'More about this mission' }).click();
  await page.getByRole('menuitem', { name: 'Edit name, organisation, dates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit mission' });
  await walk(team.red.client, path, 'completed', 'archived');
  await comeBack(page);
  await expect(page.getByText('Archived').first()).toBeAttached();
  await fieldOf(dialog, 'Name').fill('Too late');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('archived');
  await expect(fieldOf(dialog, 'Name')).toHaveValue('Too late');
});

test('scenarios to append: each error is shown at its field, and the typed text stays until it is saved', async ({
  stage,
  team,
}) => {
  const { red } = team;
  const mission = await newMission(red.client);
  const [gone, kept] = [
    await newScenarioTemplate(red.client, { name: 'Deleted meanwhile' }),
    await newScenarioTemplate(red.client, { name: 'Still there' }),
  ];
  const page = await stage.open(red, `/missions/${mission.id}`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Append scenarios…' }).click();
  const scope = page.getByRole('dialog', { name: 'Append scenarios' });
  await tryForm(page, {
    scope,
    submit: 'Append',
    attempts: [
      { at: 'Search scenario templates', says: 'Select at least one scenario' },
      {
        first: async () => {
          await scope.getByRole('checkbox', { name: gone.name }).check();
          await red.client.delete(`/api/v1/scenario-templates/${gone.id}`);
        },
        at: 'Search scenario templates',
        says: /scenario template/i,
      },
    ],
    mend: async () => {
      await scope.getByRole('button', { name: `Remove: ${gone.name}` }).click();
      await scope.getByRole('checkbox', { name: kept.name }).check();
    },
    written: async () => (await red.client.get(`/api/v1/missions/${mission.id}`)).body.scenarios.length,
  });
});

test('the members of a mission: each error is shown at its field, and the typed text stays until it is saved', async ({
  stage,
  server,
  team,
}) => {
  const { red, blue } = team;
  const gone = await server.newPerson('soc');
  const mission = await newMission(red.client);
  const page = await stage.open(red, `/missions/${mission.id}`);
  await page.getByRole('button', { name: 'More about this mission' }).click();
  await page.getByRole('menuitem', { name: 'Members' }).click();
  const scope = page.getByRole('dialog', { name: 'Members' });
  const add = async (email: string) => {
    await scope.getByRole('combobox', { name: 'Add a member' }).fill(email);
    await page.getByRole('option', { name: email }).click();
  };
  await tryForm(page, {
    scope,
    submit: 'Save members',
    attempts: [
      {
        first: async () => {
          await add(gone.email);
          await server.admin.client.delete(`/api/v1/users/${gone.id}`);
        },
        at: 'Add a member',
        says: /user/i,
      },
    ],
    mend: async () => {
      await scope.getByRole('button', { name: /^Remove soc/ }).press('Enter');
      await add(blue.email);
    },
    written: async () => (await red.client.get(`/api/v1/missions/${mission.id}`)).body.members,
  });
});

test('a test template: each error is shown at its field, and the typed text stays until it is saved', async ({
  stage,
  team,
}) => {
  const { red } = team;
  const page = await stage.open(red, '/templates/new');
  const scope = page.getByRole('form', { name: 'Test template' });
  await tryForm(page, {
    scope,
    submit: 'Create template',
    attempts: [
      { at: 'Name', says: 'Enter a name' },
      { type: { Name: long(200) }, at: 'Name', says: 'At most 200 characters' },
      { type: { Name: 'Look around', Command: long(100_000) }, at: 'Command', says: 'At most 100,000' },
      {
        type: { Command: 'whoami' },
        first: async () => {
          await fieldOf(scope, 'Tags').fill(long(100));
          await page.keyboard.press('Enter');
        },
        at: 'Tags',
        says: 'At most 100 characters each',
      },
    ],
    mend: async () => {
      await fieldOf(scope, 'Tags').focus();
      await page.keyboard.press('Backspace');
    },
    written: async () => (await red.client.get('/api/v1/test-templates')).body.total,
  });
  await expect(page.getByRole('heading', { name: 'Look around' })).toBeVisible();
});

test('a scenario template: each error is shown at its field, and the typed text stays until it is saved', async ({
  stage,
  team,
}) => {
  const { red } = team;
  const gone = await newTestTemplate(red.client, { name: 'Gone by then' });
  const page = await stage.open(red, '/templates/scenarios/new');
  const scope = page.getByRole('form', { name: 'Scenario template' });
  await tryForm(page, {
    scope,
    submit: 'Create scenario',
    attempts: [
      { at: 'Name', says: 'Enter a name' },
      { type: { Name: 'Along the quay', Description: long(100_000) }, at: 'Description', says: 'At most' },
      {
        type: { Description: '' },
        first: async () => {
          await scope.getByRole('button', { name: 'Add: Gone by then' }).click();
          await red.client.delete(`/api/v1/test-templates/${gone.id}`);
        },
        at: null,
        says: /test template/i,
      },
    ],
    mend: () => scope.getByRole('button', { name: 'Remove: Gone by then' }).click(),
    written: async () => (await red.client.get('/api/v1/scenario-templates')).body.total,
  });
  await expect(page.getByRole('heading', { name: 'Along the quay' })).toBeVisible();
});

test('the caption of evidence: each error is shown at its field, and the typed text stays until it is saved', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const page = await stage.open(team.red, testPath(mission));
  const caption = page.getByRole('textbox', { name: 'Caption for the next files' });
  const add = () =>
    page
      .getByLabel('Files to add')
      .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('seen') });
  await caption.fill(long(2000));
  await expect(caption).toHaveAccessibleDescription('At most 2,000 characters');
  await add();
  await expect(caption).toBeFocused();
  await expect(caption).toHaveValue(long(2000));
  expect((await readTest(team.red.client, placeOf(mission))).evidence).toEqual([]);
  await caption.fill('as long as it should be');
  await add();
  await expect(page.getByText('as long as it should be')).toBeVisible();
});
