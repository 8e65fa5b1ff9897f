import type { Page } from '@playwright/test';
import { move, newEngagement, newSimulation } from '../../support/missions/engagements.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { testOfAllPages as test } from '../servers.ts';
import { comeBack, expect, newTeam } from '../support.ts';

/** The current step of the engagement on the page. */
const statusIn = (page: Page) => page.getByRole('list', { name: 'Status' }).locator('[aria-current=step]');

test('red and the SOC run an engagement together, from its creation to a finished simulation', {
  tag: '@story',
}, async ({ open, server }) => {
  const { red, blue } = await newTeam(server);
  // Nothing is connected at first, so the server answers 404.
  open.expectError(/404/);
  const reds = await open.as(red, '/');
  await reds.getByRole('link', { name: 'Engagements', exact: true }).click();
  await reds.getByRole('button', { name: 'New engagement' }).first().click();
  const making = reds.getByRole('dialog', { name: 'New engagement' });
  await making.getByRole('button', { name: 'Create engagement' }).click();
  await expect(making.getByText('Enter a name for the engagement')).toBeVisible();
  await making.getByLabel('Name').fill('Lighthouse');
  await making.getByLabel('Organisation').fill('Lighthouse Shipping');
  await making.getByLabel('Start').fill('2026-11-20');
  await making.getByLabel('End').fill('2026-11-02');
  await making.getByRole('button', { name: 'Create engagement' }).click();
  await expect(making.getByText('The end date is before the start date')).toBeVisible();
  await making.getByLabel('End').fill('2026-11-24');
  await making.getByRole('button', { name: 'Create engagement' }).click();
  await expect(reds.getByRole('heading', { name: 'Lighthouse', level: 1 })).toBeVisible();

  await reds.getByRole('link', { name: 'C2 framework' }).click();
  await reds.getByRole('button', { name: 'Connect a framework' }).click();
  const connecting = reds.getByRole('dialog', { name: 'Connect a C2 framework' });
  await connecting.getByRole('button', { name: 'Save and test' }).click();
  await expect(connecting.getByText('Enter the framework’s address')).toBeVisible();
  await expect(connecting.getByText('Enter the framework’s API token')).toBeVisible();
  await connecting.getByLabel('Address').fill('ftp://c2.example');
  await connecting.getByRole('textbox', { name: 'API token' }).fill('a-token-that-stays-here');
  open.expectError(/422/);
  await connecting.getByRole('button', { name: 'Save and test' }).click();
  await expect(connecting.getByText('Must be http:// or https:// with a host')).toBeVisible();
  await connecting.getByLabel('Address').fill('https://c2.example:7443');
  await reds.evaluate(`
    new MutationObserver(() => {
      if (document.body.innerText.includes('Change the connection')) document.title = 'still open';
    }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
  await connecting.getByRole('button', { name: 'Save and test' }).click();
  await expect(reds.getByText('The connection works')).toBeVisible();
  await expect(reds.getByText('stored, encrypted')).toBeVisible();
  // The dialog never reappears over the connection that it created.
  expect(await reds.title()).not.toBe('still open');
  expect(await reds.content()).not.toContain('a-token-that-stays-here');
  await expect(reds.getByRole('region', { name: 'Callbacks' })).toContainText('LYON-FS-02');
  await expect(reds.getByRole('region', { name: 'Tasks' })).toContainText('shell whoami /all');

  await reds.getByRole('link', { name: 'Simulations', exact: true }).click();
  await reds.getByRole('button', { name: 'New simulation' }).first().click();
  const adding = reds.getByRole('dialog', { name: 'New simulation' });
  await adding.getByRole('textbox', { name: 'Name', exact: true }).fill('Who is signed in');
  await adding.getByRole('button', { name: 'Create simulation' }).click();
  await expect(reds.getByRole('heading', { name: 'Who is signed in', level: 1 })).toBeVisible();

  const blues = await open.as(blue, '/engagements');
  await blues.getByRole('link', { name: 'Lighthouse', exact: true }).click();
  await expect(blues.getByRole('region', { name: /^Pending/ })).toContainText('Who is signed in');
  await expect(blues.getByRole('link', { name: 'C2 framework' })).toHaveCount(0);
  await expect(blues.getByRole('button', { name: 'New simulation' })).toHaveCount(0);
  await blues.getByRole('link', { name: /Who is signed in/ }).click();

  await reds.getByRole('combobox', { name: 'Techniques: ID or name' }).fill('T1033');
  await reds.getByRole('option', { name: /T1033/ }).first().click();
  await expect(reds.getByText('In progress')).toBeVisible();
  await reds.keyboard.press('Escape');
  await reds.getByRole('button', { name: 'Link tasks' }).click();
  const picking = reds.getByRole('dialog', { name: 'Link tasks of the C2 framework' });
  await picking.getByRole('combobox', { name: 'Callback' }).click();
  await reds.getByRole('option', { name: '#1 LYON-WS-014' }).click();
  await expect(picking.getByText('shell crontab -l')).toHaveCount(0);
  await picking.getByRole('checkbox', { name: 'Task 101: shell whoami /all' }).check();
  await picking.getByRole('button', { name: 'Link task' }).click();
  const linked = reds.getByRole('region', { name: 'C2 tasks' }).getByRole('row', { name: /101/ });
  await expect(linked).toContainText('received');
  await expect(reds.getByRole('region', { name: 'Output of task 101' })).toContainText('ORCHARD\\m.lefèvre');
  await expect(reds.getByLabel('Command', { exact: true })).toHaveValue('shell whoami /all');
  await reds.getByRole('region', { name: 'Red team' }).getByLabel('Comment').fill('Quiet so far.');
  await expect(reds.getByText('Saved', { exact: true }).first()).toBeVisible();
  await reds.getByRole('button', { name: 'Submit for review' }).click();
  await expect(reds.getByText('In review', { exact: true })).toBeVisible();
  await expect(reds.getByRole('button', { name: 'Finish' })).toHaveCount(0);

  await comeBack(blues);
  await expect(blues.getByRole('region', { name: 'Output' })).toContainText('ORCHARD');
  await expect(blues.getByRole('region', { name: 'Red team' }).getByRole('textbox')).toHaveCount(0);
  await expect(blues.getByRole('button', { name: 'Link tasks' })).toHaveCount(0);
  await expect(blues.getByRole('button', { name: /^Unlink/ })).toHaveCount(0);
  const soc = blues.getByRole('region', { name: 'SOC' });
  await soc.getByRole('radio', { name: 'Detected' }).check();
  await soc.getByLabel('Comment').fill('Seen at once.');
  await expect(soc.getByText('Saved', { exact: true }).last()).toBeVisible();
  await blues.getByRole('button', { name: 'Finish' }).click();
  await expect(blues.getByText('This simulation is done')).toBeVisible();
  await expect(blues.getByRole('textbox')).toHaveCount(0);

  await comeBack(reds);
  await expect(reds.getByText('This simulation is done')).toBeVisible();
  await expect(reds.getByRole('region', { name: 'SOC' })).toContainText('Seen at once.');
  await reds.getByRole('link', { name: 'Lighthouse' }).click();
  await expect(reds.getByRole('img', { name: /1 simulation: 1 done/ })).toBeVisible();
  await expect(statusIn(reds)).toHaveText('In progress');
  await reds.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(statusIn(reds)).toHaveText('Completed');

  await reds.getByRole('button', { name: 'More about this engagement' }).click();
  await reds.getByRole('menuitem', { name: 'Delete engagement' }).click();
  const deleting = reds.getByRole('dialog', { name: 'Delete this engagement?' });
  await expect(deleting).toContainText('Lighthouse');
  await deleting.getByRole('button', { name: 'Delete engagement' }).click();
  await expect(reds).toHaveURL(`${server.url}/engagements`);
  await expect(reds.getByRole('link', { name: 'Lighthouse', exact: true })).toHaveCount(0);
});

test('two people writing the same field of a simulation see both versions', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const { red } = await newTeam(server);
  const other = await server.newPerson('redteam');
  const simulation = await newSimulation(red.client);
  open.expectError(/412|404/);
  const page = await open.as(red, `/engagements/${simulation.engagement_id}/simulations/${simulation.id}`);
  const command = page.getByLabel('Command', { exact: true });
  await command.fill('mine');
  await other.client.patch(`/api/simulations/${simulation.id}`, { command: 'theirs' });
  const dialog = page.getByRole('dialog', { name: 'Command: conflict' });
  await expect(page.getByText('Changed by redteam')).toBeVisible();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(dialog.getByRole('region', { name: 'On the server' }).last()).toHaveText('theirs');
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect((await red.client.get(`/api/simulations/${simulation.id}`)).body.command).toBe('mine');
});

test('a simulation template is created, used and deleted, hidden from the SOC', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const { red, blue } = await newTeam(server);
  const engagement = await newEngagement(red.client);
  open.expectError(/404|409/);
  const page = await open.as(red, '/engagements/templates');
  const make = async () => {
    await page.getByRole('button', { name: 'New template' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New simulation template' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('List who is signed in');
    await dialog.getByLabel('Command', { exact: true }).fill('query user');
    await dialog.getByRole('button', { name: 'Create template' }).click();
    return dialog;
  };
  await expect(await make()).toBeHidden();
  const refused = await make();
  await expect(refused.getByText('Another template has this name')).toBeVisible();
  await refused.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`/engagements/${engagement.id}?dialog=simulation`);
  const dialog = page.getByRole('dialog', { name: 'New simulation' });
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'List who is signed in' }).click();
  await expect(dialog.getByLabel('Command', { exact: true })).toHaveValue('query user');
  await dialog.getByRole('button', { name: 'Create simulation' }).click();
  await expect(page.getByLabel('Command', { exact: true })).toHaveValue('query user');

  await page.goto('/engagements/templates');
  await page.getByRole('button', { name: 'Actions for List who is signed in' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete template' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Actions for List who is signed in' })).toHaveCount(0);

  const blues = await open.as(blue, '/engagements/templates');
  await expect(
    blues.getByRole('heading', { name: 'Simulation templates are for the red team' }),
  ).toBeVisible();
});

test('an engagement is started from a simulation that was moved manually', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const { red, blue } = await newTeam(server);
  // Nothing is connected, so the server answers 404.
  open.expectError(/404/);
  const engagement = await newEngagement(red.client, { name: 'By hand' });
  const { id } = await newSimulation(red.client, { name: 'First move' }, engagement.id);
  const path = `/engagements/${engagement.id}/simulations/${id}`;
  const statusOf = async () => (await red.client.get(`/api/engagements/${engagement.id}`)).body.status;
  const reds = await open.as(red, path);
  const offer = reds.getByRole('note', { name: 'Draft engagement' });
  await expect(reds.getByRole('heading', { name: 'First move', level: 1 })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await reds.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(offer).toBeVisible();
  expect(await statusOf()).toBe('planned');
  const blues = await open.as(blue, path);
  await expect(blues.getByRole('heading', { name: 'First move', level: 1 })).toBeVisible();
  await expect(blues.getByRole('note', { name: 'Draft engagement' })).toHaveCount(0);
  await reds.goto(`/engagements/${engagement.id}`);
  await offer.getByRole('button', { name: 'Start the engagement' }).click();
  await expect(offer).toHaveCount(0);
  expect(await statusOf()).toBe('active');
});

test('an engagement is completed once all its simulations are done, and the step can be undone', async ({
  open,
  server,
}) => {
  const { red, blue } = await newTeam(server);
  open.expectError(/404/);
  const engagement = await newEngagement(red.client, { name: 'Nearly over', status: 'active' });
  const { id } = await newSimulation(red.client, { name: 'The last one' }, engagement.id);
  for (const status of ['in_progress', 'review_required']) {
    bodyOf(await move(red.client, id, status), 200);
  }
  const reds = await open.as(red, `/engagements/${engagement.id}`);
  const offer = reds.getByRole('note', { name: 'Finished simulations' });
  await expect(reds.getByRole('link', { name: /The last one/ })).toBeVisible();
  await expect(offer).toHaveCount(0);
  const blues = await open.as(blue, `/engagements/${engagement.id}/simulations/${id}`);
  const dialog = blues.getByRole('dialog', { name: 'Finish this simulation?' });
  await blues.getByRole('button', { name: 'Finish' }).click();
  await expect(dialog).toContainText('has no detections');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await blues.getByRole('radio', { name: 'Detected' }).check();
  await blues.getByRole('button', { name: 'Finish' }).click();
  await expect(blues.getByText('This simulation is done')).toBeVisible();
  await blues.getByRole('button', { name: /^Undo/ }).click();
  await expect(blues.getByRole('button', { name: 'Finish' })).toBeVisible();
  await blues.getByRole('button', { name: 'Finish' }).click();
  await expect(blues.getByText('This simulation is done')).toBeVisible();
  await comeBack(reds);
  await offer.getByRole('button', { name: 'Complete the engagement' }).click();
  await expect(statusIn(reds)).toHaveText('Completed');
  await expect(offer).toHaveCount(0);
});

test('simulations are created from tasks, with each output under its heading', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const { red } = await newTeam(server);
  const engagement = await newEngagement(red.client, { name: 'From tasks' });
  bodyOf(await red.client.put(`/api/engagements/${engagement.id}/c2-config`, { framework: 'fake' }), 200);
  const page = await open.as(red, `/engagements/${engagement.id}/c2`);
  const tasks = page.getByRole('region', { name: 'Tasks' });
  await tasks.getByRole('checkbox', { name: /^Task 101:/ }).check();
  await tasks.getByRole('checkbox', { name: /^Task 106:/ }).check();
  await tasks.getByRole('button', { name: 'Create 2 simulations' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 simulations were created' })).toBeVisible();
  await expect(page.getByRole('link', { name: /shell cat \/etc\/passwd/ })).toBeVisible();
  await page.getByRole('link', { name: /shell whoami \/all · #1 LYON-WS-014/ }).click();
  await expect(page.getByText('run by prune on #1 LYON-WS-014')).toBeVisible();
  const output = page.getByRole('region', { name: 'Output of task 101' });
  await expect(output).toContainText('S-1-5-21');
  await page.getByRole('button', { name: 'Link tasks' }).click();
  const picker = page.getByRole('dialog');
  await picker.getByRole('checkbox', { name: /^Task 107:/ }).check();
  await picker.getByRole('button', { name: 'Link task' }).click();
  const second = page.getByRole('region', { name: 'Output of task 107' });
  await expect(second).toContainText('nightly.sh');
  await expect(output).not.toContainText('nightly.sh');

  await page.getByRole('button', { name: 'Edit output' }).click();
  const field = page.getByRole('textbox', { name: 'Output' });
  await expect(field).toBeFocused();
  await field.press('ControlOrMeta+Home');
  await field.pressSequentially('As seen from outside:');
  await field.press('Enter');
  await page.getByRole('button', { name: 'Show by task' }).click();
  await expect(page.getByRole('region', { name: 'Output entered manually' })).toContainText(
    'As seen from outside',
  );
  await expect(output).not.toContainText('outside');

  await page.goto(`/engagements/${engagement.id}/c2`);
  await expect(tasks.getByRole('checkbox', { name: 'Task 101 already has a simulation' })).toBeDisabled();
  await expect(tasks.getByRole('row', { name: /101/ }).getByRole('link')).toContainText('shell whoami');
});
