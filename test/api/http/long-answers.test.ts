import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { TestTemplate } from '../../../server/templates/contract.ts';
import { bodyOf, newTestTemplate } from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const path = '/api/v1/test-templates';
const list = `${path}?limit=200`;

describe('an answer of many megabytes', () => {
  let server: TestServer;
  let admin: Client;
  /** Newest first. */
  const made: TestTemplate[] = [];
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    const text = 'é\u2028"<'.repeat(25_000);
    for (let count = 0; count < 30; count += 1) {
      made.unshift(await newTestTemplate(admin, { procedure: text, command: text, description: text }));
    }
  });
  after(() => server.close());

  const open = async (): Promise<IncomingMessage> => {
    const request = http.get(server.url + list, { headers: { authorization: `Bearer ${admin.token}` } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  };

  it('is complete, with the headers of every answer except a length', async () => {
    const long = await admin.get(list);
    assert.deepEqual(bodyOf(long, 200), { items: made, total: made.length, limit: 200, offset: 0 });
    const short = await admin.get(`${path}?limit=1`);
    assert.deepEqual(bodyOf(short, 200).items, made.slice(0, 1));
    const names = ({ headers }: { headers: Headers }) =>
      [...headers.keys()].filter((name) => !/^(content-length|transfer-encoding)$/.test(name)).toSorted();
    assert.deepEqual(names(long), names(short));
    assert.equal(long.headers.get('content-length'), null);
    assert.ok(Number(short.headers.get('content-length')) > 0);
  });

  it('waits for its reader, and others are served meanwhile', async () => {
    const unread = await open();
    for (let count = 0; count < 3; count += 1) bodyOf(await admin.get(`${path}?limit=1`), 200);
    const chunks: Buffer[] = [];
    for await (const chunk of unread) chunks.push(chunk);
    assert.deepEqual(JSON.parse(Buffer.concat(chunks).toString()).items, made);
  });

  it('ends when its reader leaves', async () => {
    for (let count = 0; count < 5; count += 1) (await open()).destroy();
    bodyOf(await admin.get(list), 200);
  });

  it('has no body for HEAD', async () => {
    const answer = await admin.request('HEAD', list);
    assert.deepEqual([answer.status, answer.body], [200, '']);
  });
});
