import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Page } from '@playwright/test';
import { readFingerprint, toJoinLink } from '../../domain/fingerprints.ts';
import { type SelfSigned, selfSignedCertificate } from '../support/http/self-signed.ts';
import { startTestServer } from '../support/servers/server.ts';
import type { RunningApp, WindowState } from './hosts/host.ts';
import { startOtherSite } from './other-site.ts';
import { expect, openDialog, ownPage, pressButton, setUp, test } from './support.ts';

async function connect(app: RunningApp, page: Page, url: string): Promise<void> {
  await app.clickMenu('File', 'Connect to a server…');
  const dialog = page.getByRole('dialog', { name: 'Connect to a server' });
  await dialog.getByLabel('Address').fill(url);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
}

async function otherWindow(app: RunningApp, url: string): Promise<WindowState> {
  let found: WindowState | undefined;
  await expect
    .poll(async () => {
      found = (await app.windows()).find((window) => window.url.startsWith(url) && window.isVisible);
      return found !== undefined;
    })
    .toBe(true);
  return found as WindowState;
}

test('a colleague’s server opens in its own window, which reaches nothing on this computer', async ({
  launch,
}) => {
  const server = await startTestServer();
  try {
    const app = await launch();
    const page = await ownPage(app);
    await setUp(page);
    await connect(app, page, server.url);
    const window = await otherWindow(app, server.url);
    expect(window).toMatchObject({ hasPreload: false, title: `${server.url} – Damson` });
    const theirs = await app.pageOf(window.id);
    await theirs.getByLabel('Email').fill(server.admin.email);
    await theirs.getByLabel('Password', { exact: true }).fill(server.admin.password);
    await theirs.getByRole('button', { name: 'Sign in' }).click();
    await expect(theirs.getByRole('link', { name: 'Missions', exact: true })).toBeVisible();
    expect(await theirs.evaluate('typeof window.desktop')).toBe('undefined');
    expect((await otherWindow(app, server.url)).title).toBe(`${server.url} – Damson`);

    await connect(app, page, server.url);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect((await app.windows()).length).toBe(2);
    await app.clickMenu('File', 'Connect to a server…');
    const dialog = page.getByRole('dialog', { name: 'Connect to a server' });
    await dialog.getByRole('button', { name: `Forget ${server.url}` }).click();
    await expect(dialog.getByRole('button', { name: server.url, exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await app.closeWindow(window.id);
    await expect.poll(async () => (await app.windows()).length).toBe(1);
  } finally {
    await server.close();
  }
});

test('remembered servers are offered at the next start, and an address where nothing answers is named', {
  tag: '@nightly',
}, async ({ launch }) => {
  const server = await startTestServer();
  const app = await launch();
  const page = await ownPage(app);
  await setUp(page);
  await connect(app, page, server.url);
  await otherWindow(app, server.url);
  await app.clickMenu('File', 'Quit');
  expect(await app.exited).toBe(0);
  await server.close();

  const second = await launch();
  const again = await ownPage(second);
  await again.getByLabel('Email').waitFor();
  expect(await again.evaluate('window.desktop.servers.remembered()')).toMatchObject([{ url: server.url }]);
  expect(await again.evaluate(`window.desktop.servers.connect('${server.url}')`)).toMatchObject({
    ok: false,
    message: expect.stringContaining(`Nothing answers at ${server.url}`),
  });
  for (const wrong of [
    'file:///etc/passwd',
    'http://user:secret@127.0.0.1:1',
    'javascript:alert(1)',
    'not an address',
  ])
    expect(
      await again.evaluate(`window.desktop.servers.connect(${JSON.stringify(wrong)})`),
      wrong,
    ).toMatchObject({ ok: false });
  expect((await second.windows()).length).toBe(1);
});

test('a server that redirects its page gets nowhere, and never receives the launch secret', async ({
  launch,
}) => {
  const elsewhere = await startOtherSite({ '/': '<h1>Elsewhere</h1>' }, { host: '127.0.0.3' });
  const hostile = await startOtherSite({ '/': '<title>Damson</title><h1>Looks like Damson</h1>' });
  try {
    const app = await launch();
    const page = await ownPage(app);
    await setUp(page);
    const own = new URL(page.url()).origin;
    await connect(app, page, hostile.origin);
    const theirs = await app.pageOf((await otherWindow(app, hostile.origin)).id);
    for (const target of [
      `/to?${encodeURIComponent(`${elsewhere.origin}/`)}`,
      `/to?${encodeURIComponent(`${own}/`)}`,
      `${elsewhere.origin}/`,
      `${own}/`,
    ]) {
      await theirs.evaluate(`location.href = ${JSON.stringify(target)}`);
      await theirs.evaluate(`fetch(${JSON.stringify(target)}, { mode: 'no-cors' }).catch(() => {})`);
      await theirs.evaluate(`open(${JSON.stringify(target)}) === null`);
      await expect(theirs.getByRole('heading')).toHaveText('Looks like Damson');
      expect(new URL(theirs.url()).origin).toBe(hostile.origin);
    }
    expect(elsewhere.requests).toEqual([]);
    expect(hostile.requests.length).toBeGreaterThan(2);
    expect(hostile.requests.filter(({ headers }) => 'x-damson-launch' in headers)).toEqual([]);
  } finally {
    await hostile.close();
    await elsewhere.close();
  }
});

test('a page of someone else’s server cannot read the clipboard or connect over WebRTC', async ({
  launch,
}) => {
  const hostile = await startOtherSite({ '/': '<h1>Looks like Damson</h1>' });
  let reached = 0;
  const tcp = createServer((socket) => {
    reached += 1;
    socket.on('error', () => {}).destroy();
  }).listen(0, '127.0.0.1');
  const udp = createSocket('udp4', () => {
    reached += 1;
  }).bind(0, '127.0.0.1');
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
  try {
    const app = await launch();
    const page = await ownPage(app);
    await setUp(page);
    await page.evaluate('navigator.clipboard.writeText("a secret")');
    await connect(app, page, hostile.origin);
    const theirs = await app.pageOf((await otherWindow(app, hostile.origin)).id);
    expect(
      await theirs.evaluate('navigator.clipboard.readText().then(() => "given", ({ name }) => name)'),
    ).toBe('NotAllowedError');
    expect(await theirs.evaluate('document.execCommand("paste")')).toBe(false);

    const relays = [
      { urls: `stun:127.0.0.1:${udp.address().port}` },
      { urls: `turn:127.0.0.1:${udp.address().port}?transport=udp`, username: 'a', credential: 'b' },
      {
        urls: `turn:127.0.0.1:${(tcp.address() as AddressInfo).port}?transport=tcp`,
        username: 'a',
        credential: 'b',
      },
    ];
    const candidates = await theirs.evaluate(`new Promise((resolve) => {
      const found = [];
      const connection = new RTCPeerConnection({ iceServers: ${JSON.stringify(relays)} });
      connection.onicecandidate = ({ candidate }) => candidate ? found.push(candidate.candidate) : resolve(found);
      connection.createDataChannel('out');
      connection.createOffer().then((offer) => connection.setLocalDescription(offer));
    })`);
    expect(candidates).toEqual([]);
    expect(reached).toBe(0);
  } finally {
    udp.close();
    tcp.close();
    await hostile.close();
  }
});

test('a self-signed certificate is trusted only after the person confirms it, and no other one', async ({
  launch,
}) => {
  const certificate = selfSignedCertificate({ commonName: 'Exercise', names: ['127.0.0.1'] });
  const site = await startOtherSite({ '/': '<h1>Encrypted</h1>' }, { tls: certificate });
  const app = await launch();
  try {
    const page = await ownPage(app);
    await setUp(page);
    const connecting = (): Promise<unknown> =>
      page.evaluate(`window.desktop.servers.connect('${site.origin}')`);
    const refused = connecting();
    const question = await openDialog(app);
    expect(
      readFingerprint(/SHA-256 fingerprint:\n((?:[0-9A-F ]+\n){4})/.exec(question.options.detail)?.[1] ?? ''),
    ).toBe(certificate.fingerprint);
    await pressButton(app, question, 'Cancel');
    expect(await refused).toMatchObject({ ok: false, message: expect.stringContaining('was not trusted') });
    expect(site.requests).toEqual([]);

    const accepted = connecting();
    await pressButton(app, await openDialog(app), 'Trust this certificate');
    expect(await accepted).toMatchObject({ ok: true });
    const window = await otherWindow(app, site.origin);
    await expect((await app.pageOf(window.id)).getByRole('heading')).toHaveText('Encrypted');
    await app.closeWindow(window.id);
    await expect.poll(async () => (await app.windows()).length).toBe(1);
    expect(await connecting()).toMatchObject({ ok: true });
    expect((await app.dialogs()).filter(({ answer }) => answer === null)).toEqual([]);
  } finally {
    await site.close();
  }
});

test('a different certificate than the trusted one is refused until the address is forgotten or a link names it', async ({
  launch,
}) => {
  const [first, second] = [0, 1].map(() => selfSignedCertificate({ names: ['127.0.0.1'] })) as [
    SelfSigned,
    SelfSigned,
  ];
  let site = await startOtherSite({ '/': '<h1>Encrypted</h1>' }, { tls: first });
  const { origin } = site;
  const app = await launch();
  try {
    const page = await ownPage(app);
    await setUp(page);
    const connecting = (address: string): Promise<unknown> =>
      page.evaluate(`window.desktop.servers.connect(${JSON.stringify(address)})`);
    const closeTheirs = async () => {
      await app.closeWindow((await otherWindow(app, origin)).id);
      await expect.poll(async () => (await app.windows()).length).toBe(1);
    };
    // The link's fingerprint came another way, so no question is needed.
    expect(await connecting(toJoinLink(origin, first.fingerprint))).toMatchObject({ ok: true });
    await closeTheirs();
    expect(await connecting(toJoinLink(origin, second.fingerprint))).toMatchObject({
      ok: false,
      message: expect.stringContaining('a different certificate than the link names'),
    });
    expect(await connecting(origin)).toMatchObject({ ok: true });
    await closeTheirs();

    await site.close();
    site = await startOtherSite(
      { '/': '<h1>Encrypted</h1>' },
      { tls: second, port: Number(new URL(origin).port) },
    );
    expect(await connecting(origin)).toMatchObject({
      ok: false,
      message: expect.stringContaining('a different certificate than the one you trusted'),
    });
    expect(site.requests).toEqual([]);
    expect(await app.dialogs()).toEqual([]);
    expect(await connecting(toJoinLink(origin, second.fingerprint))).toMatchObject({ ok: true });
    await closeTheirs();

    await page.evaluate(`window.desktop.servers.forget('${origin}')`);
    const asked = connecting(origin);
    await pressButton(app, await openDialog(app), 'Trust this certificate');
    expect(await asked).toMatchObject({ ok: true });
  } finally {
    await site.close();
  }
});
