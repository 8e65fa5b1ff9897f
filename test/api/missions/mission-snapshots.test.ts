import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  readMission,
  readTest,
} from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

describe('a snapshot', () => {
  let server: TestServer;
  let admin: Client;
  before(async () => {
    server = await startTestServer({ loadCatalog: true });
    admin = server.admin.client;
  });
  after(() => server.close());

  const dumping = { kind: 'technique', external_id: 'T1003' };
  const lsass = { kind: 'subtechnique', external_id: 'T1003.001' };
  const access = { kind: 'tactic', external_id: 'TA0006' };

  it('is not touched when its templates are edited and deleted', async () => {
    const fields = {
      name: 'Dump LSASS memory',
      description: 'd',
      objective: 'o',
      procedure: 'p\r\n',
      command: 'rundll32.exe comsvcs.dll ',
      cleanup_command: 'del',
      expected_detection: 'e',
      platforms: ['windows'],
      opsec: 'high',
      tags: ['credentials'],
      catalog_tags: [lsass],
    };
    const one = await newTestTemplate(admin, fields);
    const two = await newTestTemplate(admin);
    const scenario = await newScenarioTemplate(admin, {
      name: 'Credentials',
      description: 'How',
      tests: [one.id, two.id],
      catalog_tags: [access],
    });
    const mission = await newMission(admin, { tests: 0, scenario_template_ids: [scenario.id] });
    const place = placeOf(mission);
    const test = await readTest(admin, place);
    assert.deepEqual(
      {
        ...fields,
        catalog_tags: [{ ...lsass, name: 'OS Credential Dumping: LSASS Memory' }],
        suggested_command: fields.command,
        command: null,
        status: 'pending',
        source_template_id: one.id,
      },
      pick(test, [
        ...Object.keys(fields),
        'suggested_command',
        'status',
        'source_template_id',
      ] as (keyof typeof test)[]),
    );

    const edit = (path: string, body: object) => admin.patch(`/api/v1/${path}`, body);
    bodyOf(
      await edit(`test-templates/${one.id}`, {
        name: 'Other',
        command: 'other',
        platforms: [],
        tags: [],
        opsec: null,
        catalog_tags: [dumping],
      }),
      200,
    );
    bodyOf(
      await edit(`scenario-templates/${scenario.id}`, {
        name: 'Other',
        description: null,
        catalog_tags: [],
        test_template_ids: [],
      }),
      200,
    );
    assert.deepEqual(await readTest(admin, place), test);
    assert.deepEqual(await readMission(admin, mission.id), mission);

    assert.equal((await admin.delete(`/api/v1/test-templates/${one.id}`)).status, 204);
    assert.deepEqual(await readTest(admin, place), { ...test, source_template_id: null });
    assert.deepEqual(await readMission(admin, mission.id), mission);

    assert.equal((await admin.delete(`/api/v1/scenario-templates/${scenario.id}`)).status, 204);
    assert.deepEqual(await readMission(admin, mission.id), {
      ...mission,
      scenarios: mission.scenarios.map((item) => ({ ...item, source_template_id: null })),
    });
  });

  it('omits a deleted test template and closes the gap', async () => {
    const tests = [await newTestTemplate(admin), await newTestTemplate(admin), await newTestTemplate(admin)];
    const scenario = await newScenarioTemplate(admin, { tests: tests.map(({ id }) => id) });
    assert.equal((await admin.delete(`/api/v1/test-templates/${tests[1]?.id}`)).status, 204);
    const mission = await newMission(admin, { tests: 0, scenario_template_ids: [scenario.id] });
    assert.deepEqual(
      mission.scenarios[0]?.tests.map(({ position, name }) => [position, name]),
      [
        [0, tests[0]?.name],
        [1, tests[2]?.name],
      ],
    );
  });

  it('has the union of its tags, to which an append adds', async () => {
    const tagged = await newTestTemplate(admin, { catalog_tags: [lsass, dumping] });
    const scenario = await newScenarioTemplate(admin, { tests: [tagged.id], catalog_tags: [dumping] });
    const mission = await newMission(admin, {
      tests: 0,
      scenario_template_ids: [scenario.id],
    });
    const path = `/api/v1/missions/${mission.id}/scenarios`;
    bodyOf(await admin.post(path, { scenario_template_ids: [scenario.id] }), 201);
    assert.deepEqual(
      mission.catalog_tags.map(({ external_id }) => external_id),
      ['T1003', 'T1003.001'],
    );
    const more = await newScenarioTemplate(admin, { tests: 0, catalog_tags: [access, lsass] });
    const grown = bodyOf(await admin.post(path, { scenario_template_ids: [more.id] }), 201);
    assert.deepEqual(grown.catalog_tags, [
      { ...dumping, name: 'OS Credential Dumping' },
      { ...lsass, name: 'OS Credential Dumping: LSASS Memory' },
      { ...access, name: 'Credential Access' },
    ]);
    const [listed] = bodyOf(await admin.get('/api/v1/missions?limit=1'), 200).items;
    assert.deepEqual(listed.catalog_tags, grown.catalog_tags);
  });

  it('remembers the version of the catalogue the first time only', async () => {
    const scenario = await newScenarioTemplate(admin);
    const later = await newMission(admin, { tests: 0 });
    const mission = await newMission(admin, { tests: 0, scenario_template_ids: [scenario.id] });
    assert.equal(later.catalog_version, null);
    assert.equal(mission.catalog_version, '19.1');
    const append = (id: string) =>
      admin.post(`/api/v1/missions/${id}/scenarios`, { scenario_template_ids: [scenario.id] });
    assert.equal(bodyOf(await append(later.id), 201).catalog_version, '19.1');
  });

  it('taken without a catalogue has no version, whatever is loaded later', async () => {
    const empty = await startTestServer();
    try {
      const client = empty.admin.client;
      const scenario = await newScenarioTemplate(client);
      const mission = await newMission(client, { tests: 0, scenario_template_ids: [scenario.id] });
      assert.equal(mission.catalog_version, null);
      bodyOf(await client.post('/api/v1/catalog/sync', { source: 'bundled' }), 200);
      const grown = await client.post(`/api/v1/missions/${mission.id}/scenarios`, {
        scenario_template_ids: [scenario.id],
      });
      assert.equal(bodyOf(grown, 201).catalog_version, null);
    } finally {
      await empty.close();
    }
  });

  it('of ten scenarios is seen completely or not at all by other readers', async () => {
    const tests = [];
    for (let index = 0; index < 40; index += 1) tests.push((await newTestTemplate(admin)).id);
    const scenarios: string[] = [];
    for (let index = 0; index < 10; index += 1)
      scenarios.push((await newScenarioTemplate(admin, { tests })).id);
    const reader = await server.newPerson('soc');

    for (let round = 0; round < 3; round += 1) {
      let made: string | undefined;
      const making = admin
        .post('/api/v1/missions', {
          name: `Ten ${round}`,
          scenario_template_ids: scenarios,
          members: [{ user_id: reader.id, role_hint: 'blue' }],
        })
        .then((answer) => {
          made = bodyOf(answer, 201).id;
        });
      const read = async (): Promise<void> => {
        for (let last = false; !last; ) {
          last = made !== undefined;
          const { items, total } = bodyOf(await reader.client.get('/api/v1/missions?q=Ten'), 200);
          for (const item of items) {
            assert.equal(item.counts.tests, 400);
            const whole = await readMission(reader.client, item.id);
            assert.equal(whole.scenarios.length, 10);
            assert.ok(whole.scenarios.every((scenario) => scenario.tests.length === 40));
            const { tests: seen } = bodyOf(
              await reader.client.get(`/api/v1/missions/${item.id}/activity`),
              200,
            );
            assert.equal(seen.length, 400);
          }
          if (last) assert.equal(total, round + 1);
        }
      };
      await Promise.all([making, read(), read()]);
    }
  });
});

function pick<T extends object>(value: T, keys: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => keys.includes(key as keyof T)),
  ) as Partial<T>;
}
