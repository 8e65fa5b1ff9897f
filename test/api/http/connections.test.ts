import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createHttpServer } from '../../../server/http/server.ts';
import {
  assertBaseHeaders,
  assertProblem,
  exchange,
  firstAnswer,
  openConnection,
} from '../../support/http/raw-http.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
});
after(() => server.close());

describe('connections', () => {
  const login = 'POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  const notHttp: [string, string][] = [
    ['a proxy’s method', 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a TLS hello', '\x16\x03\x01\x00\xa5\x01\x00\x00\r\n\r\n'],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['no version', 'GET /api/v1/health\r\n\r\n'],
    ['a space in the target', 'GET /api/v1/he alth HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['raw bytes in the target', 'GET /api/v1/h\xc3\xa9 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['no Host header', 'GET /api/v1/health HTTP/1.1\r\n\r\n'],
    ['HTTP/1.0 without a Host header', 'GET /api/v1/health HTTP/1.0\r\n\r\n'],
    ['two Host headers', 'GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n'],
    [
      'a second Host header after two thousand others',
      `GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n${'a:\r\n'.repeat(2100)}Host: elsewhere.example\r\n\r\n`,
    ],
    ['a folded header', 'GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n elsewhere.example\r\n\r\n'],
    ['a space before a colon', 'GET /api/v1/health HTTP/1.1\r\nHost : localhost\r\n\r\n'],
    ['a header without a colon', 'GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nX\r\n\r\n'],
    ['a carriage return in a header', 'GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n\r\n'],
    ['a NUL in a header', 'GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n'],
    [
      'headers of 20 kB',
      `GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
    ],
    ['length and chunks at once', `${login}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['chunks and length at once', `${login}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`],
    ['two lengths', `${login}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}}`],
    ['a list of lengths', `${login}Content-Length: 2, 2\r\n\r\n{}`],
    ['a negative length', `${login}Content-Length: -1\r\n\r\n{}`],
    ['a length with a sign', `${login}Content-Length: +2\r\n\r\n{}`],
    ['a hexadecimal length', `${login}Content-Length: 0x2\r\n\r\n{}`],
    ['chunks that are not last', `${login}Transfer-Encoding: chunked, gzip\r\n\r\n{}`],
    ['a coding nobody knows', `${login}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['a chunk size that is none', `${login}Transfer-Encoding: chunked\r\n\r\nZZ\r\n\r\n`],
    ['a chunk longer than its size', `${login}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`],
    ['a bare line feed after a chunk', `${login}Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n`],
  ];
  for (const [name, bytes] of notHttp) {
    it(`answers 400 to ${name}`, async () => {
      assertProblem(await exchange(server.url, bytes), 400, 'malformed_body');
    });
  }

  it('never answers a request with the refusal of the next one', async () => {
    const answer = await exchange(
      server.url,
      'GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\nGARBAGE\r\n\r\n',
    );
    if (answer !== null) assert.equal(answer.status, 200);
    assert.equal((await server.anonymous.get('/api/health')).status, 200);
  });

  it('answers pipelined requests in their order', async () => {
    const socket = await openConnection(server.url);
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
    socket.write(
      get('/api/v1/health') + get('/api/v1/unknown') + get('/api/v1/setup', 'Connection: close\r\n'),
    );
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    await once(socket, 'close');
    assert.deepEqual(
      [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1]),
      ['200', '404', '200'],
    );
  });

  it('answers 408 to a request that does not arrive in time', async (t) => {
    const { server: slow, drain } = createHttpServer(() => {});
    t.after(() => drain(1000));
    await once(slow.listen(0, '127.0.0.1'), 'listening');
    const accepted = once(slow, 'connection');
    const socket = await openConnection(`http://127.0.0.1:${(slow.address() as AddressInfo).port}`);
    socket.write('GET /api');
    const [connection] = await accepted;
    // Node does this for a connection over its time limit, which it checks every half a minute.
    slow.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), connection);
    assertProblem(await firstAnswer(socket), 408, 'too_slow');
  });

  it('answers a request with an odd Expect header', async () => {
    const answer = await exchange(
      server.url,
      'GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nExpect: a cake\r\n\r\n',
    );
    assert.equal(answer?.status, 200);
  });
});

describe('Host and Origin', () => {
  let lan: TestServer;
  before(async () => {
    lan = await startTestServer({
      env: { SVC_PUBLIC_HOSTS: 'damson.lan, Team.Example:8443 tls.example:443' },
    });
  });
  after(() => lan.close());

  const withHost = (target: TestServer, host: string) =>
    exchange(target.url, `GET /api/v1/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`);

  const foreign = [
    'elsewhere.example',
    'localhost.elsewhere.example',
    'elsewhere.example:4780',
    'localhost:4780:4780',
    'localhost@elsewhere.example',
    'localhost, elsewhere.example',
    'localhost/elsewhere',
    'localhost.',
    '127.0.0.1.elsewhere.example',
    '127.1',
    '127.0.0.2',
    '0.0.0.0',
    '[::2]',
    '::1',
    'localhost:',
    'localhost:123456',
    'localhost:65536',
    '127.0.0.1:99999',
    '',
  ];
  for (const host of foreign) {
    it(`does not serve the host "${host}"`, async () => {
      assertProblem(await withHost(server, host), 403, 'forbidden');
    });
  }

  it('serves loopback names on any port, in any case', async () => {
    for (const host of [
      'localhost',
      'LocalHost:1',
      'localhost:65535',
      '127.0.0.1',
      '127.0.0.1:80',
      '[::1]:4780',
    ]) {
      assert.equal((await withHost(server, host))?.status, 200, host);
    }
  });

  it('serves the names it is reached by, and no others', async () => {
    const hosts: [string, number][] = [
      ['damson.lan', 200],
      ['DAMSON.LAN:4780', 200],
      ['team.example:8443', 200],
      ['team.example', 403],
      ['tls.example', 200],
      ['tls.example:443', 200],
      ['tls.example:444', 403],
      ['team.example:8444', 403],
      ['other.lan', 403],
      ['localhost', 200],
    ];
    for (const [host, status] of hosts) assert.equal((await withHost(lan, host))?.status, status, host);
  });

  it('refuses changes that come from another site', async () => {
    const { host, port } = new URL(server.url);
    const origins: [string, number][] = [
      [`http://${host}`, 200],
      ['null', 403],
      ['', 403],
      ['http://elsewhere.example', 403],
      [`http://elsewhere.example:${port}`, 403],
      [`http://${host}.elsewhere.example`, 403],
      [`http://127.0.0.1.elsewhere.example:${port}`, 403],
      [`http://localhost:${port}`, 403],
      ['http://127.0.0.1:1', 403],
      [`ftp://${host}`, 403],
      ['file://', 403],
      ['chrome-extension://abcdefgh', 403],
      ['not a url', 403],
    ];
    for (const [origin, status] of origins) {
      const answer = await exchange(
        server.url,
        `PATCH /api/v1/auth/me HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nAuthorization: Bearer ${admin.token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
      );
      if (status === 200) assert.equal(answer?.status, 200, origin);
      else assertProblem(answer, 403, 'forbidden');
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await admin.request(method, '/api/v1/unknown', {
        headers: { origin: 'http://elsewhere.example' },
      });
      assertProblem(answer, 403, 'forbidden');
    }
  });

  it('serves reads from any origin without letting other sites read them', async () => {
    for (const origin of ['http://elsewhere.example', 'null']) {
      const answer = await admin.get('/api/v1/auth/me', { origin });
      assert.equal(answer.status, 200);
      assertBaseHeaders(answer);
      const preflight = await admin.request('OPTIONS', '/api/v1/auth/me', {
        headers: { origin, 'access-control-request-method': 'PATCH' },
      });
      assertProblem(preflight, 405, 'method_not_allowed');
    }
  });
});
