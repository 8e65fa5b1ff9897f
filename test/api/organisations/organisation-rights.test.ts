import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { registry } from '../../support/http/registry.ts';
import { bodyOf, newMission, nobody, refusal, told } from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const root = '/api/v1/organisations';

type Organisation = { id: string; name: string; tool: string };

let server: TestServer;
let admin: Client;
let red: Person;
let other: Person;
let made = 0;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  other = await server.newPerson('redteam');
});
after(() => server.close());

const nextName = (word: string) => `${word} ${++made}`;

/** An organisation with a tool; each of these people is a member of one of its missions. */
async function newOrganisation(...members: Person[]): Promise<Organisation> {
  const name = nextName('Client');
  const { id } = bodyOf(await admin.post(root, { name }), 201);
  const tool = bodyOf(await admin.post(`${root}/${id}/tools`, { name: 'EDR', kind: 'edr' }), 201).id;
  for (const person of members) await newMission(admin, { client: name, tests: 0, members: [person] });
  return { id, name, tool };
}

/** Everything an administrator sees of an organisation. */
async function stateOf({ id }: Pick<Organisation, 'id'>): Promise<unknown> {
  const [organisation, tools, brand] = [
    await admin.get(`${root}/${id}`),
    await admin.get(`${root}/${id}/tools`),
    await admin.get(`${root}/${id}/brand`),
  ];
  return [organisation.body, tools.body, brand.body];
}

/** Body for each operation on an organisation; null for a read. A missing operation fails. */
const operations: Readonly<Record<string, null | (() => Promise<object | undefined> | object | undefined)>> =
  {
    'GET /organisations/:organisation_id': null,
    'GET /organisations/:organisation_id/brand': null,
    'GET /organisations/:organisation_id/tools': null,
    'GET /organisations/:organisation_id/figures': null,
    'GET /organisations/:organisation_id/gaps': null,
    'PATCH /organisations/:organisation_id': () => ({ name: nextName('Renamed') }),
    'DELETE /organisations/:organisation_id': () => undefined,
    'POST /organisations/:organisation_id/merge': async () => ({ into: (await newOrganisation(red)).id }),
    'PUT /organisations/:organisation_id/brand': () => ({ logo: null, accent: '#123456' }),
    'POST /organisations/:organisation_id/tools': () => ({ name: nextName('Tool'), kind: 'siem' }),
    'PATCH /organisations/:organisation_id/tools/:tool_id': () => ({ retired: true }),
    'DELETE /organisations/:organisation_id/tools/:tool_id': () => undefined,
  };

const query = (path: string) => (path.endsWith('/gaps') ? '?threat_ids=G0016' : '');

const found = registry().filter(
  ({ path }) => path.startsWith('/organisations/') && path.includes(':organisation_id'),
);

async function send(name: string, client: Client, { id, tool }: Pick<Organisation, 'id' | 'tool'>) {
  const [method, path] = name.split(' ') as [string, string];
  const target = path.replace(':organisation_id', id).replace(':tool_id', tool);
  const body = await operations[name]?.();
  return client.request(method, `/api/v1${target}${query(path)}`, body === undefined ? {} : { body });
}

it('covers every operation on an organisation', () => {
  assert.deepEqual(
    found.map(({ method, path }) => `${method} ${path}`).sort(),
    Object.keys(operations).sort(),
  );
});

for (const [name, body] of Object.entries(operations)) {
  describe(name, () => {
    it('does not find an organisation that is entirely hidden, like a missing one', async () => {
      const hidden = await newOrganisation(other);
      const was = await stateOf(hidden);
      const missing = await send(name, red.client, { id: nobody, tool: nobody });
      assert.equal(missing.status, 404);
      assert.deepEqual(refusal(await send(name, red.client, hidden)), refusal(missing));
      assert.deepEqual(await stateOf(hidden), was);
    });

    it(`${body === null ? 'shows' : 'does not change'} one that is partly visible`, async () => {
      const part = await newOrganisation(red, other);
      const was = await stateOf(part);
      const answer = await send(name, red.client, part);
      if (body === null) {
        assert.notEqual(answer.status, 404);
        assert.notEqual(answer.status, 403);
      } else {
        assert.deepEqual(told(answer), [403, 'forbidden', undefined]);
      }
      assert.deepEqual(await stateOf(part), was);
    });

    if (body === null) return;
    it('changes one that is entirely visible, also with a deleted mission', async () => {
      const whole = await newOrganisation(red);
      const gone = await newMission(admin, { client: whole.name, tests: 0, members: [other] });
      assert.equal((await admin.delete(`/api/v1/missions/${gone.id}`)).status, 204);
      const answer = await send(name, red.client, whole);
      if (name === 'DELETE /organisations/:organisation_id') {
        assert.deepEqual(told(answer), [409, 'in_use', undefined]);
      } else {
        assert.ok(answer.status < 300, JSON.stringify(answer.body));
      }
    });

    it('may be done by an administrator', async () => {
      const answer = await send(name, admin, await newOrganisation(red, other));
      const expected = name === 'DELETE /organisations/:organisation_id' ? 409 : answer.status;
      assert.equal(answer.status, expected);
      assert.ok(answer.status < 300 || answer.status === 409, JSON.stringify(answer.body));
    });
  });
}

describe('a merge', () => {
  for (const [what, into, expected] of [
    ['one of which one sees nothing', () => newOrganisation(other), [422, 'invalid', 'into']],
    ['one that is missing', async () => ({ id: nobody }), [422, 'invalid', 'into']],
    ['one of which one sees a part', () => newOrganisation(red, other), [403, 'forbidden', undefined]],
  ] as const) {
    it(`into ${what} is refused`, async () => {
      const whole = await newOrganisation(red);
      const was = await stateOf(whole);
      const { id } = await into();
      const answer = await red.client.post(`${root}/${whole.id}/merge`, { into: id });
      assert.deepEqual(told(answer), expected);
      assert.deepEqual(await stateOf(whole), was);
    });
  }
});

describe('rights to change an organisation', () => {
  it('are reported', async () => {
    const may = async (client: Client, { id }: Organisation) =>
      bodyOf(await client.get(`${root}/${id}`), 200).may_change;
    const soc = await server.newPerson('soc');
    const [part, whole] = [await newOrganisation(red, other, soc), await newOrganisation(red)];
    assert.deepEqual(
      [await may(admin, part), await may(red.client, part), await may(red.client, whole)],
      [true, false, true],
    );
    assert.equal(await may(soc.client, part), false);
    const { items } = bodyOf(await red.client.get(`${root}?limit=200`), 200);
    for (const { id, may_change } of items) {
      if (id === part.id || id === whole.id) assert.equal(may_change, id === whole.id);
    }
  });

  it('include archived missions, and change with one more member', async () => {
    const whole = await newOrganisation(red);
    const second = await newMission(admin, { client: whole.name, tests: 0 });
    for (const status of ['in_progress', 'completed', 'archived']) {
      bodyOf(await admin.post(`/api/v1/missions/${second.id}/transition`, { status }), 200);
    }
    assert.equal(bodyOf(await red.client.get(`${root}/${whole.id}`), 200).may_change, false);
  });
});

describe('an organisation that nothing is for', () => {
  it('is visible to its author and to administrators', async () => {
    const own = bodyOf(await red.client.post(root, { name: nextName('Own') }), 201);
    assert.equal(own.may_change, true);
    assert.equal((await other.client.get(`${root}/${own.id}`)).status, 404);
    assert.equal((await admin.get(`${root}/${own.id}`)).status, 200);
    assert.equal((await red.client.delete(`${root}/${own.id}`)).status, 204);
  });

  it('is hidden once hidden missions were for it', async () => {
    const own = bodyOf(await red.client.post(root, { name: nextName('Own') }), 201);
    const mission = await newMission(admin, { client: own.name, tests: 0, members: [other] });
    assert.equal((await red.client.get(`${root}/${own.id}`)).status, 404);
    assert.equal((await admin.delete(`/api/v1/missions/${mission.id}`)).status, 204);
    assert.equal((await red.client.get(`${root}/${own.id}`)).status, 404);
  });
});
