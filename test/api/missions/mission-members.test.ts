import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  nobody,
  placeOf,
  readMission,
  walk,
} from '../../support/missions/factories.ts';
import { appended } from '../../support/missions/mission-operations.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const missionsPath = '/api/v1/missions';

describe('parts of a mission', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  let other: Person;
  let soc: Person;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    red = await server.newPerson('redteam');
    other = await server.newPerson('redteam');
    soc = await server.newPerson('soc');
    appended.id = (await newScenarioTemplate(admin)).id;
  });
  after(() => server.close());

  describe('members', () => {
    it('are replaced as a set, in the order given', async () => {
      const mission = await newMission(admin, { members: [red, soc] });
      const path = `${missionsPath}/${mission.id}/members`;
      const put = async (members: [Person, string][]) =>
        bodyOf(
          await admin.put(path, {
            members: members.map(([{ id }, role_hint]) => ({ user_id: id, role_hint })),
          }),
          200,
        ).members.map((member: Mission['members'][0]) => [member.user.id, member.role_hint]);
      assert.deepEqual(
        await put([
          [soc, 'blue'],
          [other, 'lead'],
        ]),
        [
          [soc.id, 'blue'],
          [other.id, 'lead'],
        ],
      );
      assert.deepEqual(await put([[soc, 'observer']]), [[soc.id, 'observer']]);
      assert.deepEqual(await put([]), []);
    });

    it('are accepted as they are shown, and null clears them', async () => {
      const { id, members } = await newMission(admin, { members: [red, [soc, 'observer']] });
      assert.equal(members.length, 2);
      const path = `${missionsPath}/${id}/members`;
      assert.deepEqual(bodyOf(await admin.put(path, { members: null }), 200).members, []);
      const renamed = members.map((member) => ({ ...member, user: { ...member.user, display_name: 7 } }));
      for (const given of [members, renamed]) {
        assert.deepEqual(bodyOf(await admin.put(path, { members: given }), 200).members, members);
      }
      const body = { name: 'Copied', members, scenario_template_ids: null };
      assert.deepEqual(bodyOf(await admin.post(missionsPath, body), 201).members, members);
      const alone = bodyOf(await admin.post(missionsPath, { name: 'Alone', members: null }), 201);
      assert.deepEqual([alone.members, alone.scenarios], [[], []]);
    });

    it('are refused if unknown, listed twice or malformed, and then stay unchanged', async () => {
      const mission = await newMission(admin, { members: [red] });
      const path = `${missionsPath}/${mission.id}/members`;
      for (const body of [
        {},
        { members: [null] },
        { members: [{ role_hint: 'red' }] },
        { members: [{ user_id: soc.id, user: { id: soc.id }, role_hint: 'red' }] },
        { members: [{ user: { id: soc.id, email: 'x' }, role_hint: 'red' }] },
        { members: [{ user: { id: nobody }, role_hint: 'red' }] },
        { members: [{ user_id: nobody, role_hint: 'red' }] },
        { members: [{ user_id: 'x', role_hint: 'red' }] },
        { members: [{ user_id: soc.id, role_hint: 'purple' }] },
        {
          members: [
            { user_id: soc.id, role_hint: 'red' },
            { user_id: soc.id, role_hint: 'blue' },
          ],
        },
        { members: [], more: 1 },
      ]) {
        assert.equal((await admin.put(path, body)).status, 422, JSON.stringify(body));
      }
      assert.deepEqual(await readMission(admin, mission.id), mission);
    });
  });

  describe('appending', () => {
    it('adds scenarios at the end and counts their tests', async () => {
      const mission = await newMission(red.client, { tests: 2 });
      const { path, missionPath } = placeOf(mission);
      await walk(red.client, path, 'executed');
      const more = [await newScenarioTemplate(admin, { tests: 3 }), await newScenarioTemplate(admin)];
      const grown: Mission = bodyOf(
        await red.client.post(`${missionPath}/scenarios`, {
          scenario_template_ids: more.map(({ id }) => id),
        }),
        201,
      );
      assert.deepEqual(
        grown.scenarios.map(({ position, tests }) => [position, tests.length]),
        [
          [0, 2],
          [1, 3],
          [2, 1],
        ],
      );
      assert.deepEqual(grown.counts, {
        tests: 6,
        pending: 5,
        skipped: 0,
        blocked: 0,
        executed: 1,
        reviewed_by_blue: 0,
      });
      assert.ok(grown.updated_at > mission.updated_at);
    });

    it('refuses an empty list, unknown ones and extra fields', async () => {
      const mission = await newMission(admin);
      for (const body of [
        {},
        { scenario_template_ids: [] },
        { scenario_template_ids: [nobody] },
        { scenario_template_ids: ['x'] },
        { scenario_template_ids: appended.id },
        { scenario_template_ids: [appended.id], position: 0 },
        { scenario_template_ids: [appended.id, nobody] },
      ]) {
        assert.equal(
          (await admin.post(`${missionsPath}/${mission.id}/scenarios`, body)).status,
          422,
          JSON.stringify(body),
        );
      }
      assert.deepEqual(await readMission(admin, mission.id), mission);
    });
  });
});
