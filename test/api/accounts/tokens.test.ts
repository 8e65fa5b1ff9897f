import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Permission } from '../../../domain/permissions.ts';
import { restore, startServer } from '../../../server/index.ts';
import { readSettings } from '../../../server/settings.ts';
import { endedJob } from '../../support/backups/backup-jobs.ts';
import { addApp, Clock } from '../../support/http/authenticator.ts';
import { openEvents } from '../../support/http/events.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { newEngagement, newSimulation } from '../../support/missions/engagements.ts';
import { bodyOf, newMission, nobody, placeOf, someone } from '../../support/missions/factories.ts';
import {
  Client,
  openStored,
  type Person,
  password,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

const day = 24 * 60 * 60 * 1000;
const clock = new Clock();
let server: TestServer;
before(async () => {
  server = await startTestServer({ seams: { now: clock.now } });
});
after(() => server.close());

let made = 0;
type Made = { id: string; token: string; client: Client; name: string };

async function newToken(owner: Client, scopes: readonly Permission[], fields: object = {}): Promise<Made> {
  made += 1;
  const body = { name: `Program ${made}`, scopes, expires_in_days: 30, ...fields };
  const answer = bodyOf(await owner.post('/api/v1/tokens', body), 201);
  return {
    id: answer.id,
    name: answer.name,
    token: answer.token,
    client: new Client(server.url, answer.token),
  };
}

const isLive = async ({ client }: Pick<Made, 'client'>) =>
  (await client.get('/api/v1/auth/me')).status === 200;
const newRed = (permissions: readonly string[] = []) => server.newPerson('redteam', { permissions });

async function rightsOf(person: Person, change: object): Promise<void> {
  bodyOf(await server.admin.client.patch(`/api/v1/users/${person.id}`, change), 200);
}

describe('a token for a program', () => {
  it('is shown once, with 256 bits, and stored as a digest', async () => {
    const red = await newRed();
    const { id, token } = await newToken(red.client, ['mission.read']);
    assert.match(token, /^dmsn_[\w-]{43}$/);
    const list = bodyOf(await red.client.get('/api/v1/tokens'), 200);
    assert.equal(list.total, 1);
    assert.ok(!JSON.stringify(list).includes(token));
    const stored = await openStored(server);
    const row = await stored.db
      .selectFrom('program_tokens')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await stored.close();
    assert.match(row.token_hash, /^[0-9a-f]{64}$/);
    assert.ok(!JSON.stringify(row).includes(token));
  });

  it('acts for its owner in both trees, with its scopes and no more', async () => {
    const red = await newRed();
    const { client } = await newToken(red.client, ['mission.read', 'test_template.read']);
    for (const tree of ['/api/v1', '/api']) {
      const me = bodyOf(await client.get(`${tree}/auth/me`), 200);
      assert.equal(me.id, red.id);
      assert.deepEqual(me.permissions, ['mission.read', 'test_template.read']);
    }
    assert.equal((await client.get('/api/engagements')).status, 200);
    assertProblem(await client.post('/api/v1/missions', { name: 'Mine' }), 403, 'forbidden');
    assertProblem(await client.post('/api/engagements', { name: 'Mine' }), 403, 'forbidden');
    const foreign = await newMission(server.admin.client);
    assertProblem(await client.get(`/api/v1/missions/${foreign.id}`), 404, 'not_found');
  });

  it('is told in the history of what it wrote, and of nothing else', async () => {
    const { client } = server.admin;
    const { id } = await newMission(client);
    const program = await newToken(client, ['mission.update', 'mission.read'], { mission_id: id });
    bodyOf(await program.client.patch(`/api/v1/missions/${id}`, { description: 'By a program' }), 200);
    bodyOf(await client.patch(`/api/v1/missions/${id}`, { description: 'By hand' }), 200);
    const [byHand, byProgram] = bodyOf(await client.get(`/api/v1/missions/${id}/history`), 200).items;
    assert.equal(byHand.via, 'api');
    assert.equal(byProgram.via, `token "${program.name}"`);
    assert.equal(byProgram.actor.id, server.admin.id);
  });

  const refused: [what: string, fields: object, status: number, code: string][] = [
    ['for more than a year and a day', { expires_in_days: 367 }, 422, 'invalid'],
    ['for no time', { expires_in_days: 0 }, 422, 'invalid'],
    ['without an end', { expires_in_days: undefined }, 422, 'invalid'],
    ['without scopes', { scopes: [] }, 422, 'invalid'],
    ['with a scope that there is not', { scopes: ['mission.win'] }, 422, 'invalid'],
    ['with a scope that its owner does not hold', { scopes: ['user.manage'] }, 403, 'forbidden'],
    ['with a quotation mark in its name', { name: 'a" by "b' }, 422, 'invalid'],
    ['for a mission that there is not', { mission_id: nobody }, 422, 'invalid'],
    ['for somebody else', { user_id: nobody }, 403, 'forbidden'],
  ];
  for (const [what, fields, status, code] of refused) {
    it(`is not made ${what}`, async () => {
      const red = await newRed();
      const body = { name: 'Wanted', scopes: ['mission.read'], expires_in_days: 1, ...fields };
      assertProblem(await red.client.post('/api/v1/tokens', body), status, code);
    });
  }

  it('is bound to no mission that its owner does not see', async () => {
    const red = await newRed();
    const { id } = await newMission(server.admin.client);
    const body = { name: 'Wanted', scopes: ['mission.read'], expires_in_days: 1, mission_id: id };
    assertProblem(await red.client.post('/api/v1/tokens', body), 422, 'invalid');
  });

  it('has a name of its own among those of its owner', async () => {
    const [red, other] = [await newRed(), await newRed()];
    await newToken(red.client, ['mission.read'], { name: 'Collector' });
    const again = { name: 'collector', scopes: ['mission.read'], expires_in_days: 1 };
    assertProblem(await red.client.post('/api/v1/tokens', again), 409, 'duplicate');
    await newToken(other.client, ['mission.read'], { name: 'Collector' });
  });

  it('shows its last use and the address, to within a minute', async () => {
    const red = await newRed();
    const { client } = await newToken(red.client, ['mission.read']);
    const read = async () => bodyOf(await red.client.get('/api/v1/tokens'), 200).items[0];
    assert.equal((await read()).last_used_at, null);
    const first = clock.time;
    await client.get('/api/v1/missions');
    clock.time += 30_000;
    await client.get('/api/v1/missions');
    assert.equal((await read()).last_used_at, new Date(first).toISOString());
    assert.match((await read()).last_used_from, /127\.0\.0\.1$/);
    clock.time += 40_000;
    await client.get('/api/v1/missions');
    assert.equal((await read()).last_used_at, new Date(clock.time).toISOString());
  });

  it('needs no second factor of an owner who has one', async () => {
    const red = await newRed();
    const { client } = await newToken(red.client, ['mission.read']);
    await addApp(await server.signIn(red.email, red.password), red.password, clock);
    assert.equal((await client.get('/api/v1/missions')).status, 200);
  });
});

describe('a token that has ended', () => {
  it('is 401 from its last moment on', async () => {
    const red = await newRed();
    const program = await newToken(red.client, ['mission.read'], { expires_in_days: 1 });
    assertProblem(
      await new Client(server.url, `${program.token}x`).get('/api/v1/missions'),
      401,
      'unauthenticated',
    );
    const before = clock.time;
    clock.time += day - 1;
    assert.ok(await isLive(program));
    clock.time += 1;
    assertProblem(await program.client.get('/api/v1/missions'), 401, 'unauthenticated');
    clock.time = before;
  });

  it('was ended by its owner, and by nobody else but an administrator', async () => {
    const [red, other] = [await newRed(), await server.newPerson('soc', { permissions: ['user.manage'] })];
    const [mine, again] = [
      await newToken(red.client, ['mission.read']),
      await newToken(red.client, ['mission.read']),
    ];
    assertProblem(await other.client.delete(`/api/v1/tokens/${mine.id}`), 404, 'not_found');
    assertProblem(await other.client.get('/api/v1/tokens/all'), 403, 'forbidden');
    assert.equal((await red.client.delete(`/api/v1/tokens/${mine.id}`)).status, 204);
    assertProblem(await mine.client.get('/api/v1/missions'), 401, 'unauthenticated');
    const all = bodyOf(await server.admin.client.get('/api/v1/tokens/all?limit=200'), 200).items;
    assert.ok(all.some(({ id }: { id: string }) => id === again.id));
    assert.equal((await server.admin.client.delete(`/api/v1/tokens/${again.id}`)).status, 204);
    assert.ok(!(await isLive(again)));
    const query = `object_type=token&object_id=${again.id}`;
    const { items } = bodyOf(await server.admin.client.get(`/api/v1/audit?${query}`), 200);
    assert.deepEqual(
      items.map(({ verb }: { verb: string }) => verb),
      ['ended', 'created'],
    );
  });

  const shrinks: [
    what: string,
    shrink: (person: Person) => Promise<void>,
    back: (person: Person) => Promise<void>,
  ][] = [
    [
      'leaves a group',
      (person) => rightsOf(person, { group_ids: [] }),
      async (person) => {
        const group = { name: `Again ${person.id}`, permissions: ['user.read'], member_ids: [person.id] };
        bodyOf(await server.admin.client.post('/api/v1/groups', group), 201);
      },
    ],
    [
      'is deactivated',
      (person) => rightsOf(person, { is_active: false }),
      (person) => rightsOf(person, { is_active: true }),
    ],
  ];
  for (const [what, shrink, back] of shrinks) {
    it(`does not come back with the rights of an owner who ${what}`, async () => {
      const person = await newRed(['user.read']);
      const wide = await newToken(person.client, ['mission.read', 'user.read']);
      assert.ok(await isLive(wide));
      await shrink(person);
      assert.ok(!(await isLive(wide)));
      await back(person);
      assert.ok(!(await isLive(wide)));
    });
  }

  it('had a scope that its owner lost; one without that scope goes on', async () => {
    const person = await newRed();
    const wide = await newToken(person.client, ['mission.read', 'mission.create']);
    const narrow = await newToken(person.client, ['mission.read']);
    await rightsOf(person, { role: 'soc' });
    assertProblem(await wide.client.get('/api/v1/missions'), 401, 'unauthenticated');
    assert.ok(await isLive(narrow));
  });

  it('lost its owner', async () => {
    const person = await newRed();
    const program = await newToken(person.client, ['mission.read']);
    assert.equal((await server.admin.client.delete(`/api/v1/users/${person.id}`)).status, 204);
    assert.ok(!(await isLive(program)));
  });

  it('ends the stream that it opened', async () => {
    const { id } = await newMission(server.admin.client);
    const program = await newToken(server.admin.client, ['mission.read'], { mission_id: id });
    const stream = await openEvents(server.url, `/api/v1/missions/${id}/events`, {
      authorization: `Bearer ${program.token}`,
    });
    assert.equal((await server.admin.client.delete(`/api/v1/tokens/${program.id}`)).status, 204);
    assert.equal(await stream.ended(), 'session_ended');
  });
});

it('is told of in the backup that a program began, and ends where that is restored', async () => {
  const { client, name, token } = await newToken(server.admin.client, ['system.manage']);
  assert.equal((await client.post('/api/v1/backups')).status, 202);
  await endedJob(server.admin.client);
  const { items } = bodyOf(await client.get('/api/v1/audit?object_type=backup&verb=created'), 200);
  assert.equal(items[0].via, `token "${name}"`);
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-restored-'));
  const backups = path.join(server.dataDir, 'backups');
  const file = readdirSync(backups).find((entry) => entry.endsWith('.damson')) as string;
  const settings = readSettings(
    {},
    { APP_ENV: 'test', SVC_DATA_DIR: path.join(folder, 'data'), SVC_PORT: '0', LOG_LEVEL: 'silent' },
  );
  await restore(path.join(backups, file), settings);
  const restored = await startServer(settings, { now: clock.now });
  try {
    const again = await new Client(restored.url, token).get('/api/v1/auth/me');
    assertProblem(again, 401, 'unauthenticated');
  } finally {
    await restored.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('a service account', () => {
  const newService = async (fields: object = {}, by: Client = server.admin.client) =>
    bodyOf(await by.post('/api/v1/users', someone({ role: 'redteam', is_service: true, ...fields })), 201);

  it('is made by an administrator, who answers for it, and has no password', async () => {
    const account = await newService();
    assert.equal(account.is_service, true);
    assert.equal(account.owner.id, server.admin.id);
    const manager = await server.newPerson('redteam', { permissions: ['user.manage'] });
    const refused = await manager.client.post(
      '/api/v1/users',
      someone({ role: 'redteam', is_service: true }),
    );
    assertProblem(refused, 403, 'forbidden');
    const withPassword = someone({ role: 'redteam', is_service: true, password });
    assertProblem(await server.admin.client.post('/api/v1/users', withPassword), 422, 'invalid');
    assertProblem(
      await server.admin.client.patch(`/api/v1/users/${account.id}`, { password }),
      422,
      'invalid',
    );
    const login = { email: account.email, password };
    assertProblem(await server.anonymous.post('/api/v1/auth/login', login), 401, 'unauthenticated');
  });

  it('acts by tokens that an administrator makes for it', async () => {
    const account = await newService();
    const { client } = await newToken(server.admin.client, ['mission.create', 'mission.read'], {
      user_id: account.id,
    });
    const mission = bodyOf(await client.post('/api/v1/missions', { name: 'By a service' }), 201);
    assert.equal(mission.created_by.id, account.id);
    const more = { name: 'Wide', scopes: ['user.manage'], expires_in_days: 1, user_id: account.id };
    assertProblem(await server.admin.client.post('/api/v1/tokens', more), 403, 'forbidden');
    const person = await newRed();
    const ofPerson = { name: 'Theirs', scopes: ['mission.read'], expires_in_days: 1, user_id: person.id };
    assertProblem(await server.admin.client.post('/api/v1/tokens', ofPerson), 422, 'invalid');
  });

  it('loses its tokens with the administrator who answers for it, until another does', async () => {
    const second = await server.newPerson('admin');
    const account = await newService({}, second.client);
    const program = await newToken(second.client, ['mission.read'], { user_id: account.id });
    assert.ok(await isLive(program));
    await rightsOf(second, { role: 'redteam' });
    assert.ok(!(await isLive(program)));
    const next = await newToken(server.admin.client, ['mission.read'], { user_id: account.id });
    assert.ok(await isLive(next));
    const shown = bodyOf(await server.admin.client.get(`/api/v1/users/${account.id}`), 200);
    assert.equal(shown.owner.id, server.admin.id);
  });

  it('is no administrator who could remain the last', async () => {
    const own = await startTestServer();
    const account = someone({ role: 'admin', is_service: true });
    bodyOf(await own.admin.client.post('/api/v1/users', account), 201);
    const answer = await own.admin.client.patch(`/api/v1/users/${own.admin.id}`, { role: 'soc' });
    assertProblem(answer, 409, 'last_admin');
    await own.close();
  });
});

describe('a simulation', () => {
  const sides: [role: 'redteam' | 'soc' | 'admin', scopes: Permission[], isOpen: boolean][] = [
    ['redteam', ['mission.write_red_fields'], true],
    ['redteam', ['mission.read'], false],
    ['soc', ['mission.write_blue_fields'], true],
    ['admin', ['mission.write_blue_fields'], false],
    ['admin', ['mission.write_red_fields', 'mission.write_blue_fields'], true],
  ];
  for (const [role, scopes, isOpen] of sides) {
    it(`is ${isOpen ? 'open' : 'closed'} to a token of ${role} with ${scopes.join(' and ')}`, async () => {
      const engagement = await newEngagement(server.admin.client);
      const { id } = await newSimulation(server.admin.client, {}, engagement.id);
      const owner = await server.newPerson(role);
      const { client } = await newToken(owner.client, scopes);
      const answer = await client.patch(`/api/simulations/${id}`, {});
      if (isOpen) assert.equal(answer.status, 200);
      else assertProblem(answer, 403, 'forbidden');
    });
  }
});

it('writes red fields by a token of red, and no blue ones', async () => {
  const red = await newRed();
  const mission = await newMission(red.client);
  const { client } = await newToken(red.client, ['mission.read', 'mission.write_red_fields'], {
    mission_id: mission.id,
  });
  const { path: place } = placeOf(mission);
  assert.equal((await client.put(place, { command: 'id' })).status, 200);
  assertProblem(await client.put(place, { blue_comment: 'seen' }), 403, 'forbidden');
});
