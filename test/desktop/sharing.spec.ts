import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { readFingerprint } from '../../domain/fingerprints.ts';
import { askPinned } from '../support/http/pinned.ts';
import { selfSignedCertificate } from '../support/http/self-signed.ts';
import type { RunningApp } from './hosts/host.ts';
import {
  choose,
  dataFolder,
  expect,
  killServer,
  openBrowser,
  openDialog,
  ownPage,
  pressButton,
  setUp,
  signIn,
  test,
} from './support.ts';

/** An address of this computer besides 127.0.0.1; the application treats it as one of a network. */
const address = '127.0.0.2';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function openForm(app: RunningApp, page: Page, port: number) {
  await app.clickMenu('File', 'Share on the network…');
  const dialog = page.getByRole('dialog', { name: 'Share on the network' });
  await choosePlace(page, dialog, port);
  return dialog;
}

async function choosePlace(page: Page, dialog: Locator, port: number): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Address' }).or(dialog.getByLabel('Address')).first().click();
  await page.getByRole('option', { name: new RegExp(`^${address}`) }).click();
  await dialog.getByLabel('Port').fill(String(port));
}

/** Shares without encryption, which requires a confirmation. */
async function startInPlain(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('radio', { name: 'Not encrypted' }).check();
  const question = page.getByRole('dialog', { name: 'Share without encryption?' });
  await dialog.getByRole('button', { name: 'Start sharing' }).click();
  await expect(question.getByText(/passwords, commands and evidence/)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Start sharing' }).click();
  await question.getByRole('button', { name: 'Share without encryption' }).click();
}

const status = (port: number, host: string, headers: Record<string, string> = {}): Promise<number | string> =>
  new Promise((resolve) => {
    request({ host, port, path: '/api/v1/health', headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode as number);
    })
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code as string))
      .end();
  });

test('another browser joins a shared server by the shown address, until sharing stops', async ({
  launch,
}) => {
  const app = await launch({ addresses: [address] });
  const page = await ownPage(app);
  await setUp(page);
  const port = await freePort();
  const dialog = await openForm(app, page, port);
  await startInPlain(page, dialog);
  const url = `http://${address}:${port}`;
  await expect(dialog.getByLabel('The team opens')).toHaveValue(url);
  await expect(dialog.getByRole('img', { name: new RegExp(url) })).toBeVisible();
  await expect(dialog.getByText('Traffic is not encrypted')).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy address' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('button', { name: `Shared on ${url}` })).toBeVisible();

  const browser = await openBrowser();
  try {
    const colleague = await browser.newPage();
    await colleague.goto(url);
    await signIn(colleague);
    expect(await colleague.evaluate('typeof window.desktop')).toBe('undefined');
    expect(await status(port, address, { host: `rebound.example:${port}` })).toBe(403);
    // The window's address still only answers the window.
    expect(await status(Number(new URL(page.url()).port), '127.0.0.1')).toBe(403);

    await page.getByRole('button', { name: `Shared on ${url}` }).click();
    await dialog.getByRole('button', { name: 'Stop sharing' }).click();
    await expect(dialog.getByRole('button', { name: 'Start sharing' })).toBeVisible();
    expect(await status(port, address)).toBe('ECONNREFUSED');
    await expect(colleague.goto(url)).rejects.toThrow(/ERR_CONNECTION_REFUSED/);
  } finally {
    await browser.close();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Shared on/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Missions', exact: true })).toBeVisible();
});

test('sharing is encrypted by default, with a certificate that stays', { tag: '@nightly' }, async ({
  launch,
  home,
}) => {
  const app = await launch({ addresses: [address] });
  const page = await ownPage(app);
  await setUp(page);
  const port = await freePort();
  const dialog = await openForm(app, page, port);
  await expect(dialog.getByRole('radio', { name: 'Encrypted (recommended)' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Start sharing' }).click();
  const url = `https://${address}:${port}`;
  await expect(dialog.getByLabel('The team opens')).toHaveValue(url);
  await expect(dialog.getByText('Each browser warns once')).toBeVisible();
  const shown = readFingerprint(await dialog.getByLabel('SHA-256 fingerprint').innerText());
  const kept = new X509Certificate(
    readFileSync(path.join(dataFolder(home), 'certificates', `for-${address}.pem`), 'utf8').replace(
      /^.*-----END PRIVATE KEY-----/s,
      '',
    ),
  );
  expect(shown).toBe(readFingerprint(kept.fingerprint256));
  const health = await askPinned(`${url}/api/v1/health`, kept.fingerprint256);
  expect(health.status).toBe(200);
  expect(health.headers).not.toHaveProperty('strict-transport-security');
  const link = `${url}/sign-in#cert=sha256:${shown}`;
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();

  const browser = await openBrowser();
  try {
    await expect((await browser.newPage()).goto(link)).rejects.toThrow(/ERR_CERT_AUTHORITY_INVALID/);
    const colleague = await browser.newPage({ ignoreHTTPSErrors: true });
    await colleague.goto(link);
    const note = colleague.getByRole('note');
    expect(readFingerprint(await note.getByLabel('SHA-256 fingerprint').innerText())).toBe(shown);
    await signIn(colleague);
    await dialog.getByRole('button', { name: 'Stop sharing' }).click();
    await choosePlace(page, dialog, port);
    await startInPlain(page, dialog);
    await expect(dialog.getByLabel('The team opens')).toHaveValue(`http://${address}:${port}`);
    // A browser that used TLS before can still connect without it.
    expect((await colleague.goto(`http://${address}:${port}`))?.status()).toBe(200);
    await dialog.getByRole('button', { name: 'Stop sharing' }).click();
    await choosePlace(page, dialog, port);
    await dialog.getByRole('button', { name: 'Start sharing' }).click();
    await expect(dialog.getByText('Each browser warns once')).toBeVisible();
    expect(readFingerprint(await dialog.getByLabel('SHA-256 fingerprint').innerText())).toBe(shown);
  } finally {
    await browser.close();
  }
});

test('a port in use is reported, and another one works', { tag: '@nightly' }, async ({ launch }) => {
  const app = await launch({ addresses: [address] });
  const page = await ownPage(app);
  await setUp(page);
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, address, resolve));
  const dialog = await openForm(app, page, (taken.address() as { port: number }).port);
  await dialog.getByRole('button', { name: 'Start sharing' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Port').fill(String(await freePort()));
  await dialog.getByRole('button', { name: 'Start sharing' }).click();
  await expect(dialog.getByLabel('The team opens')).toBeVisible();
  await new Promise((resolve) => taken.close(resolve));

  await app.clickMenu('File', 'Quit');
  const question = await openDialog(app);
  expect(question.options).toMatchObject({
    message: 'Quit and stop sharing on the network?',
    detail: expect.stringContaining('disconnected'),
  });
  await pressButton(app, question, 'Stay');
  await expect(dialog.getByLabel('The team opens')).toBeVisible();
  await app.clickMenu('File', 'Quit');
  await pressButton(app, await openDialog(app), 'Quit');
  expect(await app.exited).toBe(0);
});

test('sharing with a certificate works, and again after its server was lost', { tag: '@nightly' }, async ({
  launch,
  home,
}) => {
  const { cert, key } = selfSignedCertificate({ commonName: 'Damson at the exercise', names: [address] });
  const place = (name: string): string => path.join(home, name);
  writeFileSync(place('cert.pem'), cert);
  writeFileSync(place('key.pem'), key);
  writeFileSync(place('other-key.pem'), selfSignedCertificate({}).key);
  const app = await launch({ addresses: [address] });
  const page = await ownPage(app);
  await setUp(page);
  const port = await freePort();
  const dialog = await openForm(app, page, port);
  await dialog.getByRole('radio', { name: 'With my own certificate' }).check();
  await dialog.getByRole('button', { name: 'Start sharing' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose a certificate and its key');

  const choosing = dialog.getByRole('button', { name: /^Choose a certificate/ });
  await choosing.click();
  await choose(app, null);
  await choosing.click();
  await choose(app, place('cert.pem'));
  await choose(app, place('other-key.pem'));
  const wrong = await openDialog(app);
  expect(wrong.options.detail).toBe('The key belongs to a different certificate.');
  await pressButton(app, wrong, 'OK');
  await choosing.click();
  await choose(app, place('cert.pem'));
  await choose(app, place('key.pem'));
  await expect(dialog.getByText(/Damson at the exercise/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Start sharing' }).click();
  const url = `https://${address}:${port}`;
  await expect(dialog.getByLabel('The team opens')).toHaveValue(url);
  await expect(dialog.getByText('Traffic is encrypted')).toBeVisible();
  const { fingerprint256 } = new X509Certificate(readFileSync(place('cert.pem')));
  expect(readFingerprint(await dialog.getByLabel('SHA-256 fingerprint').innerText())).toBe(
    readFingerprint(fingerprint256),
  );

  const browser = await openBrowser();
  try {
    await expect((await browser.newPage()).goto(url)).rejects.toThrow(/ERR_CERT/);
    const colleague = await browser.newPage({ ignoreHTTPSErrors: true });
    await colleague.goto(url);
    await signIn(colleague);
    await killServer(app);
    await expect
      .poll(() =>
        colleague.goto(url).then(
          (answer) => answer?.status(),
          () => null,
        ),
      )
      .toBe(200);
  } finally {
    await browser.close();
  }
});
