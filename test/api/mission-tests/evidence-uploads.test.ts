import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  nobody,
  type Place,
  placeOf,
  readMission,
  readTest,
  walk,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { until } from '../../support/servers/until.ts';

const mebibyte = 1024 * 1024;

describe('evidence of a mission', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  let blue: Person;
  let both: Person;
  let outsider: Person;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    red = await server.newPerson('redteam');
    blue = await server.newPerson('soc');
    both = await server.newPerson('soc', { permissions: ['mission.write_red_fields'] });
    outsider = await server.newPerson('redteam', { permissions: ['mission.write_blue_fields'] });
  });
  after(() => server.close());

  const newPlace = async (): Promise<Place> =>
    placeOf(await newMission(admin, { members: [red, blue, both] }));

  describe('an upload that is refused for what it asks', () => {
    type Refused = { what: string; status: number; client: () => Client; place: () => Promise<string> };
    const refused: Refused[] = [
      {
        what: 'no token',
        status: 401,
        client: () => server.anonymous,
        place: async () => (await newPlace()).path,
      },
      {
        what: 'an unknown test',
        status: 404,
        client: () => red.client,
        place: async () => `${(await newPlace()).missionPath}/tests/${nobody}`,
      },
      {
        what: 'a hidden mission',
        status: 404,
        client: () => outsider.client,
        place: async () => (await newPlace()).path,
      },
      {
        what: 'an archived mission',
        status: 409,
        client: () => red.client,
        place: async () => {
          const place = await newPlace();
          await walk(admin, place.missionPath, 'in_progress', 'completed', 'archived');
          return place.path;
        },
      },
    ];
    for (const { what, status, client, place } of refused) {
      it(`(${what}) is answered before a byte of the file has arrived`, async () => {
        const target = `${await place()}/evidence`;
        const answer = await firstLine(client(), target, 24 * mebibyte);
        assert.equal(answer, String(status));
      });

      // One is refused before anything is looked up, the other one last.
      if (status !== 401 && status !== 409) continue;
      it(`(${what}) reaches a client that sends all 24 MiB first`, async () => {
        const target = `${await place()}/evidence`;
        const form = evidenceForm(new Uint8Array(24 * mebibyte).fill(97));
        const heard = await client().request('POST', target, { raw: form });
        assert.equal(heard.status, status);
        for (const chunked of [true, false]) {
          assert.equal(await sendAll(client(), target, 24 * mebibyte, chunked), status);
        }
        assert.deepEqual(readdirSync(path.join(server.dataDir, 'evidence', '.tmp')), []);
      });
    }
  });

  describe('an upload that is under way', () => {
    /** Sends half of a form, runs something, sends the rest; returns the status. */
    const interrupted = async (place: Place, person: Person, meanwhile: () => Promise<unknown>) => {
      const boundary = 'half';
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n`;
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const out = httpRequest(`${server.url}${place.path}/evidence`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${person.client.token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
      });
      out.on('error', reject);
      out.on('response', (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      });
      out.write(head + 'x'.repeat(100_000));
      // The temporary file shows that the server is receiving.
      const temporary = path.join(server.dataDir, 'evidence', '.tmp');
      await until(() => readdirSync(temporary).length > 0);
      await meanwhile();
      out.end(`${'y'.repeat(1000)}\r\n--${boundary}--\r\n`);
      return promise;
    };
    const nothingLeft = (place: Place) => {
      assert.deepEqual(readdirSync(path.join(server.dataDir, 'evidence', '.tmp')), []);
      assert.equal(
        readdirSync(server.filesOf('evidence')).some((name) => name === place.mission),
        false,
      );
    };

    it('is refused when the mission is archived meanwhile', async () => {
      const place = await newPlace();
      await walk(admin, place.missionPath, 'in_progress', 'completed');
      assert.equal(await interrupted(place, red, () => walk(admin, place.missionPath, 'archived')), 409);
      assert.deepEqual((await readTest(admin, place)).evidence, []);
      nothingLeft(place);
    });

    it('is refused when the mission is deleted, or its uploader is taken out, meanwhile', async () => {
      const deleted = await newPlace();
      assert.equal(await interrupted(deleted, red, () => admin.delete(deleted.missionPath)), 404);
      nothingLeft(deleted);
      const left = await newPlace();
      const leave = () => admin.put(`${left.missionPath}/members`, { members: [] });
      assert.equal(await interrupted(left, red, leave), 404);
      assert.deepEqual((await readTest(admin, left)).evidence, []);
      nothingLeft(left);
    });

    it('is refused when the session or the permission ends meanwhile', async () => {
      const leaver = await server.newPerson('redteam');
      const place = placeOf(await newMission(admin, { members: [leaver] }));
      const logOut = () => leaver.client.post('/api/v1/auth/logout');
      assert.equal(await interrupted(place, leaver, logOut), 401);
      nothingLeft(place);

      const lent = await server.newPerson('soc', { permissions: ['mission.write_red_fields'] });
      const other = placeOf(await newMission(admin, { members: [lent] }));
      const takeBack = async () => {
        const { items } = bodyOf(await admin.get(`/api/v1/groups?q=${encodeURIComponent(lent.email)}`), 200);
        await admin.delete(`/api/v1/groups/${items[0].id}`);
      };
      // Without an explicit side, the file goes to the remaining one.
      assert.equal(await interrupted(other, lent, takeBack), 201);
      assert.deepEqual(
        (await readTest(admin, other)).evidence.map(({ side }) => side),
        ['blue'],
      );
    });
  });

  it('is counted right by many uploads and deletions at once', async () => {
    const mission = await newMission(admin, { tests: 2, members: [red, blue] });
    const places = [placeOf(mission, 0), placeOf(mission, 1)];
    const records = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        bodyOf(
          await attach(
            (index % 2 ? red : blue).client,
            places[index % 2] as Place,
            evidenceForm(`${index % 6}`),
          ),
          201,
        ),
      ),
    );
    const removed = records.filter((_, index) => index % 3 === 0);
    const deletions = await Promise.all(
      [...removed, ...removed].map(({ id }) => admin.delete(`/api/v1/evidence/${id}`)),
    );
    assert.equal(deletions.filter(({ status }) => status === 204).length, removed.length);
    assert.ok(deletions.every(({ status }) => status === 204 || status === 404));
    const whole = await readMission(red.client, mission.id);
    for (const [index, place] of places.entries()) {
      const { evidence } = await readTest(red.client, place);
      assert.equal(whole.scenarios[0]?.tests[index]?.evidence_count, evidence.length);
      for (const { id } of evidence)
        assert.equal((await red.client.get(`/api/v1/evidence/${id}`)).status, 200);
    }
    assert.equal(
      whole.scenarios[0]?.tests.reduce((sum, test) => sum + test.evidence_count, 0),
      13,
    );
  });

  /** The status of the answer to a request that has only sent its headers. */
  function firstLine(client: Client, target: string, length: number): Promise<string> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      const socket = connect(Number(port), hostname);
      socket.on('error', reject);
      socket.once('data', (bytes) => {
        resolve(bytes.toString('latin1').split(' ')[1] ?? '');
        socket.destroy();
      });
      socket.write(
        [
          `POST ${target} HTTP/1.1`,
          `Host: ${hostname}`,
          ...(client.token === null ? [] : [`Authorization: Bearer ${client.token}`]),
          'Content-Type: multipart/form-data; boundary=x',
          `Content-Length: ${length}`,
          '\r\n',
        ].join('\r\n'),
      );
    });
  }

  /** The status seen by a client that reads only after it has sent everything. */
  function sendAll(client: Client, target: string, size: number, chunked: boolean): Promise<number> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      const socket = connect(Number(port), hostname);
      socket.on('error', reject);
      socket.pause();
      socket.write(
        [
          `POST ${target} HTTP/1.1`,
          `Host: ${hostname}`,
          ...(client.token === null ? [] : [`Authorization: Bearer ${client.token}`]),
          'Content-Type: multipart/form-data; boundary=x',
          chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${size}`,
          '\r\n',
        ].join('\r\n'),
      );
      if (chunked) socket.write(`${size.toString(16)}\r\n`);
      socket.write(Buffer.alloc(size, 'a'));
      socket.write(chunked ? '\r\n0\r\n\r\n' : '', () => {
        socket.once('data', (bytes) => {
          resolve(Number(bytes.toString('latin1').split(' ')[1]));
          socket.destroy();
        });
        socket.resume();
      });
    });
  }
});
