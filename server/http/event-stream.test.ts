import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { openConnection } from '../../test/support/http/raw-http.ts';
import { EventStream } from './event-stream.ts';

describe('an answer that stays open', () => {
  let http: Server;
  let stream: EventStream;
  let stallMs: number;
  let opened: PromiseWithResolvers<void>;
  let closed: PromiseWithResolvers<void>;
  let room: PromiseWithResolvers<void>;
  before(async () => {
    http = createServer((request, response) => {
      stream = new EventStream({ request, response }, stallMs);
      stream.open({
        onRoom: () => room.resolve(),
        onLeave: () => {},
        onClose: () => closed.resolve(),
      });
      opened.resolve();
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
  });
  after(() => http.close());

  async function connect(patience: number): Promise<Socket> {
    stallMs = patience;
    opened = Promise.withResolvers();
    closed = Promise.withResolvers();
    room = Promise.withResolvers();
    const socket = await openConnection(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await opened.promise;
    return socket;
  }

  /** More than the buffers in between can hold. */
  const much = 'x'.repeat(32 * 1024 * 1024);

  it('drops a client that reads nothing', async () => {
    const socket = await connect(100);
    stream.write(much);
    assert.ok(stream.isFull);
    await closed.promise;
    socket.destroy();
  });

  it('accepts new streams once a slow reader has caught up', async () => {
    const socket = await connect(60_000);
    stream.write(much);
    socket.resume();
    await room.promise;
    assert.ok(!stream.isFull);
    socket.destroy();
    await closed.promise;
  });

  it('does not wait for slow readers when it ends', async () => {
    const socket = await connect(60_000);
    stream.write(much);
    stream.end('end');
    await closed.promise;
    socket.destroy();
  });
});
