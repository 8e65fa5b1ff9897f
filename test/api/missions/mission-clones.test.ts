import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { attach, bodyOf, placeOf, readTest, told, walk } from '../../support/missions/factories.ts';
import { Outline } from '../../support/missions/outlines.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let red: Person;
let soc: Person;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  soc = await server.newPerson('soc');
});
after(() => server.close());

/** A running mission, with one test changed and executed with evidence, one added by hand, and a scenario without tests. */
async function atWork(): Promise<Outline> {
  const mission = await Outline.make(admin, [2], [red, soc]);
  const dates = { start_date: '2026-11-01', end_date: '2026-11-30' };
  bodyOf(await admin.patch(mission.path, { client: 'Orchard', description: 'First', ...dates }), 200);
  bodyOf(await admin.post(`${mission.path}/scenarios`, { name: 'Empty', description: 'Still' }), 201);
  await walk(admin, mission.path, 'in_progress');
  const place = placeOf(await mission.read());
  const plan = { name: 'Changed', tags: ['a'], catalog_tags: [{ kind: 'technique', external_id: 'T1003' }] };
  bodyOf(await red.client.patch(`${place.path}/plan`, plan), 200);
  const expectations = [{ kind: 'alerted', result: 'yes', within_seconds: 60 }];
  bodyOf(await red.client.put(`${place.path}/expectations`, { expectations }), 200);
  bodyOf(await red.client.put(place.path, { command: 'id', output: 'root' }), 200);
  bodyOf(await attach(red.client, place), 201);
  await walk(red.client, place.path, 'executed');
  bodyOf(await soc.client.post(`${place.path}/facts`, { kind: 'alerted', result: 'yes' }), 201);
  bodyOf(await red.client.post(`${mission.scenarioPath(place.scenario)}/tests`, { name: 'By hand' }), 201);
  return mission;
}

describe('a clone of a mission', () => {
  for (const [what, path] of [
    ['a clone', 'clone'],
    ['a retest', 'retest'],
  ] as const) {
    it(`${what} is for the named organisation, for none, or by default for that of the mission`, async () => {
      const mission = await atWork();
      const { client, organisation } = await mission.read();
      const make = async (body: object) =>
        bodyOf(await red.client.post(`${mission.path}/${path}`, body), 201);
      const same = await make({});
      assert.deepEqual([same.client, same.organisation], [client, organisation]);
      const again = await make({ client: client?.toUpperCase() });
      assert.deepEqual(again.organisation, organisation);
      const other = await make({ client: ' South ' });
      assert.deepEqual([other.client, other.organisation.name], ['South', 'South']);
      const none = await make({ client: null });
      assert.deepEqual([none.client, none.organisation], [null, null]);
    });
  }

  it('is a draft with its plan and members, without any results', async () => {
    const mission = await atWork();
    const source = await mission.read();
    const clone = bodyOf(await red.client.post(`${mission.path}/clone`, {}), 201);
    assert.equal(clone.name, `Copy of ${source.name}`);
    const { client, organisation, description, members, catalog_tags, catalog_version } = source;
    assert.deepEqual(
      { ...clone, client, organisation, description, members, catalog_tags, catalog_version },
      clone,
    );
    assert.deepEqual(
      [clone.status, clone.start_date, clone.end_date, clone.retest_of, clone.outline_changed_at],
      ['draft', null, null, null, null],
    );
    assert.deepEqual(clone.counts, {
      tests: 3,
      pending: 3,
      skipped: 0,
      blocked: 0,
      executed: 0,
      reviewed_by_blue: 0,
    });
    const planOf = ({ scenarios }: typeof source) =>
      scenarios.map(({ name, description, position, tests }) => ({
        name,
        description,
        position,
        tests: tests.map((test) => [test.name, test.position, test.catalog_tags]),
      }));
    assert.deepEqual(planOf(clone), planOf(source));
    const [from, to] = [await readTest(admin, placeOf(source)), await readTest(admin, placeOf(clone))];
    assert.deepEqual([to.name, to.tags, to.expectation_met], ['Changed', ['a'], 'open']);
    assert.deepEqual([to.command, to.output, to.evidence, to.facts], [null, null, [], []]);
    assert.equal(to.source_template_id, from.source_template_id);
    bodyOf(await admin.patch(`${placeOf(clone).path}/plan`, { name: 'Changed again' }), 200);
    assert.deepEqual(await readTest(admin, placeOf(source)), from);
    const { items } = bodyOf(await admin.get(`/api/v1/missions/${clone.id}/history`), 200);
    assert.deepEqual(
      items.map(({ object_type, verb }: { object_type: string; verb: string }) => `${object_type} ${verb}`),
      ['test changed', 'mission created'],
    );
  });

  it('has the given name and members if requested; its creator is one', async () => {
    const mission = await atWork();
    const clone = bodyOf(
      await red.client.post(`${mission.path}/clone`, { name: 'Next year', members: false }),
      201,
    );
    assert.equal(clone.name, 'Next year');
    assert.deepEqual(
      clone.members.map((member: { user: { id: string }; role_hint: string }) => [
        member.user.id,
        member.role_hint,
      ]),
      [[red.id, 'red']],
    );
    assert.equal((await soc.client.get(`/api/v1/missions/${clone.id}`)).status, 404);
  });

  it('can be made of an archived mission, by people who see it and may create missions', async () => {
    const mission = await atWork();
    await walk(admin, mission.path, 'completed', 'archived');
    bodyOf(await red.client.post(`${mission.path}/clone`, {}), 201);
    assert.equal((await soc.client.post(`${mission.path}/clone`, {})).status, 403);
    const stranger = await server.newPerson('redteam');
    assert.equal((await stranger.client.post(`${mission.path}/clone`, {})).status, 404);
    const refused = await red.client.post(`${mission.path}/clone`, { name: '' });
    assert.deepEqual(told(refused), [422, 'invalid', 'name']);
  });
});
