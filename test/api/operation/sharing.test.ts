import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { assertProblem, exchange, firstAnswer, openConnection } from '../../support/http/raw-http.ts';
import { Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

/** An address of this machine other than the server's. */
const host = '127.0.0.2';
const launchSecret = 'only the window of this launch knows it';

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

/** Whether a connection to an address is refused. */
async function isClosed(url: string): Promise<boolean> {
  return openConnection(url).then(
    (socket) => {
      socket.destroy();
      return false;
    },
    () => true,
  );
}

describe('a shared server', () => {
  it('serves others without the launch secret, and they sign in as usual', async () => {
    const url = await share();
    assert.equal((await new Client(url, null).get('/api/v1/health')).status, 200);
    assert.equal((await new Client(url, null).get('/api/v1/missions')).status, 401);
    const answer = await new Client(url, server.admin.client.token).post('/api/v1/missions', {
      name: 'Made by one of the team',
    });
    assert.equal(answer.status, 201);
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    assert.equal(page.status, 200);
    await page.arrayBuffer();
  });

  it('keeps its own listener closed to callers without the secret', async () => {
    await share();
    assertProblem(await server.anonymous.get('/api/v1/health'), 403, 'forbidden');
  });

  const foreign = ['127.0.0.1', 'localhost', '[::1]', 'elsewhere.test', host, `${host}:1`];
  for (const name of foreign) {
    it(`refuses a request for ${name}`, async () => {
      const url = await share();
      const answer = await exchange(url, `GET /api/v1/health HTTP/1.1\r\nHost: ${name}\r\n\r\n`);
      assertProblem(answer, 403, 'forbidden');
    });
  }

  it("refuses its own address of loopback with the shared listener's port, and with the secret too", async () => {
    const url = await share();
    const { port } = new URL(url);
    const answer = await exchange(
      url,
      `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Damson-Launch: ${launchSecret}\r\n\r\n`,
    );
    assertProblem(answer, 403, 'forbidden');
  });

  it('does not accept the shared address at the listener for the window', async () => {
    const url = await share();
    const answer = await exchange(
      server.url,
      `GET /api/v1/health HTTP/1.1\r\nHost: ${new URL(url).host}\r\nX-Damson-Launch: ${launchSecret}\r\n\r\n`,
    );
    assertProblem(answer, 403, 'forbidden');
  });

  it('answers to its additional names, with its port', async () => {
    const url = await share({ names: ['Damson.lan'] });
    const { port } = new URL(url);
    for (const name of [`damson.lan:${port}`, `DAMSON.LAN:${port}`]) {
      const answer = await exchange(url, `GET /api/v1/health HTTP/1.1\r\nHost: ${name}\r\n\r\n`);
      assert.equal(answer?.status, 200, name);
    }
    assertProblem(
      await exchange(url, 'GET /api/v1/health HTTP/1.1\r\nHost: damson.lan:1\r\n\r\n'),
      403,
      'forbidden',
    );
  });

  it('refuses changes from a page of another site', async () => {
    const url = await share();
    const client = new Client(url, server.admin.client.token);
    for (const origin of ['https://elsewhere.test', server.url, 'null', `${url}0`]) {
      const answer = await client.request('POST', '/api/v1/missions', {
        body: { name: 'From elsewhere' },
        headers: { origin },
      });
      assertProblem(answer, 403, 'forbidden');
    }
    const own = await client.request('POST', '/api/v1/missions', {
      body: { name: 'From its own page' },
      headers: { origin: url },
    });
    assert.equal(own.status, 201);
  });

  it('is shared once at a time', async () => {
    const url = await share();
    await assert.rejects(share(), /shared already/);
    assert.equal((await new Client(url, null).get('/api/v1/health')).status, 200);
  });

  it('names the port in use or the missing address, and can be shared after that', async (t) => {
    const other = createServer().listen(0, host);
    t.after(() => other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await assert.rejects(share({ port }), new RegExp(`Port ${port} is used by another program`));
    await assert.rejects(
      server.running.share({ host: '203.0.113.7', port: 0, names: [], tls: null }),
      /does not have the address 203\.0\.113\.7/,
    );
    assert.equal((await new Client(await share(), null).get('/api/v1/health')).status, 200);
  });

  it('uses the given port', async () => {
    const { port } = new URL(await share());
    await server.running.stopSharing();
    assert.equal(new URL(await share({ port: Number(port) })).port, port);
  });
});

describe('ending it', () => {
  it('lets a request in progress finish and accepts no other', async () => {
    const url = await share();
    const socket = await openConnection(url);
    const body = JSON.stringify({ email: 'nobody@example.org', password: 'whatever it was' });
    socket.write(
      `POST /api/v1/auth/login HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    await once(socket, 'data');
    const stopped = server.running.stopSharing();
    assert.ok(await isClosed(url));
    const answer = firstAnswer(socket);
    socket.write(body);
    assertProblem(await answer, 401, 'unauthenticated');
    await stopped;
  });

  it('does not wait for connections that were only opened', async () => {
    const url = await share();
    const socket = await openConnection(url);
    const ended = once(socket, 'close');
    await server.running.stopSharing();
    await ended;
  });

  it('leaves the window its own listener, and does nothing when nothing is shared', async () => {
    await share();
    await server.running.stopSharing();
    await server.running.stopSharing();
    const answer = await server.anonymous.get('/api/v1/health', { 'x-damson-launch': launchSecret });
    assert.equal(answer.status, 200);
  });

  it('happens with the end of the server', async () => {
    const url = await share();
    await server.restart(undefined, { launchSecret });
    assert.ok(await isClosed(url));
  });
});
