import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { altered } from '../../support/altered.ts';
import { endedJob } from '../../support/backups/backup-jobs.ts';
import { askPinned } from '../../support/http/pinned.ts';
import { assertProblem, exchange, firstAnswer, openConnection } from '../../support/http/raw-http.ts';
import { selfSignedCertificate } from '../../support/http/self-signed.ts';
import { Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

/** An address of this machine other than the server's. */
const host = '127.0.0.2';
const launchSecret = 'only the window of this launch knows it';
const certificate = selfSignedCertificate({ commonName: 'damson.lan', names: ['damson.lan', host] });
const tls = { cert: certificate.cert, key: certificate.key };
const vouchedFor = selfSignedCertificate({
  commonName: 'damson.lan',
  names: ['damson.lan', host],
  authority: 'Authority of the team',
});

let server: TestServer;
before(async () => {
  server = await startTestServer();
  await server.restart(undefined, { launchSecret });
});
afterEach(() => server.running.stopSharing());
after(() => server.close());

async function share(given: { port?: number; names?: string[] } = {}): Promise<string> {
  const { port } = await server.running.share({ host, port: 0, names: [], tls: null, ...given });
  return `http://${host}:${port}`;
}

async function shareSecurely(names: string[] = []): Promise<number> {
  return (await server.running.share({ host, port: 0, names, tls })).port;
}

type Sent = { method?: string; headers?: Record<string, string>; body?: string };

/** One request over TLS on a new connection, which only trusts the certificate above. */
function securely(
  port: number,
  target: string,
  { method = 'GET', headers = {}, body }: Sent = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
): Promise<{ status: number; headers: Headers; body: any }> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      {
        host,
        port,
        path: target,
        method,
        headers,
        agent: false,
        ca: certificate.cert,
        servername: 'damson.lan',
      },
      async (response) => {
        const given = await text(response);
        resolve({
          status: response.statusCode as number,
          headers: new Headers(response.headers as Record<string, string>),
          body: given.startsWith('{') ? JSON.parse(given) : given,
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

describe('sharing with a certificate', () => {
  it('encrypts, and serves the same', async () => {
    const port = await shareSecurely();
    const answer = await securely(port, '/api/v1/health');
    assert.equal(answer.status, 200);
    assert.equal(answer.body.database, 'ok');
    assertProblem(await securely(port, '/api/v1/missions'), 401, 'unauthenticated');
  });

  it('tells browsers to stay with HTTPS if an authority vouches for it, in every answer', async () => {
    const { port, fingerprint } = await server.running.share({
      host,
      port: 0,
      names: ['damson.lan'],
      tls: { cert: vouchedFor.cert, key: vouchedFor.key },
    });
    const named = { host: `damson.lan:${port}` };
    for (const [target, headers] of [
      ['/api/v1/health', named],
      ['/api/v1/missions', named],
      ['/nothing', named],
      ['/', { ...named, accept: 'text/html' }],
      ['/api/v1/health', { host: 'evil.test' }],
    ] as const) {
      const answer = await askPinned(`https://${host}:${port}${target}`, fingerprint as string, { headers });
      assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000', target);
    }
    const socket = connectTls({ host, port, rejectUnauthorized: false });
    socket.end('no HTTP\r\n\r\n');
    assert.match(
      await text(socket),
      /^HTTP\/1.1 400 [\s\S]*\r\nStrict-Transport-Security: max-age=31536000\r\n/,
    );
  });

  it('does not do so without a certificate or with a self-signed one, whose successor browsers would refuse', async () => {
    const plain = await new Client(await share(), null).get('/api/v1/health');
    assert.equal(plain.status, 200);
    assert.equal(plain.headers.get('strict-transport-security'), null);
    await server.running.stopSharing();
    const port = await shareSecurely(['damson.lan']);
    for (const headers of [{ host: `damson.lan:${port}` }, { host: 'evil.test' }]) {
      const answer = await securely(port, '/api/v1/health', { headers });
      assert.equal(answer.headers.get('strict-transport-security'), null);
    }
    const socket = connectTls({ host, port, ca: certificate.cert, servername: 'damson.lan' });
    socket.end('no HTTP\r\n\r\n');
    assert.doesNotMatch(await text(socket), /Strict-Transport-Security/);
  });

  it('answers nothing that is not encrypted', async () => {
    const port = await shareSecurely();
    const answer = await exchange(
      `http://${host}:${port}`,
      `GET /api/v1/health HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`,
    );
    assert.equal(answer, null);
  });

  it('guards Host and Origin as without a certificate', async () => {
    const port = await shareSecurely(['damson.lan']);
    for (const name of ['elsewhere.test', '127.0.0.1', `127.0.0.1:${port}`]) {
      assertProblem(await securely(port, '/api/v1/health', { headers: { host: name } }), 403, 'forbidden');
    }
    const named = await securely(port, '/api/v1/health', { headers: { host: `damson.lan:${port}` } });
    assert.equal(named.status, 200);
    const post = (origin: string) =>
      securely(port, '/api/v1/missions', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.admin.client.token}`,
          'content-type': 'application/json',
          origin,
        },
        body: JSON.stringify({ name: 'By TLS' }),
      });
    assertProblem(await post('https://elsewhere.test'), 403, 'forbidden');
    assert.equal((await post(`https://${host}:${port}`)).status, 201);
  });

  it('refuses a certificate with a different key', async () => {
    const other = selfSignedCertificate({ names: ['other.lan'] });
    await assert.rejects(
      server.running.share({ host, port: 0, names: [], tls: { cert: certificate.cert, key: other.key } }),
      /certificate and its key can't be used/,
    );
    assert.equal((await new Client(await share(), null).get('/api/v1/health')).status, 200);
  });

  it('ends once requests in progress are answered, without waiting for handshakes and idle connections', async () => {
    const port = await shareSecurely();
    const idle = connectTls({ host, port, ca: certificate.cert, servername: 'damson.lan' });
    await once(idle, 'secureConnect');
    const halfway: Socket = await openConnection(`http://${host}:${port}`);
    halfway.write(Buffer.from([0x16, 0x03, 0x01]));
    const busy = connectTls({ host, port, ca: certificate.cert, servername: 'damson.lan' });
    const body = JSON.stringify({ email: 'nobody@example.org', password: 'whatever it was' });
    busy.write(
      `POST /api/v1/auth/login HTTP/1.1\r\nHost: ${host}:${port}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    await once(busy, 'data');
    for (const socket of [idle, halfway]) socket.on('error', () => {});
    const gone = Promise.all([once(idle.resume(), 'close'), once(halfway.resume(), 'close')]);
    const stopped = server.running.stopSharing();
    await gone;
    const answer = firstAnswer(busy);
    busy.write(body);
    assertProblem(await answer, 401, 'unauthenticated');
    await stopped;
  });
});

describe('sharing with a certificate made on the spot', () => {
  async function shareByOwn(
    names: string[] = [],
  ): Promise<{ url: string; port: number; fingerprint: string }> {
    const { port, fingerprint } = await server.running.share({ host, port: 0, names, tls: 'own' });
    return { url: `https://${host}:${port}`, port, fingerprint: fingerprint as string };
  }

  it('encrypts for a client that has compared the fingerprint, and for none that expects another', async () => {
    const { url, fingerprint } = await shareByOwn();
    assert.match(fingerprint, /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    const answer = await askPinned(`${url}/api/v1/health`, fingerprint);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['strict-transport-security'], undefined);
    await assert.rejects(
      askPinned(`${url}/api/v1/health`, altered(fingerprint)),
      /not the pinned certificate/,
    );
    await assert.rejects(fetch(`${url}/api/v1/health`), /fetch failed/);
  });

  it('is verified by clients that trust it, for its names only', async () => {
    const { port } = await shareByOwn(['damson.lan']);
    const ca = readOwn().replace(/^.*-----END PRIVATE KEY-----\n/s, '');
    const trusted = (servername: string) =>
      new Promise<string>((resolve) => {
        const socket = connectTls({ host, port, ca, ...(servername !== host && { servername }) }, () => {
          socket.destroy();
          resolve('trusted');
        });
        socket.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
      });
    assert.equal(await trusted('damson.lan'), 'trusted');
    assert.equal(await trusted(host), 'trusted');
    assert.equal(await trusted('elsewhere.lan'), 'ERR_TLS_CERT_ALTNAME_INVALID');
  });

  it('stays the same when it is shared again, and when the server was started again', async () => {
    const { fingerprint } = await shareByOwn();
    await server.running.stopSharing();
    assert.equal((await shareByOwn()).fingerprint, fingerprint);
    await server.restart(undefined, { launchSecret });
    assert.equal((await shareByOwn()).fingerprint, fingerprint);
  });

  it('answers to its names only', async () => {
    const { port, url, fingerprint } = await shareByOwn(['damson.lan']);
    const status = async (name: string) =>
      (await askPinned(`${url}/api/v1/health`, fingerprint, { headers: { host: name } })).status;
    assert.equal(await status(`${host}:${port}`), 200);
    assert.equal(await status(`damson.lan:${port}`), 200);
    for (const foreign of [`elsewhere.test:${port}`, `127.0.0.1:${port}`, 'damson.lan:1'])
      assert.equal(await status(foreign), 403, foreign);
  });

  it('keeps its key out of backups, and refuses to share if the key cannot be stored', async (t) => {
    await shareByOwn();
    await server.running.stopSharing();
    const [, secret] = readOwn().split('\n') as [string, string];
    const client = new Client(await share(), server.admin.client.token);
    assert.equal((await client.post('/api/v1/backups')).status, 202);
    await endedJob(client);
    const [made] = (await client.get('/api/v1/backups')).body.items;
    const backup = readFileSync(path.join(server.dataDir, 'backups', made.file_name));
    assert.ok(!backup.includes(secret));
    assert.ok(!backup.includes('certificates/'));

    await server.running.stopSharing();
    rmSync(ownFile());
    mkdirSync(ownFile());
    t.after(() => rmSync(ownFile(), { recursive: true }));
    await assert.rejects(shareByOwn(), { code: 'EISDIR' });
    assert.equal((await new Client(await share(), null).get('/api/v1/health')).status, 200);
  });
});

function ownFile(): string {
  return path.join(server.dataDir, 'certificates', `for-${host}.pem`);
}

function readOwn(): string {
  return readFileSync(ownFile(), 'utf8');
}
