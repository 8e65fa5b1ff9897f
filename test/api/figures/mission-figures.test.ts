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
  told,
} from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { later, type Written, writeTest } from './scene.ts';

let server: TestServer;
let admin: Client;
let levels: Record<string, string>;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
  const all: { key: string; id: string }[] = bodyOf(await admin.get('/api/v1/detection-levels'), 200);
  levels = Object.fromEntries(all.map(({ key, id }) => [key, id]));
});
after(() => server.close());

const write = (path: string, test: Written) => writeTest({ admin, levels }, path, test);

describe('the figures of a mission', () => {
  it('have gaps in the order of their findings, and as fixed once those are', async () => {
    const mission = await newMission(admin, { tests: 4, client: 'Found' });
    const path = `/api/v1/missions/${mission.id}`;
    for (const index of [0, 1, 2, 3]) {
      const facts: Written['facts'] =
        index === 1
          ? [['logged', 'yes', 1]]
          : [
              ['alerted', 'no'],
              ['logged', 'no'],
            ];
      await write(placeOf(mission, index).path, { facts });
    }
    const read = async () => {
      const { gaps } = bodyOf(await admin.get(`${path}/figures`), 200);
      return gaps.map(({ test, state }: { test: { id: string }; state: string }) => [
        [0, 1, 2, 3].find((index) => placeOf(mission, index).path.endsWith(test.id)),
        state,
      ]);
    };
    const find = async (index: number, severity: string, status: string, side = 'both') => {
      const tests = [{ test_id: placeOf(mission, index).path.split('/').at(-1), run: 1 }];
      const finding = { title: 'Found', kind: 'detection_gap', severity, side, tests };
      const { id } = bodyOf(await admin.post(`${path}/findings`, finding), 201);
      bodyOf(await admin.patch(`${path}/findings/${id}`, { status }), 200);
    };
    assert.deepEqual(await read(), [
      [0, 'open'],
      [2, 'open'],
      [3, 'open'],
      [1, 'open'],
    ]);
    await find(1, 'critical', 'confirmed');
    await find(3, 'low', 'fixed');
    await find(2, 'high', 'draft');
    await find(0, 'high', 'fixed', 'red');
    assert.deepEqual(await read(), [
      [1, 'open'],
      [3, 'fixed'],
      [0, 'open'],
      [2, 'open'],
    ]);
  });

  it('follow each write, and the names of tools', async () => {
    const mission = await newMission(admin, { client: 'Followed' });
    const { path } = placeOf(mission);
    const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
    const tool = bodyOf(await admin.post(tools, { name: 'EDR', kind: 'edr' }), 201);
    const read = async () => {
      const figures = bodyOf(await admin.get(`/api/v1/missions/${mission.id}/figures`), 200);
      return [figures.attempted, figures.stopped_or_detected.n, figures.by_tool[0]?.tool.name];
    };
    assert.deepEqual(await read(), [0, 0, undefined]);
    await write(path, { facts: [['alerted', 'yes', 1, { tool: { id: tool.id } }]] });
    assert.deepEqual(await read(), [1, 1, 'EDR']);
    bodyOf(await admin.patch(`${tools}/${tool.id}`, { name: 'XDR' }), 200);
    assert.deepEqual(await read(), [1, 1, 'XDR']);
  });

  it('match those of a server without a cache after each write', async () => {
    const client = 'Remembered';
    const mission = await newMission(admin, { tests: 4, client });
    const organisation = mission.organisation?.id;
    const newTool = async (name: string) =>
      bodyOf(await admin.post(`/api/v1/organisations/${organisation}/tools`, { name, kind: 'edr' }), 201).id;
    const [edr, siem] = [await newTool('Remembered EDR'), await newTool('Remembered SIEM')];
    const at = (index: number) => placeOf(mission, index).path;
    const fact = async (index: number, fields: Record<string, unknown>) =>
      bodyOf(await admin.post(`${at(index)}/facts`, { kind: 'alerted', result: 'yes', ...fields }), 201);
    const read = async () => {
      const ofMission = await admin.get(`/api/v1/missions/${mission.id}/figures`);
      const ofAll = await admin.get(`/api/v1/organisations/${organisation}/figures`);
      return [bodyOf(ofMission, 200), bodyOf(ofAll, 200)];
    };
    const writes: Record<string, () => Promise<unknown>> = {
      executed: async () => {
        for (const index of [0, 1, 2]) {
          await write(at(index), { expected: [{ kind: 'alerted', result: 'yes', tool_ids: [edr] }] });
        }
      },
      'facts of one tool': () => fact(0, { tool: { id: edr }, at: later(3) }),
      'facts of the other': () => fact(1, { tool: { id: siem }, severity: 'high', at: later(90) }),
      'another level': async () =>
        bodyOf(await admin.put(at(2), { detection_level_id: levels.not_detected }), 200),
      'a mission of another organisation': async () => {
        const other = await newMission(admin, { client: 'Joined' });
        const tool = { name: 'remembered edr', kind: 'edr' };
        const path = `/api/v1/organisations/${other.organisation?.id}`;
        const { id } = bodyOf(await admin.post(`${path}/tools`, tool), 201);
        await write(placeOf(other).path, { facts: [['alerted', 'yes', 1, { tool: { id } }]] });
        bodyOf(await admin.post(`${path}/merge`, { into: organisation }), 200);
      },
      'a test in another scenario': async () => {
        const path = `/api/v1/missions/${mission.id}/scenarios`;
        const { scenarios } = bodyOf(await admin.post(path, { name: 'Second' }), 201) as Mission;
        bodyOf(await admin.post(`${at(0)}/move`, { scenario_id: scenarios[1]?.id }), 200);
      },
      'one less': async () => bodyOf(await admin.delete(at(3)), 204),
      'one back': async () => bodyOf(await admin.post(`${at(3)}/restore`), 200),
      'run again': async () => bodyOf(await admin.post(`${at(1)}/runs`, { reason: 'retest' }), 201),
    };
    for (const [what, make] of Object.entries(writes)) {
      const before = await read();
      await make();
      const remembered = await read();
      assert.notDeepEqual(remembered, before, what);
      await server.restart();
      assert.deepEqual(remembered, await read(), what);
    }
  });

  it('count a technique in each of its tactics, and in the tactics that a test names itself', async () => {
    bodyOf(await admin.post('/api/v1/catalog/sync', { source: 'bundled' }), 200);
    const tag = (kind: string, external_id: string) => ({ kind, external_id });
    const tagged = async (...catalog_tags: object[]) => (await newTestTemplate(admin, { catalog_tags })).id;
    const tests = [
      await tagged(tag('subtechnique', 'T1059.001')),
      await tagged(tag('technique', 'T1078')),
      await tagged(tag('technique', 'T1078'), tag('tactic', 'TA0001')),
      await tagged(tag('tactic', 'TA0040')),
    ];
    const scenario = await newScenarioTemplate(admin, { tests });
    const mission = await newMission(admin, { tests: 0, scenario_template_ids: [scenario.id] });
    await write(placeOf(mission, 1).path, { facts: [['alerted', 'yes', 1]] });
    const figures = bodyOf(await admin.get(`/api/v1/missions/${mission.id}/figures`), 200);
    const valid: string[] = bodyOf(
      await admin.get('/api/v1/catalog/techniques?q=T1078'),
      200,
    ).items[0].tactics.map(({ external_id }: { external_id: string }) => external_id);
    assert.ok(valid.length > 1 && valid.includes('TA0001'));
    const counted = Object.fromEntries(
      figures.by_tactic.map((part: { tactic: { external_id: string }; tests: number }) => [
        part.tactic.external_id,
        part.tests,
      ]),
    );
    assert.deepEqual(counted, {
      ...Object.fromEntries(valid.map((tactic) => [tactic, 2])),
      TA0002: 1,
      TA0040: 1,
    });
    assert.deepEqual(
      figures.by_technique.map((part: { technique: object; tests: number; classes: { alerted: number } }) => [
        part.technique,
        part.tests,
        part.classes.alerted,
      ]),
      [
        [{ external_id: 'T1059.001', name: 'Command and Scripting Interpreter: PowerShell' }, 1, 0],
        [{ external_id: 'T1078', name: 'Valid Accounts' }, 2, 1],
      ],
    );
  });

  it('can be limited to a scenario, a tactic, a tool, or all of these', async () => {
    bodyOf(await admin.post('/api/v1/catalog/sync', { source: 'bundled' }), 200);
    const [shell, other] = [
      await newTestTemplate(admin, { catalog_tags: [{ kind: 'subtechnique', external_id: 'T1059.001' }] }),
      await newTestTemplate(admin),
    ];
    const [first, second] = [
      await newScenarioTemplate(admin, { tests: [shell.id, other.id] }),
      await newScenarioTemplate(admin, { tests: [shell.id] }),
    ];
    const mission = await newMission(admin, {
      tests: 0,
      scenario_template_ids: [first.id, second.id],
      client: 'Chosen',
    });
    const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
    const { id: tool } = bodyOf(await admin.post(tools, { name: 'EDR', kind: 'edr' }), 201);
    await write(placeOf(mission, 0).path, { facts: [['alerted', 'yes', 1, { tool: { id: tool } }]] });
    await write(placeOf(mission, 1).path, { facts: [['alerted', 'no', null, { tool: { id: tool } }]] });
    await write(placeOf(mission, 2).path, { facts: [['alerted', 'no']] });
    const path = `/api/v1/missions/${mission.id}/figures`;
    const scenario = mission.scenarios[0]?.id;
    for (const [query, tests, seen, scenarios] of [
      ['', 3, [1, 1], 2],
      [`?scenario=${scenario}`, 2, [1, 1], 1],
      ['?tactic=TA0002', 2, [1, 1], 2],
      [`?tool=${tool}`, 2, [1, 1], 1],
      [`?scenario=${scenario}&tactic=TA0002&tool=${tool}`, 1, [1, 1], 1],
      [`?scenario=${nobody}`, 0, [0, 0], 0],
    ] as const) {
      const figures = bodyOf(await admin.get(path + query), 200);
      assert.deepEqual(
        [
          figures.tests,
          [figures.stopped_or_detected.n, figures.stopped_or_detected.N],
          figures.by_scenario.length,
        ],
        [tests, seen, scenarios],
        query,
      );
    }
    const { by_technique } = bodyOf(await admin.get(path), 200);
    assert.deepEqual(
      by_technique.map((part: { technique: { external_id: string }; tactics: string[] }) => [
        part.technique.external_id,
        part.tactics,
      ]),
      [['T1059.001', ['TA0002']]],
    );
    for (const [query, field] of [
      ['?scenario=first', 'scenario'],
      ['?tool=EDR', 'tool'],
      ['?tactic=', 'tactic'],
    ]) {
      assert.deepEqual(told(await admin.get(path + query)), [422, 'invalid', field]);
    }
  });

  it('are for people who see the mission', async () => {
    const mission = await newMission(admin);
    const stranger = await server.newPerson('redteam');
    const path = `/api/v1/missions/${mission.id}/figures`;
    assert.deepEqual(told(await stranger.client.get(path)), [404, 'not_found', undefined]);
    assert.deepEqual(told(await admin.get(`/api/v1/missions/${nobody}/figures`)), [
      404,
      'not_found',
      undefined,
    ]);
  });

  it('cover all tests, even more than are read at once', async () => {
    const mission = await newMission(admin, { tests: 230 });
    const written = [0, 99, 100, 199, 200, 229];
    for (const index of written) {
      await write(placeOf(mission, index).path, { facts: [['alerted', 'yes', 1]] });
    }
    const figures = bodyOf(await admin.get(`/api/v1/missions/${mission.id}/figures`), 200);
    const { tests, attempted, judged, classes } = figures;
    assert.deepEqual([tests, attempted, judged, classes.alerted], [230, 6, 6, 6]);
    assert.equal(figures.by_scenario[0].tests, 230);
    assert.equal(figures.by_scenario[0].times.alert.median_s, 60);
    assert.equal(figures.not_attempted.pending, 224);
  });
});
