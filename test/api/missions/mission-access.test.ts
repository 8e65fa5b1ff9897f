import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import {
  attach,
  bodyOf,
  newMission,
  newScenarioTemplate,
  nobody,
  placeOf,
  readMission,
  refusal,
  walk,
} from '../../support/missions/factories.ts';
import { appended, missionOperations } from '../../support/missions/mission-operations.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const missionsPath = '/api/v1/missions';

describe('access to missions', () => {
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

  describe('access', () => {
    it('is nothing without a token', async () => {
      const { mission, evidence } = await withEvidence([]);
      for (const { name, call } of missionOperations) {
        assert.equal((await call(server.anonymous, placeOf(mission), evidence)).status, 401, name);
      }
      assert.equal((await server.anonymous.get(missionsPath)).status, 401);
      assert.equal((await server.anonymous.post(missionsPath, { name: 'x' })).status, 401);
    });

    const sets = [
      [],
      ['mission.create'],
      ['mission.update'],
      ['mission.archive'],
      ['mission.write_red_fields'],
      ['catalog.sync', 'user.manage', 'test_template.create', 'scenario_template.update'],
    ];
    for (const extra of sets) {
      it(`is exactly what a member of the SOC holds with ${extra.join(', ') || 'nothing more'}`, async () => {
        const person = await server.newPerson('soc', { permissions: extra });
        const held = ['mission.read', 'mission.write_blue_fields', ...extra];
        const untouched = await withEvidence([person]);
        for (const { name, permissions, writes, call } of missionOperations) {
          const allowed = permissions.some((permission) => held.includes(permission));
          const { mission, evidence } = allowed && writes ? await withEvidence([person]) : untouched;
          const { status } = await call(person.client, placeOf(mission), evidence);
          // An allowed request can still be an impossible move, or concern the other side's evidence.
          assert.equal(status !== 403, allowed, `${name}: ${status}`);
          assert.ok([200, 201, 204, 403, 409].includes(status), `${name}: ${status}`);
        }
        const created = await person.client.post(missionsPath, { name: 'x' });
        assert.equal(created.status, extra.includes('mission.create') ? 201 : 403);
        assert.equal((await person.client.get(missionsPath)).status, 200);
      });
    }

    it('is everything but the blue side for a red teamer, everything for a non-member administrator', async () => {
      const ofRed = await withEvidence([red]);
      const ofNobody = await withEvidence([]);
      for (const { name, permissions, writes, call } of missionOperations) {
        const one = writes ? await withEvidence([red]) : ofRed;
        const { status } = await call(red.client, placeOf(one.mission), one.evidence);
        const isOfBlue = /^((delete|caption) evidence|list the sightings)$/.test(name);
        const isBlue = permissions.join() === 'mission.write_blue_fields' || isOfBlue;
        assert.equal(status === 403, isBlue, `${name}: ${status}`);
        const two = writes ? await withEvidence([]) : ofNobody;
        const answer = await call(admin, placeOf(two.mission), two.evidence);
        assert.ok([200, 201, 204, 409].includes(answer.status), `${name}: ${answer.status}`);
      }
    });

    it('loses a permission at once with the group that gave it', async () => {
      const person = await server.newPerson('soc', { permissions: ['mission.update'] });
      const mission = await newMission(admin, { members: [person] });
      const rename = () => person.client.patch(`${missionsPath}/${mission.id}`, { name: 'Renamed' });
      assert.equal((await rename()).status, 200);
      const groups = bodyOf(await admin.get(`/api/v1/groups?q=${encodeURIComponent(person.email)}`), 200);
      assert.equal((await admin.delete(`/api/v1/groups/${groups.items[0].id}`)).status, 204);
      assert.equal((await rename()).status, 403);
    });
  });

  describe('missions of others', () => {
    it('are indistinguishable from missing ones, on any path', async () => {
      const { mission, evidence } = await withEvidence([red]);
      const place = placeOf(mission);
      const missing = {
        mission: nobody,
        test: place.test,
        scenario: place.scenario,
        missionPath: `${missionsPath}/${nobody}`,
        path: `${missionsPath}/${nobody}/tests/${place.test}`,
      };
      for (const { name, call } of missionOperations) {
        const hidden = await call(both.client, place, evidence);
        const absent = await call(both.client, missing, nobody);
        assert.equal(hidden.status, 404, name);
        assert.equal(absent.status, 404, name);
        if (hidden.body !== '') assert.deepEqual(refusal(hidden), refusal(absent), name);
        assert.deepEqual(lastingHeaders(hidden.headers), lastingHeaders(absent.headers), name);
      }
      assert.equal((await readMission(red.client, mission.id)).updated_at, mission.updated_at);
    });

    it('are indistinguishable by invalid bodies either', async () => {
      const mission = await newMission(admin);
      const { missionPath, path } = placeOf(mission);
      const bad: [method: string, path: string, body: unknown][] = [
        ['PATCH', missionPath, { name: '' }],
        ['POST', `${missionPath}/scenarios`, { scenario_template_ids: 'x' }],
        ['PUT', `${missionPath}/members`, {}],
        ['POST', `${missionPath}/transition`, { status: 'nonsense' }],
        ['PUT', path, { command: 7 }],
        ['POST', `${path}/transition`, { status: 'nonsense' }],
        ['POST', `${path}/evidence`, { not: 'a form' }],
      ];
      for (const [method, target, body] of bad) {
        assert.equal(
          (await both.client.request(method, target, { body })).status,
          404,
          `${method} ${target}`,
        );
        assert.equal(
          (await both.client.request(method, target, { raw: '{', headers: { 'content-type': 'text/html' } }))
            .status,
          404,
        );
      }
      assert.equal((await both.client.get(`${missionPath}/activity?since=nonsense`)).status, 404);
    });

    it('are gone from every path once deleted, for administrators too', async () => {
      const { mission, evidence } = await withEvidence([both]);
      assert.equal((await admin.delete(`${missionsPath}/${mission.id}`)).status, 204);
      for (const client of [admin, both.client]) {
        for (const { name, call } of missionOperations) {
          assert.equal((await call(client, placeOf(mission), evidence)).status, 404, name);
        }
        const listed = bodyOf(await client.get(`${missionsPath}?limit=200`), 200).items;
        assert.ok(listed.every((item: Mission) => item.id !== mission.id));
      }
    });

    it('become visible and invisible at once as members come and go', async () => {
      const mission = await newMission(admin, { members: [[red, 'lead']] });
      const path = `${missionsPath}/${mission.id}`;
      const put = (people: Person[]) =>
        red.client.put(`${path}/members`, {
          members: people.map(({ id }) => ({ user_id: id, role_hint: 'red' })),
        });
      for (let round = 0; round < 3; round += 1) {
        bodyOf(await put([red, soc]), 200);
        assert.equal((await soc.client.get(path)).status, 200);
        bodyOf(await put([red]), 200);
        assert.equal((await soc.client.get(path)).status, 404);
      }
      // Members who remove themselves get the answer, and then lose access.
      assert.deepEqual(bodyOf(await put([]), 200).members, []);
      assert.equal((await red.client.get(path)).status, 404);
      assert.equal((await put([red])).status, 404);
      assert.equal((await admin.get(path)).status, 200);
    });
  });

  describe('refusals', () => {
    it('come in the order 401, 403, 404, 422, 409', async () => {
      const mission = await newMission(admin, { members: [red, soc] });
      const place = placeOf(mission);
      await walk(admin, place.missionPath, 'in_progress', 'completed', 'archived');
      const stages = async (method: string, path: string, good: unknown, bad: unknown, client: Person) => {
        const elsewhere = path.replace(mission.id, nobody);
        const answers = [
          await server.anonymous.request(method, elsewhere, { body: bad }),
          await soc.client.request(method, elsewhere, { body: bad }),
          await client.client.request(method, elsewhere, { body: bad }),
          await client.client.request(method, path, { body: bad }),
          await client.client.request(method, path, { body: good }),
        ];
        assert.deepEqual(
          answers.map(({ status }) => status),
          [401, 403, 404, 422, 409],
          `${method} ${path}`,
        );
        assert.equal(answers[4]?.body.code, 'archived');
      };
      const { missionPath, path } = place;
      await stages('PATCH', missionPath, { name: 'x' }, { name: 1 }, red);
      await stages(
        'PATCH',
        missionPath,
        { start_date: '2026-01-01' },
        { start_date: '2026-01-02', end_date: '2026-01-01' },
        red,
      );
      await stages(
        'POST',
        `${missionPath}/scenarios`,
        { scenario_template_ids: [appended.id] },
        { scenario_template_ids: [nobody] },
        red,
      );
      await stages(
        'PUT',
        `${missionPath}/members`,
        { members: [] },
        { members: [{ user_id: nobody, role_hint: 'red' }] },
        red,
      );
      await stages(
        'POST',
        `${missionPath}/transition`,
        { status: 'draft' },
        { status: 'draft', more: 1 },
        red,
      );
      await stages('PUT', path, { command: 'x' }, { command: 1 }, red);
      await stages(
        'POST',
        `${path}/transition`,
        { status: 'skipped' },
        { status: 'skipped', executed_at: 'x' },
        red,
      );
    });

    it('treat an invalid identifier as missing', async () => {
      const mission = await newMission(admin);
      for (const id of ['x', '1', `${mission.id}x`, '..%2f', '%00', "' or 1=1", '%F0%9F%94%A5']) {
        const answer = await admin.get(`${missionsPath}/${encodeURIComponent(id)}`);
        assert.equal(answer.status, 404, id);
        assert.equal(answer.body.code, 'not_found');
        assert.equal((await admin.get(`${missionsPath}/${mission.id}/tests/${id}x`)).status, 404);
      }
    });
  });
});

/** Headers, without those that differ between requests. */
function lastingHeaders(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
}
