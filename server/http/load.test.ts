import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import express from 'express';
import { z } from 'zod';
import { assertProblem, firstAnswer, openConnection } from '../../test/support/http/raw-http.ts';
import { createLog } from '../log.ts';
import { RequestTally } from '../request-tally.ts';
import { identify } from './headers.ts';
import { BodyBudget, type LoadBounds, usualLoad } from './load.ts';
import { refuse } from './refuse.ts';
import { type Route, route } from './route.ts';
import { makeTreeRouter } from './routers.ts';
import { createHttpServer, type HttpServer } from './server.ts';

let http: HttpServer;
let url: string;
afterEach(() => http.drain(0));

async function serve(operation: Route, changed: Partial<LoadBounds>): Promise<void> {
  const load = { ...usualLoad, ...changed };
  const context = {
    log: createLog('silent'),
    authenticate: async () => null,
    redeem: async () => null,
    findAgain: async () => null,
    workAs: (_user: unknown, work: () => Promise<void>) => work(),
    trustProxy: 0,
    load,
    bodies: new BodyBudget(load),
    checkResponses: true,
    refuseSpentDisk: () => {},
  };
  const tally = new RequestTally();
  const app = express().disable('x-powered-by');
  app.use(identify, makeTreeRouter([operation], context, { root: '', tally }));
  app.use(refuse({ log: createLog('silent'), trustProxy: 0, onFailure: () => null, tally }));
  http = createHttpServer(app);
  await once(http.server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
}

const withBody = route({
  method: 'POST',
  path: '/word',
  summary: 'Takes a word',
  access: 'public',
  body: z.strictObject({ word: z.string() }),
  handle: async () => {},
});

async function send(text: string): Promise<Socket> {
  const socket = await openConnection(url);
  socket.write(text);
  return socket;
}

const head = (length: number): string =>
  `POST /word HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

describe('a body that does not come', () => {
  it('is waited for as long as its operation allows, then its connection ends', async () => {
    await serve(withBody, { publicBody: { bytes: 100, milliseconds: 50 } });
    const socket = await send(`${head(20)}{"word": `);
    const ended = once(http.server, 'connection').then(([connection]) => once(connection, 'close'));
    const second = await send(`${head(20)}{"word": `);
    assertProblem(await firstAnswer(socket), 408, 'too_slow');
    second.resume();
    await ended;
    await once(second, 'close');
  });
});

describe('requests of anyone', () => {
  it('are handled a few at a time, some wait, and the rest are refused', async () => {
    const under: (() => void)[] = [];
    let begun = Promise.withResolvers<void>();
    const slow = route({
      method: 'GET',
      path: '/slow',
      summary: 'Takes its time',
      access: 'public',
      handle: async () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        under.push(resolve);
        begun.resolve();
        await promise;
      },
    });
    await serve(slow, { anonymousInWork: 1, anonymousWaiting: 1 });
    const get = 'GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const first = firstAnswer(await send(get));
    await begun.promise;
    const [second, third] = [await send(get), await send(get)].map(firstAnswer);
    const refused = await Promise.race([second, third]);
    assertProblem(refused ?? null, 503, 'busy');
    assert.equal(refused?.headers.get('retry-after'), '1');
    assert.equal(under.length, 1);

    begun = Promise.withResolvers();
    under[0]?.();
    assert.equal((await first)?.status, 204);
    await begun.promise;
    under[1]?.();
    const statuses = (await Promise.all([second, third])).map((answer) => answer?.status);
    assert.deepEqual(statuses.sort(), [204, 503]);
  });
});

describe('the budget for bodies', () => {
  const budget = (): BodyBudget => new BodyBudget({ bodiesInHand: 100_000, bodiesOfPerson: 60_000 });
  const free = 16 * 1024;

  it('does not count the beginning of each body', () => {
    const bodies = budget();
    for (let count = 0; count < 100; count += 1) bodies.open('one').take(free);
  });

  it('is limited for each person and for all, and released once', () => {
    const bodies = budget();
    const first = bodies.open('one');
    first.take(free);
    first.take(60_000);
    assert.throws(() => first.take(1), { code: 'busy' });
    const other = bodies.open('other');
    other.take(free + 40_000);
    assert.throws(() => other.take(1), { code: 'busy' });
    first.release();
    first.release();
    other.take(20_000);
    assert.throws(() => other.take(1), { code: 'busy' });
    const third = bodies.open('third');
    third.take(free + 40_000);
    assert.throws(() => third.take(1), { code: 'busy' });
  });
});
