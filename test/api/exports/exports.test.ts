import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import { missionExports } from '../../../domain/interchange.ts';
import type { EvidenceRecord } from '../../../server/missions/evidence/contract.ts';
import { fileOf } from '../../support/backups/backup-world.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newTestTemplate,
  placeOf,
} from '../../support/missions/factories.ts';
import { sample } from '../../support/sample.ts';
import { type HeldFile, holdFile } from '../../support/servers/held-file.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { until } from '../../support/servers/until.ts';

const library = '/api/v1/test-templates/export?format=damson';

describe('an export under way', { skip: process.platform === 'win32' }, () => {
  let server: TestServer;
  let admin: Client;
  let other: Client;
  let member: Person;
  let test: string;
  /** Evidence of a mission of five files. */
  let records: EvidenceRecord[];
  let ofMission: string;
  before(async () => {
    server = await startTestServer({ inFolders: true });
    admin = server.admin.client;
    other = (await server.newPerson('redteam')).client;
    await newTestTemplate(admin, { name: 'Port scan' });
    member = await server.newPerson('redteam');
    const mission = await newMission(admin, { members: [member] });
    const place = placeOf(mission);
    test = place.path;
    records = [];
    for (const text of ['first', 'second', 'third', 'fourth', 'fifth'])
      records.push(bodyOf(await attach(admin, place, evidenceForm(text)), 201));
    ofMission = `/api/v1/missions/${mission.id}/export?format=damson`;
  });
  after(() => server?.close());

  /**
   * Pauses the next export of the mission after its start until it is released; the file at which it paused is missing by then.
   */
  function hold() {
    const [first, second] = records.slice(0, 2).map((record) => holdFile(fileOf(server.dataDir, record)));
    const pass = async (file: HeldFile, isOver = () => false) => {
      await until(() => file.isOpened() || isOver());
      file.putBack();
    };
    return { begun: () => pass(first!), letGo: (isOver?: () => boolean) => pass(second!, isOver) };
  }

  const evidenceIn = (names: string[]) => names.filter((name) => name.startsWith('evidence/')).length;

  it('lets other requests be answered, and reports what was lost in the meantime', async () => {
    const { begun, letGo } = hold();
    const { response } = begin(admin, ofMission);
    await begun();
    bodyOf(await admin.get('/api/v1/health'), 200);
    bodyOf(await admin.put(test, { red_comment: 'Seen meanwhile' }), 200);
    assert.ok((await namesIn(await begin(other, library).response)).includes('library.jsonl'));
    await letGo();
    const answer = await response;
    assert.equal(answer.headers['damson-left-out'], '2');
    assert.equal(evidenceIn(await namesIn(answer)), 3);
    assert.equal(evidenceIn(await namesIn(await begin(admin, ofMission).response)), 5);
  });

  it('makes only further exports of the same person wait', async () => {
    const order: string[] = [];
    const { begun, letGo } = hold();
    const first = begin(admin, ofMission);
    await begun();
    const second = begin(admin, library);
    const answered = second.response.then((answer) => {
      order.push('the second');
      return answer;
    });
    await namesIn(await begin(other, library).response);
    order.push("another person's");
    await letGo();
    await namesIn(await first.response);
    await namesIn(await answered);
    assert.deepEqual(order, ["another person's", 'the second']);
  });

  it('ends when its client hangs up, and the next begins', async () => {
    const { begun, letGo } = hold();
    const first = begin(admin, ofMission);
    await begun();
    const second = begin(admin, library);
    let isAnswered = false;
    void second.response.then(() => {
      isAnswered = true;
    });
    first.hangUp();
    await letGo(() => isAnswered);
    assert.ok((await namesIn(await second.response)).includes('library.jsonl'));
    await until(() => readdirSync(path.join(server.filesOf('evidence'), '.tmp')).length === 0);
  });

  /** Queues five exports of a person behind the running one, and returns them. */
  async function beginWaiting(client: Client, target: string): Promise<Begun[]> {
    const asked = Array.from({ length: 6 }, () => begin(client, target));
    // The requests arrive in any order, and one of them exceeds the limit: then the others wait.
    const { refused, which } = await Promise.race(
      asked.map(async (one) => ({ refused: await one.response, which: one })),
    );
    assert.equal(refused.statusCode, 429);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.equal(JSON.parse((await buffer(refused)).toString()).code, 'too_many_requests');
    return asked.filter((one) => one !== which);
  }

  it('lets at most five more of the same person wait; a client that hangs up leaves the queue', async () => {
    const { begun, letGo } = hold();
    const first = begin(admin, ofMission);
    await begun();
    for (const { hangUp } of await beginWaiting(admin, library)) hangUp();
    await letGo();
    await namesIn(await first.response);
    assert.ok((await namesIn(await begin(admin, library).response)).includes('library.jsonl'));
  });

  it('is judged again when its turn comes', async () => {
    const mission = await newMission(admin, { members: [member] });
    const { begun, letGo } = hold();
    const first = begin(member.client, ofMission);
    await begun();
    const waiting = await beginWaiting(member.client, `/api/v1/missions/${mission.id}/export?format=csv`);
    bodyOf(await admin.put(`/api/v1/missions/${mission.id}/members`, { members: [] }), 200);
    await letGo();
    await namesIn(await first.response);
    for (const { response } of waiting) assert.equal((await response).statusCode, 404);
  });
});

type Begun = { response: Promise<IncomingMessage>; hangUp: () => void };

/** Requests an export without reading any of it yet. */
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

async function namesIn(response: IncomingMessage): Promise<string[]> {
  assert.equal(response.statusCode, 200);
  return Object.keys(unzipSync(new Uint8Array(await buffer(response))));
}

describe('a mission of which evidence is lost', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ inFolders: true });
  });
  after(() => server?.close());

  const spoilings: Record<string, (file: string) => void> = {
    lost: rmSync,
    damaged: (file) => writeFileSync(file, 'the fraud'),
  };
  for (const format of sample(missionExports, 4)) {
    for (const [what, spoil] of Object.entries(spoilings)) {
      it(`goes out as ${format} without the file that is ${what}, and says so`, async () => {
        const { client } = server.admin;
        const mission = await newMission(client);
        const place = placeOf(mission);
        const spoilt: EvidenceRecord = bodyOf(await attach(client, place, evidenceForm('so')), 201);
        bodyOf(await attach(client, place, evidenceForm('kept')), 201);
        const file = fileOf(server.dataDir, spoilt);
        spoil(file);
        const { response } = begin(client, `/api/v1/missions/${mission.id}/export?format=${format}`);
        const answer = await response;
        assert.equal(answer.statusCode, 200);
        const bytes = new Uint8Array(await buffer(answer));
        const packs = ['damson', 'purpleops'].includes(format);
        assert.equal(answer.headers['damson-left-out'], packs ? '1' : undefined);
        if (packs) {
          const members = unzipSync(bytes);
          const text = (name: string) => JSON.parse(Buffer.from(members[name]!).toString());
          const told = format === 'damson' ? text('manifest.json').left_out : text('left-out.json');
          const { id, file_name, sha256, size } = spoilt;
          assert.deepEqual(told, [{ id, test: place.test, file_name, caption: null, sha256, size }]);
          const texts = Object.values(members).map((content) => Buffer.from(content).toString());
          assert.ok(texts.includes('kept') && !texts.includes('the fraud'));
          assert.notEqual((await client.get('/api/v1/health')).body.status, 'ok');
        }
        await client.delete(place.missionPath);
      });
    }
  }
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

  it('has each template once, oldest first, and only those that pass a filter', async () => {
    const all = Array.from({ length: 401 }, (_, count) => `Template ${count}`);
    assert.deepEqual(await take('format=damson'), all);
    assert.deepEqual(
      await take('format=damson&q=Template%204'),
      all.filter((name) => name.startsWith('Template 4')),
    );
  });
});
