import type { Page } from '@playwright/test';
import {
  expect,
  holdBack,
  needsSignals,
  openDialog,
  openTest,
  ownPage,
  ownWindow,
  pressButton,
  quit,
  setUp,
  test,
} from './support.ts';

const message = (count: string): string => `Quit and lose ${count}?`;

/** Messages of a page arrive in order, so an answer to this one means that all earlier ones have arrived. */
async function hasHeard(page: Page): Promise<void> {
  await page.evaluate('window.desktop.secretsNote()');
}

test('an unsaved field asks before quitting, stays on cancel, and is lost on confirmation', async ({
  launch,
}) => {
  const app = await launch();
  const page = await ownPage(app);
  await setUp(page);
  await openTest(page);
  const letGo = await holdBack(page, 'PATCH', /\/api\//);
  const field = page.getByRole('region', { name: 'Red team' }).getByLabel('Command as run');
  await field.fill('whoami /all');
  await hasHeard(page);
  const window = await ownWindow(app);
  for (const leave of [() => app.clickMenu('File', 'Quit'), () => app.closeWindow(window.id)]) {
    await leave();
    const question = await openDialog(app);
    expect(question).toMatchObject({ kind: 'message', owner: window.id });
    expect(question.options.message).toBe(message('1 unsaved field'));
    // A stray Enter or Escape keeps the text.
    expect(question.options.buttons[question.options.defaultId]).toBe('Stay');
    expect(question.options.buttons[question.options.cancelId]).toBe('Stay');
    await pressButton(app, question, 'Stay');
    await expect(field).toHaveValue('whoami /all');
  }
  await letGo();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await holdBack(page, 'PATCH', /\/api\//);
  await field.fill('whoami /priv');
  await hasHeard(page);
  await app.clickMenu('File', 'Quit');
  await pressButton(app, await openDialog(app), 'Quit');
  expect(await app.exited).toBe(0);
  expect(app.output()).toContain('"event":"stopped"');
});

test('reloading with an unsaved field asks, keeps the text on cancel, and reloads on confirmation', {
  tag: '@nightly',
}, async ({ launch }) => {
  const app = await launch();
  const page = await ownPage(app);
  await setUp(page);
  await openTest(page);
  await holdBack(page, 'PATCH', /\/api\//);
  const field = page.getByRole('region', { name: 'Red team' }).getByLabel('Command as run');
  await field.fill('whoami /all');
  await hasHeard(page);
  const window = await ownWindow(app);
  for (const reload of [() => app.clickMenu('View', 'Reload'), () => app.press(window.id, 'Control+r')]) {
    await reload();
    const question = await openDialog(app);
    expect(question).toMatchObject({ kind: 'message', owner: window.id });
    expect(question.options.message).toBe('Reload and lose 1 unsaved field?');
    expect(question.options.buttons[question.options.defaultId]).toBe('Stay');
    expect(question.options.buttons[question.options.cancelId]).toBe('Stay');
    await pressButton(app, question, 'Stay');
    await expect(field).toHaveValue('whoami /all');
  }
  await app.clickMenu('View', 'Reload');
  await pressButton(app, await openDialog(app), 'Reload');
  await expect(field).toBeHidden();
  await expect(page.getByRole('link', { name: 'Missions', exact: true })).toBeVisible();

  // Nothing can be lost any more, so neither of these shows a dialog.
  await app.clickMenu('View', 'Reload');
  expect(await app.dialogs()).toHaveLength(3);
  expect(await quit(app)).toBe(0);
});

test('an upload in progress asks before quitting, finishes on cancel, and is cancelled on confirmation', {
  tag: '@nightly',
}, async ({ launch }) => {
  const app = await launch();
  const page = await ownPage(app);
  await setUp(page);
  await openTest(page);
  const letGo = await holdBack(page, 'POST', /\/evidence/);
  const evidence = page.getByRole('region', { name: 'Evidence of the red side' });
  const add = (name: string) =>
    evidence
      .getByLabel('Files to add')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('seen') });
  await add('first.txt');
  await expect(evidence.getByRole('list', { name: 'Uploads' })).toContainText('first.txt');
  await hasHeard(page);
  await app.clickMenu('File', 'Quit');
  const question = await openDialog(app);
  expect(question.options.message).toBe(message('1 unfinished upload'));
  await pressButton(app, question, 'Stay');
  await letGo();
  await expect(evidence.getByRole('list', { name: 'Files', exact: true })).toContainText('first.txt');

  await holdBack(page, 'POST', /\/evidence/);
  await add('second.txt');
  await expect(evidence.getByRole('list', { name: 'Uploads' })).toContainText('second.txt');
  await hasHeard(page);
  await app.clickMenu('File', 'Quit');
  await pressButton(app, await openDialog(app), 'Quit');
  expect(await app.exited).toBe(0);

  const second = await launch();
  await ownPage(second);
  expect(await quit(second)).toBe(0);
});

test('closing the window with nothing unfinished quits without a question', { tag: '@nightly' }, async ({
  launch,
}) => {
  const app = await launch();
  await setUp(await ownPage(app));
  await app.closeWindow((await ownWindow(app)).id);
  expect(await app.exited).toBe(0);
  expect(app.output()).toContain('"event":"stopped"');
});

test('a server that no longer answers does not block quitting', { tag: '@nightly' }, async ({ launch }) => {
  needsSignals();
  const app = await launch();
  await ownPage(app);
  const [server] = await app.serverProcesses();
  process.kill(server as number, 'SIGSTOP');
  // After its deadline the application ends the server and itself; this checks that it ends at all.
  expect(await quit(app)).toBe(0);
  await expect.poll(() => isRunning(server as number)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
