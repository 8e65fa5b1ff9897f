import { request } from 'node:http';
import type { Page } from '@playwright/test';
import { type OtherSite, startOtherSite } from './other-site.ts';
import {
  test as base,
  expect,
  onlyOnStandIn,
  openBrowser,
  openDialog,
  ownPage,
  ownWindow,
  pressButton,
  setUp,
  shellHasHeard,
} from './support.ts';

const test = base.extend<{ other: OtherSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  other: async ({}, use) => {
    const site = await startOtherSite({ '/': '<h1>Elsewhere</h1>' });
    await use(site);
    await site.close();
  },
});

/** Runs in the page like its own scripts, with a click's right to open windows. */
async function inPage(page: Page, script: string): Promise<void> {
  await page.evaluate(`(() => { ${script} })()`);
}

test('a page reaches only its own server: no navigation, window, frame or request gets out', {
  tag: '@story',
}, async ({ launch, other }) => {
  const app = await launch();
  const page = await ownPage(app);
  await setUp(page);
  const here = page.url();
  const away = JSON.stringify(`${other.origin}/`);
  const attempts = [
    `location.href = ${away}`,
    `location.replace(${away})`,
    `open(${away})`,
    `open(${away}, '_top')`,
    `open(${away}, 'named', 'width=300')`,
    `const link = document.createElement('a'); link.href = ${away}; document.body.append(link); link.click(); link.remove()`,
    `const link = document.createElement('a'); link.href = ${away}; link.target = '_blank'; document.body.append(link); link.click(); link.remove()`,
    `const form = document.createElement('form'); form.action = ${away}; form.method = 'post'; document.body.append(form); form.submit(); form.remove()`,
    `const frame = document.createElement('iframe'); frame.src = ${away}; document.body.append(frame)`,
    `const frame = document.createElement('iframe'); frame.src = '/'; document.body.append(frame)`,
    `const image = new Image(); image.src = ${away}; document.body.append(image)`,
    `fetch(${away}, { mode: 'no-cors' }).catch(() => {})`,
    `navigator.sendBeacon(${away}, 'x')`,
    `try { new WebSocket(${away}.replace('http', 'ws')) } catch {}`,
    "location.href = 'file:///etc/passwd'",
    "open('file:///etc/passwd')",
    "open('mailto:somebody@example.org')",
    "location.href = 'data:text/html,<h1>Not ours</h1>'",
    "open('javascript:document.title')",
    "open('about:blank')",
  ];
  for (const attempt of attempts) {
    await inPage(page, attempt);
    await shellHasHeard(page);
    expect(page.url(), attempt).toBe(here);
    expect((await app.windows()).length, attempt).toBe(1);
  }
  // Evaluated in the page, because Playwright keeps waiting for denied navigations.
  expect(await page.evaluate("document.querySelector('nav')?.textContent")).toContain('Missions');
  expect(
    await page.evaluate(
      'Array.from(frames, (frame) => { try { return frame.desktop === undefined && frame.location.href } catch { return "closed" } })',
    ),
  ).toEqual([expect.not.stringMatching(/^http/), expect.not.stringMatching(/^http/)]);
  expect(other.requests).toEqual([]);
  expect(await app.outside()).toEqual([]);
  expect(await app.dialogs()).toEqual([]);
});

test('an https link asks first, and opens only in the system’s browser', async ({ launch }) => {
  const app = await launch();
  const page = await ownPage(app);
  await setUp(page);
  const here = page.url();
  await inPage(page, "open('https://attack.mitre.org/techniques/T1059/')");
  const question = await openDialog(app);
  expect(question.options).toMatchObject({ detail: 'https://attack.mitre.org/techniques/T1059/' });
  expect(question.options.buttons[question.options.defaultId]).toBe('Cancel');
  // Only one question at a time, whatever the page does.
  await inPage(page, "open('https://example.org/again')");
  expect((await app.dialogs()).length).toBe(1);
  await pressButton(app, question, 'Cancel');
  expect(await app.outside()).toEqual([]);
  await inPage(page, "location.href = 'https://attack.mitre.org/techniques/T1060/'");
  await pressButton(app, await openDialog(app), 'Open in browser');
  await expect
    .poll(() => app.outside())
    .toEqual([{ kind: 'link', target: 'https://attack.mitre.org/techniques/T1060/' }]);
  expect(page.url()).toBe(here);
  expect((await app.windows()).length).toBe(1);
});

test('a page has only the permission to write to the clipboard', async ({ launch }) => {
  const app = await launch();
  const page = await ownPage(app);
  await setUp(page);
  for (const name of ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read']) {
    await expect
      .poll(
        () => page.evaluate(`navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`),
        name,
      )
      .toBe('denied');
  }
  const attempts: [string, string][] = [
    ['Notification.requestPermission()', 'denied'],
    [
      'new Promise((resolve) => navigator.geolocation.getCurrentPosition(() => resolve("given"), ({ code }) => resolve(code)))',
      '1',
    ],
    ['navigator.clipboard.readText().then(() => "given", ({ name }) => name)', 'NotAllowedError'],
  ];
  for (const [attempt, outcome] of attempts)
    expect(String(await page.evaluate(attempt)), attempt).toBe(outcome);
  await inPage(page, 'navigator.clipboard.writeText("an address").then(() => { document.title = "copied" })');
  await expect(page).toHaveTitle('copied');
});

test('the server answers its window, and no other program, page or name', async ({ launch, other }) => {
  const app = await launch();
  const page = await ownPage(app);
  await setUp(page);
  const server = new URL(page.url());
  const status = (
    headers: Record<string, string>,
    path: string,
    method = 'GET',
  ): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request({ host: server.hostname, port: server.port, path, method, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .once('error', reject)
        .end();
    });
  const senders: Record<string, string>[] = [
    {},
    { 'x-damson-launch': '' },
    { 'x-damson-launch': 'A'.repeat(43) },
    { host: `rebound.example:${server.port}` },
    { host: 'rebound.example', origin: 'http://rebound.example' },
    { origin: other.origin },
    { origin: server.origin },
    { origin: 'null' },
  ];
  for (const path of [
    '/',
    '/index.html',
    '/api/v1/health',
    '/api/v1/setup',
    '/api/v1/auth/login',
    '/openapi.json',
  ]) {
    for (const headers of senders) {
      expect(await status(headers, path), JSON.stringify([path, headers])).toBe(403);
      expect(await status(headers, path, 'POST'), JSON.stringify([path, headers])).toBe(403);
    }
  }

  const browser = await openBrowser();
  try {
    const elsewhere = await browser.newPage();
    await elsewhere.goto(other.origin);
    const read = (mode: string): Promise<unknown> =>
      elsewhere.evaluate(
        `fetch('${server.origin}/api/v1/health', { mode: '${mode}' }).then(({ type, status }) => [type, status], () => 'refused')`,
      );
    expect(await read('cors')).toBe('refused');
    expect(await read('no-cors')).toBe('refused');
    const direct = await elsewhere.goto(server.origin);
    expect(direct?.status()).toBe(403);
    expect(await elsewhere.content()).not.toContain('<script');
  } finally {
    await browser.close();
  }
  expect(other.requests.every(({ headers }) => headers['x-damson-launch'] === undefined)).toBe(true);
});

test('the application accepts only known messages from its window’s own page', async ({ launch }) => {
  onlyOnStandIn('messages of other senders');
  const app = await launch();
  await setUp(await ownPage(app));
  const { id, url } = await ownWindow(app);
  const ours = { window: id, url, isMainFrame: true };
  expect(await app.invokeAs?.(ours, 'desktop:secretsNote')).toEqual({ value: null });
  const channels = [
    'installToken',
    'secretsNote',
    'reveal',
    'takeBundle',
    'opening.giveUp',
    'sharing.addresses',
    'sharing.state',
    'sharing.start',
    'sharing.stop',
    'sharing.chooseCertificate',
    'servers.remembered',
    'servers.connect',
    'servers.forget',
  ];
  for (const name of channels) {
    for (const sender of [
      { ...ours, isMainFrame: false },
      { ...ours, url: 'http://127.0.0.1:1/' },
      { ...ours, url: url.replace('127.0.0.1', 'localhost') },
      { ...ours, url: url.replace('http:', 'https:') },
      { ...ours, url: 'about:blank' },
      { ...ours, url: '' },
    ])
      expect(await app.invokeAs?.(sender, `desktop:${name}`), `${name} ${JSON.stringify(sender)}`).toEqual({
        refusal: expect.stringMatching(/^Error: refused/),
      });
    expect(await app.invokeAs?.(ours, `desktop:${name}`, { too: 'much' }, 2, 3)).toEqual({
      refusal: expect.stringMatching(/^Error: refused/),
    });
  }
  for (const request of [
    { address: '0.0.0.0.0', port: 1, protection: { kind: 'none' } },
    { address: '127.0.0.2', port: -1, protection: { kind: 'none' } },
    { address: '127.0.0.2', port: 0, protection: { kind: 'chosen', certificate: '../x' } },
    { address: '127.0.0.2', port: 0, protection: { kind: 'none', too: 'much' } },
    { address: '127.0.0.2', port: 0, protection: null },
  ])
    expect(await app.invokeAs?.(ours, 'desktop:sharing.start', request)).toEqual({
      refusal: expect.stringMatching(/^Error: refused/),
    });
  expect(await app.invokeAs?.(ours, 'desktop:reveal', '/etc/passwd')).toEqual({
    refusal: expect.stringMatching(/^Error: refused/),
  });
  expect(await app.outside()).toEqual([]);
});
