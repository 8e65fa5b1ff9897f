import {
  expect,
  killServer,
  openDialog,
  openTest,
  ownPage,
  ownWindow,
  pressButton,
  quit,
  serverAfter,
  setUp,
  signIn,
  test,
} from './support.ts';

test('a server that dies is restarted once; then a person decides, and the page is never blank', {
  tag: '@nightly',
}, async ({ launch }) => {
  const app = await launch();
  const page = await ownPage(app);
  await setUp(page);
  await openTest(page);
  const field = page.getByRole('region', { name: 'Red team' }).getByLabel('Command as run');
  const saved = page.getByText('Saved', { exact: true });

  const first = await killServer(app);
  await field.fill('whoami /all');
  await serverAfter(app, first);
  await expect(saved).toBeVisible();
  expect(await app.dialogs()).toEqual([]);

  await killServer(app);
  const question = await openDialog(app);
  expect(question.options.message).toBe('The server inside Damson has stopped twice.');
  await field.fill('whoami /priv');
  await pressButton(app, question, 'Open data folder');
  expect(await app.outside()).toMatchObject([{ kind: 'open' }]);
  await pressButton(app, await openDialog(app), 'Restart the server');
  await expect(field).toHaveValue('whoami /priv');
  await expect(saved).toBeVisible();

  await killServer(app);
  await pressButton(app, await openDialog(app), 'Quit');
  expect(await app.exited).toBe(0);
});

test('a page that crashes is reloaded after a question', { tag: '@nightly' }, async ({ launch }) => {
  const app = await launch();
  await setUp(await ownPage(app));
  const window = await ownWindow(app);
  await app.crashRenderer(window.id);
  const question = await openDialog(app);
  expect(question).toMatchObject({ owner: window.id });
  await pressButton(app, question, 'Load it again');
  const page = await app.pageOf(window.id);
  // The session may have been lost with the crashed tab, so either page may appear.
  await expect(
    page.getByRole('link', { name: 'Missions', exact: true }).or(page.getByLabel('Email')),
  ).toBeVisible();
  if (await page.getByLabel('Email').isVisible()) await signIn(page);
  expect(await quit(app)).toBe(0);
});
