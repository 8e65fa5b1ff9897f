import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  nobody,
  placeOf,
  readMission,
  walk,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const missionsPath = '/api/v1/missions';

/** Initial values of fields that a new mission only gets later. */
const nothingSince = {
  retest_of: null,
  settle_at_review: 'ask',
  sightings_visible_to_red: false,
  replay_opened: false,
  locked: false,
  threats: [],
  visibility: 'open',
  reveal: null,
  tlpt: false,
  outline_changed_at: null,
  variables: {},
  remediations: { open: 0, in_progress: 0, fixed: 0, verified: 0, risk_accepted: 0, declined: 0 },
};

describe('new missions', () => {
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
  });
  after(() => server.close());

  it('add single tests of the library as a scenario of their own, after the others', async () => {
    const tests = [];
    for (const name of ['One', 'Two']) tests.push(await newTestTemplate(admin, { name, command: name }));
    const scenario = await newScenarioTemplate(admin, { tests: 1 });
    const test_template_ids = [...tests.map(({ id }) => id), tests[0]?.id as string];
    const made = await newMission(red.client, {
      tests: 0,
      scenario_template_ids: [scenario.id],
      test_template_ids,
    });
    assert.deepEqual(
      made.scenarios.map(({ name, source_template_id, tests: { length } }) => [
        name,
        source_template_id,
        length,
      ]),
      [
        [scenario.name, scenario.id, 1],
        ['Single tests', null, 3],
      ],
    );
    assert.deepEqual(
      made.scenarios[1]?.tests.map(({ name }) => name),
      ['One', 'Two', 'One'],
    );
    const copied = bodyOf(await red.client.get(placeOf(made, 2).path), 200);
    assert.deepEqual([copied.suggested_command, copied.source_template_id], ['Two', test_template_ids[1]]);
    assert.equal(made.counts.tests, 4);
    const alone = await newMission(red.client, { tests: 0, test_template_ids: [test_template_ids[1]] });
    assert.deepEqual(
      alone.scenarios.map(({ name }) => name),
      ['Single tests'],
    );
    const refused = await red.client.post(missionsPath, {
      name: 'x',
      test_template_ids: [test_template_ids[0], nobody],
    });
    assert.deepEqual([refused.status, refused.body.errors[0].path], [422, 'test_template_ids.1']);
  });

  describe('making one', () => {
    it('keeps every field, starts as a draft and shows its copies', async () => {
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
        organisation: { id: shown.organisation?.id, name: 'Acme' },
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
        ...nothingSince,
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

    it('needs only a name', async () => {
      const { id, created_at, updated_at, created_by, ...shown } = bodyOf(
        await admin.post(missionsPath, { name: 'Bare' }),
        201,
      );
      assert.deepEqual(shown, {
        name: 'Bare',
        client: null,
        organisation: null,
        description: null,
        status: 'draft',
        start_date: null,
        end_date: null,
        // An administrator needn't be a member.
        members: [],
        catalog_tags: [],
        catalog_version: null,
        scenarios: [],
        counts: { tests: 0, pending: 0, skipped: 0, blocked: 0, executed: 0, reviewed_by_blue: 0 },
        ...nothingSince,
      });
    });

    it('makes its creator a member in the role they chose', async () => {
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

    it('copies a scenario as often as it is named, on creation too, in that order', async () => {
      const [one, two] = [await newScenarioTemplate(admin), await newScenarioTemplate(admin, { tests: 0 })];
      const twice = await newMission(admin, { tests: 0, scenario_template_ids: [one.id, two.id, one.id] });
      assert.deepEqual(
        twice.scenarios.map(({ source_template_id, tests }) => [source_template_id, tests.length]),
        [
          [one.id, 1],
          [two.id, 0],
          [one.id, 1],
        ],
      );
      assert.equal(twice.counts.tests, 2);
      const ids = twice.scenarios.flatMap(({ id, tests }) => [id, ...tests.map((test) => test.id)]);
      assert.equal(new Set(ids).size, 5);
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

    it('refuses a deleted template and creates nothing', async () => {
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
            message: 'the mission would have more than 64 MiB of text in its tests',
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

    it('refuses an invalid JSON body', async () => {
      const send = (raw: string, type = 'application/json') =>
        admin.request('POST', missionsPath, { raw, headers: { 'content-type': type } });
      assert.equal((await send('{')).status, 400);
      assert.equal((await send('')).status, 400);
      assert.equal((await send('[]')).status, 422);
      assert.equal((await send('{"name":"x"}', 'text/plain')).status, 415);
    });
  });
});
