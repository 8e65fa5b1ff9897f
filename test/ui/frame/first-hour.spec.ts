import { loadCatalogue } from '../../support/missions/engagements.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { startTestServer } from '../../support/servers/server.ts';
import { expect, expectAccessible, type Page, testOn } from '../support.ts';

const test = testOn(() => startTestServer());
// One worker: each further one would start a server and a browser of its own.
test.describe.configure({ mode: 'default' });

const steps = (page: Page) => page.getByRole('list', { name: 'First steps' });
const step = (page: Page, title: string) => steps(page).getByRole('listitem').filter({ hasText: title });

/** Counts clicks, and keys that act as clicks. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(
    "window.clicks = 0; addEventListener('click', ({ isTrusted }) => { if (isTrusted) window.clicks += 1; }, true)",
  );
  return () => page.evaluate('window.clicks');
}

test('an empty server is at most 8 clicks away from the first executed test', {
  tag: '@story',
}, async ({ open, server }) => {
  const page = await open.as(server.admin);
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  const clicks = await countClicks(page);
  await expectAccessible(page);
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Load the starter library' })).toBeDisabled();
  await expect(step(page, 'starter library')).toContainText('84 tests in');

  await page.getByRole('button', { name: 'Load the ATT&CK catalogue' }).click();
  await expect(step(page, 'catalogue').getByRole('img', { name: 'Done' })).toBeVisible();
  await page.getByRole('button', { name: 'Load the starter library' }).click();
  await expect(step(page, 'starter library').getByRole('img', { name: 'Done' })).toBeVisible();
  await expect(step(page, 'starter library').getByRole('status')).toContainText('Added: 84 tests and');
  await expect(step(page, 'Invite people').getByRole('img', { name: 'To do' })).toBeVisible();
  await steps(page).getByRole('link', { name: 'New mission' }).click();
  const dialog = page.getByRole('dialog', { name: 'New mission' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').pressSequentially('Our first');
  await dialog.getByRole('checkbox', { name: 'Foothold and first look around' }).check();
  await expect(dialog.getByText('The mission starts with 8 tests')).toBeVisible();
  await expect(dialog.getByLabel(/^Role of/)).toHaveValue('lead');
  await dialog.getByRole('button', { name: 'Create mission' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('link', { name: 'Script opened from the downloads folder' }).first().click();
  // The list still shown has a sort head of the same name.
  await expect(page.getByRole('heading', { name: 'Script opened from the downloads folder' })).toBeVisible();
  await page
    .getByRole('button', { name: /^Executed/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Undo executed' }).first()).toBeVisible();
  const { items } = bodyOf(await server.admin.client.get('/api/v1/missions'), 200);
  expect(items[0]).toMatchObject({ name: 'Our first', status: 'in_progress', counts: { executed: 1 } });
  expect(items[0].members).toMatchObject([{ user: { id: server.admin.id }, role_hint: 'lead' }]);
  expect(await clicks()).toBeLessThanOrEqual(8);

  // Invites someone by hand, as the last step.
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(step(page, 'first mission').getByRole('img', { name: 'Done' })).toBeVisible();
  await steps(page).getByRole('link', { name: 'Invite people' }).click();
  const inviting = page.getByRole('dialog');
  await inviting.getByLabel('Email').fill('blue@example.org');
  await inviting.getByRole('button', { name: /create/i }).click();
  await expect(page.getByText('blue@example.org').first()).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toContainText('List local accounts');
  await expect(steps(page)).toHaveCount(0);
});

test('the first steps are shown to people who may take them, and can be hidden and shown again', async ({
  open,
  server,
}) => {
  await loadCatalogue(server.admin.client);
  const red = await server.newPerson('redteam');
  const page = await open.as(red);
  await expect(steps(page).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(steps(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(steps(page)).toBeVisible();
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(steps(page)).toHaveCount(0);
  await expect
    .poll(async () => bodyOf(await red.client.get('/api/v1/auth/me'), 200).preferences.first_steps)
    .toBe('put_away');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No missions yet' })).toBeVisible();
  await expect(steps(page)).toHaveCount(0);
  await page.goto('/account');
  await page.getByRole('checkbox', { name: 'First steps on Home' }).check();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(steps(page)).toBeVisible();

  const blue = await open.as(await server.newPerson('soc'));
  await expect(blue.getByRole('heading', { name: 'No missions yet' })).toBeVisible();
  await expect(steps(blue)).toHaveCount(0);
});

test('an empty library is filled from the page that needs it', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  await loadCatalogue(server.admin.client);
  for (const kind of ['scenario-templates', 'test-templates']) {
    const { items } = bodyOf(await server.admin.client.get(`/api/v1/${kind}?limit=200`), 200);
    for (const { id } of items) bodyOf(await server.admin.client.delete(`/api/v1/${kind}/${id}`), 204);
  }
  const page = await open.as(await server.newPerson('redteam'), '/missions?dialog=create');
  const dialog = page.getByRole('dialog', { name: 'New mission' });
  await dialog.getByRole('button', { name: 'Load the starter library' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Staying on the host' })).toBeVisible();
});
