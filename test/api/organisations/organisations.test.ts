import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bodyOf, newMission, nobody, placeOf, told } from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const root = '/api/v1/organisations';

let server: TestServer;
let admin: Client;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
});
after(() => server.close());

let made = 0;
async function newOrganisation(client = admin): Promise<{ id: string; name: string }> {
  made += 1;
  return bodyOf(await client.post(root, { name: `Organisation ${made}` }), 201);
}

async function newTool(organisation: string, fields: object = {}): Promise<{ id: string }> {
  made += 1;
  const body = { name: `Tool ${made}`, kind: 'edr', ...fields };
  return bodyOf(await admin.post(`${root}/${organisation}/tools`, body), 201);
}

const namesOf = async (client: Client, query: string) =>
  bodyOf(await client.get(`${root}${query}`), 200).items.map(({ name }: { name: string }) => name);

describe('a client and its organisation', () => {
  for (const [what, path] of [
    ['a mission', '/api/v1/missions'],
    ['an engagement', '/api/engagements'],
  ] as const) {
    it(`${what} finds or makes the organisation of its client in any case`, async () => {
      made += 1;
      const client = `Harbour École ${made}`;
      const first = bodyOf(await admin.post(path, { name: 'First', client }), 201);
      assert.equal(first.organisation.name, client);
      const second = bodyOf(await admin.post(path, { name: 'Second', client: client.toUpperCase() }), 201);
      assert.deepEqual([second.client, second.organisation], [client.toUpperCase(), first.organisation]);
      const listed = bodyOf(await admin.get(`${path}?organisation_id=${first.organisation.id}`), 200);
      assert.deepEqual([listed.total, listed.items[0].organisation], [2, first.organisation]);

      const moved = bodyOf(await admin.patch(`${path}/${second.id}`, { client: `${client} Ltd` }), 200);
      assert.equal(moved.organisation.name, `${client} Ltd`);
      const without = bodyOf(await admin.patch(`${path}/${second.id}`, { client: null }), 200);
      assert.deepEqual([without.client, without.organisation], [null, null]);
    });

    it(`${what} stays with a renamed organisation, also when its client is sent again`, async () => {
      made += 1;
      const client = `Old name ${made}`;
      const { id, organisation } = bodyOf(await admin.post(path, { name: 'M', client }), 201);
      bodyOf(await admin.patch(`${root}/${organisation.id}`, { name: `New name ${made}` }), 200);
      const after = bodyOf(await admin.patch(`${path}/${id}`, { client, name: 'N' }), 200);
      assert.deepEqual(
        [after.client, after.organisation],
        [client, { ...organisation, name: `New name ${made}` }],
      );
    });
  }
});

describe('organisations', () => {
  it('are listed by name, with their missions and engagements', async () => {
    const { id, name } = await newOrganisation();
    await newMission(admin, { tests: 0, client: name });
    await admin.post('/api/engagements', { name: 'E', client: name });
    await newTool(id);
    const { items } = bodyOf(await admin.get(`${root}?q=${encodeURIComponent(name.toUpperCase())}`), 200);
    const found = items.find((item: { id: string }) => item.id === id);
    assert.deepEqual([found.missions, found.engagements, found.tools], [1, 1, 1]);
    const all = await namesOf(admin, '?limit=200');
    assert.deepEqual(
      all,
      [...all].sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)),
    );
  });

  it('have one name each, in any case', async () => {
    const [one, other] = [await newOrganisation(), await newOrganisation()];
    const taken = { name: one.name.toUpperCase() };
    assert.deepEqual(told(await admin.post(root, taken)), [409, 'duplicate', 'name']);
    assert.deepEqual(told(await admin.patch(`${root}/${other.id}`, taken)), [409, 'duplicate', 'name']);
    assert.equal(bodyOf(await admin.patch(`${root}/${one.id}`, taken), 200).name, taken.name);
  });

  it('are hidden from people who are in none of their missions', async () => {
    const red = await server.newPerson('redteam');
    const [theirs, hidden, unused, own] = [
      await newOrganisation(),
      await newOrganisation(),
      await newOrganisation(),
      await newOrganisation(red.client),
    ];
    await newMission(admin, { tests: 0, client: theirs.name, members: [red] });
    await newMission(admin, { tests: 0, client: theirs.name });
    await newMission(admin, { tests: 0, client: hidden.name });
    const seen = await namesOf(red.client, '?limit=200');
    assert.ok(seen.includes(theirs.name) && seen.includes(own.name));
    assert.ok(!seen.includes(hidden.name) && !seen.includes(unused.name));
    assert.equal(bodyOf(await red.client.get(`${root}/${theirs.id}`), 200).missions, 1);
    const path = `${root}/${hidden.id}`;
    for (const answer of [
      await red.client.get(path),
      await red.client.patch(path, { name: 'x' }),
      await red.client.delete(path),
      await red.client.get(`${path}/tools`),
      await red.client.post(`${path}/tools`, { name: 'x', kind: 'av' }),
    ]) {
      assert.deepEqual(told(answer), [404, 'not_found', undefined]);
    }
    const merge = await red.client.post(`${root}/${own.id}/merge`, { into: hidden.id });
    assert.deepEqual(told(merge), [422, 'invalid', 'into']);
  });

  it('are deleted only while unused; a deleted mission does not count', async () => {
    const { id, name } = await newOrganisation();
    const mission = await newMission(admin, { tests: 0, client: name });
    assert.deepEqual(told(await admin.delete(`${root}/${id}`)), [409, 'in_use', undefined]);
    await admin.delete(`/api/v1/missions/${mission.id}`);
    assert.equal((await admin.delete(`${root}/${id}`)).status, 204);
    assert.equal((await admin.get(`${root}/${id}`)).status, 404);
  });

  it('are merged: work and tools move, except tools whose name exists', async () => {
    const [from, into] = [await newOrganisation(), await newOrganisation()];
    const mission = await newMission(admin, { client: from.name });
    const [moved, kept] = [await newTool(from.id), await newTool(into.id, { name: 'Both' })];
    const replaced = await newTool(from.id, { name: 'BOTH' });
    const place = placeOf(mission);
    const named = { kind: 'alerted', result: 'yes', tool: { id: replaced.id } };
    const fact = bodyOf(await admin.post(`${place.path}/facts`, named), 201);
    const merged = bodyOf(await admin.post(`${root}/${from.id}/merge`, { into: into.id }), 200);
    assert.deepEqual([merged.id, merged.missions, merged.tools], [into.id, 1, 2]);
    assert.equal((await admin.get(`${root}/${from.id}`)).status, 404);
    const after = bodyOf(await admin.get(`/api/v1/missions/${mission.id}`), 200);
    assert.deepEqual([after.client, after.organisation], [from.name, { id: into.id, name: into.name }]);
    assert.equal(bodyOf(await admin.get(`${place.path}/facts/${fact.id}`), 200).tool.id, kept.id);
    const tools = bodyOf(await admin.get(`${root}/${into.id}/tools`), 200);
    assert.deepEqual(tools.map(({ id }: { id: string }) => id).sort(), [moved.id, kept.id].sort());
  });

  for (const [what, into] of [
    ['one that is missing', () => nobody],
    ['itself', (id: string) => id],
  ] as const) {
    it(`are not merged into ${what}`, async () => {
      const { id } = await newOrganisation();
      const refused = await admin.post(`${root}/${id}/merge`, { into: into(id) });
      assert.deepEqual(told(refused), [422, 'invalid', 'into']);
    });
  }
});

describe('the tools of an organisation', () => {
  it('are added, changed, retired and deleted', async () => {
    const { id } = await newOrganisation();
    const path = `${root}/${id}/tools`;
    const body = {
      name: ' Falcon ',
      vendor: 'CrowdStrike',
      kind: 'edr',
      data_components: ['Process Creation'],
    };
    const tool = bodyOf(await admin.post(path, body), 201);
    assert.partialDeepStrictEqual(tool, { ...body, name: 'Falcon', retired: false });
    const change = { retired: true, vendor: null, data_components: null };
    const changed = bodyOf(await admin.patch(`${path}/${tool.id}`, change), 200);
    assert.partialDeepStrictEqual(changed, {
      name: 'Falcon',
      vendor: null,
      data_components: [],
      retired: true,
    });
    assert.ok(changed.updated_at > tool.updated_at);
    assert.deepEqual(bodyOf(await admin.get(path), 200), [changed]);
    assert.equal((await admin.delete(`${path}/${tool.id}`)).status, 204);
    assert.deepEqual(bodyOf(await admin.get(path), 200), []);
  });

  it('have one name each, are found in their own organisation alone, and have a known kind', async () => {
    const [one, other] = [await newOrganisation(), await newOrganisation()];
    const tool = await newTool(one.id, { name: 'Sysmon' });
    await newTool(other.id, { name: 'Sysmon' });
    const path = `${root}/${one.id}/tools`;
    const again = await admin.post(path, { name: 'SYSMON', kind: 'edr' });
    assert.deepEqual(told(again), [409, 'duplicate', 'name']);
    const elsewhere = await admin.patch(`${root}/${other.id}/tools/${tool.id}`, { retired: true });
    assert.deepEqual(told(elsewhere), [404, 'not_found', undefined]);
    const kind = await admin.post(path, { name: 'x', kind: 'toaster' });
    assert.deepEqual(told(kind), [422, 'invalid', 'kind']);
  });
});
