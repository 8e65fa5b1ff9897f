import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertProblem, firstAnswer, openConnection } from '../../support/http/raw-http.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

describe('requests of anyone', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());

  const operations = [
    '/api/v1/auth/login',
    '/api/v1/setup',
    '/api/v1/invitations/accept',
    '/api/v1/invitations/preview',
    '/api/auth/login',
  ];
  for (const path of operations) {
    const head = (more: string): string =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;

    /** The answer to a head and the start of a body that never arrives in full. */
    const answerTo = async (more: string, beginning = ''): ReturnType<typeof firstAnswer> => {
      const socket = await openConnection(server.url);
      socket.write(head(more) + beginning);
      return firstAnswer(socket);
    };

    it(`are answered with at most 8 KiB for ${path}`, async () => {
      const padded = (size: number) => '{}'.padEnd(size);
      const request = (size: number) =>
        server.anonymous.request('POST', path, {
          raw: padded(size),
          headers: { 'content-type': 'application/json' },
        });
      assertProblem(await request(8 * 1024), 422, 'invalid');
      assertProblem(await request(8 * 1024 + 1), 413, 'too_large');
    });

    it(`are refused for ${path} by their headers, before any of the body arrives`, async () => {
      assertProblem(await answerTo('Content-Length: 8193'), 413, 'too_large');
      assertProblem(
        await answerTo('Content-Length: 10\r\nContent-Encoding: gzip'),
        415,
        'unsupported_media_type',
      );
    });

    it(`are refused for ${path} once they are too large, before they end`, async () => {
      const chunk = `2001\r\n${'a'.repeat(8193)}\r\n`;
      assertProblem(await answerTo('Transfer-Encoding: chunked', chunk), 413, 'too_large');
    });
  }

  it('list only as many unknown properties as 8 KiB hold', async () => {
    const many = Object.fromEntries(Array.from({ length: 95_000 }, (_, index) => [`p${index}`, 1]));
    assertProblem(await server.anonymous.post('/api/v1/auth/login', many), 413, 'too_large');
  });

  it('have room for the longest allowed values', async () => {
    const escaped = (length: number) => '\\u00e9'.repeat(length);
    const raw = `{"email": "${escaped(242)}@example.org", "password": "${escaped(256)}"}`;
    const headers = { 'content-type': 'application/json' };
    const login = await server.anonymous.request('POST', '/api/v1/auth/login', { raw, headers });
    assertProblem(login, 401, 'unauthenticated');
    const setup = raw.replace(
      '}',
      `, "install_token": "${escaped(200)}", "display_name": "${escaped(100)}"}`,
    );
    const answer = await server.anonymous.request('POST', '/api/v1/setup', { raw: setup, headers });
    assert.notEqual(answer.status, 413);
  });
});

describe('bodies of signed-in people', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());

  it('are refused if one person has too many in progress, except small ones', async () => {
    const { token } = server.admin.client;
    const nearly = 1024 * 1024 - 1;
    const open = async () => {
      const socket = await openConnection(server.url);
      socket.write(
        `PATCH /api/v1/auth/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${nearly + 1}\r\n\r\n`,
      );
      const answer = firstAnswer(socket);
      socket.write(Buffer.alloc(nearly, ' '));
      return { socket, answer };
    };
    const held = [];
    for (let count = 0; count < 10; count += 1) held.push(await open());
    const refused = await Promise.race(held.map(({ answer }) => answer));
    assertProblem(refused, 503, 'busy');
    assert.equal(refused?.headers.get('retry-after'), '1');

    const small = await server.admin.client.patch('/api/v1/auth/me', { display_name: 'Ada' });
    assert.equal(small.status, 200);
    const other = await server.newPerson('soc');
    const large = await other.client.patch('/api/v1/auth/me', { display_name: 'a'.repeat(500_000) });
    assertProblem(large, 422, 'invalid');
    for (const { socket } of held) socket.destroy();
    await Promise.all(held.map(({ answer }) => answer));
    // Their resources are free again once the server has noticed the closed connections.
    let again = await server.admin.client.patch('/api/v1/auth/me', { display_name: 'a'.repeat(1_000_000) });
    while (again.status === 503) {
      again = await server.admin.client.patch('/api/v1/auth/me', { display_name: 'a'.repeat(1_000_000) });
    }
    assertProblem(again, 422, 'invalid');
  });
});
