import { dataFolder, expect, ownPage, ownWindow, setUp, test } from './support.ts';

test('the menu and its keys open the named pages', async ({ launch, home }) => {
  const app = await launch();
  const page = await ownPage(app);
  await setUp(page);
  const { id } = await ownWindow(app);
  const places: [string, string, RegExp][] = [
    ['Missions', 'Control+2', /\/missions$/],
    ['Engagements', 'Control+3', /\/engagements$/],
    ['Templates', 'Control+4', /\/templates/],
    ['Catalogue', 'Control+5', /\/catalogue/],
    ['Home', 'Control+1', /:\d+\/$/],
  ];
  for (const [label, keys, address] of places) {
    await app.clickMenu('Go', label);
    await expect(page).toHaveURL(address);
    await page.goto(new URL('/administration', page.url()).href);
    await app.press(id, keys);
    await expect(page).toHaveURL(address);
  }
  await app.press(id, 'F1');
  await expect(page).toHaveURL(/\/help/);

  await app.press(id, 'Control+k');
  await expect(
    page
      .getByRole('dialog')
      .getByRole('searchbox')
      .or(page.getByRole('dialog').getByRole('combobox'))
      .or(page.getByRole('dialog').getByRole('textbox'))
      .first(),
  ).toBeFocused();
  await page.keyboard.press('Escape');

  await app.clickMenu('File', 'Share on the network…');
  await expect(page.getByRole('dialog', { name: 'Share on the network' })).toBeVisible();
  await page.keyboard.press('Escape');
  await app.clickMenu('File', 'Connect to a server…');
  await expect(page.getByRole('dialog', { name: 'Connect to a server' })).toBeVisible();
  await page.keyboard.press('Escape');

  await app.clickMenu('File', 'Open data folder');
  expect(await app.outside()).toEqual([{ kind: 'open', target: dataFolder(home) }]);
});

test('zooming works by menu and keys, resets to the actual size, and stays readable', {
  tag: '@nightly',
}, async ({ launch }) => {
  const app = await launch();
  await ownPage(app);
  // Zooms only visible windows; a window appears with its last zoom.
  await expect.poll(async () => (await ownWindow(app)).isVisible).toBe(true);
  const zoomLevel = async (): Promise<number> => (await ownWindow(app)).zoomLevel;
  const { id } = await ownWindow(app);
  await app.clickMenu('View', 'Zoom in');
  await expect.poll(zoomLevel).toBe(0.5);
  await app.press(id, 'Control+=');
  await expect.poll(zoomLevel).toBe(1);
  await app.press(id, 'Control+-');
  await expect.poll(zoomLevel).toBe(0.5);
  await app.press(id, 'Control+0');
  await expect.poll(zoomLevel).toBe(0);
  for (let count = 0; count < 15; count += 1) await app.clickMenu('View', 'Zoom out');
  await expect.poll(zoomLevel).toBe(-3);
});

test('the About panel opens, and the quit key quits', { tag: '@nightly' }, async ({ launch }) => {
  const app = await launch();
  await ownPage(app);
  if (app.host === 'stand-in') {
    await app.clickMenu('Help', 'About Damson');
    const [about] = await app.dialogs();
    expect(about?.options).toMatchObject({
      applicationName: 'Damson',
      applicationVersion: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
  }
  const items = (await app.menu()).flatMap(({ submenu }) => submenu ?? []);
  expect(items.filter(({ label, type }) => label === '' && type !== 'separator')).toEqual([]);
  const keys = items.map(({ accelerator }) => accelerator).filter(Boolean);
  expect(keys.length).toBe(new Set(keys).size);
  await app.press((await ownWindow(app)).id, 'Control+q');
  expect(await app.exited).toBe(0);
});
