import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { assertProblem, firstAnswer, openConnection } from '../../support/http/raw-http.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

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
