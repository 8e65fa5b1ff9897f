import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newId } from '../../../server/ids.ts';
import { encryptionKey } from '../../support/c2/c2-server.ts';
import { registry } from '../../support/http/registry.ts';
import {
  type EngagementsServer,
  newEngagement,
  startEngagementsServer,
} from '../../support/missions/engagements.ts';
import { bodyOf, evidenceForm, newMission } from '../../support/missions/factories.ts';
import type { Client, Person } from '../../support/servers/server.ts';

/** Path parameters that name an engagement, a simulation or its evidence. */
const places = /:(engagement_id|simulation_id|evidence_id)/;

describe('members of an engagement', () => {
  let server: EngagementsServer;
  let lead: Person;
  let analyst: Person;
  let admin: Client;
  let engagement: string;
  let simulation: string;
  let evidence: string;

  const namesOf = async (client: Client, path: string): Promise<string[]> =>
    bodyOf(await client.get(path), 200).items.map(({ name }: { name: string }) => name);
  const totalOf = async (client: Client, path: string): Promise<number> =>
    bodyOf(await client.get(path), 200).total;
  const setMembers = (client: Client, id: string, ids: readonly string[]) =>
    client.put(`/api/engagements/${id}/members`, {
      members: ids.map((user_id) => ({ user_id, role_hint: 'blue' })),
    });

  before(async () => {
    server = await startEngagementsServer({
      env: { SVC_ENCRYPTION_KEY: encryptionKey, SVC_C2_ADAPTER: 'fake' },
    });
    admin = server.admin.client;
    lead = await server.newPerson('redteam');
    analyst = await server.newPerson('soc');
    const members = [{ user_id: analyst.id, role_hint: 'blue' }];
    engagement = (await newEngagement(lead.client, { name: 'Closed Circle', client: 'Thornfield', members }))
      .id;
    const made = await lead.client.post(`/api/engagements/${engagement}/simulations`, {
      name: 'Quiet Beacon',
    });
    simulation = bodyOf(made, 201).id;
    const raw = evidenceForm('seen', { side: 'soc' });
    const stored = await analyst.client.request('POST', `/api/simulations/${simulation}/evidence`, { raw });
    evidence = bodyOf(stored, 201).id;
    const fact = { kind: 'alerted', result: 'yes' };
    bodyOf(await analyst.client.post(`/api/simulations/${simulation}/facts`, fact), 201);
    for (const status of ['in_progress', 'review_required']) {
      bodyOf(await lead.client.post(`/api/simulations/${simulation}/transition`, { status }), 200);
    }
  });
  after(() => server.close());

  it('are shown with their hints, and its creator is one of them', async () => {
    const { members, members_only } = bodyOf(await analyst.client.get(`/api/engagements/${engagement}`), 200);
    assert.deepEqual(
      members.map(({ user, role_hint }: { user: { id: string }; role_hint: string }) => [user.id, role_hint]),
      [
        [analyst.id, 'blue'],
        [lead.id, 'red'],
      ],
    );
    assert.equal(members_only, true);
  });

  it('are, with administrators, the only ones who reach its paths, by every operation', async () => {
    const asked = registry().filter(({ prefix, path }) => prefix === '/api' && places.test(path));
    assert.ok(asked.length > 30, `${asked.length}`);
    const unknown = newId();
    const fill = (path: string, isReal: boolean) =>
      `/api${path
        .replace(':engagement_id', isReal ? engagement : unknown)
        .replace(':simulation_id', isReal ? simulation : unknown)
        .replace(':evidence_id', isReal ? evidence : unknown)
        .replace(':seq', '1')
        .replaceAll(/:\w+/g, unknown)}`;
    for (const outsider of [server.soc, server.red]) {
      for (const { method, path } of asked) {
        const ask = async (isReal: boolean) => {
          const sends = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
          const { status, body } = await outsider.client.request(method, fill(path, isReal), sends);
          return [status, body?.code, body?.detail];
        };
        const answer = await ask(true);
        assert.deepEqual(answer, await ask(false), `${method} ${path}`);
        assert.ok(answer[0] === 404 || answer[0] === 403, `${method} ${path}: ${answer}`);
      }
    }
    for (const member of [lead, analyst, server.admin]) {
      const paths = [
        `engagements/${engagement}`,
        `simulations/${simulation}`,
        `simulations/evidence/${evidence}`,
      ];
      for (const path of paths) assert.equal((await member.client.get(`/api/${path}`)).status, 200, path);
    }
  });

  it('are the only ones who find it in lists, searches and their totals', async () => {
    const lists = [
      ['/api/engagements', 'Closed Circle'],
      ['/api/engagements?q=circle', 'Closed Circle'],
      ['/api/engagements?client=Thornfield', 'Closed Circle'],
      ['/api/simulations', 'Quiet Beacon'],
      ['/api/simulations?q=beacon', 'Quiet Beacon'],
      [`/api/simulations?engagement=${engagement}`, 'Quiet Beacon'],
      ['/api/v1/home/waiting?side=blue&scope=all', 'Quiet Beacon'],
      ['/api/v1/organisations', 'Thornfield'],
    ] as const;
    for (const [path, name] of lists) {
      assert.ok((await namesOf(analyst.client, path)).includes(name), path);
      assert.ok((await namesOf(admin, path)).includes(name), path);
      assert.ok(!(await namesOf(server.soc.client, path)).includes(name), path);
      assert.equal(
        await totalOf(analyst.client, path),
        (await totalOf(server.soc.client, path)) + 1,
        `the total of ${path}`,
      );
    }
  });

  it('are the only ones who see its activity', async () => {
    const tells = async (client: Client) =>
      JSON.stringify(bodyOf(await client.get('/api/v1/home/stream'), 200)).includes('Closed Circle');
    assert.deepEqual(await Promise.all([tells(analyst.client), tells(admin)]), [true, true]);
    assert.deepEqual(await Promise.all([tells(server.soc.client), tells(server.red.client)]), [false, false]);
  });

  it('are the only ones who add tests from its C2 framework to a mission', async () => {
    const config = { framework: 'fake', base_url: 'http://127.0.0.1:1', tls: 'verify', token: 'secret' };
    bodyOf(await lead.client.put(`/api/engagements/${engagement}/c2-config`, config), 200);
    const mission = await newMission(admin, { members: [server.red, [lead, 'lead']] });
    const path = `/api/v1/missions/${mission.id}/scenarios/${mission.scenarios[0]?.id}/tests`;
    const listed = bodyOf(await lead.client.get(`/api/engagements/${engagement}/c2/tasks`), 200);
    const body = { engagement_id: engagement, task_external_ids: [listed.items[0].external_id] };
    const refused = await server.red.client.post(path, body);
    assert.equal(refused.status, 422, JSON.stringify(refused.body));
    assert.equal(refused.body.errors[0].path, 'engagement_id');
    assert.equal((await lead.client.post(path, body)).status, 201);
  });

  it('protect its organisation from changes by people who do not see it', async () => {
    const { id } = await newEngagement(lead.client, { client: 'Thornfield' });
    const [organisation] = bodyOf(
      await server.red.client.get('/api/v1/organisations?q=thornfield'),
      200,
    ).items;
    assert.deepEqual([organisation.engagements, organisation.may_change], [1, false]);
    const path = `/api/v1/organisations/${organisation.id}`;
    assert.equal((await server.red.client.patch(path, { name: 'Other' })).status, 403);
    bodyOf(await admin.delete(`/api/engagements/${id}`), 204);
  });

  it('are set by people who plan engagements, each known and listed once', async () => {
    const { id } = await newEngagement(admin);
    assert.equal((await setMembers(server.soc.client, id, [server.soc.id])).status, 403);
    for (const ids of [[newId()], [analyst.id, analyst.id]]) {
      const refused = await setMembers(admin, id, ids);
      assert.deepEqual([refused.status, refused.body.errors.at(-1).path.slice(-8)], [422, '.user_id']);
    }
    bodyOf(await setMembers(server.red.client, id, [server.red.id]), 200);
    assert.equal((await server.red.client.get(`/api/engagements/${id}`)).status, 200);
    assert.equal((await server.soc.client.get(`/api/engagements/${id}`)).status, 404);
    const history = bodyOf(await admin.get(`/api/engagements/${id}/history`), 200).items;
    assert.deepEqual(Object.keys(history[0].changes).sort(), ['members', 'members_only']);
  });

  it('are optional: without any, every role sees the engagement', async () => {
    const { id, members, members_only } = await newEngagement(lead.client);
    assert.deepEqual([members, members_only], [[], false]);
    const seen = async () => (await server.soc.client.get(`/api/engagements/${id}`)).status;
    assert.equal(await seen(), 200);
    bodyOf(await setMembers(lead.client, id, [lead.id]), 200);
    assert.equal(await seen(), 404);
    bodyOf(await setMembers(lead.client, id, []), 200);
    assert.equal(await seen(), 200);
  });

  it('leave only administrators when the last of them is deleted', async () => {
    const gone = await server.newPerson('soc');
    const { id } = await newEngagement(admin);
    bodyOf(await setMembers(admin, id, [gone.id]), 200);
    bodyOf(await admin.delete(`/api/v1/users/${gone.id}`), 204);
    assert.deepEqual(
      await Promise.all(
        [server.soc.client, server.red.client, admin].map(
          async (client) => (await client.get(`/api/engagements/${id}`)).status,
        ),
      ),
      [404, 404, 200],
    );
  });

  it('cannot have their accounts changed by people who do not see the engagement', async () => {
    const group = { name: 'Keepers', permissions: ['user.manage'], member_ids: [server.red.id] };
    bodyOf(await admin.post('/api/v1/groups', group), 201);
    const hidden = await server.newPerson('redteam');
    const change = () =>
      server.red.client.patch(`/api/v1/users/${hidden.id}`, { password: 'a long new password 4 them' });
    const { id } = await newEngagement(admin);
    bodyOf(await setMembers(admin, id, [hidden.id]), 200);
    assert.equal((await change()).status, 403);
    bodyOf(await setMembers(admin, id, []), 200);
    assert.equal((await change()).status, 200);
  });
});
