import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newScenarioTemplate, newTestTemplate } from '../support/missions/factories.ts';
import { assertMode } from '../support/servers/platform.ts';
import { dataFolder, expect, ownPage, ownWindow, PageClient, quit, setUp, signIn, test } from './support.ts';

test.describe('with windows on a display', () => {
  test('a mission is finished from the first start, and the second start finds all of it', {
    tag: '@story',
  }, async ({ launch, home }) => {
    const app = await launch({ display: true });
    const page = await ownPage(app);
    await expect(page.getByText('The install token is already filled in.')).toBeVisible();
    await setUp(page, { catalogue: true });
    expect(await app.dialogs()).toEqual([]);
    for (const file of ['damson.db', 'desktop-secrets.json'])
      assertMode(path.join(dataFolder(home), file), 0o600);

    const api = new PageClient(page);
    await expect
      .poll(async () => (await api.get('/api/v1/catalog/status')).body)
      .toMatchObject({ version: expect.any(String) });
    const template = await newTestTemplate(api, { name: 'List the accounts', command: 'net user /domain' });
    await newScenarioTemplate(api, { name: 'First look', tests: [template.id] });

    await page.getByRole('link', { name: 'Missions', exact: true }).click();
    await page.getByRole('button', { name: 'New mission' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New mission' });
    await dialog.getByLabel('Name').fill('Orchard');
    await dialog.getByRole('checkbox', { name: 'First look' }).check();
    await dialog.getByRole('button', { name: 'Create mission' }).click();
    await expect(page.getByRole('heading', { name: 'Orchard', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('link', { name: 'List the accounts' }).click();
    const record = page.getByRole('region', { name: 'Red team' });
    await record.getByLabel('Output').fill('The command completed successfully.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await expect(page.getByRole('button', { name: 'Undo executed' })).toBeVisible();
    const blue = page.getByRole('region', { name: 'Blue team' });
    await blue.getByRole('radio', { name: 'Detected' }).check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await expect(page.getByRole('button', { name: 'Undo review' })).toBeVisible();
    await page.getByRole('link', { name: 'Orchard', exact: true }).click();
    await page.getByRole('button', { name: 'Complete' }).click();
    await expect(page.locator('[aria-current="step"]')).toContainText('Completed');
    expect(await quit(app)).toBe(0);

    const second = await launch({ display: true });
    const again = await ownPage(second);
    await signIn(again);
    await again.getByRole('link', { name: 'Missions', exact: true }).click();
    await again.getByRole('link', { name: 'Orchard', exact: true }).click();
    await expect(again.locator('[aria-current="step"]')).toContainText('Completed');
    await expect(again.getByRole('row', { name: /List the accounts/ })).toContainText('Detected');
    expect(await quit(second)).toBe(0);
    expect(second.output()).not.toMatch(/error/i);
  });

  test('a second instance ends at once and brings the window of the first to the front', async ({
    launch,
  }) => {
    const first = await launch({ display: true });
    const window = await ownWindow(first);
    await first.minimize(window.id);
    expect(await ownWindow(first)).toMatchObject({ isMinimized: true, isFocused: false });
    const second = await launch({ display: true });
    expect(await second.exited).toBe(0);
    await expect
      .poll(() => first.windows())
      .toEqual([
        expect.objectContaining({ id: window.id, isMinimized: false, isFocused: true, isVisible: true }),
      ]);
  });

  test('a second instance with another data folder runs separately', { tag: '@nightly' }, async ({
    launch,
    home,
  }) => {
    const first = await launch();
    await ownWindow(first);
    const second = await launch({ args: ['--data-dir', path.join(home, 'another')] });
    await expect((await ownPage(second)).getByLabel('Install token')).not.toHaveValue('');
    expect((await first.windows()).length).toBe(1);
  });
});

test('the window opens where it was, or in a visible place if that no longer exists', {
  tag: '@nightly',
}, async ({ launch, home }) => {
  const app = await launch({ display: true });
  const window = await ownWindow(app);
  const bounds = { x: 200, y: 120, width: 1100, height: 700 };
  await app.setBounds(window.id, bounds);
  await app.clickMenu('View', 'Zoom in');
  await quit(app);

  const second = await launch({ display: true });
  expect(await ownWindow(second)).toMatchObject({ bounds });
  await expect.poll(async () => (await ownWindow(second)).zoomLevel).toBe(0.5);
  await quit(second);

  const kept = findKept(home);
  writeFileSync(
    kept,
    JSON.stringify({ ...JSON.parse(readFileSync(kept, 'utf8')), bounds: { ...bounds, x: 90_000 } }),
  );
  const third = await launch({ display: true });
  const { x, width } = (await ownWindow(third)).bounds;
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(1920);
  await quit(third);

  for (const rubbish of ['{"bounds":', '{"bounds":{"x":"a"}}', '\0\0\0', '']) {
    writeFileSync(kept, rubbish);
    const fourth = await launch();
    expect((await ownWindow(fourth)).bounds).toMatchObject({ width: 1440, height: 900 });
    expect(await fourth.dialogs()).toEqual([]);
    expect(await quit(fourth)).toBe(0);
  }
});

function findKept(home: string): string {
  const found = readdirSync(home, { recursive: true }).find(
    (name) => path.basename(String(name)) === 'window-state.json',
  );
  expect(found).toBeDefined();
  return path.join(home, found as string);
}
