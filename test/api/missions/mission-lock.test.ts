import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  attach,
  bodyOf,
  newMission,
  newScenarioTemplate,
  type Place,
  placeOf,
  told,
  walk,
} from '../../support/missions/factories.ts';
import { appended, missionOperations } from '../../support/missions/mission-operations.ts';
import {
  type Answer,
  type Client,
  type Person,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

type Entry = { changes: { locked?: [boolean, boolean] } };

/** The only writes that a locked mission accepts. */
const open = new Set([
  'add a remediation',
  'add a finding',
  'draft a report',
  'record a TLPT',
  'change',
  'replace the members',
  'attach evidence',
  'caption evidence',
  'delete evidence',
  'move',
  'archive',
  'delete',
]);

describe('a locked mission', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    red = await server.newPerson('redteam', { permissions: ['mission.write_blue_fields'] });
    appended.id = (await newScenarioTemplate(admin)).id;
  });
  after(() => server.close());

  const lock = (place: Place) =>
    red.client.post(`${place.missionPath}/transition`, { status: 'completed', lock: true });

  async function newLocked(): Promise<{ place: Place; evidence: string }> {
    const place = placeOf(await newMission(admin, { members: [red] }));
    const evidence: string = bodyOf(await attach(admin, place), 201).id;
    bodyOf(await red.client.post(`${place.path}/facts`, { kind: 'alerted', result: 'yes' }), 201);
    await walk(admin, place.missionPath, 'in_progress');
    assert.equal(bodyOf(await lock(place), 200).locked, true);
    return { place, evidence };
  }

  it('refuses every write to its tests and accepts every other', async () => {
    const { place } = await newLocked();
    for (const { name, writes, call } of missionOperations) {
      if (!writes) continue;
      if (open.has(name)) {
        const { place: own, evidence: record } = await newLocked();
        const answer = await call(admin, own, record);
        assert.ok(answer.status < 300, `${name}: ${answer.status}`);
        continue;
      }
      assert.deepEqual(told(await call(admin, place, '')), [409, 'locked', undefined], name);
    }
    const { id } = bodyOf(await admin.get(`${place.path}/facts`), 200)[0];
    const factWrites: [string, Promise<Answer>][] = [
      ['add a fact', admin.post(`${place.path}/facts`, { kind: 'logged', result: 'yes' })],
      ['change a fact', admin.patch(`${place.path}/facts/${id}`, { note: 'late' })],
      ['delete a fact', admin.delete(`${place.path}/facts/${id}`)],
    ];
    for (const [name, answer] of factWrites)
      assert.deepEqual(told(await answer), [409, 'locked', undefined], name);
    assert.equal(bodyOf(await admin.get(`${place.path}/facts`), 200).length, 1);
  });

  it('accepts writes once it is reopened, and stays locked once archived', async () => {
    const { place } = await newLocked();
    const write = () => red.client.put(place.path, { command: 'id' });
    const reopened = bodyOf(
      await red.client.post(`${place.missionPath}/transition`, { status: 'in_progress' }),
      200,
    );
    assert.equal(reopened.locked, false);
    assert.equal((await write()).status, 200);
    bodyOf(await lock(place), 200);
    await walk(admin, place.missionPath, 'archived');
    assert.deepEqual(told(await write()), [409, 'archived', undefined]);
  });

  it('is locked by completing it with a lock only, also afterwards', async () => {
    const place = placeOf(await newMission(admin, { members: [red] }));
    const move = (body: object) => red.client.post(`${place.missionPath}/transition`, body);
    assert.deepEqual(told(await move({ status: 'in_progress', lock: true })), [422, 'invalid', 'lock']);
    bodyOf(await move({ status: 'in_progress' }), 200);
    for (const [body, locked] of [
      [{ status: 'completed' }, false],
      [{ status: 'completed', lock: false }, false],
      [{ status: 'completed', lock: true }, true],
      [{ status: 'completed' }, true],
    ] as const) {
      assert.equal(bodyOf(await move(body), 200).locked, locked, JSON.stringify(body));
      const written = await red.client.put(place.path, { command: JSON.stringify(body) + locked });
      assert.equal(written.status, locked ? 409 : 200);
    }
    const { items } = bodyOf(await admin.get(`${place.missionPath}/history?limit=200`), 200);
    const changes = items.map(({ changes: { locked } }: Entry) => locked).filter(Boolean);
    assert.deepEqual(changes, [
      [false, true],
      [null, false],
    ]);
  });

  it('reports completion and reopening to followers', async () => {
    const { place } = await newLocked();
    const readOutline = async () =>
      bodyOf(await admin.get(`${place.missionPath}/activity`), 200).outline_changed_at as string;
    for (const body of [{ status: 'in_progress' }, { status: 'completed', lock: true }]) {
      const before = await readOutline();
      bodyOf(await red.client.post(`${place.missionPath}/transition`, body), 200);
      assert.ok((await readOutline()) > before, body.status);
    }
  });

  it('clears the tests of a former member', async () => {
    const place = placeOf(await newMission(admin, { members: [red] }));
    const assigned = { test_ids: [place.test], assignee_id: red.id };
    bodyOf(await admin.patch(`${place.missionPath}/tests`, assigned), 200);
    await walk(admin, place.missionPath, 'in_progress');
    bodyOf(await lock(place), 200);
    bodyOf(await admin.put(`${place.missionPath}/members`, { members: [] }), 200);
    assert.equal(bodyOf(await admin.get(place.path), 200).assignee, null);
  });
});
