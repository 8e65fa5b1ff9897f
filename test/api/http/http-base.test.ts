import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openDatabase } from '../../../server/database/database.ts';
import { createHttpServer } from '../../../server/http/server.ts';
import { newId } from '../../../server/ids.ts';
import {
  assertBaseHeaders,
  assertProblem,
  exchange,
  firstAnswer,
  openConnection,
} from '../../support/http/raw-http.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const mebibyte = 1024 * 1024;

let server: TestServer;
let admin: Client;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
});
after(() => server.close());

/** Sends bytes as a JSON body to an operation that takes one property, `display_name`. */
function send(bytes: string | Uint8Array, headers: Record<string, string> = {}) {
  return admin.request('PATCH', '/api/v1/auth/me', {
    raw: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

describe('JSON bodies', () => {
  const malformed: [string, string | Uint8Array][] = [
    ['a brace alone', '{'],
    ['a word', 'nope'],
    ['cut off', '{"display_name": "Ada'],
    ['a trailing comma', '{"display_name": "Ada",}'],
    ['single quotes', "{'display_name': 'Ada'}"],
    ['two values', '{}{}'],
    ['NaN', '{"display_name": NaN}'],
    ['white space alone', '   '],
    ['bytes that are never UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ['an overlong slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['a character cut in two', Buffer.from([0x22, 0xc3, 0x22])],
    ['a high surrogate alone', '{"display_name": "\\ud800"}'],
    ['a low surrogate alone', '{"display_name": "\\udc00 Ada"}'],
    ['surrogates the wrong way round', '{"display_name": "\\udc00\\ud800"}'],
    ['a lone surrogate in a name', '{"\\ud800": 1}'],
    ['a lone surrogate deep inside', '{"a": [{"b": ["\\ud83d"]}]}'],
    ['a __proto__ key', '{"__proto__": {"role": "admin"}}'],
    ['a __proto__ key spelled otherwise', '{"\\u005f_proto__": 1}'],
    ['a __proto__ key deep inside', '{"a": [{"__proto__": 1}]}'],
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['65 levels of objects', `${'{"a":'.repeat(64)}{}${'}'.repeat(64)}`],
    ['49,000 nested arrays', `${'['.repeat(49_000)}${']'.repeat(49_000)}`],
    ['as many nested arrays as fit', `${'['.repeat(mebibyte / 2)}${']'.repeat(mebibyte / 2)}`],
    ['a megabyte of open brackets', '['.repeat(mebibyte)],
  ];
  for (const [name, bytes] of malformed) {
    it(`refuses ${name} with 400`, async () => {
      assertProblem(await send(bytes), 400, 'malformed_body');
    });
  }

  const wellFormed: [string, string][] = [
    ['an array', '[]'],
    ['null', 'null'],
    ['a number', '7'],
    ['a string', '"Ada"'],
    ['another type', '{"display_name": 7}'],
    ['null where it is not allowed', '{"display_name": null}'],
    ['a NUL character', '{"display_name": "A\\u0000da"}'],
    ['a NUL character in a name', '{"a\\u0000b": 1}'],
    ['a number out of range', '{"display_name": 1e999}'],
    ['a negative number out of range', '{"a": [-1e999]}'],
    ['64 levels', `${'['.repeat(64)}${']'.repeat(64)}`],
    ['a constructor key', '{"constructor": {"prototype": {}}}'],
    ['control characters in a name', '{"display_name": "Ada\\u001b[31m"}'],
    ['exactly 1 MiB', `{"display_name": "${'a'.repeat(mebibyte - 21)}"}`],
  ];
  for (const [name, text] of wellFormed) {
    it(`refuses ${name} with 422`, async () => {
      assertProblem(await send(text), 422, 'invalid');
    });
  }

  it('names every unknown property, and where a value is wrong', async () => {
    const answer = await send('{"display_name": "Ada", "role": "admin", "is_active": true}');
    assertProblem(answer, 422, 'invalid');
    assert.deepEqual(
      answer.body.errors.map((error: { path: string }) => error.path),
      ['role', 'is_active'],
    );
    const nul = await send('{"display_name": "A\\u0000da"}');
    assert.deepEqual(
      nul.body.errors.map((error: { path: string }) => error.path),
      ['display_name'],
    );
    const range = await send('{"a": [{"b": 1e999}]}');
    assert.deepEqual(
      range.body.errors.map((error: { path: string }) => error.path),
      ['a.0.b'],
    );
  });

  it('lists no more errors than a person reads', async () => {
    const many = (length: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length }, (_, index) => [`p${index}`, 1])));
    const answer = await send(many(19_000));
    assertProblem(answer, 422, 'invalid');
    assert.equal(answer.body.errors.length, 100);
    assertProblem(await send(many(20_000)), 400, 'malformed_body');
  });

  it('refuses more lists and objects than any contract allows, at any depth, and ignores those in texts', async () => {
    for (const parts of ['[]', '{}', '[{}]']) {
      const list = Array(20_000).fill(parts).join();
      assertProblem(await send(`{"display_name": [${list}]}`), 400, 'malformed_body');
    }
    const quoted = JSON.stringify({ display_name: '\\"[{:'.repeat(20_000) });
    assertProblem(await send(quoted), 422, 'invalid');
  });

  it('refuses an empty body where one is needed', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }] as Record<string, string>[]) {
      const answer = await admin.request('POST', '/api/v1/groups', { headers });
      assertProblem(answer, 400, 'malformed_body');
    }
  });

  it('keeps pairs of surrogates and every other character', async () => {
    const name = 'Ada 🦑 é e\u0301 \u202e';
    const answer = await send(JSON.stringify({ display_name: name }));
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.body.display_name, name);
  });

  const types: [string, number][] = [
    ['application/json', 200],
    ['Application/JSON; charset=UTF-8', 200],
    ['application/json;charset="utf-8"', 200],
    ['text/plain', 415],
    ['text/json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/merge-patch+json', 415],
    ['application/json, text/plain', 415],
    ['application/jsonp', 415],
    ['application/json; charset=latin1', 415],
    ['application/json; charset=utf-16', 415],
    ['application/json; charset = latin1', 415],
    ['application/json; charset=utf-8; charset=latin1', 415],
    ['application/json; charset=', 415],
  ];
  for (const [type, status] of types) {
    it(`answers ${status} to the type "${type}"`, async () => {
      const answer = await send('{}', { 'content-type': type });
      if (status === 200) assert.equal(answer.status, 200, JSON.stringify(answer.body));
      else assertProblem(answer, 415, 'unsupported_media_type');
    });
  }

  it('refuses a body without a type', async () => {
    const answer = await admin.request('PATCH', '/api/v1/auth/me', { raw: new Uint8Array([0x7b, 0x7d]) });
    assertProblem(answer, 415, 'unsupported_media_type');
  });

  it('refuses a compressed body', async () => {
    for (const encoding of ['gzip', 'br', 'gzip, identity', 'utf-8']) {
      const answer = await send(gzipSync('{}'), { 'content-encoding': encoding });
      assertProblem(answer, 415, 'unsupported_media_type');
    }
    assert.equal((await send('{}', { 'content-encoding': 'identity' })).status, 200);
  });

  it('answers 413 to one byte more than 1 MiB', async () => {
    assertProblem(await send('a'.repeat(mebibyte + 1)), 413, 'too_large');
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.alloc(mebibyte, 'a'));
        controller.enqueue(Buffer.from('a'));
        controller.close();
      },
    });
    const unannounced = await admin.request('PATCH', '/api/v1/auth/me', {
      raw: stream,
      headers: { 'content-type': 'application/json' },
    });
    assertProblem(unannounced, 413, 'too_large');
  });

  const head = (more: string) =>
    `PATCH /api/v1/auth/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${admin.token}\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;

  it('delivers the 413 to a client that sends everything before it reads', async () => {
    const size = 20 * mebibyte;
    const socket = await openConnection(server.url);
    socket.pause();
    socket.write(head(`Content-Length: ${size}`));
    await new Promise((resolve) => socket.write(Buffer.alloc(size, 'a'), resolve));
    assertProblem(await firstAnswer(socket), 413, 'too_large');
  });

  it('cuts off a client that never ends', async () => {
    const socket = await openConnection(server.url);
    const answer = once(socket, 'data');
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.write(head('Transfer-Encoding: chunked'));
    const chunk = Buffer.concat([
      Buffer.from('100000\r\n'),
      Buffer.alloc(mebibyte, 'a'),
      Buffer.from('\r\n'),
    ]);
    const more = (): void => {
      while (socket.writable && socket.write(chunk));
    };
    socket.on('drain', more);
    more();
    assert.match(String((await answer)[0]), /^HTTP\/1\.1 413 /);
    await closed;
  });

  it('stays healthy when bodies are cut off or never arrive', async () => {
    const unfinished = await openConnection(server.url);
    unfinished.write(`${head('Content-Length: 100')}{"display_name"`);
    for (let round = 0; round < 20; round += 1) {
      const socket = await openConnection(server.url);
      socket.write(`${head('Content-Length: 100')}{"display_name"`);
      socket.destroy();
    }
    assert.equal((await server.anonymous.get('/api/health')).status, 200);
    unfinished.write(': "Ada Admin"}'.padEnd(85));
    const answer = await firstAnswer(unfinished);
    assert.equal(answer?.status, 200);
  });
});

describe('queries', () => {
  const answers: [string, number, string][] = [
    ['limit=1', 200, ''],
    ['limit=200&offset=0', 200, ''],
    ['offset=999999999', 200, ''],
    ['', 200, ''],
    ['&&', 200, ''],
    ['limit=0', 422, 'limit'],
    ['limit=201', 422, 'limit'],
    ['limit=-1', 422, 'limit'],
    ['limit=1.5', 422, 'limit'],
    ['limit=1e2', 422, 'limit'],
    ['limit=0x10', 422, 'limit'],
    ['limit=+5', 422, 'limit'],
    ['limit=', 422, 'limit'],
    ['limit', 422, 'limit'],
    ['limit=ten', 422, 'limit'],
    ['limit=%EF%BC%95', 422, 'limit'],
    ['limit=99999999999999999999', 422, 'limit'],
    ['offset=-1', 422, 'offset'],
    ['offset=x', 422, 'offset'],
    ['offset=9999999999', 422, 'offset'],
    ['limit=1&limit=1', 422, 'limit'],
    ['q=a&q=b', 422, 'q'],
    ['q=a&%71=b', 422, 'q'],
    ['q[]=a', 422, 'q[]'],
    ['unknown=1', 422, 'unknown'],
    ['__proto__=1', 422, '__proto__'],
    ['q=a%00b', 422, 'q'],
    [`q=${'a'.repeat(201)}`, 422, 'q'],
    [`q=${'%25'.repeat(200)}`, 200, ''],
    ['q=%zz', 400, ''],
    ['q=%', 400, ''],
    ['q=%FF', 400, ''],
    ['q=%ED%A0%80', 400, ''],
    ['%zz=1', 400, ''],
  ];
  for (const [query, status, path] of answers) {
    it(`answers ${status} to ?${query.slice(0, 40)}`, async () => {
      const answer = await admin.get(`/api/v1/users?${query}`);
      if (status === 200) {
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        assert.deepEqual(Object.keys(answer.body).sort(), ['items', 'limit', 'offset', 'total']);
      } else {
        assertProblem(answer, status, status === 400 ? 'malformed_body' : 'invalid');
        assert.deepEqual(
          (answer.body.errors ?? []).map((error: { path: string }) => error.path),
          path === '' ? [] : [path],
        );
      }
    });
  }

  it('accepts no parameter where none is defined', async () => {
    assertProblem(await admin.get('/api/v1/auth/me?verbose=1'), 422, 'invalid');
    assertProblem(await admin.get('/api/v1/auth/me?a=%zz'), 400, 'malformed_body');
  });

  it('uses the default paging without parameters', async () => {
    const { body } = await admin.get('/api/v1/users');
    assert.equal(body.limit, 50);
    assert.equal(body.offset, 0);
    assert.equal(body.total, body.items.length);
  });
});

describe('request targets', () => {
  const id = newId();
  const answers: [string, number, string][] = [
    ['/api/v1/users/%zz', 400, 'malformed_body'],
    ['/api/v1/users/%', 400, 'malformed_body'],
    ['/api/v1/users/%FF', 400, 'malformed_body'],
    ['/api/v1/%zz', 400, 'malformed_body'],
    ['/%c0%af', 400, 'malformed_body'],
    ['/api/v1/health#part', 400, 'malformed_body'],
    ['*', 400, 'malformed_body'],
    ['api/v1/health', 400, 'malformed_body'],
    ['http://localhost/api/v1/health', 400, 'malformed_body'],
    ['http://elsewhere.example/api/v1/health', 400, 'malformed_body'],
    ['http://[::bad/api', 400, 'malformed_body'],
    ['//a@[bad', 404, 'not_found'],
    ['//elsewhere.example/api/v1/health', 404, 'not_found'],
    ['//api/v1/users', 404, 'not_found'],
    ['/api/v1/users/', 404, 'not_found'],
    ['/api/v1/users/?limit=1', 404, 'not_found'],
    ['/api/v1//users', 404, 'not_found'],
    ['/api/v1/users//', 404, 'not_found'],
    ['/api/v1/users/roster/x', 404, 'not_found'],
    ['/api/v1/users/a%2Fb', 404, 'not_found'],
    ['/api/v1/%75sers', 404, 'not_found'],
    [`/api/v1/users%2f${id}`, 404, 'not_found'],
    ['/api/v1/usersx', 404, 'not_found'],
    [`/api/v1/missions/${id}/tests/`, 404, 'not_found'],
    [`/api/v1/missions//tests/${id}`, 404, 'not_found'],
    [`/api/v1/missions/${id}/tests/${id}/x`, 404, 'not_found'],
    ['/api/docs/', 404, 'not_found'],
    ['/api/Docs', 404, 'not_found'],
    ['/api/v1/..%2fhealth', 404, 'not_found'],
    [`/api/v1/users/..%2f..%2f${id}`, 404, 'not_found'],
    ['/api/v1/users/..%2f..%2fhealth', 404, 'not_found'],
    ['/api/v1/users/%00', 404, 'not_found'],
    ['/api/v1/users/7', 404, 'not_found'],
    [`/api/v1/users/${id}%20`, 404, 'not_found'],
    [`/api/v1/users/${id}`, 404, 'not_found'],
    [`/api/v1/users/${id}/`, 404, 'not_found'],
    ['/api/v1//health', 404, 'not_found'],
    ['/api/v1/health/', 404, 'not_found'],
    ['/API/v1/health', 404, 'not_found'],
    ['/api/v1/Health', 404, 'not_found'],
    ['/api/v1/../v1/health', 404, 'not_found'],
    ['/api', 404, 'not_found'],
    ['/api/', 404, 'not_found'],
    ['/api/v1', 404, 'not_found'],
    ['/api/v2/health', 404, 'not_found'],
    ['/api/v1/unknown', 404, 'not_found'],
    ['/unknown', 404, 'not_found'],
  ];
  for (const [target, status, code] of answers) {
    it(`answers ${status} to ${target}`, async () => {
      const request = (token: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${token}\r\n`;
      assertProblem(
        await exchange(server.url, request(`Authorization: Bearer ${admin.token}\r\n`)),
        status,
        code,
      );
    });
  }

  it('answers an invalid URL with a problem, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const answer = await exchange(
        server.url,
        `${method} http://[::bad/api/v1/users HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      );
      assertProblem(answer, 400, 'malformed_body');
    }
  });

  it('reads a fixed word in a path as itself, not as an identifier', async () => {
    assert.equal((await admin.get('/api/v1/users/roster')).status, 200);
    assert.equal((await admin.get(`/api/v1/users/${server.admin.id}`)).status, 200);
  });

  it('answers 404 to unknown paths with any method, with and without a token', async () => {
    for (const client of [server.anonymous, admin]) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        for (const path of ['/api/v1/unknown', '/api/unknown']) {
          assertProblem(await client.request(method, path), 404, 'not_found');
        }
      }
    }
  });

  const methods: [string, string, string][] = [
    ['POST', '/api/v1/health', 'GET, HEAD'],
    ['DELETE', '/api/health', 'GET, HEAD'],
    ['OPTIONS', '/api/v1/health', 'GET, HEAD'],
    ['GET', '/api/v1/auth/login', 'POST'],
    ['HEAD', '/api/v1/auth/login', 'POST'],
    ['PUT', '/api/v1/users', 'GET, HEAD, POST'],
    ['PUT', `/api/v1/users/${id}`, 'GET, HEAD, PATCH, DELETE'],
    ['DELETE', '/api/v1/users/roster', 'GET, HEAD'],
    ['PATCH', '/api/v1/users/roster', 'GET, HEAD'],
    ['GET', '/api/v1/invitations/accept', 'POST'],
    ['DELETE', '/api/v1/invitations/accept', 'POST'],
    ['POST', '/api/docs', 'GET, HEAD'],
    ['OPTIONS', '/api/openapi.json', 'GET, HEAD'],
    ['PUT', '/api/schemas/report-2.json', 'GET, HEAD'],
  ];
  for (const [method, path, allow] of methods) {
    it(`answers 405 to ${method} ${path}`, async () => {
      const answer = await admin.request(method, path);
      assert.equal(answer.headers.get('allow'), allow);
      if (method === 'HEAD') assert.equal(answer.status, 405);
      else assertProblem(answer, 405, 'method_not_allowed');
    });
  }

  it('answers HEAD like GET without the body', async () => {
    for (const path of [
      '/api/v1/health',
      '/api/v1/auth/me',
      '/api/docs',
      '/api/openapi.json',
      '/api/schemas/report-2.json',
    ]) {
      const get = await admin.get(path);
      const answer = await admin.request('HEAD', path);
      assert.equal(answer.status, get.status);
      assert.equal(answer.body, '');
      assert.equal(answer.headers.get('content-type'), get.headers.get('content-type'));
      assert.equal(answer.headers.get('content-length'), get.headers.get('content-length'));
    }
    assert.equal((await server.anonymous.request('HEAD', '/api/v1/auth/me')).status, 401);
  });
});

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

describe('answers', () => {
  it('have their own request id and strict headers, whatever they contain', async () => {
    const answers = await Promise.all([
      admin.get('/api/v1/auth/me'),
      server.anonymous.get('/api/v1/auth/me'),
      admin.get('/api/v1/unknown'),
      admin.get('/unknown'),
      admin.get('/'),
      admin.get('/api/docs'),
      admin.get('/api/docs.css'),
      admin.get('/api/openapi.json'),
      admin.request('DELETE', `/api/v1/users/${newId()}`),
      send('{'),
    ]);
    const ids = new Set<string>();
    for (const answer of answers) {
      assertBaseHeaders(answer);
      ids.add(answer.headers.get('x-request-id') as string);
    }
    assert.equal(ids.size, answers.length);
  });

  it('do not accept a request id from the caller', async () => {
    const answer = await admin.get('/api/v1/auth/me', { 'x-request-id': 'mine' });
    assertBaseHeaders(answer);
  });

  it('are not stored by caches', async () => {
    assert.equal((await admin.get('/api/v1/auth/me')).headers.get('cache-control'), 'no-store');
  });

  it('reveal nothing about internal errors', onlyWithFile, async () => {
    const { sqlite, close } = openDatabase(path.join(server.dataDir, 'damson.db'));
    sqlite.exec('alter table groups rename to elsewhere');
    try {
      for (const answer of [
        await admin.get('/api/v1/groups'),
        await admin.post('/api/v1/groups', { name: 'a' }),
      ]) {
        assertProblem(answer, 500, 'internal');
        assert.equal(answer.body.errors, undefined);
        assert.doesNotMatch(JSON.stringify(answer.body), /groups|elsewhere|table|sql|node|\.ts|select| at /i);
      }
    } finally {
      sqlite.exec('alter table elsewhere rename to groups');
      await close();
    }
    assert.equal((await admin.get('/api/v1/groups')).status, 200);
  });

  it('ask for a token if it is missing', async () => {
    const answer = await server.anonymous.get('/api/v1/auth/me');
    assertProblem(answer, 401, 'unauthenticated');
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
  });
});

describe('the order of refusals', () => {
  let soc: Person;
  before(async () => {
    soc = await server.newPerson('soc');
  });
  const bad = { raw: '{', headers: { 'content-type': 'text/plain' } };

  it('is 401, 403, 404, 422, then 409, whatever else is wrong', async () => {
    const unknown = `/api/v1/users/${newId()}?x=1`;
    const known = `/api/v1/users/${server.admin.id}`;
    assertProblem(await server.anonymous.request('PATCH', unknown, bad), 401, 'unauthenticated');
    assertProblem(await soc.client.request('PATCH', unknown, bad), 403, 'forbidden');
    assertProblem(await soc.client.request('PATCH', '/api/v1/users/no-id', bad), 403, 'forbidden');
    assertProblem(await admin.request('PATCH', unknown, bad), 404, 'not_found');
    assertProblem(await admin.request('PATCH', `${known}?x=1`, bad), 422, 'invalid');
    assertProblem(await admin.request('PATCH', known, bad), 415, 'unsupported_media_type');
    assertProblem(await admin.patch(known, { role: 'soc', is_active: 'no' }), 422, 'invalid');
    assertProblem(await admin.patch(known, { role: 'soc' }), 409, 'last_admin');
  });
});
