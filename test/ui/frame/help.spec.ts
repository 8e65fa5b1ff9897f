import type { Page } from '@playwright/test';
import { changeScheme, expectAccessible } from '../looks/axe.ts';
import { expectToFit, narrowest } from '../looks/fit.ts';
import { visit, visitAnew } from '../looks/visit.ts';
import { expect, newTeam, runningMission, test, testPath } from '../support.ts';

/** The addresses of all pages of the guide, from its contents. */
async function guidePages(page: Page): Promise<string[]> {
  await page.goto('/help');
  const links = page.getByRole('navigation', { name: 'User guide' }).getByRole('link');
  await expect(links.nth(5)).toBeVisible();
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}

test('every page of the guide has its pictures, working links, and conforms to WCAG 2.2 AA', {
  tag: '@nightly',
}, async ({ open, server }) => {
  test.slow();
  const page = await open.as(server.admin, '/');
  // The list also links to the headings of the open page.
  const addresses = new Set((await guidePages(page)).map((address) => address.split('#', 1)[0] as string));
  expect(addresses.size).toBeGreaterThan(8);
  let pictures = 0;
  const targets = new Set<string>();
  const places = new Set<string>();
  for (const address of addresses) {
    await visit(page, address);
    await expect(page.locator(`[aria-current="page"][href="${address}"]`).first()).toBeVisible();
    const article = page.getByRole('article');
    await expect(article.getByRole('heading', { level: 1 })).toBeVisible();
    for (const picture of await article.getByRole('img').all()) {
      pictures += 1;
      await expect(picture).toHaveJSProperty('complete', true);
      await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
      expect(await picture.getAttribute('alt')).not.toBe('');
      expect(new URL((await picture.getAttribute('src')) ?? '', server.url).origin).toBe(server.url);
    }
    places.add(address);
    for (const id of await article.locator('h2[id], h3[id]').evaluateAll((all) => all.map(({ id }) => id))) {
      places.add(`${address}#${id}`);
    }
    const links = page.locator('article a, nav[aria-label="User guide"] a');
    for (const href of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))) {
      const { origin, pathname, hash } = new URL(href, page.url());
      expect(origin, href).toBe(server.url);
      targets.add(pathname + hash);
    }
    await expectAccessible(page, address);
    // By turns in light and dark, because all pages of the guide have the same parts.
    await expectToFit(page, address, [narrowest], () => changeScheme(page));
  }
  expect(pictures).toBeGreaterThan(8);
  expect(targets.size).toBeGreaterThan(40);
  expect([...targets].filter((target) => !places.has(target))).toEqual([]);
  const [further = ''] = [...targets].filter((target) => target.includes('#')).slice(-1);
  await visitAnew(page, further);
  await expect(page.locator(`article [id="${further.split('#')[1]}"]`)).toBeInViewport();
  await page.getByRole('searchbox', { name: 'Search the guide' }).fill('evidence');
  await expect(page.getByText(/\d+ found/)).toBeVisible();
  await expectAccessible(page, 'found in the guide');
});

test('the guide is open before the sign-in, and stays when the session ends', async ({ open, server }) => {
  const stranger = await open.anonymous('/sign-in');
  await stranger.getByRole('link', { name: 'User guide' }).click();
  await expect(stranger.getByRole('heading', { level: 1, name: 'User guide' })).toBeVisible();
  await stranger.getByRole('article').getByRole('link', { name: 'Getting started' }).first().click();
  await expect(stranger).toHaveURL('/help/getting-started');
  await expect(stranger.getByRole('navigation', { name: 'Areas' })).toBeHidden();
  await stranger.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await expect(stranger.getByLabel('Email')).toBeVisible();

  open.expectError(/Failed to load resource.*401/);
  const person = await server.newPerson('soc');
  const page = await open.as(person, '/help/evidence');
  await expect(page.getByRole('navigation', { name: 'Areas' })).toBeVisible();
  await server.admin.client.patch(`/api/v1/users/${person.id}`, { is_active: false });
  // The page reports the first failed request, which may have been another one.
  await expect(async () => {
    await page.keyboard.press('Control+K');
    await page
      .getByRole('combobox')
      .fill('anything', { timeout: 5_000 })
      .catch(() => {});
    await expect(page.getByRole('navigation', { name: 'Areas' })).toBeHidden({ timeout: 5_000 });
  }).toPass();
  await expect(page).toHaveURL('/help/evidence');
  await expect(page.getByRole('heading', { level: 1, name: 'Evidence' })).toBeVisible();
});

test('the guide is searched, and read with the keyboard alone', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const page = await open.as(server.admin, '/');
  const { keyboard } = page;
  await page.getByRole('button', { name: 'Help' }).focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'User guide' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'User guide' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the guide' }).focus();
  await keyboard.type('digest sha256sum');
  const hits = page.getByRole('navigation', { name: 'User guide' });
  await expect(hits.getByText('1 found')).toBeVisible();
  await keyboard.press('Tab');
  await expect(hits.getByRole('link', { name: 'Evidence: Verify that a file is unchanged' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/help/evidence#verify-that-a-file-is-unchanged');
  await expect(page.getByRole('heading', { name: 'Verify that a file is unchanged' })).toBeInViewport();
  await page.getByRole('searchbox').fill('<script>nothing of this</script>');
  await expect(hits.getByText('Nothing found')).toBeVisible();
  await page.goto('/help/no-such-page');
  await expect(page.getByText('Page not found in the guide')).toBeVisible();
});

test('the Help menu opens the shortcuts, the HTTP reference and the version', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const page = await open.as(server.admin, '/');
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Keyboard shortcuts');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.getByRole('row', { name: 'Ctrl K or ⌘ K Search and commands' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  const opening = page.waitForEvent('popup');
  await choose('HTTP API reference');
  const reference = await opening;
  await expect(reference).toHaveURL('/api/docs');
  await expect(reference.getByRole('heading', { level: 1 })).toBeVisible();
  await choose('About Damson');
  await expect(page.getByRole('heading', { level: 1, name: 'About Damson' })).toBeVisible();
});

test('a page with its own shortcuts shows them, and the list of all shortcuts contains them', async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const rows = (page: Page) =>
    page
      .getByRole('dialog')
      .getByRole('row')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent).join(' ')));
  const page = await open.as(team.red, testPath(mission));
  await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Shortcuts on this page' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  const ofTest = (await rows(page)).filter((row) => !row.startsWith('?'));
  expect(ofTest.length).toBeGreaterThan(5);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('?');
  await expect(
    page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('row').nth(5),
  ).toBeVisible();
  expect(await rows(page)).toEqual(expect.arrayContaining(ofTest));
  await page.keyboard.press('Escape');
  await page.goto('/missions?dialog=create');
  await page.getByRole('textbox', { name: 'Name' }).pressSequentially('?');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('?');
  await expect(page.getByRole('dialog')).toHaveCount(1);
});
