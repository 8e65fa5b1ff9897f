import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import {
  attach,
  bodyOf,
  newMission,
  newScenarioTemplate,
  placeOf,
  readMission,
  readTest,
  walk,
} from '../../support/missions/factories.ts';
import { appended, missionOperations } from '../../support/missions/mission-operations.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const missionsPath = '/api/v1/missions';

describe('missions', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  let soc: Person;
  let both: Person;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    red = await server.newPerson('redteam');
    soc = await server.newPerson('soc');
    both = await server.newPerson('redteam', { permissions: ['mission.write_blue_fields'] });
    appended.id = (await newScenarioTemplate(admin)).id;
  });
  after(() => server.close());

  const withEvidence = async (members: Person[]): Promise<{ mission: Mission; evidence: string }> => {
    const mission = await newMission(admin, { members });
    const record = bodyOf(await attach(admin, placeOf(mission)), 201);
    return { mission, evidence: record.id };
  };

  describe('changing one', () => {
    it('changes the given fields and applies null', async () => {
      const mission = await newMission(admin, {
        client: 'Acme',
        description: 'd',
        start_date: '2026-01-01',
        end_date: '2026-01-31',
      });
      const path = `${missionsPath}/${mission.id}`;
      const renamed = bodyOf(await admin.patch(path, { name: ' New name ' }), 200);
      const { updated_at, outline_changed_at } = renamed;
      assert.deepEqual(renamed, { ...mission, name: 'New name', updated_at, outline_changed_at });
      assert.ok(updated_at > mission.updated_at);
      const emptied = bodyOf(
        await admin.patch(path, { client: null, description: null, start_date: null, end_date: null }),
        200,
      );
      assert.deepEqual(emptied, {
        ...renamed,
        client: null,
        organisation: null,
        description: null,
        start_date: null,
        end_date: null,
        updated_at: emptied.updated_at,
        outline_changed_at: emptied.outline_changed_at,
      });
      assert.deepEqual(await readMission(admin, mission.id), emptied);
    });

    it('changes nothing if the body is empty', async () => {
      const mission = await newMission(admin);
      assert.deepEqual(bodyOf(await admin.patch(`${missionsPath}/${mission.id}`, {}), 200), mission);
    });

    it('refuses invalid values and changes nothing', async () => {
      const mission = await newMission(admin);
      for (const body of [
        { name: null },
        { name: '' },
        { status: 'archived' },
        { members: [] },
        { start_date: '' },
        { end_date: '2026-02-30' },
        { client: 7 },
        { name: 'good', other: 1 },
        [],
        'x',
        null,
      ]) {
        assert.equal(
          (await admin.patch(`${missionsPath}/${mission.id}`, body)).status,
          422,
          JSON.stringify(body),
        );
      }
      assert.deepEqual(await readMission(admin, mission.id), mission);
    });

    const dated: [start: string | null, end: string | null, patch: object, status: number][] = [
      ['2026-05-01', '2026-05-31', { end_date: '2026-04-30' }, 422],
      ['2026-05-01', '2026-05-31', { start_date: '2026-06-01' }, 422],
      ['2026-05-01', '2026-05-31', { end_date: '2026-05-01' }, 200],
      ['2026-05-01', '2026-05-31', { start_date: '2026-06-01', end_date: '2026-06-02' }, 200],
      ['2026-05-01', '2026-05-31', { start_date: '2026-06-02', end_date: '2026-06-01' }, 422],
      ['2026-05-01', '2026-05-31', { start_date: '2026-06-01', end_date: null }, 200],
      ['2026-05-01', '2026-05-31', { start_date: null, end_date: '2026-04-01' }, 200],
      ['2026-05-01', null, { end_date: '2026-04-30' }, 422],
      ['2026-05-01', null, { end_date: '2026-05-02' }, 200],
      [null, '2026-05-31', { start_date: '2026-06-01' }, 422],
      [null, '2026-05-31', { start_date: '2026-05-31' }, 200],
      [null, null, { start_date: '2026-06-01' }, 200],
    ];
    for (const [start_date, end_date, patch, status] of dated) {
      it(`${start_date} to ${end_date} with ${JSON.stringify(patch)}: ${status}`, async () => {
        const mission = await newMission(admin, { tests: 0, start_date, end_date });
        const answer = await admin.patch(`${missionsPath}/${mission.id}`, patch);
        assert.equal(answer.status, status);
        if (status === 422) assert.equal(answer.body.errors[0].path, 'end_date');
        const now = await readMission(admin, mission.id);
        const expected = status === 200 ? { start_date, end_date, ...patch } : { start_date, end_date };
        assert.deepEqual({ start_date: now.start_date, end_date: now.end_date }, expected);
      });
    }
  });

  describe('moving one', () => {
    const roads = {
      draft: [],
      in_progress: ['in_progress'],
      completed: ['in_progress', 'completed'],
      archived: ['in_progress', 'completed', 'archived'],
    } as const;
    const outcomes: Record<string, Record<string, number>> = {
      draft: { draft: 200, in_progress: 200, completed: 409, archived: 409 },
      in_progress: { draft: 409, in_progress: 200, completed: 200, archived: 409 },
      completed: { draft: 409, in_progress: 200, completed: 200, archived: 200 },
      archived: { draft: 409, in_progress: 409, completed: 409, archived: 409 },
    };
    for (const from of Object.keys(roads) as (keyof typeof roads)[]) {
      for (const [to, status] of Object.entries(outcomes[from] as object)) {
        it(`${from} → ${to}: ${status}`, async () => {
          const { id } = await newMission(admin, { tests: 0 });
          await walk(admin, `${missionsPath}/${id}`, ...roads[from]);
          const before = await readMission(admin, id);
          assert.equal(before.status, from);
          const answer = await admin.post(`${missionsPath}/${id}/transition`, { status: to });
          assert.equal(answer.status, status);
          const now = await readMission(admin, id);
          assert.equal(now.status, status === 200 ? to : from);
          // A move to the current state is no change.
          if (status === 200 && from !== to) assert.ok(now.updated_at > before.updated_at);
          else assert.deepEqual(now, before);
          if (status === 200) assert.deepEqual(answer.body, now);
          else assert.equal(answer.body.code, from === 'archived' ? 'archived' : 'illegal_transition');
        });
      }
    }

    it('refuses an unknown status', async () => {
      const { id } = await newMission(admin, { tests: 0 });
      for (const body of [{}, { status: 'x' }, { status: null }, { status: 'draft', at: 1 }, []]) {
        assert.equal((await admin.post(`${missionsPath}/${id}/transition`, body)).status, 422);
      }
    });

    it('lets one of two rivals move it', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { id } = await newMission(admin, { tests: 0 });
        await walk(admin, `${missionsPath}/${id}`, 'in_progress', 'completed');
        const answers = await Promise.all(
          ['in_progress', 'archived'].map((status) =>
            admin.post(`${missionsPath}/${id}/transition`, { status }),
          ),
        );
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
      }
    });
  });

  it('refuses every write except its deletion once archived, and is read as before', async () => {
    const { mission, evidence } = await withEvidence([both]);
    const place = placeOf(mission);
    await walk(admin, place.missionPath, 'in_progress', 'completed', 'archived');
    const before = await readMission(both.client, mission.id);
    for (const client of [admin, both.client]) {
      for (const { name, writes, call } of missionOperations) {
        if (name === 'delete' || (/^(delete|caption) evidence$/.test(name) && client !== admin)) continue;
        const answer = await call(client, place, evidence);
        assert.equal(answer.status, writes ? 409 : 200, name);
        if (writes) assert.equal(answer.body.code, 'archived', name);
      }
    }
    assert.deepEqual(await readMission(both.client, mission.id), before);
    const archived = bodyOf(await both.client.get(`${missionsPath}?status=archived`), 200).items;
    assert.ok(archived.some((item: Mission) => item.id === mission.id));
  });

  it('is deleted from the archive by people who may archive', async () => {
    const archiver = await server.newPerson('soc', { permissions: ['mission.archive'] });
    for (const person of [red, archiver]) {
      const { mission, evidence } = await withEvidence([red, archiver, soc]);
      const place = placeOf(mission);
      await walk(admin, place.missionPath, 'in_progress', 'completed', 'archived');
      assert.equal((await soc.client.delete(place.missionPath)).status, 403);
      const outsider = await server.newPerson('redteam');
      assert.equal((await outsider.client.delete(place.missionPath)).status, 404);
      assert.equal((await person.client.delete(place.missionPath)).status, 204);
      for (const { name, call } of missionOperations) {
        assert.equal((await call(admin, place, evidence)).status, 404, name);
      }
      const archived = bodyOf(await admin.get(`${missionsPath}?status=archived&limit=200`), 200).items;
      assert.ok(!archived.some((item: Mission) => item.id === mission.id));
    }
  });

  it('survive the user who made them, wrote to them and attached to them', async () => {
    const leaver = await server.newPerson('redteam');
    const mission = await newMission(leaver.client, { members: [soc] });
    const place = placeOf(mission);
    bodyOf(await leaver.client.put(place.path, { command: 'whoami' }), 200);
    const record = bodyOf(await attach(leaver.client, place), 201);
    assert.equal(record.uploaded_by.id, leaver.id);
    assert.equal((await readTest(soc.client, place)).last_actor?.id, leaver.id);
    assert.equal((await admin.delete(`/api/v1/users/${leaver.id}`)).status, 204);

    const now = await readMission(soc.client, mission.id);
    assert.equal(now.created_by, null);
    assert.deepEqual(
      now.members.map(({ user }) => user.id),
      [soc.id],
    );
    const test = await readTest(soc.client, place);
    assert.equal(test.last_actor, null);
    assert.equal(test.command, 'whoami');
    assert.deepEqual(test.evidence, [{ ...record, uploaded_by: null }]);
    const { tests } = bodyOf(await soc.client.get(`${place.missionPath}/activity`), 200);
    assert.equal(tests[0].last_actor, null);
    const listed = bodyOf(await soc.client.get(missionsPath), 200).items;
    assert.equal(listed.find((item: Mission) => item.id === mission.id).created_by, null);
  });
});
