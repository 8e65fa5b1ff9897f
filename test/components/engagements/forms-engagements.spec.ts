import { newEngagement, newSimulation, newSimulationTemplate } from '../../support/missions/engagements.ts';
import { refusedRequests, tryForm } from '../../ui/sessions/form-trial.ts';
import { expect, test } from '../support.ts';

const long = (characters: number) => 'x'.repeat(characters + 1);

test.beforeEach(({ stage }) => stage.expectError(refusedRequests));

test('an engagement: each error is shown at its field, and the typed text stays until it is saved', async ({
  stage,
  team,
}) => {
  const { red } = team;
  const page = await stage.open(red, '/engagements?dialog=create');
  const written = async () => (await red.client.get('/api/engagements')).body.items[0]?.name ?? null;
  await tryForm(page, {
    scope: page.getByRole('dialog', { name: 'New engagement' }),
    submit: 'Create engagement',
    attempts: [
      { at: 'Name', says: 'Enter a name for the engagement' },
      { type: { Name: long(200) }, at: 'Name', says: 'At most 200 characters' },
      { type: { Name: 'Quay', Organisation: long(200) }, at: 'Organisation', says: 'At most 200 characters' },
      { type: { Organisation: '', Description: long(200_000) }, at: 'Description', says: 'At most 200,000' },
      {
        type: { Description: '', Start: '2026-11-20', End: '2026-11-19' },
        at: 'End',
        says: 'The end date is before the start date',
      },
    ],
    right: { End: '2026-11-20' },
    written,
  });
  await expect(page.getByRole('heading', { name: 'Quay', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'More about this engagement' }).click();
  await page.getByRole('menuitem', { name: 'Edit name, organisation, dates' }).click();
  await tryForm(page, {
    scope: page.getByRole('dialog', { name: 'Edit engagement' }),
    submit: 'Save',
    attempts: [
      { type: { Name: ' ' }, at: 'Name', says: 'Enter a name for the engagement' },
      { type: { Name: 'Pier', End: '2026-11-01' }, at: 'End', says: 'The end date is before the start date' },
    ],
    right: { End: '' },
    written,
  });
});

test('a simulation: each error is shown at its field, and the typed text stays until it is saved', async ({
  stage,
  team,
}) => {
  const { red } = team;
  const engagement = await newEngagement(red.client);
  const template = await newSimulationTemplate(red.client, { name: 'Deleted by then' });
  const page = await stage.open(red, `/engagements/${engagement.id}?dialog=simulation`);
  const scope = page.getByRole('dialog', { name: 'New simulation' });
  await tryForm(page, {
    scope,
    submit: 'Create simulation',
    attempts: [
      { at: 'Name', says: 'Enter a name for the simulation' },
      { type: { Name: long(200) }, at: 'Name', says: 'At most 200 characters' },
      { type: { Name: 'Listen', Command: long(200_000) }, at: 'Command', says: 'At most 200,000' },
      {
        type: { Command: 'ss -lt' },
        first: async () => {
          await scope.getByRole('combobox', { name: 'Template' }).click();
          await page.getByRole('option', { name: template.name }).click();
          await red.client.delete(`/api/templates/${template.id}`);
        },
        at: 'Template',
        says: /template/i,
      },
    ],
    mend: async () => {
      await scope.getByRole('button', { name: 'No template', includeHidden: true }).click();
    },
    right: { Name: 'Listen', Command: 'ss -lt' },
    written: async () => (await red.client.get(`/api/engagements/${engagement.id}/simulations`)).body.total,
  });
});

test('the name of a simulation: each error is at its field, and typed text stays until it is saved', async ({
  stage,
  team,
}) => {
  const { red } = team;
  const simulation = await newSimulation(red.client);
  const page = await stage.open(red, `/engagements/${simulation.engagement_id}/simulations/${simulation.id}`);
  await page.getByRole('button', { name: 'More about this simulation' }).click();
  await page.getByRole('menuitem', { name: 'Edit name and description' }).click();
  await tryForm(page, {
    scope: page.getByRole('dialog', { name: 'Edit simulation' }),
    submit: 'Save',
    attempts: [
      { type: { Name: '' }, at: 'Name', says: 'Enter a name for the simulation' },
      { type: { Name: long(200) }, at: 'Name', says: 'At most 200 characters' },
      { type: { Name: 'Renamed', Description: long(200_000) }, at: 'Description', says: 'At most 200,000' },
    ],
    right: { Description: '' },
    written: async () => (await red.client.get(`/api/simulations/${simulation.id}`)).body.name,
  });
});

test('a simulation template: each error is shown at its field, and the typed text stays until it is saved', async ({
  stage,
  team,
}) => {
  const { red } = team;
  await newSimulationTemplate(red.client, { name: 'Taken' });
  const page = await stage.open(red, '/engagements/templates');
  await page.getByRole('button', { name: 'New template' }).first().click();
  await tryForm(page, {
    scope: page.getByRole('dialog', { name: 'New simulation template' }),
    submit: 'Create template',
    attempts: [
      { at: 'Name', says: 'Enter a name for the template' },
      { type: { Name: long(200) }, at: 'Name', says: 'At most 200 characters' },
      { type: { Name: 'Taken' }, at: 'Name', says: 'Another template has this name' },
      {
        type: { Name: 'Free', 'Expected detection': long(200_000) },
        at: 'Expected detection',
        says: 'At most 200,000',
      },
    ],
    right: { 'Expected detection': 'An alert' },
    written: async () => (await red.client.get('/api/templates')).body.total,
  });
});

test('a C2 connection: each error is shown at its field, and the typed text stays until it is saved', async ({
  stage,
  team,
}) => {
  const { red } = team;
  const engagement = await newEngagement(red.client);
  const config = `/api/engagements/${engagement.id}/c2-config`;
  const page = await stage.open(red, `/engagements/${engagement.id}/c2`);
  await page.getByRole('button', { name: 'Connect a framework' }).click();
  const scope = page.getByRole('dialog', { name: 'Connect a C2 framework' });
  await tryForm(page, {
    scope,
    submit: 'Save and test',
    attempts: [
      { at: 'Address', says: 'Enter the framework’s address' },
      { type: { Address: 'https://c2.example' }, at: 'API token', says: 'Enter the framework’s API token' },
      { type: { 'API token': long(4096) }, at: 'API token', says: 'At most 4,096 characters' },
      { type: { 'API token': 'lönger' }, at: 'API token', says: 'Holds characters' },
      {
        type: { 'API token': 'a-token', Address: 'javascript:alert(1)' },
        at: 'Address',
        says: 'Must be http:// or https:// with a host',
      },
      { type: { Address: 'http://169.254.1.1' }, at: 'Address', says: 'Names an address that is link-local' },
      {
        type: { Address: 'http://c2.example' },
        first: () => scope.getByRole('radio', { name: 'Accept only one certificate' }).check(),
        at: 'Address',
        says: 'Must begin with https://',
      },
      {
        type: { Address: 'https://c2.example' },
        at: 'SHA-256 of the certificate',
        says: 'Enter the certificate’s SHA-256',
      },
      {
        type: { 'SHA-256 of the certificate': 'ab:cd' },
        at: 'SHA-256 of the certificate',
        says: 'Must be the SHA-256',
      },
      {
        type: { 'SHA-256 of the certificate': 'ab'.repeat(32), Operation: long(200) },
        at: 'Operation',
        says: 'At most 200 characters',
      },
    ],
    right: { Operation: '' },
    written: async () => (await red.client.get(config)).status,
  });
  await expect(page.getByText('The connection works')).toBeVisible();

  await page.getByRole('button', { name: /^Change/ }).click();
  await tryForm(page, {
    scope: page.getByRole('dialog', { name: 'Change the connection' }),
    submit: 'Save and test',
    attempts: [
      {
        type: { Address: 'https://other.example' },
        at: 'API token',
        says: 'Enter a token: the stored one was given for another framework, address or certificate',
      },
    ],
    right: { 'API token': 'for-the-other' },
    written: async () => (await red.client.get(config)).body.base_url,
  });
});
