import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { zipSync } from 'fflate';
import { z } from 'zod';
import { newId } from '../../../server/ids.ts';
import { damsonMissionWriter } from '../../../server/interchange/formats/damson/write.ts';
import { registry } from '../../support/http/registry.ts';
import { applyImport, importFile, rowsOf } from '../../support/interchange/imports.ts';
import { writeFiles } from '../../support/interchange/interchange.ts';
import { evidence, sampleMission } from '../../support/missions/exercise-samples.ts';
import { bodyOf, newMission, placeOf, told, walk } from '../../support/missions/factories.ts';
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

/** A client's mission with tools, imported from a file. */
async function importFor(client: Client, name: string) {
  const mission = { ...sampleMission(), sourceId: newId(), organisation: name, client: name };
  const files = await writeFiles(damsonMissionWriter, mission, evidence);
  const members = Object.entries(files).map(([path, content]) => [path, new Uint8Array(content)]);
  const content = zipSync(Object.fromEntries(members));
  const { id } = await importFile(client, { name: 'mission.zip', content });
  const applied = await applyImport(client, id);
  assert.equal(applied.status, 'applied', JSON.stringify(applied));
  return applied;
}

/** Every way to name a client: each returns the resulting organisation. */
const naming: Readonly<Record<string, (client: Client, name: string) => Promise<{ id: string }>>> = {
  'a new mission': async (client, name) =>
    bodyOf(await client.post('/api/v1/missions', { name: 'M', client: name }), 201).organisation,
  'a mission that is changed': async (client, name) => {
    const { id } = bodyOf(await client.post('/api/v1/missions', { name: 'M' }), 201);
    return bodyOf(await client.patch(`/api/v1/missions/${id}`, { client: name }), 200).organisation;
  },
  'a new organisation': async (client, name) => bodyOf(await client.post(root, { name }), 201),
  'an organisation that is renamed': async (client, name) => {
    const { id } = bodyOf(await client.post(root, { name: nextName('Other') }), 201);
    return bodyOf(await client.patch(`${root}/${id}`, { name }), 200);
  },
  'a mission that is imported': async (client, name) => {
    const { made } = await importFor(client, name);
    const mission = made.find(({ what }: { what: string }) => what === 'mission');
    return bodyOf(await client.get(`/api/v1/missions/${mission.id}`), 200).organisation;
  },
  'a clone': async (client, name) => {
    const { id } = bodyOf(await client.post('/api/v1/missions', { name: 'M' }), 201);
    return bodyOf(await client.post(`/api/v1/missions/${id}/clone`, { client: name }), 201).organisation;
  },
  'a retest': async (client, name) => {
    const mission = await newMission(client, { tests: 1 });
    await walk(client, placeOf(mission).path, 'executed');
    return bodyOf(await client.post(`/api/v1/missions/${mission.id}/retest`, { client: name }), 201)
      .organisation;
  },
  'an import whose organisation is picked': async (client, name) => {
    const { id } = await importFile(client, {
      name: 'a.csv',
      content: `name,mission\nwhoami,${nextName('M')}\n`,
    });
    const { made } = await applyImport(client, id, { client: name });
    const mission = made.find(({ what }: { what: string }) => what === 'mission');
    return bodyOf(await client.get(`/api/v1/missions/${mission.id}`), 200).organisation;
  },
  'an engagement that is changed': async (client, name) => {
    const { id } = bodyOf(await client.post('/api/engagements', { name: 'E' }), 201);
    return bodyOf(await client.patch(`/api/engagements/${id}`, { client: name }), 200).organisation;
  },
  'a new engagement': async (client, name) =>
    bodyOf(await client.post('/api/engagements', { name: 'E', client: name }), 201).organisation,
};

for (const [what, name] of Object.entries(naming)) {
  describe(`the client of ${what}`, () => {
    it('is a different organisation than a hidden one, and stays so for its author', async () => {
      const hidden = await newOrganisation(other);
      const was = await stateOf(hidden);
      const { id } = await name(red.client, hidden.name.toUpperCase());
      assert.notEqual(id, hidden.id);
      const again = bodyOf(
        await red.client.post('/api/v1/missions', { name: 'M', client: hidden.name }),
        201,
      );
      assert.equal(again.organisation.id, id);
      const duplicate = await red.client.post(root, { name: hidden.name });
      assert.deepEqual(told(duplicate), [409, 'duplicate', 'name']);
      assert.equal((await red.client.get(`${root}/${hidden.id}`)).status, 404);
      assert.deepEqual(await stateOf(hidden), was);
    });
  });
}

for (const what of [
  'a new mission',
  'a mission that is changed',
  'a mission that is imported',
  'a clone',
  'a retest',
  'an import whose organisation is picked',
  'a new engagement',
]) {
  it(`the client of ${what} is the visible organisation of that name`, async () => {
    const part = await newOrganisation(red, other);
    assert.equal((await naming[what]?.(red.client, part.name.toUpperCase()))?.id, part.id);
  });
}

it('the client that an administrator names is the organisation of their own work, of several of that name', async () => {
  const hidden = await newOrganisation(other);
  const admins = await server.newPerson('admin');
  const first = bodyOf(await other.client.get(`${root}/${hidden.id}`), 200);
  const own = await newMission(red.client, { client: hidden.name, tests: 0, members: [red, admins] });
  assert.notEqual(own.organisation?.id, first.id);
  for (const name of Object.values(naming)) {
    if (name === naming['a new organisation'] || name === naming['an organisation that is renamed']) continue;
    assert.equal((await name(admins.client, hidden.name)).id, own.organisation?.id);
  }
  const stranger = await server.newPerson('admin');
  const { organisation } = bodyOf(
    await stranger.client.post('/api/v1/missions', { name: 'M', client: hidden.name }),
    201,
  );
  assert.equal(organisation.id, first.id);
});

it('every operation whose body names a client is tested here', () => {
  const naming = registry().filter(({ body, method }) => {
    const names = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
    return method !== 'GET' && names.some((name) => name === 'client' || name === 'organisation');
  });
  assert.deepEqual(
    new Set(naming.map(({ method, path }) => `${method} ${path}`)),
    new Set([
      'POST /missions',
      'PATCH /missions/:mission_id',
      'POST /missions/:mission_id/clone',
      'POST /missions/:mission_id/retest',
      'POST /engagements',
      'PATCH /engagements/:engagement_id',
    ]),
  );
});

it('a clone and a retest are for the organisation of the mission they are made from', async () => {
  const part = await newOrganisation(other);
  const mission = await newMission(admin, { client: part.name, tests: 0, members: [red] });
  const clone = bodyOf(await red.client.post(`/api/v1/missions/${mission.id}/clone`, {}), 201);
  assert.equal(clone.organisation.id, part.id);
});

it('an import into a partly visible organisation adds no tool to it, and says so', async () => {
  const part = await newOrganisation(red, other);
  const toolsOf = async ({ id }: Organisation) => bodyOf(await admin.get(`${root}/${id}/tools`), 200);
  const was = await toolsOf(part);
  const { id } = await importFor(red.client, part.name);
  assert.deepEqual(await toolsOf(part), was);
  const told = async () => (await rowsOf(red.client, id, '&what=test')).flatMap(({ leftover }) => leftover);
  assert.ok((await told()).some((text: string) => text.includes('Falcon')));

  const whole = await newOrganisation(red);
  await importFor(red.client, whole.name);
  assert.ok((await toolsOf(whole)).some(({ name }: { name: string }) => name === 'Falcon'));
});

describe('the histories of missions and engagements tell', () => {
  const historyOf = async (path: string) =>
    bodyOf(await admin.get(`${path}/history`), 200).items as {
      object_type: string;
      object_id: string;
      verb: string;
      changes: Record<string, unknown>;
      actor: { id: string };
    }[];

  for (const [what, write, object, verb, field] of [
    [
      'its name',
      (id: string) => red.client.patch(`${root}/${id}`, { name: nextName('New') }),
      null,
      'changed',
      'organisation',
    ],
    [
      'its look',
      (id: string) => red.client.put(`${root}/${id}/brand`, { logo: null, accent: '#aabbcc' }),
      'organisation',
      'changed',
      'accent',
    ],
    [
      'a new tool',
      (id: string) => red.client.post(`${root}/${id}/tools`, { name: 'New', kind: 'av' }),
      'tool',
      'created',
      'name',
    ],
    [
      'a tool',
      (id: string, tool: string) => red.client.patch(`${root}/${id}/tools/${tool}`, { retired: true }),
      'tool',
      'changed',
      'retired',
    ],
    [
      'a tool that goes',
      (id: string, tool: string) => red.client.delete(`${root}/${id}/tools/${tool}`),
      'tool',
      'deleted',
      'name',
    ],
    [
      'a merge',
      async (id: string) => red.client.post(`${root}/${id}/merge`, { into: (await newOrganisation(red)).id }),
      null,
      'changed',
      'organisation',
    ],
  ] as const) {
    it(what, async () => {
      const whole = await newOrganisation(red);
      const missions = [
        await newMission(admin, { client: whole.name, tests: 0, members: [red] }),
        await newMission(admin, { client: whole.name, tests: 0, members: [red] }),
      ];
      const engagement = bodyOf(await admin.post('/api/engagements', { name: 'E', client: whole.name }), 201);
      const answer = await write(whole.id, whole.tool);
      assert.ok(answer.status < 300, JSON.stringify(answer.body));
      for (const [kind, path] of [
        ...missions.map(({ id }) => ['mission', `/api/v1/missions/${id}`] as const),
        ['engagement', `/api/engagements/${engagement.id}`] as const,
      ]) {
        const [entry] = await historyOf(path);
        assert.deepEqual([entry?.object_type, entry?.verb, entry?.actor.id], [object ?? kind, verb, red.id]);
        assert.ok(field in (entry?.changes ?? {}), JSON.stringify(entry));
      }
    });
  }

  it('a merge moves everything to the remaining organisation', async () => {
    const [from, into] = [await newOrganisation(red), await newOrganisation(red)];
    bodyOf(await red.client.post(`${root}/${from.id}/tools`, { name: 'Brought', kind: 'av' }), 201);
    const mission = await newMission(admin, { client: into.name, tests: 0, members: [red] });
    bodyOf(await red.client.post(`${root}/${from.id}/merge`, { into: into.id }), 200);
    const [entry] = await historyOf(`/api/v1/missions/${mission.id}`);
    assert.deepEqual([entry?.object_type, entry?.verb], ['tool', 'created']);
    assert.ok(!JSON.stringify(entry).includes(from.name));
  });
});
