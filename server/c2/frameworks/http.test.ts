import assert from 'node:assert/strict';
import test from 'node:test';
import { calderaToken, client, framework, health, refused } from '../../../test/support/c2/c2-adapters.ts';
import {
  answerForever,
  answerWith,
  breakOff,
  breakOffHalfway,
  type Framework,
  fallSilentHalfway,
  neverAnswer,
  redirectTo,
} from '../../../test/support/c2/c2-frameworks.ts';
import type { C2ErrorReason } from './adapter.ts';
import { proveReadOnly } from './read-only-query.ts';

test('a request carries the token in its header and nothing that names the machine', async (t) => {
  const caldera = await framework(t);
  assert.deepEqual(await health(client(t, caldera.url)), {
    application: 'Caldera',
    version: '5.3.0',
    plugins: [],
  });
  const [request] = caldera.requests;
  assert.equal(request?.path, '/api/v2/health');
  assert.deepEqual(request?.headers, {
    host: `127.0.0.1:${caldera.port}`,
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'damson',
    key: calderaToken,
    connection: 'keep-alive',
  });
});

test('a base path is kept', async (t) => {
  const caldera = await framework(t);
  caldera.intercept = answerWith(200, '1');
  await health(client(t, `${caldera.url}/behind/proxy/`));
  assert.equal(caldera.requests[0]?.path, '/behind/proxy/api/v2/health');
});

test('requests in a row use one connection', async (t) => {
  const caldera = await framework(t);
  const http = client(t, caldera.url);
  for (let n = 0; n < 3; n++) await health(http);
  assert.equal(caldera.requests.length, 3);
  assert.equal(caldera.connections(), 1);
});

test('a connection that the framework closed while it was idle is replaced', async (t) => {
  const caldera = await framework(t);
  const http = client(t, caldera.url);
  await health(http);
  caldera.intercept = (request, response) => {
    caldera.intercept = null;
    breakOff(request, response);
  };
  await health(http);
  assert.equal(caldera.requests.length, 3);
  assert.equal(caldera.connections(), 2);
});

test('every failure has its reason, and none repeats what the framework sent', async (t) => {
  const caldera = await framework(t);
  const echo = `{"error": "<b>${calderaToken}</b>"}`;
  const table: [name: string, reason: C2ErrorReason, intercept: Framework['intercept']][] = [
    ['400', 'refused', answerWith(400, echo)],
    ['401', 'unauthorized', answerWith(401, echo)],
    ['403', 'forbidden', answerWith(403, echo)],
    ['404', 'not_found', answerWith(404, echo)],
    ['404 of something in front', 'refused', answerWith(404, '404', { 'content-type': 'text/plain' })],
    ['422', 'refused', answerWith(422, echo)],
    ['500', 'refused', answerWith(500, echo)],
    ['204', 'refused', answerWith(204, '')],
    ['HTML', 'protocol', answerWith(200, `<html>${calderaToken}</html>`)],
    ['empty', 'protocol', answerWith(200, '')],
    [
      'compressed',
      'protocol',
      answerWith(200, Buffer.from([0x1f, 0x8b, 8, 0]), { 'content-encoding': 'gzip' }),
    ],
    ['too many headers', 'protocol', answerWith(200, '1', { 'x-long': 'x'.repeat(20_000) })],
    ['broken off', 'unreachable', breakOff],
    ['broken off halfway', 'unreachable', breakOffHalfway],
    ['silent', 'timeout', neverAnswer],
    ['silent halfway', 'timeout', fallSilentHalfway],
    ['endless', 'too_large', answerForever],
    ['declared too large', 'too_large', answerWith(200, '1', { 'content-length': '3000000' })],
  ];
  for (const [name, reason, intercept] of table) {
    await t.test(name, async (t) => {
      caldera.intercept = intercept;
      const limits = { silenceMs: reason === 'timeout' ? 40 : 60_000, responseBytes: 2_000_000 };
      await assert.rejects(health(client(t, caldera.url, { limits })), refused(reason));
    });
  }
});

test('an answer may take any time, as long as something of it arrives', async (t) => {
  const caldera = await framework(t);
  let isLong = false;
  caldera.intercept = (request, response) => {
    if (request.path === '/silent') return;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('[1');
    const dripping = setInterval(() => {
      if (!isLong) return void response.write(',1');
      clearInterval(dripping);
      response.end(']');
    }, 10);
  };
  const http = client(t, caldera.url, { limits: { silenceMs: 1_000 } });
  const ask = (path: string) => http.run((operation) => http.get(operation, [path]));
  const slow = ask('slow');
  // Called after the slow one, and cancelled before the slow one has ended.
  await assert.rejects(ask('silent'), refused('timeout'));
  isLong = true;
  assert.ok(((await slow) as number[]).length > 2);
});

test('no redirect is followed, whatever its kind and wherever it points', async (t) => {
  const caldera = await framework(t);
  const elsewhere = await framework(t);
  for (const status of [301, 302, 303, 307, 308]) {
    for (const url of [
      `${elsewhere.url}/api/v2/health`,
      `${caldera.url}/api/v2/agents`,
      '/api/v2/agents',
      '',
    ]) {
      caldera.intercept = redirectTo(url, status);
      await assert.rejects(health(client(t, caldera.url)), refused('refused'));
    }
  }
  assert.equal(elsewhere.connections(), 0);
  assert.ok(caldera.requests.every(({ path }) => path === '/api/v2/health'));
});

test('the deadline of an operation holds for all its requests together', async (t) => {
  const caldera = await framework(t);
  const http = client(t, caldera.url, { limits: { operationMs: 60 } });
  const endless = http.run(async (operation) => {
    for (;;) await http.get(operation, ['api', 'v2', 'health']);
  });
  await assert.rejects(endless, refused('timeout'));
});

test('requests in parallel are limited, and each gets its turn', async (t) => {
  const caldera = await framework(t);
  let underWay = 0;
  let most = 0;
  caldera.beforeAnswer = async () => {
    most = Math.max(most, ++underWay);
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    underWay--;
  };
  const http = client(t, caldera.url, { limits: { concurrency: 3 } });
  await Promise.all(Array.from({ length: 20 }, () => health(http)));
  assert.equal(caldera.requests.length, 20);
  assert.equal(most, 3);
});

test('large answers are read one after the other, and nobody waits forever', async (t) => {
  const caldera = await framework(t);
  caldera.intercept = answerWith(200, `"${'x'.repeat(3_000_000)}"`);
  const http = client(t, caldera.url, { limits: { concurrency: 2 } });
  let holders = 0;
  let most = 0;
  const twoLargeAnswers = () =>
    http.run(async (operation) => {
      await http.get(operation, ['large']);
      assert.ok(operation.holdsLarge);
      most = Math.max(most, ++holders);
      await http.get(operation, ['large']);
      holders--;
    });
  await Promise.all(Array.from({ length: 5 }, twoLargeAnswers));
  assert.equal(caldera.requests.length, 10);
  assert.equal(most, 1);
});

test('closing ends requests in progress and refuses new ones', async (t) => {
  const caldera = await framework(t);
  const http = client(t, caldera.url);
  const asked = new Promise<void>((resolve) => {
    caldera.intercept = () => resolve();
  });
  const pending = assert.rejects(health(http), refused('unreachable'));
  await asked;
  http.close();
  await pending;
  await assert.rejects(health(http), refused('unreachable'));
  assert.equal(caldera.requests.length, 1);
});

test('paths are made of escaped segments', async (t) => {
  const caldera = await framework(t);
  const http = client(t, caldera.url);
  caldera.intercept = answerWith(200, '1');
  await http.run((operation) =>
    http.get(operation, ['a/b', '..%2f', 'c?d#e', 'é\r\n'], { query: [['include', 'x&y=z']] }),
  );
  assert.equal(caldera.requests[0]?.path, '/a%2Fb/..%252f/c%3Fd%23e/%C3%A9%0D%0A?include=x%26y%3Dz');
  for (const segment of ['', '.', '..']) {
    await assert.rejects(
      async () => http.run(async (operation) => http.get(operation, [segment])),
      RangeError,
    );
  }
});

test('only a document proven to be read-only is ever sent', async (t) => {
  const good = [
    'query A { a }',
    'query A($id: Int!) { task(where: {id: {_eq: $id}}) { id } }',
    'query A {\n a\n}\n',
  ];
  for (const document of good) assert.equal(proveReadOnly(document).document, document);

  const bad = [
    '',
    '{ a }',
    'mutation A { createTask { id } }',
    ' query A { a }',
    'query { a }',
    'subscription A { a }',
    'query A { a } mutation B { b }',
    'query A { a } query B { b }',
    'query A { a } { b }',
    'query A { a } fragment F on task { id }',
    'query A { a } #',
    'query A # {\n{ a }',
    'query A { a(b: "}") }',
    'query A { a(b: """}""") }',
    'query A { a',
    'query A } a {',
    'query A { a } x',
    'query A { MUTATION }',
    'query A { m\\u0075tation }',
  ];
  for (const document of bad) assert.throws(() => proveReadOnly(document), RangeError, document);

  const caldera = await framework(t);
  const http = client(t, caldera.url);
  const forged = { document: 'mutation A { createTask { id } }' };
  await assert.rejects(
    async () => http.run(async (operation) => http.query(operation, forged, {})),
    TypeError,
  );
  const query = proveReadOnly('query A { a }');
  assert.throws(() => Object.assign(query, forged), TypeError);
  const text = { id: '1' } as unknown as Record<string, number>;
  await assert.rejects(
    async () => http.run(async (operation) => http.query(operation, query, text)),
    TypeError,
  );
  assert.equal(caldera.connections(), 0);
});
