import { newEngagement, newSimulationTemplate } from '../../support/missions/engagements.ts';
import { type Role, tabTo } from '../looks/tab-to.ts';
import { testOfAllPages as test } from '../servers.ts';
import { comeBack, expect, newTeam, type Page } from '../support.ts';

test('an engagement is run with the keyboard alone', { tag: '@nightly' }, async ({ open, server }) => {
  test.slow();
  const { red, blue } = await newTeam(server);
  await newSimulationTemplate(red.client, { name: 'Who is signed in', command: 'query user' });
  open.expectError(/404/);
  const page = await open.as(red, '/engagements');
  const { keyboard } = page;
  const enter = async (role: Role, name: string | RegExp, on: Page = page) => {
    await tabTo(on, role, name);
    await on.keyboard.press('Enter');
  };

  await enter('button', 'New engagement');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await enter('button', 'Create engagement');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await keyboard.type('Without a mouse');
  await enter('button', 'Create engagement');
  await expect(page.getByRole('heading', { name: 'Without a mouse', level: 1 })).toBeVisible();

  await enter('link', 'C2 framework');
  await enter('button', 'Connect a framework');
  await expect(page.getByRole('combobox', { name: 'Framework' })).toBeFocused();
  await tabTo(page, 'textbox', 'Address');
  await keyboard.type('https://c2.example:7443');
  await tabTo(page, 'textbox', 'API token');
  await keyboard.type('a-token');
  await tabTo(page, 'radio', 'Verify it as browsers do');
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('textbox', { name: 'SHA-256 of the certificate' })).toBeVisible();
  await keyboard.press('ArrowUp');
  await enter('button', 'Save and test');
  await expect(page.getByText('The connection works')).toBeVisible();

  await tabTo(page, 'checkbox', 'Task 105: shell reg save HKLM\\SAM C:\\Windows\\Temp\\s.hiv');
  await keyboard.press('Space');
  // Tabs backwards, because the button comes before the tasks.
  await page.keyboard.press('Shift+Tab');
  for (let step = 0; step < 10; step += 1) {
    if (await page.getByRole('button', { name: 'Create simulation' }).evaluate((it) => it.matches(':focus')))
      break;
    await keyboard.press('Shift+Tab');
  }
  await keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /shell reg save/ })).toBeVisible();
  await enter('button', 'New simulation');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await keyboard.press('Shift+Tab');
  await expect(page.getByRole('combobox', { name: 'Template' })).toBeFocused();
  await keyboard.type('signed in');
  await expect(page.getByRole('option', { name: 'Who is signed in' })).toBeVisible();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Who is signed in');
  await tabTo(page, 'combobox', 'Techniques: ID or name');
  await keyboard.type('T1033');
  await expect(page.getByRole('option', { name: /T1033/ }).first()).toBeVisible();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(
    page
      .getByRole('dialog')
      .getByText(/^T1033 /)
      .first(),
  ).toBeVisible();
  await enter('button', 'Create simulation');
  await expect(page.getByRole('heading', { name: 'Who is signed in', level: 1 })).toBeVisible();

  await enter('button', 'Link tasks');
  await tabTo(page, 'combobox', 'Callback');
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: '#1 LYON-WS-014' })).toBeVisible();
  await keyboard.press('Home');
  await keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Callback' })).not.toHaveValue('');
  await tabTo(page, 'checkbox', 'Task 101: shell whoami /all');
  await keyboard.press('Space');
  await enter('button', 'Link task');
  const linked = page.getByRole('region', { name: 'C2 tasks' }).getByRole('row', { name: /101/ });
  await expect(linked).toContainText('received');
  await expect(page.getByRole('region', { name: 'Output of task 101' })).toContainText('ORCHARD');

  await enter('button', 'Start');
  await expect(page.getByText('In progress', { exact: true }).first()).toBeVisible();
  await tabTo(page, 'textbox', 'Comment');
  await keyboard.type('Quiet so far.');
  // Waits for the dialog before the key, because Playwright only then starts to watch for one.
  const choosing = page.waitForEvent('filechooser');
  await enter('button', 'Add files');
  await (await choosing).setFiles({ name: 'seen.txt', mimeType: 'text/plain', buffer: Buffer.from('seen') });
  await enter('button', 'seen.txt');
  await expect(page.getByRole('dialog')).toContainText('seen');
  await keyboard.press('Escape');
  await enter('button', 'Submit for review');
  await expect(page.getByText('In review', { exact: true })).toBeVisible();

  const blues = await open.as(blue, '/engagements');
  await enter('link', 'Without a mouse', blues);
  await enter('link', /Who is signed in/, blues);
  await tabTo(blues, 'radio', 'Not judged');
  await blues.keyboard.press('ArrowUp');
  await tabTo(blues, 'textbox', 'Comment');
  await blues.keyboard.type('Seen at once.');
  await expect(blues.getByText('Saved', { exact: true }).last()).toBeVisible();
  await enter('button', 'Finish', blues);
  await expect(blues.getByText('This simulation is done')).toBeVisible();

  await comeBack(page);
  await expect(page.getByText('This simulation is done')).toBeVisible();
});

test('every press goes to the next simulation, and typing triggers no shortcut', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const { red } = await newTeam(server);
  const { id } = await newEngagement(red.client);
  for (const name of ['One', 'Another', 'A third']) {
    await red.client.post(`/api/engagements/${id}/simulations`, { name });
  }
  const { items } = (await red.client.get(`/api/engagements/${id}/simulations`)).body;
  const [first, second, third] = items.map(({ name }: { name: string }) => name);
  open.expectError(/404/);
  const page = await open.as(red, `/engagements/${id}`);
  await page.getByRole('link', { name: first }).click();
  await expect(page.getByText('1 of 3')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous simulation' })).toBeDisabled();
  await page.keyboard.type('jj');
  await expect(page.getByRole('heading', { name: third, level: 1 })).toBeVisible();
  await expect(page.getByText('3 of 3')).toBeVisible();
  await page.getByLabel('Objective').fill('jk');
  await page.keyboard.press('k');
  await expect(page.getByLabel('Objective')).toHaveValue('jkk');
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  await expect(page.getByRole('heading', { name: second, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Next simulation' }).click();
  await expect(page.getByLabel('Objective')).toHaveValue('jkk');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Shortcuts on this page' })).toContainText('Next simulation');
});
