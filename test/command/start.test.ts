import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertMode, noSignals } from '../support/servers/platform.ts';
import { Client, password } from '../support/servers/server.ts';
import {
  endAll,
  isRunning,
  makeCheckout,
  noPerson,
  Program,
  type Started,
  startIn,
} from '../support/servers/start.ts';
import { until } from '../support/servers/until.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-start-'));
let checkout: string;
before(() => {
  checkout = makeCheckout(folder);
});
afterEach(endAll);
after(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
function newPlace(): string {
  made += 1;
  return path.join(folder, `place ${made}`);
}

/** With a display set, the program expects a screen. */
const screen = { DISPLAY: ':0' };
const noRuntime = { ...screen, ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent' };

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

async function isServing(url: string): Promise<boolean> {
  return (await new Client(url, null).get('/api/v1/health')).status === 200;
}

/** Asserts that the program got one signal and ended. */
async function wasEnded(program: Program, pid: number): Promise<void> {
  await until(() => !isRunning(pid));
  assert.equal(program.signals, 1);
}

describe('npm start without a display', () => {
  test('is `damson serve`: JSON alone on standard output, the hint for the set-up, no window', {
    skip: noSignals,
  }, async () => {
    const browser = new Program(path.join(newPlace(), 'chromium'), 'stays until it is told to end');
    const dataDir = newPlace();
    const started = startIn(checkout, {
      args: ['--data-dir', dataDir, '--port', '0'],
      programs: [path.dirname(browser.file)],
    });
    assert.ok(await isServing(await started.url()));
    assert.equal(await started.end(), 0);
    for (const line of linesOf(started.text.stdout)) assert.ok(JSON.parse(line));
    assert.match(started.text.stderr, /has no administrator yet/);
    assert.doesNotMatch(started.text.stderr, /window/);
    assert.equal(browser.wasCalled, false);
    assert.equal(existsSync(path.join(dataDir, 'browser')), false);
  });

  test('refuses the same things as `damson serve`, with its exit code', async () => {
    const started = startIn(checkout, { args: ['--port', 'many'] });
    assert.equal(await started.ended, 78);
    assert.match(started.text.stderr, /^damson: SVC_PORT /);
  });
});

test('npm start -- --help explains, with or without a display', async () => {
  const started = startIn(checkout, { args: ['--help'], env: screen });
  assert.equal(await started.ended, 0);
  assert.match(started.text.stdout, /^Usage: damson serve/);
});

test('root gets no window, and a message', {
  skip: process.getuid?.() === 0 ? false : 'this is not root',
}, async () => {
  const browser = new Program(path.join(newPlace(), 'chromium'), 'stays until it is told to end');
  const started = startIn(checkout, {
    asRoot: true,
    args: ['--data-dir', newPlace(), '--port', '0'],
    programs: [path.dirname(browser.file)],
    env: screen,
  });
  await started.url();
  assert.equal(await started.end(), 0);
  assert.match(started.text.stderr, /^No window for root[^\n]*\n/);
  assert.equal(browser.wasCalled, false);
});

describe("npm start with Electron's runtime", { skip: noPerson }, () => {
  function runtime(behaviour: ConstructorParameters<typeof Program>[1]): {
    program: Program;
    env: Record<string, string>;
  } {
    const program = new Program(path.join(newPlace(), 'electron'), behaviour);
    return { program, env: { ...screen, ELECTRON_OVERRIDE_DIST_PATH: path.dirname(program.file) } };
  }

  test('opens the application that was built, over the data folder that was named', async () => {
    const { program, env } = runtime({ exits: 3 });
    const started = startIn(checkout, {
      args: ['--data-dir', 'some data'],
      env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
    });
    const { args, runAsNode } = await program.called();
    assert.deepEqual(args, [
      path.join(checkout, 'dist', 'app'),
      '--data-dir',
      path.join(checkout, 'some data'),
    ]);
    assert.equal(runAsNode, 'unset');
    // Passes on the program's own exit code.
    assert.equal(await started.ended, 3);
    assert.deepEqual(started.text, { stdout: '', stderr: '' });
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    test(`${signal} lets it quit, once, and waits for it`, async () => {
      const { program, env } = runtime('stays until it is told to end');
      const started = startIn(checkout, { env });
      const { pid } = await program.called();
      assert.equal(await started.end(signal), 0);
      await wasEnded(program, pid);
    });
  }

  test('passes server arguments on to the server', async () => {
    const { program, env } = runtime('stays until it is told to end');
    const browser = new Program(path.join(newPlace(), 'chromium'), 'stays until it is told to end');
    const started = startIn(checkout, {
      args: ['--data-dir', newPlace(), '--port', '0', '--public-hosts', 'damson.lan'],
      programs: [path.dirname(browser.file)],
      env,
    });
    await browser.called();
    assert.ok(await isServing(await started.url()));
    assert.equal(await started.end(), 0);
    assert.match(started.text.stderr, /^No desktop window: these settings are for a server [^\n]+\n$/);
    assert.equal(program.wasCalled, false);
  });
});

describe('npm start in the browser', { skip: noPerson }, () => {
  let browser: Program;
  function begin(args: readonly string[], behaviour?: ConstructorParameters<typeof Program>[1]): Started {
    browser = new Program(path.join(newPlace(), 'chromium'), behaviour ?? 'stays until it is told to end');
    return startIn(checkout, { args, programs: [path.dirname(browser.file)], env: noRuntime });
  }

  function appOf(args: readonly string[]): string {
    return args.find((arg) => arg.startsWith('--app='))?.slice('--app='.length) ?? '';
  }

  test('passes the install token on without showing it to anyone else', async () => {
    const dataDir = newPlace();
    const started = begin(['--data-dir', dataDir, '--port', '0']);
    const url = await started.url();
    const { args, pid } = await browser.called();
    assert.ok(args.includes(`--user-data-dir=${path.join(dataDir, 'browser')}`));
    assert.ok(args.includes('--no-first-run'));
    const way = fileURLToPath(appOf(args));
    assertMode(way, 0o600);
    assertMode(path.dirname(way), 0o700);
    const [, page, token] = /url=([^#"]+)#token=([\w-]+)"/.exec(readFileSync(way, 'utf8')) ?? [];
    assert.equal(page, `${url}/setup`);
    assert.ok(token);
    for (const seen of [...args, started.text.stdout, started.text.stderr]) assert.ok(!seen.includes(token));
    assert.doesNotMatch(started.text.stderr, /install-token/);

    const anybody = new Client(url, null);
    const set = await anybody.post('/api/v1/setup', {
      install_token: token,
      email: 'ada@damson.test',
      display_name: 'Ada',
      password,
      load_catalog: false,
    });
    assert.equal(set.status, 201, JSON.stringify(set.body));
    assert.equal(await started.end(), 0);
    await wasEnded(browser, pid);
    assert.equal(existsSync(way), false);

    const again = begin(['--data-dir', dataDir, '--port', '0']);
    assert.equal(appOf((await browser.called()).args), await again.url());
    assert.equal(await again.end('SIGINT'), 0);
  });

  test('shows a server with its own certificate without a warning, and no other', async () => {
    const dataDir = newPlace();
    const started = begin(['--data-dir', dataDir, '--port', '0', '--tls', 'own']);
    assert.match(await started.url(), /^https:/);
    const { args } = await browser.called();
    const [, pem] = readFileSync(path.join(dataDir, 'certificates', 'for-localhost.pem'), 'utf8').split(
      /(?=-----BEGIN CERT)/,
    );
    const key = new X509Certificate(pem as string).publicKey.export({ type: 'spki', format: 'der' });
    const digest = createHash('sha256').update(key).digest('base64');
    assert.ok(args.includes(`--ignore-certificate-errors-spki-list=${digest}`));
    assert.ok(!args.includes('--ignore-certificate-errors'));
    assert.equal(await started.end(), 0);
  });

  test('keeps serving when the window is closed, and says so', async () => {
    const started = begin(['--data-dir', newPlace(), '--port', '0'], { exits: 0 });
    const url = await started.url();
    await until(() => started.text.stderr.includes('The window is closed.'));
    assert.ok(started.text.stderr.includes(`still serves at ${url}; Ctrl-C stops it`));
    assert.ok(await isServing(url));
    assert.equal(await started.end(), 0);
  });

  test('keeps serving if the browser cannot show it, and says so', async () => {
    const started = begin(['--data-dir', newPlace(), '--port', '0'], { exits: 21 });
    await until(() => started.text.stderr.includes('chromium could not show it (21).'));
    assert.ok(await isServing(await started.url()));
    assert.equal(await started.end(), 0);
  });

  test('exits if the server refuses to start, and opens nothing', async () => {
    const started = begin(['--port', 'many']);
    assert.equal(await started.ended, 78);
    assert.equal(browser.wasCalled, false);
  });

  test('prints the address where there is no browser', async () => {
    const started = startIn(checkout, { args: ['--data-dir', newPlace(), '--port', '0'], env: noRuntime });
    const url = await started.url();
    await until(() => started.text.stderr.includes(url));
    assert.match(
      linesOf(started.text.stderr)[0] ?? '',
      /^No desktop window: .* to be opened in a browser; Ctrl-C stops it\.$/,
    );
    assert.equal(await started.end(), 0);
  });

  test('leaves nothing running when npm is killed', async () => {
    browser = new Program(path.join(newPlace(), 'google-chrome'), 'stays until it is told to end');
    const started = startIn(checkout, {
      byNpm: true,
      args: ['--data-dir', newPlace(), '--port', '0'],
      programs: [path.dirname(browser.file)],
      env: noRuntime,
    });
    const { pid } = await browser.called();
    await started.url();
    // The output stays open until the last process started by npm has ended.
    await started.end('SIGKILL');
    assert.match(started.text.stdout, /"event":"stopped"/);
    await until(() => !isRunning(pid));
  });
});

describe("npm start where Electron's runtime is missing", { skip: noPerson }, () => {
  /** Settings of a server would also prevent a window, so these tests start without any. */
  async function serves(t: TestContext, env: Record<string, string>, why: RegExp): Promise<void> {
    if (await isTaken(4780)) return t.skip('port 4780 is in use');
    const browser = new Program(path.join(newPlace(), 'microsoft-edge'), 'stays until it is told to end');
    const started = startIn(checkout, {
      args: ['--data-dir', newPlace()],
      programs: [path.dirname(browser.file)],
      env: { ...screen, ...env },
    });
    await browser.called();
    assert.ok(await isServing(await started.url()));
    assert.equal(await started.end(), 0);
    const lines = linesOf(started.text.stderr).filter((line) => !line.startsWith('Fetching'));
    assert.equal(lines.length, 1, started.text.stderr);
    assert.match(lines[0] ?? '', why);
    assert.match(lines[0] ?? '', /Damson serves all the same, shown by microsoft-edge; Ctrl-C stops it\.$/);
  }

  const isThere = existsSync(path.join(import.meta.dirname, '../../node_modules/electron/path.txt'));
  const skip = isThere ? 'it was downloaded already' : false;

  test('where it should be', (t) => serves(t, noRuntime, /ELECTRON_OVERRIDE_DIST_PATH has no electron/));

  test("and can't run here", async (t) => {
    const program = new Program(path.join(newPlace(), 'electron'), { exits: 127 });
    await serves(
      t,
      { ELECTRON_OVERRIDE_DIST_PATH: path.dirname(program.file) },
      /could not run here \(127\)/,
    );
  });

  test("and its host can't be reached", { skip }, (t) =>
    serves(t, { ELECTRON_MIRROR: 'http://127.0.0.1:1/' }, /\(127\.0\.0\.1 can't be reached\)/),
  );

  test('and its download was declined', { skip }, (t) =>
    serves(t, { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' }, /its download was declined/),
  );

  test('and its download fails', { skip }, async (t) => {
    const mirror = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
    await once(mirror, 'listening');
    try {
      const { port } = mirror.address() as AddressInfo;
      await serves(t, { ELECTRON_MIRROR: `http://127.0.0.1:${port}/` }, /its download failed/);
    } finally {
      mirror.closeAllConnections();
      mirror.close();
    }
  });
});

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
