import assert from 'node:assert/strict';
import type { LookupFunction } from 'node:net';
import { type AddressInfo, createServer } from 'node:net';
import test, { type TestContext } from 'node:test';
import {
  answerForever,
  answerWith,
  breakOff,
  breakOffHalfway,
  type Framework,
  fallSilentHalfway,
  neverAnswer,
  redirectTo,
  startCaldera,
} from '../../../test/support/c2-frameworks.ts';
import { selfSignedCertificate } from '../../../test/support/self-signed.ts';
import { DomainError } from '../../errors.ts';
import { C2Error, type C2ErrorReason } from './adapter.ts';
import { normaliseBaseUrl, normaliseFingerprint } from './address.ts';
import { FrameworkHttp, type FrameworkHttpOptions } from './http.ts';
import { readOnlyQuery } from './read-only-query.ts';

const token = 'caldera-key-for-tests';

function refused(reason: C2ErrorReason) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof C2Error, String(error));
    assert.equal(error.reason, reason, error.message);
    assert.ok(!error.message.includes(token) && !error.message.includes('<'), error.message);
    return true;
  };
}

function client(t: TestContext, baseUrl: string, options: Partial<FrameworkHttpOptions> = {}): FrameworkHttp {
  const http = new FrameworkHttp({ baseUrl, tls: { mode: 'verify' }, token, ...options }, 'KEY');
  t.after(() => http.close());
  return http;
}

async function framework(
  t: TestContext,
  options: Parameters<typeof startCaldera>[0] = {},
): Promise<Framework> {
  const started = await startCaldera(options);
  t.after(() => started.close());
  return started;
}

const health = (http: FrameworkHttp): Promise<unknown> =>
  http.run((operation) => http.get(operation, ['api', 'v2', 'health']));

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
    key: token,
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
  const echo = `{"error": "<b>${token}</b>"}`;
  const table: [name: string, reason: C2ErrorReason, intercept: Framework['intercept']][] = [
    ['400', 'refused', answerWith(400, echo)],
    ['401', 'unauthorized', answerWith(401, echo)],
    ['403', 'forbidden', answerWith(403, echo)],
    ['404', 'not_found', answerWith(404, echo)],
    ['404 of something in front', 'refused', answerWith(404, '404', { 'content-type': 'text/plain' })],
    ['422', 'refused', answerWith(422, echo)],
    ['500', 'refused', answerWith(500, echo)],
    ['204', 'refused', answerWith(204, '')],
    ['HTML', 'protocol', answerWith(200, `<html>${token}</html>`)],
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
      const limits = { silenceMs: reason === 'timeout' ? 40 : 5_000, responseBytes: 2_000_000 };
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
  const http = client(t, caldera.url, { limits: { silenceMs: 200 } });
  const ask = (path: string) => http.run((operation) => http.get(operation, [path]));
  const slow = ask('slow');
  // Asked after the slow one and given up before it has ended.
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

test('an address where nothing listens is unreachable', async (t) => {
  const caldera = await startCaldera();
  await caldera.close();
  await assert.rejects(health(client(t, caldera.url)), refused('unreachable'));
});

test('a port that speaks neither HTTP nor TLS', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end('220 mail.orchard.example ready\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  await assert.rejects(health(client(t, `http://127.0.0.1:${port}`)), refused('protocol'));
  await assert.rejects(health(client(t, `https://127.0.0.1:${port}`)), refused('tls'));
});

test('a TLS handshake that never ends runs into the connect time-out', async (t) => {
  const sockets: { destroy(): void }[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const http = client(t, `https://127.0.0.1:${port}`, { limits: { connectMs: 40 } });
  await assert.rejects(health(http), refused('timeout'));
});

test('the deadline of an operation holds for all its requests together', async (t) => {
  const caldera = await framework(t);
  const http = client(t, caldera.url, { limits: { operationMs: 60 } });
  const endless = http.run(async (operation) => {
    for (;;) await http.get(operation, ['api', 'v2', 'health']);
  });
  await assert.rejects(endless, refused('timeout'));
});

test('certificates: trusted ones verify, and the self-signed one of Mythic does not', async (t) => {
  const trusted = selfSignedCertificate({ names: ['127.0.0.1'] });
  const unnamed = selfSignedCertificate();
  const caldera = await framework(t, { certificate: trusted });

  await health(client(t, caldera.url, { authorities: [trusted.cert] }));
  assert.equal(caldera.requests.length, 1);

  await assert.rejects(health(client(t, caldera.url)), (error) => {
    assert.ok(refused('tls')(error));
    assert.equal((error as C2Error).presentedFingerprint, trusted.fingerprint);
    return true;
  });

  // Without host names it fails even for somebody who trusts it as an authority.
  caldera.useCertificate(unnamed);
  await assert.rejects(health(client(t, caldera.url, { authorities: [unnamed.cert] })), refused('tls'));
  assert.equal(caldera.requests.length, 1, 'nothing is sent before the certificate is good');

  await health(client(t, caldera.url, { tls: { mode: 'insecure' } }));
  assert.equal(caldera.requests.length, 2);
});

test('certificates: an expired one is not trusted, and can be pinned', async (t) => {
  const expired = selfSignedCertificate({ names: ['127.0.0.1'], notBefore: new Date('2020-01-01') });
  const caldera = await framework(t, { certificate: expired });
  await assert.rejects(health(client(t, caldera.url, { authorities: [expired.cert] })), refused('tls'));
  await health(client(t, caldera.url, { tls: { mode: 'pin', fingerprint: expired.fingerprint } }));
});

test('certificates: a pinned one without names is accepted, and refused when it changes', async (t) => {
  const first = selfSignedCertificate();
  const second = selfSignedCertificate();
  const caldera = await framework(t, { certificate: first });
  const colons = first.fingerprint.toUpperCase().replace(/..(?=.)/g, '$&:');
  const tls = { mode: 'pin', fingerprint: colons } as const;

  await health(client(t, caldera.url, { tls }));
  caldera.useCertificate(second);
  await assert.rejects(health(client(t, caldera.url, { tls })), (error) => {
    assert.ok(refused('tls')(error));
    assert.equal((error as C2Error).presentedFingerprint, second.fingerprint);
    return true;
  });
  assert.equal(caldera.connections(), 2);
  assert.equal(caldera.requests.length, 1, 'the token was not sent to the other certificate');
});

test('a name is judged by the addresses it resolves to', async (t) => {
  const caldera = await framework(t);
  const resolvesTo =
    (...addresses: string[]): LookupFunction =>
    (_name, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  const url = `http://framework.test:${caldera.port}`;

  for (const address of [
    '169.254.169.254',
    '::ffff:169.254.169.254',
    'fe80::1',
    '0.0.0.0',
    '::',
    '224.0.0.1',
  ]) {
    await assert.rejects(
      health(client(t, url, { lookup: resolvesTo(address) })),
      refused('forbidden_address'),
      address,
    );
  }
  assert.equal(caldera.connections(), 0);

  await health(client(t, url, { lookup: resolvesTo('169.254.169.254', '127.0.0.1') }));
  assert.equal(caldera.requests[0]?.headers.host, `framework.test:${caldera.port}`);
});

test('a name that is not known is unreachable', async (t) => {
  const lookup: LookupFunction = (_name, _options, callback) =>
    callback(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), [], 0);
  await assert.rejects(health(client(t, 'http://framework.test', { lookup })), refused('unreachable'));
});

test('base URLs', () => {
  const good: [given: string, normal: string][] = [
    ['http://127.0.0.1:8888', 'http://127.0.0.1:8888'],
    ['HTTPS://Mythic.Orchard.Example:7443/', 'https://mythic.orchard.example:7443'],
    ['https://mythic.orchard.example:443', 'https://mythic.orchard.example'],
    ['http://[::1]:8888/caldera//', 'http://[::1]:8888/caldera'],
    ['http://10.0.0.7', 'http://10.0.0.7'],
  ];
  for (const [given, normal] of good) assert.equal(normaliseBaseUrl(given), normal);

  const bad = [
    '',
    'mythic.orchard.example',
    'ftp://mythic.orchard.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http:mythic.orchard.example',
    'http://',
    'http://user:secret@mythic.orchard.example',
    'http://user@mythic.orchard.example',
    'http://mythic.orchard.example/?a=1',
    'http://mythic.orchard.example/?',
    'http://mythic.orchard.example/#x',
    'http://mythic.orchard.example\\@elsewhere',
    'http://mythic.orchard.example/a b',
    'http://mythic.orch\nard.example',
    'http://mythic.orchard.example:99999',
    'http://169.254.169.254/',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://169.254.43518/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://0.0.0.0:8888',
    'http://0/',
    'http://[::]/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    `http://${'a'.repeat(2_100)}/`,
  ];
  for (const given of bad) {
    assert.throws(
      () => normaliseBaseUrl(given),
      (error) => error instanceof DomainError && error.code === 'invalid',
      given,
    );
  }
});

test('fingerprints and tokens that are refused', () => {
  assert.equal(normaliseFingerprint(`${'AB:'.repeat(31)}AB`), 'ab'.repeat(32));
  const invalid = (error: unknown) => error instanceof DomainError && error.code === 'invalid';
  for (const given of ['', 'ab', 'g'.repeat(64), 'ab'.repeat(33)]) {
    assert.throws(() => normaliseFingerprint(given), invalid);
  }
  const tokens = ['', 'two words', 'line\r\nKEY: other', 'tök', 'x'.repeat(4_097)];
  for (const given of tokens) {
    const make = () =>
      new FrameworkHttp({ baseUrl: 'http://127.0.0.1', tls: { mode: 'verify' }, token: given }, 'KEY');
    assert.throws(
      make,
      (error) => invalid(error) && (given === '' || !(error as Error).message.includes(given)),
    );
  }
});

test('no more requests at a time than allowed, and each has its turn', async (t) => {
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

test('large answers are read one after the other, and nobody waits for ever', async (t) => {
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

test('closing ends what is under way and refuses what comes', async (t) => {
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

test('only a document that was proved to read is ever sent', async (t) => {
  const good = [
    'query A { a }',
    'query A($id: Int!) { task(where: {id: {_eq: $id}}) { id } }',
    'query A {\n a\n}\n',
  ];
  for (const document of good) assert.equal(readOnlyQuery(document).document, document);

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
  for (const document of bad) assert.throws(() => readOnlyQuery(document), RangeError, document);

  const caldera = await framework(t);
  const http = client(t, caldera.url);
  const forged = { document: 'mutation A { createTask { id } }' };
  await assert.rejects(
    async () => http.run(async (operation) => http.query(operation, forged, {})),
    TypeError,
  );
  const query = readOnlyQuery('query A { a }');
  assert.throws(() => Object.assign(query, forged), TypeError);
  const text = { id: '1' } as unknown as Record<string, number>;
  await assert.rejects(
    async () => http.run(async (operation) => http.query(operation, query, text)),
    TypeError,
  );
  assert.equal(caldera.connections(), 0);
});
