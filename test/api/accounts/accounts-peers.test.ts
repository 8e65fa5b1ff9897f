import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Role } from '../../../domain/permissions.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf, newMission } from '../../support/missions/factories.ts';
import {
  type Answer,
  type Person,
  password,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

// Managers of users who are not administrators, and users with no more permissions than theirs.

let server: TestServer;
let manager: Person;
let group: { id: string };
before(async () => {
  server = await startTestServer();
  manager = await server.newPerson('redteam', { permissions: ['user.manage', 'mission.write_blue_fields'] });
  group = bodyOf(
    await server.admin.client.post('/api/v1/groups', { name: 'Readers', permissions: ['mission.read'] }),
    201,
  );
});
after(() => server.close());

const another = 'another horse battery';

/** A person with this role, in missions of their own or shared with the manager. */
async function peer(missions: 'none' | 'one of their own' | 'one of both' | 'one that was deleted') {
  const person = await server.newPerson('redteam');
  if (missions === 'none') return person;
  const members = missions === 'one of both' ? [person, manager] : [person];
  const mission = await newMission(server.admin.client, { members, tests: 0 });
  if (missions === 'one that was deleted') {
    assert.equal((await server.admin.client.delete(`/api/v1/missions/${mission.id}`)).status, 204);
  }
  return person;
}

type Touch = [what: string, method: string, target: (person: Person) => string, body?: object];
const touches: Touch[] = [
  ['set the password of', 'PATCH', ({ id }) => `/users/${id}`, { password: another }],
  ['rename', 'PATCH', ({ id }) => `/users/${id}`, { display_name: 'Eve' }],
  ['take over the email of', 'PATCH', ({ id }) => `/users/${id}`, { email: 'eve@damson.test' }],
  ['deactivate', 'PATCH', ({ id }) => `/users/${id}`, { is_active: false }],
  ['change nothing of', 'PATCH', ({ id }) => `/users/${id}`, {}],
  ['delete', 'DELETE', ({ id }) => `/users/${id}`],
];
const touch = (person: Person, [, method, target, body]: Touch): Promise<Answer> =>
  manager.client.request(method, `/api/v1${target(person)}`, body === undefined ? {} : { body });

describe('people who manage users', () => {
  for (const attempt of touches) {
    it(`can't ${attempt[0]} a peer who sees a mission that they do not see`, async () => {
      const person = await peer('one of their own');
      const before = bodyOf(await server.admin.client.get(`/api/v1/users/${person.id}`), 200);
      assertProblem(await touch(person, attempt), 403, 'forbidden');
      assert.deepEqual(bodyOf(await server.admin.client.get(`/api/v1/users/${person.id}`), 200), before);
      assert.equal((await person.client.get('/api/v1/missions')).body.total, 1, 'still signed in');
      await server.signIn(person.email, password);
    });
  }

  for (const missions of ['none', 'one of both', 'one that was deleted'] as const) {
    it(`can set the password of a peer with ${missions === 'none' ? 'no mission' : missions}`, async () => {
      const person = await peer(missions);
      const [attempt] = touches as [Touch];
      assert.equal((await touch(person, attempt)).status, 200);
      await server.signIn(person.email, another);
    });
  }

  it('reads no mission of a peer by becoming them', async () => {
    const person = await peer('one of their own');
    await touch(person, touches[0] as Touch);
    const answer = await server.anonymous.post('/api/v1/auth/login', {
      email: person.email,
      password: another,
    });
    assert.equal(answer.status, 401);
  });

  it('are told whom they may change', async () => {
    const people = [await peer('one of their own'), await peer('none'), manager, server.admin];
    const listed = bodyOf(await manager.client.get('/api/v1/users?limit=200'), 200).items;
    const may = (person: Person) => listed.find((user: { id: string }) => user.id === person.id).may_change;
    assert.deepEqual(people.map(may), [false, true, true, false]);
    for (const person of people) {
      const { may_change } = bodyOf(await manager.client.get(`/api/v1/users/${person.id}`), 200);
      assert.equal(may_change, may(person));
      assert.equal(bodyOf(await server.admin.client.get(`/api/v1/users/${person.id}`), 200).may_change, true);
    }
  });

  describe('by way of a group', () => {
    const inGroup = async (members: readonly Person[]) =>
      bodyOf(
        await server.admin.client.post('/api/v1/groups', {
          name: `Group ${members.map(({ email }) => email)} ${performance.now()}`,
          permissions: ['mission.read'],
          member_ids: members.map(({ id }) => id),
        }),
        201,
      );

    it("can't add or remove a person who sees more, or change their permissions", async () => {
      const person = await peer('one of their own');
      const { id } = await inGroup([person]);
      const path = `/api/v1/groups/${id}`;
      const attempts: [string, string, object?][] = [
        ['PATCH', path, { member_ids: [] }],
        ['PATCH', path, { permissions: [] }],
        ['PATCH', path, { permissions: ['mission.read', 'mission.update'] }],
        ['DELETE', path],
        ['PATCH', `/api/v1/groups/${group.id}`, { member_ids: [person.id] }],
        ['POST', '/api/v1/groups', { name: 'Ours', member_ids: [person.id] }],
        ['POST', '/api/v1/groups', { name: 'Ours', member_ids: [server.admin.id] }],
      ];
      for (const [method, target, body] of attempts) {
        const answer = await manager.client.request(method, target, body === undefined ? {} : { body });
        assertProblem(answer, 403, 'forbidden');
      }
      const kept = bodyOf(await server.admin.client.get(path), 200);
      assert.deepEqual([kept.member_ids, kept.permissions], [[person.id], ['mission.read']]);
    });

    it('can do everything else beside them', async () => {
      const [person, colleague] = [await peer('one of their own'), await peer('none')];
      const { id } = await inGroup([person]);
      const member_ids = [person.id, colleague.id, manager.id];
      const change = { name: `Renamed ${id}`, member_ids, permissions: ['mission.read'] };
      const changed = bodyOf(await manager.client.patch(`/api/v1/groups/${id}`, change), 200);
      assert.deepEqual(changed.member_ids, member_ids.toSorted());
      bodyOf(await manager.client.patch(`/api/v1/groups/${id}`, { member_ids: [person.id] }), 200);
    });
  });

  describe('by way of an invitation', () => {
    const invite = async (who: Person, role: Role, email: string) =>
      who.client.post('/api/v1/invitations', { email, role });

    it("can't withdraw or replace one that grants more than they hold", async () => {
      const email = 'next-admin@damson.test';
      const { id, token } = bodyOf(await invite(server.admin, 'admin', email), 201);
      assertProblem(await manager.client.delete(`/api/v1/invitations/${id}`), 403, 'forbidden');
      assertProblem(await invite(manager, 'redteam', email.toUpperCase()), 403, 'forbidden');
      const body = { token, display_name: 'Next', password };
      assert.equal(
        bodyOf(await server.anonymous.post('/api/v1/invitations/accept', body), 201).user.role,
        'admin',
      );
    });

    it('can withdraw and replace any other', async () => {
      const { id } = bodyOf(await invite(server.admin, 'redteam', 'one@damson.test'), 201);
      assert.equal((await manager.client.delete(`/api/v1/invitations/${id}`)).status, 204);
      bodyOf(await invite(server.admin, 'redteam', 'two@damson.test'), 201);
      bodyOf(await invite(manager, 'redteam', 'two@damson.test'), 201);
    });

    it('shows which ones they may withdraw', async () => {
      const made = [
        bodyOf(await invite(server.admin, 'admin', 'three@damson.test'), 201),
        bodyOf(await invite(server.admin, 'redteam', 'four@damson.test'), 201),
      ];
      const mayWithdraw = async (who: Person) => {
        const { items } = bodyOf(await who.client.get('/api/v1/invitations'), 200);
        return made.map(({ id }) => items.find((item: { id: string }) => item.id === id).may_withdraw);
      };
      assert.deepEqual(await mayWithdraw(manager), [false, true]);
      assert.deepEqual(await mayWithdraw(server.admin), [true, true]);
    });
  });

  it("can't make, change or touch another role, whatever permissions they hold", async () => {
    // A role is more than its permissions: it decides who writes which side of a simulation.
    const soc = await server.newPerson('soc');
    const attempts: [string, string, object][] = [
      ['POST', '/users', { email: 's@damson.test', display_name: 'S', role: 'soc' }],
      ['POST', '/invitations', { email: 's@damson.test', role: 'soc' }],
      ['PATCH', `/users/${soc.id}`, { display_name: 'Eve' }],
      ['PATCH', `/users/${soc.id}`, { role: 'redteam' }],
      ['PATCH', `/users/${manager.id}`, { role: 'soc' }],
      ['PATCH', `/users/${(await peer('none')).id}`, { role: 'soc' }],
    ];
    for (const [method, target, body] of attempts) {
      const answer = await manager.client.request(method, `/api/v1${target}`, { body });
      assertProblem(answer, 403, 'forbidden');
    }
  });

  it('are judged by current permissions, not by earlier ones', async () => {
    const former = await server.newPerson('redteam', { permissions: ['user.manage'] });
    const person = await peer('none');
    const mission = await newMission(server.admin.client, { members: [person, former], tests: 0 });
    const rename = (display_name: string) =>
      former.client.patch(`/api/v1/users/${person.id}`, { display_name });
    bodyOf(await rename('Before'), 200);
    const members = [{ user_id: person.id, role_hint: 'red' }];
    bodyOf(await server.admin.client.put(`/api/v1/missions/${mission.id}/members`, { members }), 200);
    assertProblem(await rename('After'), 403, 'forbidden');
  });
});

describe('one’s own password', () => {
  it('is changed only with the current one, also by an administrator', async () => {
    for (const person of [server.admin, manager]) {
      const path = `/api/v1/users/${person.id}`;
      for (const body of [{ password: another }, { password: another, display_name: 'Eve' }, { password }]) {
        const answer = await person.client.patch(path, body);
        assertProblem(answer, 422, 'invalid');
        assert.deepEqual(
          answer.body.errors.map((error: { path: string }) => error.path),
          ['password'],
        );
        assert.match(answer.body.detail, /\/auth\/password/);
      }
      assert.equal((await person.client.get('/api/v1/auth/me')).status, 200, 'nothing ended');
      await server.signIn(person.email, person.password);
      bodyOf(await person.client.patch(path, { display_name: 'Renamed' }), 200);
    }
  });
});
