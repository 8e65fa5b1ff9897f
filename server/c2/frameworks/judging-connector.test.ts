import assert from 'node:assert/strict';
import type { LookupFunction } from 'node:net';
import { type AddressInfo, createServer } from 'node:net';
import test from 'node:test';
import { client, framework, health, refused } from '../../../test/support/c2/c2-adapters.ts';
import { startCaldera } from '../../../test/support/c2/c2-frameworks.ts';
import { selfSignedCertificate } from '../../../test/support/http/self-signed.ts';
import type { C2Error } from './adapter.ts';

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

  // Without host names it fails even if the client trusts it as an authority.
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
