import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { fuses } from '../../packaging/fuses.ts';
import { expect, onlyOnElectron, ownPage, ownWindow, setUp, shellHasHeard, test } from './support.ts';

/** Tests that the stand-in cannot perform; each is skipped there by name, so that the report lists it. */

test('the page’s process is sandboxed', async ({ launch }) => {
  onlyOnElectron('the sandbox of its renderer process');
  test.skip(process.getuid?.() === 0, 'Chromium has no sandbox for root');
  const app = await launch();
  await ownWindow(app);
  expect(await app.rendererSandboxes?.()).toEqual([true]);
});

test('the page reaches nothing of the preload’s world', async ({ launch }) => {
  onlyOnElectron('isolated worlds for page and preload');
  const page = await ownPage(await launch());
  await setUp(page);
  expect(
    await page.evaluate(
      '[typeof require, typeof process, typeof module, typeof Buffer, typeof ipcRenderer, typeof global].join()',
    ),
  ).toBe(Array(6).fill('undefined').join());
  // The preload doesn't use prototypes changed by the page.
  await page.evaluate('Map.prototype.values = () => { throw new Error("caught") }');
  expect(await page.evaluate('typeof window.desktop.onCommand(() => {})')).toBe('function');
});

test('no navigation that Chromium handles without a request gets out', async ({ launch }) => {
  onlyOnElectron('will-navigate for blob:, about: and external protocols');
  const page = await ownPage(await launch());
  await setUp(page);
  const here = page.url();
  for (const target of [
    "'about:blank'",
    "'mailto:somebody@example.org'",
    "URL.createObjectURL(new Blob(['<h1>x</h1>'], { type: 'text/html' }))",
  ]) {
    await page.evaluate(`location.href = ${target}`);
    await shellHasHeard(page);
    expect(page.url()).toBe(here);
  }
});

test('native dialogs, menu bar, file manager and system browser work as expected', () => {
  onlyOnElectron('native dialogs and the desktop around them');
  test.skip(true, 'specifications answer dialogs themselves: look at these by hand');
});

test('the certificate dialog, the keyring and a maximised window work with the system', () => {
  onlyOnElectron('keyring and window manager');
  test.skip(true, 'a desktop session is needed: look at these by hand');
});

test('the shipped program has all fuses set as stated', async () => {
  onlyOnElectron('fuses are in Electron’s program');
  const program = process.env.DAMSON_SHIPPED_PROGRAM;
  test.skip(program === undefined, 'DAMSON_SHIPPED_PROGRAM names no packaged program');
  const wire = await getCurrentFuseWire(program as string);
  for (const [fuse, isOn] of Object.entries(fuses))
    expect(wire[Number(fuse) as FuseV1Options], FuseV1Options[Number(fuse)]).toBe(
      isOn ? FuseState.ENABLE : FuseState.DISABLE,
    );
});

test('a changed archive of the shipped program is not started', () => {
  onlyOnElectron('ASAR integrity, on macOS and Windows');
  test.skip(process.platform === 'linux', 'Electron has no ASAR integrity on Linux');
  test.skip(true, 'needs a packaged and signed program: try it by hand');
});
