import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../../server/database/database.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf, someone } from '../../support/missions/factories.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import {
  type Answer,
  type Client,
  type Person,
  password,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
});
after(() => server.close());

const made = async (body: Record<string, unknown>) => bodyOf(await admin.post('/api/v1/users', body), 201);

describe('the last active administrator', () => {
  const takings: [string, (id: string) => Promise<Answer>][] = [
    ['deleted', (id) => admin.delete(`/api/v1/users/${id}`)],
    ['deactivated', (id) => admin.patch(`/api/v1/users/${id}`, { is_active: false })],
    ['made red', (id) => admin.patch(`/api/v1/users/${id}`, { role: 'redteam' })],
    ['made blue and deactivated', (id) => admin.patch(`/api/users/${id}`, { role: 'soc', is_active: false })],
  ];
  for (const [how, take] of takings) {
    it(`can't be ${how}`, async () => {
      assertProblem(await take(server.admin.id), 409, 'last_admin');
      // An inactive administrator does not count.
      const spare = await made(someone({ role: 'admin', is_active: false }));
      assertProblem(await take(server.admin.id), 409, 'last_admin');
      assert.equal((await take(spare.id)).status < 300, true);
      assert.equal((await admin.get('/api/v1/auth/me')).body.role, 'admin');
    });
  }

  it('can be changed otherwise', async () => {
    const answer = await admin.patch(`/api/v1/users/${server.admin.id}`, {
      display_name: 'Ada',
      role: 'admin',
      is_active: true,
    });
    assert.equal(answer.status, 200);
    assert.equal((await admin.get('/api/v1/auth/me')).status, 200);
  });

  it('stays if two administrators remove each other at once', async () => {
    const ways: ((by: Client, id: string) => Promise<Answer>)[] = [
      (by, id) => by.delete(`/api/v1/users/${id}`),
      (by, id) => by.patch(`/api/v1/users/${id}`, { role: 'soc' }),
      (by, id) => by.patch(`/api/users/${id}`, { is_active: false }),
    ];
    const first = await server.newPerson('admin');
    let survivor = first;
    assert.equal((await first.client.patch(`/api/v1/users/${server.admin.id}`, { role: 'soc' })).status, 200);
    for (const [index, way] of ways.entries()) {
      const other = { email: `rival-${index}@damson.test`, display_name: 'Rival', role: 'admin', password };
      const { id } = (await survivor.client.post('/api/v1/users', other)).body;
      const rival: Person = {
        id,
        email: other.email,
        password,
        client: await server.signIn(other.email, password),
      };
      const answers = await Promise.all([way(survivor.client, rival.id), way(rival.client, survivor.id)]);
      const done = answers.filter((answer) => answer.status < 300);
      assert.equal(done.length, 1, JSON.stringify(answers.map((answer) => answer.body)));
      const refused = answers.find((answer) => answer.status >= 300) as Answer;
      // The other administrator's session has ended.
      assertProblem(refused, 401, 'unauthenticated');
      survivor = answers[0] === done[0] ? survivor : rival;
      const admins = await survivor.client.get('/api/v1/users?role=admin&is_active=true');
      assert.deepEqual(
        admins.body.items.map((user: { id: string }) => user.id),
        [survivor.id],
      );
    }
    const back = await survivor.client.patch(`/api/v1/users/${server.admin.id}`, { role: 'admin' });
    assert.equal(back.status, 200);
    server.admin.client = await server.signIn(server.admin.email, password);
    admin = server.admin.client;
    assert.equal((await admin.delete(`/api/v1/users/${survivor.id}`)).status, 204);
  });

  it('stays if one administrator removes everyone at once', onlyWithFile, async () => {
    const alone = await startTestServer();
    try {
      const { client, id } = alone.admin;
      const other = await client.post('/api/v1/users', someone({ role: 'admin' }));
      const answers = await Promise.all([
        client.patch(`/api/v1/users/${other.body.id}`, { role: 'soc' }),
        client.patch(`/api/v1/users/${id}`, { is_active: false }),
        client.delete(`/api/v1/users/${id}`),
        client.delete(`/api/v1/users/${other.body.id}`),
      ]);
      assert.ok(answers.some((answer) => answer.status >= 400));
      for (const { status } of answers) assert.ok([200, 204, 401, 404, 409].includes(status), String(status));
      const { sqlite, close } = openDatabase(path.join(alone.dataDir, 'damson.db'));
      const left = sqlite.prepare("select id from users where role = 'admin' and is_active = 1").all();
      await close();
      assert.equal(left.length, 1);
    } finally {
      await alone.close();
    }
  });
});
