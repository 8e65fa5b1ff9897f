import { bodyOf, walk } from '../../support/missions/factories.ts';
import { entriesOf, newTeam, put, testPathOf } from '../scenes/history-of-a-test.ts';
import { expect, test } from '../support.ts';

test('nobody can restore a field that they cannot write', async ({ open, server }) => {
  const { red, blue, place } = await newTeam(server);
  await put(red, place, { command: 'whoami' });
  await put(red, place, { command: 'id' });
  await put(blue, place, { blue_comment: 'seen' });
  await put(server.admin, place, { blue_comment: 'seen, and more' });
  const page = await open.as(blue, `${testPathOf(place)}/history`);
  await expect(entriesOf(page)).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(2);
  await walk(server.admin.client, place.missionPath, 'in_progress', 'completed', 'archived');
  await page.reload();
  await expect(entriesOf(page).last()).toContainText('Command as run');
  await expect(page.getByText('This mission is archived')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
});

test('a mission shows its history in a tab, with its filters in the address', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const { red, blue, place } = await newTeam(server);
  await put(red, place, { command: 'whoami' });
  await put(blue, place, { blue_comment: 'seen' });
  const page = await open.as(red, testPathOf(place).replace(/\/tests.*/, ''));
  await page.getByRole('link', { name: 'History' }).click();
  await expect(entriesOf(page)).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Person' }).fill('soc');
  await page.getByRole('option', { name: /^soc/ }).click();
  await expect(page).toHaveURL(new RegExp(`actor_id=${blue.id}`));
  await expect(entriesOf(page)).toHaveCount(1);
  await page.reload();
  await expect(entriesOf(page)).toHaveCount(1);
  await expect(entriesOf(page)).toContainText('changed Blue’s comment in');
  await page.getByLabel('Until').fill('2020-01-01');
  await expect(page.getByText('No changes match these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(entriesOf(page)).toHaveCount(3);
  await page.goto(`${page.url().replace(/\?.*/, '')}?test_id=${place.test}`);
  await expect(entriesOf(page)).toHaveCount(2);
  await entriesOf(page).first().getByRole('link').click();
  await expect(page.getByRole('dialog', { name: 'History of this test' })).toBeVisible();
});

test('the audit lists everything, and the content of an entry can be erased', async ({ open, server }) => {
  const { red, place } = await newTeam(server);
  await put(red, place, { red_comment: 'the customer’s secret: pomegranate' });
  const login = { email: red.email, password: 'not the password' };
  await server.anonymous.post('/api/v1/auth/login', login);
  const page = await open.as(server.admin, '/administration/audit');
  const refused = entriesOf(page).filter({ hasText: 'was refused a sign-in' }).first();
  await expect(refused).toContainText(/Someone not signed in was refused a sign-in \(redteam/);
  const head = (await server.admin.client.get('/api/v1/audit/head')).body.anchor;
  await expect(page.getByText(head)).toBeVisible();
  await page.getByRole('combobox', { name: 'Object' }).fill('Test');
  await page.getByRole('option', { name: 'Test', exact: true }).click();
  await expect(page).toHaveURL(/object_type=test/);
  const entry = entriesOf(page).filter({ hasText: 'pomegranate' });
  const named = entry.getByRole('link', { name: bodyOf(await red.client.get(place.path), 200).name });
  await expect(named).toHaveAttribute('href', new RegExp(`/tests/${place.test}/history`));
  await entry.getByRole('button', { name: /^Erase/ }).click();
  const asking = page.getByRole('dialog', { name: /^Erase the content of entry/ });
  await expect(asking).toContainText('Red’s comment');
  await asking.getByRole('button', { name: 'Erase permanently' }).click();
  await expect(asking.getByText('Enter a reason')).toBeVisible();
  await asking.getByLabel('Reason').fill('The customer asked for it');
  const seq = /#(\d+)/.exec((await entry.textContent()) ?? '')?.[1] as string;
  await asking.getByLabel(`Type ${seq} to confirm`).fill(seq);
  await asking.getByRole('button', { name: 'Erase permanently' }).click();
  await expect(asking).toBeHidden();
  await expect(entriesOf(page).first()).toContainText('The content of this entry was erased.');
  await expect(
    entriesOf(page)
      .first()
      .getByRole('button', { name: /^Erase/ }),
  ).toHaveCount(0);
  await expect(page.getByText('pomegranate')).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(entriesOf(page).first()).toContainText(
    /erased the content of an entry.*The customer asked for it/,
  );
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as JSON Lines' }).click();
  expect((await saving).suggestedFilename()).toBe('damson-history.jsonl');
});
