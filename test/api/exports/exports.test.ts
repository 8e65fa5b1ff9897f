import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newTestTemplate,
  placeOf,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const library = '/api/v1/test-templates/export?format=damson';

describe('an export under way', () => {
  let server: TestServer;
  let admin: Client;
  let other: Client;
  let member: Person;
  let test: string;
  /** More than the server makes before somebody takes it, and connections hold. */
  let large: string;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    other = (await server.newPerson('redteam')).client;
    await newTestTemplate(admin, { name: 'Port scan' });
    member = await server.newPerson('redteam');
    const mission = await newMission(admin, { members: [member] });
    const place = placeOf(mission);
    test = place.path;
    const signature = Buffer.from('89504e470d0a1a0a', 'hex');
    for (let count = 0; count < 2; count += 1) {
      const bytes = new Uint8Array(Buffer.concat([signature, randomBytes(20 * 2 ** 20)]));
      bodyOf(await attach(admin, place, evidenceForm(bytes, { name: 'screen.png', type: 'image/png' })), 201);
    }
    large = `/api/v1/missions/${mission.id}/export?format=damson`;
  });
  after(() => server?.close());

  type Begun = { response: Promise<IncomingMessage>; hangUp: () => void };

  /** Asks for an export and reads nothing of it yet. */
  function begin(client: Client, target: string): Begun {
    const request = http.get(client.base + target, {
      headers: { authorization: `Bearer ${client.token}` },
      agent: false,
    });
    request.on('error', () => {});
    const response = once(request, 'response').then(([answer]) => {
      (answer as IncomingMessage).on('error', () => {});
      return answer as IncomingMessage;
    });
    response.catch(() => {});
    return { response, hangUp: () => request.destroy() };
  }

  const namesIn = async (response: IncomingMessage): Promise<string[]> => {
    assert.equal(response.statusCode, 200);
    return Object.keys(unzipSync(new Uint8Array(await buffer(response))));
  };

  it('lets others be answered, and is whole in the end', async () => {
    const response = await begin(admin, large).response;
    bodyOf(await admin.get('/api/v1/health'), 200);
    bodyOf(await admin.put(test, { red_comment: 'Seen meanwhile' }), 200);
    assert.ok((await namesIn(await begin(other, library).response)).includes('library.jsonl'));
    assert.equal(response.complete, false);
    const names = await namesIn(response);
    assert.equal(names.filter((name) => name.startsWith('evidence/')).length, 2);
  });

  it('keeps others of the same person waiting until it has ended, and nobody else', async () => {
    const order: string[] = [];
    const first = begin(admin, large);
    const response = await first.response;
    const second = begin(admin, library);
    const answered = second.response.then((answer) => {
      order.push('the second');
      return answer;
    });
    await namesIn(await begin(other, library).response);
    order.push("another person's");
    await namesIn(response);
    await namesIn(await answered);
    assert.deepEqual(order, ["another person's", 'the second']);
  });

  it('ends when its client hangs up, and the next begins', async () => {
    const first = begin(admin, large);
    await first.response;
    const second = begin(admin, library);
    first.hangUp();
    assert.ok((await namesIn(await second.response)).includes('library.jsonl'));
  });

  /** Has five exports of a person wait behind the one that is under way, and returns them. */
  async function beginWaiting(client: Client, target: string): Promise<Begun[]> {
    const asked = Array.from({ length: 6 }, () => begin(client, target));
    // They come in any order, and one of them is too many: then the others wait.
    const { refused, which } = await Promise.race(
      asked.map(async (one) => ({ refused: await one.response, which: one })),
    );
    assert.equal(refused.statusCode, 429);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.equal(JSON.parse((await buffer(refused)).toString()).code, 'too_many_requests');
    return asked.filter((one) => one !== which);
  }

  it('has five more of its person wait at most; whoever hangs up waits no longer', async () => {
    const first = begin(admin, large);
    await first.response;
    for (const { hangUp } of await beginWaiting(admin, library)) hangUp();
    first.hangUp();
    assert.ok((await namesIn(await begin(admin, library).response)).includes('library.jsonl'));
  });

  it('is judged anew when its turn comes', async () => {
    const mission = await newMission(admin, { members: [member] });
    const first = begin(member.client, large);
    await first.response;
    const waiting = await beginWaiting(member.client, `/api/v1/missions/${mission.id}/export?format=csv`);
    bodyOf(await admin.put(`/api/v1/missions/${mission.id}/members`, { members: [] }), 200);
    first.hangUp();
    for (const { response } of waiting) assert.equal((await response).statusCode, 404);
  });
});

describe('an export of a library of several pages', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    for (let count = 0; count < 401; count += 1) {
      await newTestTemplate(server.admin.client, { name: `Template ${count}` });
    }
  });
  after(() => server?.close());

  const take = async (query: string): Promise<string[]> => {
    const { client } = server.admin;
    const response = await fetch(`${client.base}/api/v1/test-templates/export?${query}`, {
      headers: { authorization: `Bearer ${client.token}` },
    });
    assert.equal(response.status, 200);
    const members = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const lines = Buffer.from(members['library.jsonl']!).toString().trimEnd().split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line).name);
  };

  it('has each template once, oldest first, and those alone that pass a filter', async () => {
    const all = Array.from({ length: 401 }, (_, count) => `Template ${count}`);
    assert.deepEqual(await take('format=damson'), all);
    assert.deepEqual(
      await take('format=damson&q=Template%204'),
      all.filter((name) => name.startsWith('Template 4')),
    );
  });
});
