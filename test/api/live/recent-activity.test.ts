import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Stream } from '../../../server/home/contract.ts';
import { move, newEngagement, newSimulation } from '../../support/missions/engagements.ts';
import { bodyOf, newMission, placeOf, walk } from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

describe('recent activity', () => {
  let server: TestServer;
  let red: Person;
  let blue: Person;
  let stranger: Person;
  let admin: Client;
  before(async () => {
    server = await startTestServer({ loadCatalog: true });
    admin = server.admin.client;
    [red, blue, stranger] = [
      await server.newPerson('redteam'),
      await server.newPerson('soc'),
      await server.newPerson('redteam'),
    ];
  });
  after(() => server.close());

  const streamFor = async (client: Client, query = '') =>
    (bodyOf(await client.get(`/api/v1/home/stream${query}`), 200) as Stream).items;
  const told = ({ actor, place, test, simulation, deeds }: Stream['items'][number]) =>
    [
      actor.id === red.id ? 'red' : actor.id === blue.id ? 'blue' : 'admin',
      (test ?? simulation)?.name ?? place.name,
      ...deeds.map(({ object_type, verb, moved_to, fields, detection }) =>
        [object_type, verb, moved_to, ...fields, detection?.kind, detection?.result]
          .filter(Boolean)
          .join(' '),
      ),
    ].join(': ');

  it('is grouped by person and object, newest first, for other people who see it', async () => {
    const mission = await newMission(admin, {
      name: 'Harbour',
      members: [red, [blue, 'blue']],
      tests: 2,
    });
    const [first, second] = [placeOf(mission, 0), placeOf(mission, 1)];
    const names = mission.scenarios[0]?.tests.map(({ name }) => name) as string[];
    await walk(admin, `/api/v1/missions/${mission.id}`, 'in_progress');
    bodyOf(await red.client.put(first.path, { command: 'id' }), 200);
    bodyOf(await red.client.put(first.path, { output: 'uid=0', command: 'id -a' }), 200);
    await walk(red.client, first.path, 'executed');
    await walk(red.client, second.path, 'skipped');
    bodyOf(await blue.client.put(first.path, { blue_comment: 'seen' }), 200);
    const facts = `${first.path}/facts`;
    const alerted = bodyOf(await blue.client.post(facts, { kind: 'alerted', result: 'no' }), 201);
    bodyOf(await blue.client.delete(`${facts}/${alerted.id}`), 204);
    bodyOf(await blue.client.post(facts, { kind: 'logged', result: 'yes' }), 201);
    const engagement = await newEngagement(red.client, { name: 'Lighthouse' });
    const simulation = await newSimulation(red.client, { name: 'By hand' }, engagement.id);
    bodyOf(await move(red.client, simulation.id, 'in_progress'), 200);

    const items = await streamFor(blue.client);
    assert.deepEqual(items.map(told), [
      'red: By hand: simulation moved in_progress: simulation created',
      'red: Lighthouse: engagement created',
      `red: ${names[1]}: test moved skipped`,
      `red: ${names[0]}: test moved executed: test changed command output`,
      'admin: Harbour: mission moved in_progress: mission created',
    ]);
    assert.deepEqual(items[3]?.place, { kind: 'mission', id: mission.id, name: 'Harbour' });
    assert.equal(items[3]?.test?.id, first.test);
    assert.deepEqual((await streamFor(red.client)).map(told), [
      `blue: ${names[0]}: ${[
        'fact created logged yes',
        'fact deleted alerted no',
        'fact created alerted no',
        'test changed blue_comment',
      ].join(': ')}`,
      'admin: Harbour: mission moved in_progress: mission created',
    ]);
    assert.equal((await streamFor(blue.client, '?limit=2')).length, 2);
    // Engagements are visible to everyone, a mission to its members.
    assert.deepEqual((await streamFor(stranger.client)).map(told), [
      'red: By hand: simulation moved in_progress: simulation created',
      'red: Lighthouse: engagement created',
    ]);
    const before = (await streamFor(admin)).length;
    bodyOf(await admin.delete(`/api/v1/missions/${mission.id}`), 204);
    assert.equal((await streamFor(admin)).length, before - 3, 'what is gone is told no more');
    assert.equal((await streamFor(blue.client)).length, 2);
  });

  it('omits names of removed objects, and follows new activity', async () => {
    const engagement = await newEngagement(red.client);
    const simulation = await newSimulation(red.client, {}, engagement.id);
    bodyOf(await red.client.delete(`/api/simulations/${simulation.id}`), 204);
    const [newest] = await streamFor(stranger.client);
    assert.equal(newest?.simulation, null);
    assert.deepEqual(
      newest?.deeds.map(({ verb }) => verb),
      ['deleted', 'created'],
    );
    bodyOf(await red.client.patch(`/api/engagements/${engagement.id}`, { name: 'Renamed' }), 200);
    const [later] = await streamFor(stranger.client);
    assert.deepEqual(
      [later?.place.name, later?.deeds.map(({ verb, fields }) => [verb, ...fields])],
      ['Renamed', [['changed', 'name'], ['created']]],
    );
    bodyOf(await red.client.patch(`/api/engagements/${engagement.id}`, { status: 'active' }), 200);
    const [moved] = await streamFor(stranger.client);
    assert.equal(moved?.deeds[0]?.moved_to, 'active');
  });
});
