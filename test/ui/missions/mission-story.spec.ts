import { newScenarioTemplate, newTestTemplate } from '../../support/missions/factories.ts';
import { comeBack, expect, newTeam, runningMission, test } from '../support.ts';

test('red and blue run a mission together, from its creation to the archive', {
  tag: '@story',
}, async ({ open, server }) => {
  const { red, blue } = await newTeam(server);
  const listing = await newTestTemplate(red.client, {
    name: 'List the accounts',
    objective: 'Know who is here',
    command: 'net user /domain',
  });
  const first = await newScenarioTemplate(red.client, { name: 'First look', tests: [listing.id] });
  const second = await newScenarioTemplate(red.client, { name: 'Staying', tests: 2 });

  const reds = await open.as(red, '/');
  await reds.getByRole('link', { name: 'Missions', exact: true }).click();
  await reds.getByRole('button', { name: 'New mission' }).first().click();
  const dialog = reds.getByRole('dialog', { name: 'New mission' });
  await dialog.getByRole('button', { name: 'Create mission' }).click();
  await expect(dialog.getByText('Enter a name for the mission')).toBeVisible();
  await dialog.getByLabel('Name').fill('Orchard');
  await dialog.getByLabel('Organisation').fill('Orchard Ltd');
  await dialog.getByLabel('Start').fill('2026-11-20');
  await dialog.getByLabel('End').fill('2026-11-02');
  await dialog.getByRole('button', { name: 'Create mission' }).click();
  await expect(dialog.getByText('The end date is before the start date')).toBeVisible();
  await dialog.getByLabel('End').fill('2026-11-24');
  await dialog.getByRole('checkbox', { name: second.name }).check();
  await dialog.getByRole('checkbox', { name: first.name }).check();
  await dialog.getByRole('button', { name: `Move up: ${first.name}` }).click();
  await dialog.getByRole('combobox', { name: 'Add a member' }).click();
  await reds.getByRole('option', { name: /soc/ }).filter({ hasText: blue.email }).click();
  // Role hints come from the account; the creator leads.
  await expect(dialog.getByLabel(/^Role of soc/)).toHaveValue('blue');
  await expect(dialog.getByLabel(/^Role of redteam/)).toHaveValue('lead');
  await dialog.getByRole('button', { name: 'Create mission' }).click();

  await expect(reds.getByRole('heading', { name: 'Orchard', level: 1 })).toBeVisible();
  const rows = reds.getByRole('table', { name: 'Tests' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('First look');
  await expect(rows.nth(2)).toContainText('List the accounts');
  await expect(rows.nth(3)).toContainText('Staying');
  await reds.getByRole('button', { name: 'Start' }).click();
  await expect(reds.locator('[aria-current="step"]')).toContainText('In progress');

  const blues = await open.as(blue, '/');
  await expect(blues.getByRole('list', { name: 'Missions' })).toBeVisible();
  await expect(blues.getByRole('region', { name: 'Waiting for you' })).not.toContainText('Orchard');
  await blues
    .getByRole('list', { name: 'Missions' })
    .getByRole('link', { name: 'Orchard', exact: true })
    .click();
  await expect(blues.getByRole('row', { name: /List the accounts/ })).toContainText('Pending');
  await expect(blues.getByRole('button', { name: 'Complete' })).toHaveCount(0);

  await reds.getByRole('link', { name: 'List the accounts' }).click();
  await expect(reds.getByRole('region', { name: 'Suggested command' })).toHaveText('net user /domain');
  await expect(reds.getByRole('region', { name: 'Blue team' })).toContainText('read only');
  const record = reds.getByRole('region', { name: 'Red team' });
  await record.getByLabel('Command as run').fill('net user /domain > users.txt');
  await expect(record.getByText('Saved', { exact: true })).toBeVisible();
  await record.getByLabel('Output').fill('The command completed successfully.');
  await reds.keyboard.press('Escape');
  await reds.keyboard.press('e');
  await expect(reds.getByRole('button', { name: 'Undo executed' })).toBeVisible();
  await expect(record.getByLabel('Executed at', { exact: true })).not.toHaveValue('');

  await comeBack(blues);
  const changed = blues.getByRole('row', { name: /List the accounts/ });
  await expect(changed).toContainText('Executed');
  await expect(changed).toContainText('new');
  await blues.getByRole('link', { name: 'List the accounts' }).click();
  await expect(blues.getByRole('region', { name: 'Output' })).toHaveText(
    'The command completed successfully.',
  );
  const blueRecord = blues.getByRole('region', { name: 'Blue team' });
  await blueRecord.getByRole('radio', { name: 'Detected' }).check();
  await blueRecord.getByLabel('Comment', { exact: true }).fill('The console showed it at once.');
  await blues.keyboard.press('Escape');
  await blues.keyboard.press('r');
  await expect(blues.getByRole('button', { name: 'Undo review' })).toBeVisible();

  await comeBack(reds);
  await expect(reds.getByRole('region', { name: 'Blue team' })).toContainText('Detected');
  await expect(reds.getByRole('region', { name: 'Blue team' })).toContainText(
    'The console showed it at once.',
  );
  await reds.keyboard.press('j');
  await expect(reds.getByText('2 of 3')).toBeVisible();
  await reds.keyboard.press('s');
  await expect(reds.getByRole('button', { name: 'Back to pending' })).toBeVisible();
  await reds.getByRole('link', { name: 'Orchard', exact: true }).click();
  await expect(reds.getByText('1 executed, 1 reviewed', { exact: true })).toBeVisible();
  await expect(reds.getByRole('row', { name: /List the accounts/ })).toContainText('Detected');

  await reds.getByRole('checkbox', { name: 'Select all tests shown' }).check();
  await reds.getByRole('button', { name: 'Executed (1)' }).click();
  await expect(reds.getByText('2 executed, 1 reviewed', { exact: true })).toBeVisible();

  await reds.getByRole('button', { name: 'Complete' }).click();
  const completing = reds.getByRole('dialog', { name: 'Complete this mission?' });
  await expect(completing).toContainText('1 executed test is waiting for review');
  await completing.getByRole('button', { name: 'Complete' }).click();
  await reds.getByRole('button', { name: 'Archive' }).click();
  const archiving = reds.getByRole('dialog', { name: 'Archive this mission?' });
  await expect(archiving).toContainText('Orchard');
  await archiving.getByRole('button', { name: 'Archive permanently' }).click();
  await expect(reds.getByText('This mission is archived')).toBeVisible();
  await expect(reds.getByRole('checkbox')).toHaveCount(0);
  await reds.getByRole('link', { name: 'List the accounts' }).click();
  await expect(reds.getByText('This mission is archived')).toBeVisible();
  await expect(reds.getByRole('textbox')).toHaveCount(0);

  await reds.goto('/missions?status=archived&q=orch');
  await reds.getByRole('link', { name: 'Orchard' }).click();
  await expect(reds.getByRole('heading', { name: 'Orchard', level: 1 })).toBeVisible();
  await expect(reds.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0);
  // An archived mission is read-only; people who may archive may still delete it.
  await reds.getByRole('button', { name: 'More about this mission' }).click();
  await expect(reds.getByRole('menuitem')).toHaveText([
    'Retest mission…',
    'Clone mission…',
    'Wall view',
    'Export…',
    'Print with evidence…',
    'Delete mission',
  ]);
  await reds.getByRole('menuitem', { name: 'Delete mission' }).click();
  await reds
    .getByRole('dialog', { name: 'Delete this mission?' })
    .getByRole('button', { name: 'Delete mission' })
    .click();
  await expect(reds.getByRole('link', { name: 'Orchard' })).toHaveCount(0);
  await reds.goto('/missions?status=archived&q=orch');
  await expect(reds.getByRole('link', { name: 'Orchard' })).toHaveCount(0);
  await expect(reds.getByRole('heading', { name: 'Missions', level: 1 })).toBeVisible();
});

test('a mission is edited, extended, given members and deleted', async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { name: 'Hedgerow', members: [team.red], tests: 1 });
  const more = await newScenarioTemplate(team.red.client, { name: 'One more thing' });
  const page = await open.as(team.red, `/missions/${mission.id}`);
  const menu = page.getByRole('button', { name: 'More about this mission' });

  await menu.click();
  await page.getByRole('menuitem', { name: 'Edit name, organisation, dates' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit mission' });
  await editing.getByRole('textbox', { name: 'Name' }).fill('  ');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(editing.getByText('Enter a name for the mission')).toBeVisible();
  await editing.getByRole('textbox', { name: 'Name' }).fill('Hedgerow, again');
  await editing.getByLabel('Organisation').fill('Hedgerow Bank');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Hedgerow, again' })).toBeVisible();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Members' }).click();
  const members = page.getByRole('dialog', { name: 'Members' });
  await members.getByRole('combobox', { name: 'Add a member' }).fill('soc');
  await page.getByRole('option').filter({ hasText: team.blue.email }).click();
  await members.getByLabel(/^Role of soc/).selectOption('observer');
  await members.getByRole('button', { name: 'Save members' }).click();
  await expect(page.getByRole('list', { name: 'Members' })).toContainText('observer');

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Append scenarios…' }).click();
  const appending = page.getByRole('dialog', { name: 'Append scenarios' });
  await appending.getByRole('button', { name: 'Append', exact: true }).click();
  await expect(appending.getByText('Select at least one scenario')).toBeVisible();
  await appending.getByLabel('Search scenario templates').fill(more.name);
  await appending.getByRole('checkbox', { name: more.name }).check();
  await appending.getByRole('button', { name: 'Append', exact: true }).click();
  await expect(page.getByRole('rowheader', { name: /One more thing/ })).toBeVisible();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete mission' }).click();
  const deleting = page.getByRole('dialog', { name: 'Delete this mission?' });
  await expect(deleting).toContainText('2 tests (0 with results) and 0 files of evidence');
  await deleting.getByRole('button', { name: 'Delete mission' }).click();
  await expect(page.getByRole('heading', { name: 'No missions yet' })).toBeVisible();
});
