import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { assertProblem, exchange, firstAnswer, openConnection } from '../../test/support/http/raw-http.ts';
import { selfSignedCertificate } from '../../test/support/http/self-signed.ts';
import { moment, until } from '../../test/support/servers/until.ts';
import { discardBody } from './body.ts';
import { type App, createHttpServer, type HttpServer, type ServerBounds } from './server.ts';

const certificate = selfSignedCertificate({ commonName: 'damson.lan', names: ['127.0.0.1'] });

let http: HttpServer;
let url: string;
const clients: Socket[] = [];

const answering: App = (_request, response) => response.end('here');

async function serve(
  app: App,
  { tls = false, ...bounds }: { tls?: boolean } & Partial<ServerBounds> = {},
): Promise<void> {
  http = createHttpServer(app, tls ? certificate : null, bounds);
  await once(http.server.listen(0, '0.0.0.0'), 'listening');
  url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
}

async function connect(localAddress?: string): Promise<Socket> {
  const socket = await openConnection(url, localAddress);
  clients.push(socket);
  return socket;
}

afterEach(async () => {
  for (const socket of clients.splice(0)) socket.destroy();
  await http.drain(0);
});

/** Waits until the server has this many connections. */
async function untilOpen(count: number): Promise<void> {
  const countOpen = promisify(http.server.getConnections.bind(http.server));
  while ((await countOpen()) !== count) await moment(5);
}

async function ended(socket: Socket): Promise<void> {
  if (!socket.resume().closed) await once(socket, 'close');
}

/** The head of a record that announces a handshake, and a bit of it. */
const halfHandshake = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]);
const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('a drain', () => {
  it('does not wait for a connection whose refused body came to its end meanwhile', async () => {
    const refused = Promise.withResolvers<void>();
    await serve((request, response) => {
      response.once('close', () => refused.resolve());
      response.writeHead(413).end();
      discardBody(request);
    });
    const socket = await connect();
    socket.write('PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345');
    await refused.promise;
    const drained = http.drain(600_000);
    socket.write('67890');
    await drained;
    await ended(socket);
  });
});

describe('a TLS handshake that is never complete', () => {
  it('leaves nothing behind once its client has gone', async () => {
    await serve(answering, { tls: true });
    let came = 0;
    http.server.on('connection', () => {
      came += 1;
    });
    for (let count = 0; count < 20; count += 1) {
      const socket = await connect();
      socket.write(halfHandshake);
      await new Promise<void>((sent) => socket.end(() => sent()));
    }
    await until(() => came === 20);
    await untilOpen(0);
  });

  it('leaves nothing behind if the bytes are no handshake', async () => {
    await serve(answering, { tls: true });
    const socket = await connect();
    socket.write(get);
    await ended(socket);
    await untilOpen(0);
  });

  for (const [what, bytes] of [
    ['stops halfway', halfHandshake],
    ['never begins', null],
  ] as const) {
    it(`is ended when it ${what}`, async () => {
      await serve(answering, { tls: true, handshakeMs: 50 });
      const socket = await connect();
      if (bytes !== null) socket.write(bytes);
      await ended(socket);
      await untilOpen(0);
    });
  }
});

describe('a slow client', () => {
  /** Shortens timeouts of a minute. A request may take longer than that to arrive. */
  const hasten = (socket: Socket): void => void socket.setTimeout(50);

  it('is closed when nothing arrives at all', async () => {
    await serve(answering, { stallMs: 50 });
    await ended(await connect());
  });

  it('is closed when it sends no head', async () => {
    await serve(answering, { headMs: 500 });
    const [silent, halfway] = [await connect(), await connect()];
    halfway.write('GET / HTTP/1.1\r\nHo');
    assertProblem(await firstAnswer(halfway), 408, 'too_slow');
    await ended(silent);
  });

  it('is closed when it stops in the middle of a body', async () => {
    await serve((request) => {
      hasten(request.socket);
      request.resume();
    });
    const socket = await connect();
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf');
    assertProblem(await firstAnswer(socket), 408, 'too_slow');
    await untilOpen(0);
  });

  for (const tls of [false, true]) {
    it(`is closed when it does not read its answer${tls ? ', by TLS too' : ''}`, async () => {
      const app: App = (request, response) => {
        hasten(request.socket);
        response.end(Buffer.alloc(64 * 1024 * 1024));
      };
      await serve(app, { tls });
      const { port } = new URL(url);
      const socket = tls
        ? connectTls({ host: '127.0.0.1', port: Number(port), ca: certificate.cert })
        : await connect();
      clients.push(socket);
      if (tls) await once(socket, 'secureConnect');
      socket.on('error', () => {});
      socket.pause();
      const came = once(http.server, 'request');
      socket.write(get);
      await came;
      await untilOpen(0);
    });
  }

  it('is kept open while the server itself is slow', async () => {
    await serve(({ socket }, response) => {
      hasten(socket);
      socket.once('timeout', () => response.end('here'));
    });
    assert.equal((await exchange(url, get))?.status, 200);
  });
});

describe('the number of connections', () => {
  /** Answers once released. */
  const holding = (): { app: App; release: () => void } => {
    const waiting: (() => void)[] = [];
    return {
      app: (_request, response) => waiting.push(() => response.end('here')),
      release: () => {
        for (const finish of waiting) finish();
      },
    };
  };
  const asked = async (localAddress?: string): Promise<Socket> => {
    const came = once(http.server, 'request');
    const socket = await connect(localAddress);
    socket.write(get);
    await came;
    return socket;
  };

  it('is bounded for each address: one too many ends the one that has been idle for longest', async () => {
    await serve(answering, { connectionsPerAddress: 3 });
    const elsewhere = await connect('127.0.0.2');
    const answered = await asked();
    await once(answered, 'data');
    const [first, second] = [await connect(), await connect()];
    first.write('GET / HTTP/1.1\r\n');
    await connect();
    await ended(answered);
    await connect();
    await ended(first);
    assert.equal(second.closed, false);
    const answer = firstAnswer(elsewhere);
    elsewhere.write(get);
    assert.equal((await answer)?.status, 200);
  });

  it('is bounded over all addresses', async () => {
    await serve(answering, { connections: 2 });
    const first = await connect('127.0.0.2');
    await connect('127.0.0.3');
    assert.equal((await exchange(url, get, '127.0.0.4'))?.status, 200);
    await ended(first);
  });

  it('never ends a request in progress for another, and refuses the other instead', async () => {
    const { app, release } = holding();
    await serve(app, { connectionsPerAddress: 2 });
    const [one, other] = [await asked(), await asked()];
    await ended(await connect());
    const answers = [firstAnswer(one), firstAnswer(other)];
    release();
    for (const answer of await Promise.all(answers)) assert.equal(answer?.status, 200);
    await untilOpen(0);
    assert.ok(await asked());
  });

  it('counts handshakes too', async () => {
    await serve(answering, { tls: true, connectionsPerAddress: 10 });
    for (let count = 0; count < 30; count += 1) (await connect()).write(halfHandshake);
    await untilOpen(10);
    const socket = connectTls({ host: '127.0.0.1', port: Number(new URL(url).port), ca: certificate.cert });
    clients.push(socket);
    const answer = firstAnswer(socket);
    socket.write(get);
    assert.equal((await answer)?.status, 200);
  });
});
