import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startServer } from '../../../server/index.ts';
import { readSettings } from '../../../server/settings.ts';
import { assertProblem, exchange } from '../../support/http/raw-http.ts';
import { Client, password, startTestServer, type TestServer } from '../../support/servers/server.ts';

const secret = randomBytes(32).toString('base64url');

let server: TestServer;
before(async () => {
  server = await startTestServer();
  await server.restart(undefined, { launchSecret: secret });
});
after(() => server.close());

/** Every kind of target answered without a secret: operations, documents, the interface, and missing paths. */
const targets: [string, string][] = [
  ['GET', '/'],
  ['GET', '/missions'],
  ['GET', '/index.html'],
  ['GET', '/favicon.ico'],
  ['GET', '/api/v1/health'],
  ['GET', '/api/v1/setup'],
  ['POST', '/api/v1/auth/login'],
  ['GET', '/api/v1/missions'],
  ['GET', '/api/openapi.json'],
  ['GET', '/api/docs'],
  ['GET', '/api/nothing'],
  ['OPTIONS', '/api/v1/missions'],
  ['TRACE', '/'],
  ['GET', '/%zz'],
];

describe('a server that was given a launch secret', () => {
  for (const [method, target] of targets) {
    it(`answers ${method} ${target} only with 403 without the secret`, async () => {
      const answer = await exchange(
        server.url,
        `${method} ${target} HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nContent-Length: 0\r\n\r\n`,
      );
      assertProblem(answer, 403, 'forbidden');
    });
  }

  it('answers HEAD with 403 too', async () => {
    assert.equal((await server.anonymous.request('HEAD', '/')).status, 403);
  });

  const others: [string, string][] = [
    ['an empty one', ''],
    ['its beginning', secret.slice(0, -1)],
    ['it with more behind', `${secret}A`],
    ['another one', randomBytes(32).toString('base64url')],
    [
      'the same in other letters',
      secret.toUpperCase() === secret ? secret.toLowerCase() : secret.toUpperCase(),
    ],
    ['it twice', `${secret}, ${secret}`],
  ];
  for (const [what, given] of others) {
    it(`refuses ${what}`, async () => {
      const { client } = server.admin;
      assertProblem(await client.get('/api/v1/missions', { 'x-damson-launch': given }), 403, 'forbidden');
    });
  }

  it('refuses it in a second header beside a wrong one', async () => {
    const { host } = new URL(server.url);
    const answer = await exchange(
      server.url,
      `GET /api/v1/health HTTP/1.1\r\nHost: ${host}\r\nX-Damson-Launch: no\r\nX-Damson-Launch: ${secret}\r\n\r\n`,
    );
    assertProblem(answer, 403, 'forbidden');
  });

  it('refuses a page of another site, with a token that is good', async () => {
    const { client } = server.admin;
    for (const headers of [
      { origin: 'https://elsewhere.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    ] as Record<string, string>[]) {
      assertProblem(await client.get('/api/v1/missions', headers), 403, 'forbidden');
      assertProblem(
        await client.request('POST', '/api/v1/missions', { body: { name: 'Not mine' }, headers }),
        403,
        'forbidden',
      );
    }
  });

  it('reveals nothing about the Host before the secret is checked, and then checks it as usual', async () => {
    const strange = 'GET / HTTP/1.1\r\nHost: elsewhere.test\r\n';
    const without = await exchange(server.url, `${strange}\r\n`);
    const known = await exchange(server.url, `${strange}X-Damson-Launch: ${secret}\r\n\r\n`);
    assertProblem(without, 403, 'forbidden');
    assertProblem(known, 403, 'forbidden');
    assert.notEqual(without?.body.detail, known?.body.detail);
  });

  it('serves requests with the secret, which still need a sign-in', async () => {
    const headers = { 'x-damson-launch': secret };
    assert.equal((await server.anonymous.get('/api/v1/health', headers)).status, 200);
    assert.equal((await server.anonymous.get('/api/v1/missions', headers)).status, 401);
    assert.equal((await server.admin.client.get('/api/v1/missions', headers)).status, 200);
    const page = await new Client(server.url, null).request('GET', '/', {
      headers: { ...headers, accept: 'text/html' },
    });
    assert.equal(page.status, 200);
  });

  it('keeps the Origin guard for requests with the secret', async () => {
    const answer = await server.admin.client.request('POST', '/api/v1/missions', {
      body: { name: 'From elsewhere' },
      headers: { 'x-damson-launch': secret, origin: 'https://elsewhere.test' },
    });
    assertProblem(answer, 403, 'forbidden');
  });
});

describe('the token for the first set-up', () => {
  it('is given to the host of the server until there is an administrator; only the newest is valid', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'damson-token-'));
    const settings = readSettings(
      {},
      { APP_ENV: 'test', SVC_DATA_DIR: dataDir, SVC_PORT: '0', LOG_LEVEL: 'silent' },
    );
    const fresh = await startServer(settings);
    try {
      assert.equal(fresh.setupRequired, true);
      const older = await fresh.installToken();
      const newer = await fresh.installToken();
      const setUp = (install_token: string | null) =>
        new Client(fresh.url, null).post('/api/v1/setup', {
          install_token,
          email: 'first@damson.test',
          display_name: 'First',
          password,
          load_catalog: false,
        });
      assert.notEqual((await setUp(older)).status, 201);
      assert.equal((await setUp(newer)).status, 201);
      assert.equal(await fresh.installToken(), null);
    } finally {
      await fresh.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
