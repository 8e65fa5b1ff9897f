import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../server/missions/contract.ts';
import {
  attach,
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  nobody,
  placeOf,
  readMission,
  readTest,
  refusal,
  walk,
} from '../support/factories.ts';
import { appended, missionOperations } from '../support/mission-operations.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../support/server.ts';

const missionsPath = '/api/v1/missions';

describe('missions', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  let other: Person;
  let soc: Person;
  let both: Person;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    red = await server.newPerson('redteam');
    other = await server.newPerson('redteam');
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

  describe('who may', () => {
    it('do nothing without a token', async () => {
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
      it(`exactly what is held by a member of the SOC with ${extra.join(', ') || 'nothing more'}`, async () => {
        const person = await server.newPerson('soc', { permissions: extra });
        const held = ['mission.read', 'mission.write_blue_fields', ...extra];
        const untouched = await withEvidence([person]);
        for (const { name, permissions, call } of missionOperations) {
          const allowed = permissions.some((permission) => held.includes(permission));
          const { mission, evidence } = allowed ? await withEvidence([person]) : untouched;
          const { status } = await call(person.client, placeOf(mission), evidence);
          // What is allowed can still be a move that this state does not make, or the other side's evidence.
          assert.equal(status !== 403, allowed, `${name}: ${status}`);
          assert.ok([200, 201, 204, 403, 409].includes(status), `${name}: ${status}`);
        }
        const created = await person.client.post(missionsPath, { name: 'x' });
        assert.equal(created.status, extra.includes('mission.create') ? 201 : 403);
        assert.equal((await person.client.get(missionsPath)).status, 200);
      });
    }

    it('all but the blue side for a red teamer, everything for an administrator who is no member', async () => {
      for (const { name, permissions, call } of missionOperations) {
        const one = await withEvidence([red]);
        const { status } = await call(red.client, placeOf(one.mission), one.evidence);
        const isBlue = permissions.join() === 'mission.write_blue_fields' || name === 'delete evidence';
        assert.equal(status === 403, isBlue, `${name}: ${status}`);
        const two = await withEvidence([]);
        const answer = await call(admin, placeOf(two.mission), two.evidence);
        assert.ok([200, 201, 204, 409].includes(answer.status), `${name}: ${answer.status}`);
      }
    });

    it('lose a permission at once with the group that gave it', async () => {
      const person = await server.newPerson('soc', { permissions: ['mission.update'] });
      const mission = await newMission(admin, { members: [person] });
      const rename = () => person.client.patch(`${missionsPath}/${mission.id}`, { name: 'Renamed' });
      assert.equal((await rename()).status, 200);
      const groups = bodyOf(await admin.get(`/api/v1/groups?q=${encodeURIComponent(person.email)}`), 200);
      assert.equal((await admin.delete(`/api/v1/groups/${groups.items[0].id}`)).status, 204);
      assert.equal((await rename()).status, 403);
    });
  });

  describe('what one is no member of', () => {
    it("can't be told from what there is not, on any path", async () => {
      const { mission, evidence } = await withEvidence([red]);
      const place = placeOf(mission);
      const missing = {
        mission: nobody,
        test: place.test,
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

    it("can't be told from it by bad bodies either", async () => {
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

    it('and what is deleted is gone from every path, for administrators too', async () => {
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

    it('becomes visible and invisible at once as members come and go', async () => {
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
      // Who takes themselves out is told what became of it, and then sees it no more.
      assert.deepEqual(bodyOf(await put([]), 200).members, []);
      assert.equal((await red.client.get(path)).status, 404);
      assert.equal((await put([red])).status, 404);
      assert.equal((await admin.get(path)).status, 200);
    });
  });

  describe('refusals', () => {
    it('come as 401, 403, 404, 422, 409', async () => {
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

    it('name an identifier that is none as what is not there', async () => {
      const mission = await newMission(admin);
      for (const id of ['x', '1', `${mission.id}x`, '..%2f', '%00', "' or 1=1", '%F0%9F%94%A5']) {
        const answer = await admin.get(`${missionsPath}/${encodeURIComponent(id)}`);
        assert.equal(answer.status, 404, id);
        assert.equal(answer.body.code, 'not_found');
        assert.equal((await admin.get(`${missionsPath}/${mission.id}/tests/${id}x`)).status, 404);
      }
    });
  });

  describe('making one', () => {
    it('keeps every field, starts as a draft and shows what it copied', async () => {
      const scenario = await newScenarioTemplate(red.client, { tests: 2, description: 'How it goes' });
      const created = bodyOf(
        await red.client.post(missionsPath, {
          name: '  Autumn exercise ',
          client: ' Acme ',
          description: ' kept to the letter ',
          start_date: '2026-11-01',
          end_date: '2026-11-01',
          scenario_template_ids: [scenario.id],
          members: [
            { user_id: soc.id, role_hint: 'blue' },
            { user_id: other.id, role_hint: 'observer' },
          ],
        }),
        201,
      );
      const { id, created_at, updated_at, scenarios, ...shown } = created;
      assert.equal(updated_at, created_at);
      assert.deepEqual(shown, {
        name: 'Autumn exercise',
        client: 'Acme',
        description: ' kept to the letter ',
        status: 'draft',
        start_date: '2026-11-01',
        end_date: '2026-11-01',
        members: [
          { user: { id: soc.id, display_name: 'soc 3' }, role_hint: 'blue' },
          { user: { id: other.id, display_name: 'redteam 2' }, role_hint: 'observer' },
          { user: { id: red.id, display_name: 'redteam 1' }, role_hint: 'red' },
        ],
        catalog_tags: [],
        catalog_version: null,
        created_by: { id: red.id, display_name: 'redteam 1' },
        counts: { tests: 2, pending: 2, skipped: 0, blocked: 0, executed: 0, reviewed_by_blue: 0 },
      });
      assert.equal(scenarios.length, 1);
      assert.equal(scenarios[0].name, scenario.name);
      assert.equal(scenarios[0].description, 'How it goes');
      assert.equal(scenarios[0].source_template_id, scenario.id);
      assert.deepEqual(
        scenarios[0].tests.map((test: Mission['scenarios'][0]['tests'][0]) => [
          test.position,
          test.name,
          test.status,
          test.last_actor,
          test.evidence_count,
        ]),
        scenario.tests.map(({ position, test_template }) => [
          position,
          test_template.name,
          'pending',
          null,
          0,
        ]),
      );
      assert.deepEqual(await readMission(red.client, id), created);
    });

    it('needs a name alone', async () => {
      const { id, created_at, updated_at, created_by, ...shown } = bodyOf(
        await admin.post(missionsPath, { name: 'Bare' }),
        201,
      );
      assert.deepEqual(shown, {
        name: 'Bare',
        client: null,
        description: null,
        status: 'draft',
        start_date: null,
        end_date: null,
        // An administrator sees it anyway.
        members: [],
        catalog_tags: [],
        catalog_version: null,
        scenarios: [],
        counts: { tests: 0, pending: 0, skipped: 0, blocked: 0, executed: 0, reviewed_by_blue: 0 },
      });
    });

    it('makes its creator a member as they listed themselves', async () => {
      for (const role_hint of ['lead', 'red', 'blue', 'observer'] as const) {
        const { members } = await newMission(red.client, { members: [[red, role_hint], soc] });
        assert.deepEqual(
          members.map((member) => [member.user.id, member.role_hint]),
          [
            [red.id, role_hint],
            [soc.id, 'red'],
          ],
        );
      }
      const listed = await newMission(admin, { members: [[server.admin, 'lead']] });
      assert.deepEqual(
        listed.members.map((member) => member.role_hint),
        ['lead'],
      );
    });

    it('copies a test at each of its positions, each as a test of its own', async () => {
      const [one, two] = [await newTestTemplate(red.client), await newTestTemplate(red.client)];
      const scenario = await newScenarioTemplate(red.client, { tests: [one.id, two.id, one.id] });
      const mission = await newMission(red.client, { tests: 0, scenario_template_ids: [scenario.id] });
      const tests = mission.scenarios[0]?.tests ?? [];
      assert.deepEqual(
        tests.map(({ name, position }) => [name, position]),
        [
          [one.name, 0],
          [two.name, 1],
          [one.name, 2],
        ],
      );
      assert.equal(new Set(tests.map(({ id }) => id)).size, 3);
      assert.equal(mission.counts.tests, 3);
      await walk(red.client, placeOf(mission, 2).path, 'executed');
      const after = await readMission(red.client, mission.id);
      assert.deepEqual(
        after.scenarios[0]?.tests.map(({ status }) => status),
        ['pending', 'pending', 'executed'],
      );
    });

    it('copies a scenario once, and again as often as it is appended, in that order', async () => {
      const [one, two] = [await newScenarioTemplate(admin), await newScenarioTemplate(admin, { tests: 0 })];
      const twice = await admin.post(missionsPath, {
        name: 'x',
        scenario_template_ids: [two.id, one.id, two.id],
      });
      assert.equal(twice.status, 422);
      assert.deepEqual(twice.body.errors, [{ path: 'scenario_template_ids.2', message: 'is named twice' }]);
      const { id } = await newMission(admin, { tests: 0, scenario_template_ids: [two.id] });
      const mission = bodyOf(
        await admin.post(`${missionsPath}/${id}/scenarios`, { scenario_template_ids: [one.id, two.id] }),
        201,
      ) as Mission;
      assert.deepEqual(
        mission.scenarios.map(({ source_template_id, position, tests }) => [
          source_template_id,
          position,
          tests.length,
        ]),
        [
          [two.id, 0, 0],
          [one.id, 1, 1],
          [two.id, 2, 0],
        ],
      );
      assert.equal(new Set(mission.scenarios.map(({ id }) => id)).size, 3);
    });

    const refused: [what: string, body: object, path: string][] = [
      ['no name', {}, 'name'],
      ['an empty name', { name: '' }, 'name'],
      ['a blank name', { name: ' \t ' }, 'name'],
      ['a long name', { name: 'x'.repeat(201) }, 'name'],
      ['a name that is null', { name: null }, 'name'],
      ['a long client', { name: 'x', client: 'x'.repeat(201) }, 'client'],
      ['a number for a text', { name: 'x', description: 7 }, 'description'],
      ['an unknown property', { name: 'x', status: 'archived' }, 'status'],
      ['the identifier', { name: 'x', id: nobody }, 'id'],
      ['inverted dates', { name: 'x', start_date: '2026-02-02', end_date: '2026-02-01' }, 'end_date'],
      ['a day that is not', { name: 'x', start_date: '2026-02-30' }, 'start_date'],
      ['a time for a date', { name: 'x', end_date: '2026-02-03T00:00:00Z' }, 'end_date'],
      ['an unknown template', { name: 'x', scenario_template_ids: [nobody] }, 'scenario_template_ids.0'],
      ['no identifier', { name: 'x', scenario_template_ids: ['x'] }, 'scenario_template_ids.0'],
      [
        'an unknown member',
        { name: 'x', members: [{ user_id: nobody, role_hint: 'red' }] },
        'members.0.user_id',
      ],
      ['a member without a hint', { name: 'x', members: [{ user_id: nobody }] }, 'members.0.role_hint'],
      [
        'an unknown hint',
        { name: 'x', members: [{ user_id: nobody, role_hint: 'boss' }] },
        'members.0.role_hint',
      ],
      [
        'a member with more',
        { name: 'x', members: [{ user_id: nobody, role_hint: 'red', name: 'x' }] },
        'members.0.name',
      ],
      ['a NUL', { name: 'a\u0000b' }, 'name'],
    ];
    for (const [what, body, path] of refused) {
      it(`refuses ${what}`, async () => {
        const before = bodyOf(await red.client.get(missionsPath), 200).total;
        const answer = await red.client.post(missionsPath, body);
        assert.equal(answer.status, 422, JSON.stringify(answer.body));
        assert.equal(answer.body.code, 'invalid');
        assert.equal(answer.body.errors[0].path, path);
        assert.equal(bodyOf(await red.client.get(missionsPath), 200).total, before);
      });
    }

    it('names every member that is unknown or listed twice', async () => {
      const member = (user_id: string) => ({ user_id, role_hint: 'red' });
      const answer = await red.client.post(missionsPath, {
        name: 'x',
        members: [member(soc.id), member(nobody), member(soc.id), member(red.id)],
      });
      assert.equal(answer.status, 422);
      assert.deepEqual(
        answer.body.errors.map(({ path }: { path: string }) => path),
        ['members.1.user_id', 'members.2.user_id'],
      );
    });

    it('refuses a template that is deleted, and makes nothing', async () => {
      const [kept, gone] = [await newScenarioTemplate(admin), await newScenarioTemplate(admin)];
      assert.equal((await admin.delete(`/api/v1/scenario-templates/${gone.id}`)).status, 204);
      const before = bodyOf(await admin.get(missionsPath), 200).total;
      const answer = await admin.post(missionsPath, {
        name: 'x',
        scenario_template_ids: [kept.id, gone.id],
      });
      assert.equal(answer.status, 422);
      assert.equal(answer.body.errors[0].path, 'scenario_template_ids.1');
      assert.equal(bodyOf(await admin.get(missionsPath), 200).total, before);
    });

    it('refuses more than 10,000 tests, at once and by appending', async () => {
      const scenario = await newScenarioTemplate(admin, { tests: 60 });
      const times = (count: number) => Array.from({ length: count }, () => scenario.id);
      const long = Array.from({ length: 1000 }, () => scenario.tests[0]?.test_template.id as string);
      const ids = [];
      for (let index = 0; index < 11; index += 1)
        ids.push((await newScenarioTemplate(admin, { tests: long })).id);
      const made = await admin.post(missionsPath, { name: 'x', scenario_template_ids: ids });
      assert.equal(made.status, 422);
      assert.equal(made.body.errors[0].path, 'scenario_template_ids');
      const mission = await newMission(admin, { tests: 0, scenario_template_ids: times(1) });
      const append = (count: number) =>
        admin.post(`${missionsPath}/${mission.id}/scenarios`, { scenario_template_ids: times(count) });
      assert.equal((await append(166)).status, 422);
      assert.deepEqual(await readMission(admin, mission.id), mission);
      assert.equal(bodyOf(await append(2), 201).counts.tests, 180);
    });

    it('refuses more than 64 MiB of text, at once and by appending', async () => {
      const text = 'é'.repeat(100_000);
      const fields = ['description', 'objective', 'procedure', 'command'] as const;
      const large = await newTestTemplate(admin, Object.fromEntries(fields.map((name) => [name, text])));
      const of = async (tests: number) =>
        (await newScenarioTemplate(admin, { tests: Array.from({ length: tests }, () => large.id) })).id;
      const [most, one, tooMuch] = [await of(83), await of(1), await of(84)];
      const before = bodyOf(await admin.get(missionsPath), 200).total;
      for (const ids of [[tooMuch], [most, one]]) {
        const made = await admin.post(missionsPath, { name: 'x', scenario_template_ids: ids });
        assert.equal(made.status, 422);
        assert.deepEqual(made.body.errors, [
          {
            path: 'scenario_template_ids',
            message: 'the mission would have more than 64 MiB of text from templates',
          },
        ]);
      }
      assert.equal(bodyOf(await admin.get(missionsPath), 200).total, before);
      const mission = await newMission(admin, { tests: 0, scenario_template_ids: [most] });
      const path = `${missionsPath}/${mission.id}/scenarios`;
      assert.equal((await admin.post(path, { scenario_template_ids: [one] })).status, 422);
      assert.deepEqual(await readMission(admin, mission.id), mission);
      const small = await newScenarioTemplate(admin);
      assert.equal(
        bodyOf(await admin.post(path, { scenario_template_ids: [small.id] }), 201).counts.tests,
        84,
      );
    });

    it('refuses what is no JSON', async () => {
      const send = (raw: string, type = 'application/json') =>
        admin.request('POST', missionsPath, { raw, headers: { 'content-type': type } });
      assert.equal((await send('{')).status, 400);
      assert.equal((await send('')).status, 400);
      assert.equal((await send('[]')).status, 422);
      assert.equal((await send('{"name":"x"}', 'text/plain')).status, 415);
    });
  });

  describe('changing one', () => {
    it('changes what is there and applies null', async () => {
      const mission = await newMission(admin, {
        client: 'Acme',
        description: 'd',
        start_date: '2026-01-01',
        end_date: '2026-01-31',
      });
      const path = `${missionsPath}/${mission.id}`;
      const renamed = bodyOf(await admin.patch(path, { name: ' New name ' }), 200);
      assert.deepEqual(renamed, { ...mission, name: 'New name', updated_at: renamed.updated_at });
      assert.ok(renamed.updated_at > mission.updated_at);
      const emptied = bodyOf(
        await admin.patch(path, { client: null, description: null, start_date: null, end_date: null }),
        200,
      );
      assert.deepEqual(emptied, {
        ...renamed,
        client: null,
        description: null,
        start_date: null,
        end_date: null,
        updated_at: emptied.updated_at,
      });
      assert.deepEqual(await readMission(admin, mission.id), emptied);
    });

    it('changes nothing when nothing is there', async () => {
      const mission = await newMission(admin);
      assert.deepEqual(bodyOf(await admin.patch(`${missionsPath}/${mission.id}`, {}), 200), mission);
    });

    it('refuses what is wrong and changes nothing', async () => {
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

    it('are taken as they are shown, and null empties them', async () => {
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

    it('are refused when unknown, listed twice or malformed, and then stay as they were', async () => {
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
    it('adds scenarios behind those there are and counts their tests', async () => {
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

    it('refuses none, unknown ones and more than a name', async () => {
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
          // To be there already is no change.
          if (status === 200 && from !== to) assert.ok(now.updated_at > before.updated_at);
          else assert.deepEqual(now, before);
          if (status === 200) assert.deepEqual(answer.body, now);
          else assert.equal(answer.body.code, from === 'archived' ? 'archived' : 'illegal_transition');
        });
      }
    }

    it('refuses what is no status', async () => {
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

  it('refuses every write but its deletion once archived, and is read as before', async () => {
    const { mission, evidence } = await withEvidence([both]);
    const place = placeOf(mission);
    await walk(admin, place.missionPath, 'in_progress', 'completed', 'archived');
    const before = await readMission(both.client, mission.id);
    for (const client of [admin, both.client]) {
      for (const { name, writes, call } of missionOperations) {
        if (name === 'delete' || (name === 'delete evidence' && client !== admin)) continue;
        const answer = await call(client, place, evidence);
        assert.equal(answer.status, writes ? 409 : 200, name);
        if (writes) assert.equal(answer.body.code, 'archived', name);
      }
    }
    assert.deepEqual(await readMission(both.client, mission.id), before);
    const archived = bodyOf(await both.client.get(`${missionsPath}?status=archived`), 200).items;
    assert.ok(archived.some((item: Mission) => item.id === mission.id));
  });

  it('is deleted out of the archive by who may archive', async () => {
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

/** Headers, but for what differs from one request to the next. */
function lastingHeaders(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
}
