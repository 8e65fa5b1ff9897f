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
  walk,
} from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

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

const executedAt = '2026-11-20T09:00:00.000Z';
const later = (minutes: number) => new Date(Date.parse(executedAt) + minutes * 60_000).toISOString();

type Written = {
  status?: string;
  level?: string;
  /** Minutes after the execution. */
  detected?: number;
  /** Kind, result, minutes after the execution, and what else there is. */
  facts?: [kind: string, result: string, minutes?: number | null, more?: Record<string, unknown>][];
  expected?: Record<string, unknown>[];
  also?: (path: string) => Promise<void>;
};

async function write(path: string, test: Written): Promise<void> {
  const { status = 'executed', level, detected, facts = [], expected, also } = test;
  if (status === 'executed' || status === 'reviewed_by_blue') {
    bodyOf(await admin.post(`${path}/transition`, { status: 'executed', executed_at: executedAt }), 200);
  } else if (status !== 'pending') await walk(admin, path, status);
  if (expected !== undefined) {
    bodyOf(await admin.put(`${path}/expectations`, { expectations: expected }), 200);
  }
  for (const [kind, result, minutes, more] of facts) {
    const at = minutes === undefined || minutes === null ? null : later(minutes);
    bodyOf(await admin.post(`${path}/facts`, { kind, result, at, ...more }), 201);
  }
  if (level !== undefined) {
    const detected_at = detected === undefined ? null : later(detected);
    bodyOf(await admin.put(path, { detection_level_id: levels[level], detected_at }), 200);
  }
  if (status === 'reviewed_by_blue') await walk(admin, path, status);
  await also?.(path);
}

describe('the figures of a mission', () => {
  it('of 30 tests are those worked out by hand', async () => {
    const mission = await newMission(admin, { tests: 30, client: 'Figured' });
    const newTool = async (name: string) => {
      const path = `/api/v1/organisations/${mission.organisation?.id}/tools`;
      return bodyOf(await admin.post(path, { name, kind: 'edr' }), 201).id as string;
    };
    const [edr, siem] = [await newTool('EDR'), await newTool('SIEM')];
    const [byEdr, bySiem] = [{ tool: { id: edr } }, { tool: { id: siem } }];
    const nothing: Written['facts'] = [
      ['alerted', 'no'],
      ['logged', 'no'],
    ];
    const table: Written[] = [
      { status: 'pending', expected: [{ kind: 'alerted', result: 'yes' }] },
      { status: 'skipped' },
      { status: 'blocked' },
      { expected: [{ kind: 'alerted', result: 'yes' }] },
      { facts: [['alerted', 'not_tested']] },
      { facts: [['alerted', 'not_applicable']] },
      { status: 'pending', facts: [['alerted', 'yes', 5]] },
      { facts: [['alerted', 'yes', 5, byEdr]], expected: [{ kind: 'alerted', result: 'yes' }] },
      {
        status: 'reviewed_by_blue',
        facts: [
          ['alerted', 'yes', 30, byEdr],
          ['logged', 'yes', 1, bySiem],
        ],
        expected: [{ kind: 'alerted', result: 'yes', within_seconds: 600 }],
      },
      { facts: [['alerted', 'partial', 10]] },
      {
        facts: [
          ['alerted', 'no'],
          ['logged', 'yes', 2, bySiem],
        ],
      },
      {
        facts: [
          ['alerted', 'no', null, byEdr],
          ['logged', 'no'],
        ],
        expected: [{ kind: 'logged', result: 'yes', tool_ids: [siem] }],
      },
      { facts: [...nothing, ['prevented', 'yes', 0, byEdr]] },
      { facts: [...nothing, ['prevented', 'partial']] },
      { facts: [...nothing, ['detected', 'yes', 120]] },
      { facts: [['detected', 'yes']] },
      { facts: [['alerted', 'yes', -5]] },
      {
        facts: [
          ['alerted', 'yes', 10, { severity: 'low' }],
          ['detected', 'yes', 2, { severity: 'high' }],
        ],
      },
      {
        facts: [['alerted', 'yes', 5]],
        also: async (path) => {
          bodyOf(await admin.put(path, { executed_at: null }), 200);
        },
      },
      {
        facts: [
          ['responded', 'yes', 60],
          ['alerted', 'yes', 20],
        ],
      },
      {
        facts: [
          ['responded', 'no'],
          ['alerted', 'yes', 25 * 60],
        ],
      },
      { facts: [['responded', 'partial', 180]] },
      { level: 'prevented', detected: 1 },
      { level: 'alerted', detected: 15 },
      { level: 'logged' },
      { level: 'not_detected' },
      { level: 'not_detected', facts: [['alerted', 'yes', 4]] },
      {
        facts: nothing,
        also: async (path) => {
          bodyOf(await admin.post(`${path}/runs`, { reason: 'after_fix' }), 201);
          await write(path, { facts: [['alerted', 'yes', 3]] });
        },
      },
      { level: 'not_detected', facts: [['responded', 'no']] },
      {
        facts: [
          ['alerted', 'yes', 5, { category: 'technique', modifiers: ['config_change'] }],
          ['logged', 'yes', 1, { category: 'telemetry' }],
        ],
      },
    ];
    for (const [index, test] of table.entries()) await write(placeOf(mission, index).path, test);

    const figures = bodyOf(await admin.get(`/api/v1/missions/${mission.id}/figures`), 200);
    const {
      by_scenario,
      by_tactic,
      by_technique,
      by_tool,
      expected_levels,
      severities,
      mission: named,
      not_attempted,
      ...whole
    } = figures;
    assert.deepEqual(whole, {
      tests: 30,
      attempted: 26,
      scored: 23,
      levels: { not_detected: 4, logged: 4, alerted: 11, prevented: 2 },
      basis: { facts: 19, level: 4 },
      skew: 1,
      detection: { n: 13, N: 20, partial: 1 },
      visibility: { n: 19, N: 21, partial: 2 },
      prevention: { n: 2, N: 6, partial: 1 },
      response: { n: 1, N: 4, partial: 1 },
      missed: { n: 2, N: 23, partial: 0 },
      expectations: { n: 1, N: 4, partial: 0 },
      within: {
        '15m': { n: 6, N: 20, partial: 1 },
        '1h': { n: 8, N: 20, partial: 1 },
        '24h': { n: 9, N: 20, partial: 1 },
      },
      times: {
        prevention: { median_s: 30, p90_s: 60, n: 2, without: 1 },
        log: { median_s: 60, p90_s: 120, n: 3, without: 1 },
        alert: { median_s: 600, p90_s: 1800, n: 10, without: 1 },
        detection: { median_s: 600, p90_s: 7200, n: 11, without: 2 },
        response: { median_s: 7200, p90_s: 10_800, n: 2, without: 0 },
      },
      categories: { none: 0, telemetry: 1, general: 0, tactic: 0, technique: 0 },
    });
    const none = { not_detected: 0, logged: 0, alerted: 0, prevented: 0, open: 0 };
    assert.deepEqual(expected_levels, {
      prevented: none,
      alerted: { ...none, alerted: 2, open: 1 },
      logged: { ...none, not_detected: 1 },
    });
    assert.deepEqual(severities, {
      informational: none,
      low: none,
      medium: none,
      high: { ...none, alerted: 1 },
      critical: none,
    });
    assert.deepEqual(named, { id: mission.id, name: mission.name });
    assert.deepEqual(not_attempted, { pending: 2, skipped: 1, blocked: 1 });
    assert.deepEqual(by_tool, [
      { tool: { id: edr, name: 'EDR' }, n: 3, N: 4 },
      { tool: { id: siem, name: 'SIEM' }, n: 2, N: 3 },
    ]);
    const { id, name } = mission.scenarios[0] as Mission['scenarios'][0];
    assert.deepEqual(by_scenario, [{ scenario: { id, name }, ...whole }]);
    assert.deepEqual([by_tactic, by_technique], [[], []]);
  });

  it('follow each write, and the names of tools', async () => {
    const mission = await newMission(admin, { client: 'Followed' });
    const { path } = placeOf(mission);
    const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
    const tool = bodyOf(await admin.post(tools, { name: 'EDR', kind: 'edr' }), 201);
    const read = async () => {
      const figures = bodyOf(await admin.get(`/api/v1/missions/${mission.id}/figures`), 200);
      return [figures.attempted, figures.detection.n, figures.by_tool[0]?.tool.name];
    };
    assert.deepEqual(await read(), [0, 0, undefined]);
    await write(path, { facts: [['alerted', 'yes', 1, { tool: { id: tool.id } }]] });
    assert.deepEqual(await read(), [1, 1, 'EDR']);
    bodyOf(await admin.patch(`${tools}/${tool.id}`, { name: 'XDR' }), 200);
    assert.deepEqual(await read(), [1, 1, 'XDR']);
  });

  it('after each write are those of a server that remembers nothing', async () => {
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
      figures.by_tactic.map((part: { tactic: { external_id: string }; tests: number; detection: object }) => [
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
      figures.by_technique.map((part: { technique: object; tests: number; detection: { n: number } }) => [
        part.technique,
        part.tests,
        part.detection.n,
      ]),
      [
        [{ external_id: 'T1059.001', name: 'Command and Scripting Interpreter: PowerShell' }, 1, 0],
        [{ external_id: 'T1078', name: 'Valid Accounts' }, 2, 1],
      ],
    );
  });

  it('are those of a scenario, a tactic or a tool, or of all of these together', async () => {
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
    for (const [query, tests, detection, scenarios] of [
      ['', 3, [1, 3], 2],
      [`?scenario=${scenario}`, 2, [1, 2], 1],
      ['?tactic=TA0002', 2, [1, 2], 2],
      [`?tool=${tool}`, 2, [1, 2], 1],
      [`?scenario=${scenario}&tactic=TA0002&tool=${tool}`, 1, [1, 1], 1],
      [`?scenario=${nobody}`, 0, [0, 0], 0],
    ] as const) {
      const figures = bodyOf(await admin.get(path + query), 200);
      assert.deepEqual(
        [figures.tests, [figures.detection.n, figures.detection.N], figures.by_scenario.length],
        [tests, detection, scenarios],
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

  it('are for those who see the mission', async () => {
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

  it('of more tests than are read at once are of all of them', async () => {
    const mission = await newMission(admin, { tests: 230 });
    const written = [0, 99, 100, 199, 200, 229];
    for (const index of written) {
      await write(placeOf(mission, index).path, { facts: [['alerted', 'yes', 1]] });
    }
    const figures = bodyOf(await admin.get(`/api/v1/missions/${mission.id}/figures`), 200);
    const { tests, attempted, scored, detection } = figures;
    assert.deepEqual([tests, attempted, scored, detection.n], [230, 6, 6, 6]);
    assert.equal(figures.by_scenario[0].tests, 230);
    assert.equal(figures.by_scenario[0].times.alert.median_s, 60);
    assert.equal(figures.not_attempted.pending, 224);
  });
});

describe('the figures of an organisation', () => {
  it('set each mission against the one before it, in order of time', async () => {
    const template = async (name: string) => (await newTestTemplate(admin, { name })).id;
    const [one, two, three] = [await template('One'), await template('Two'), await template('Three')];
    const make = async (start_date: string, ...tests: string[]) => {
      const scenario = await newScenarioTemplate(admin, { tests });
      const fields = { tests: 0, scenario_template_ids: [scenario.id], client: 'Trend', start_date };
      return newMission(admin, fields);
    };
    const last = await make('2026-03-01', two, one, await template('Three'));
    const first = await make('2026-01-01', one, two);
    const middle = await make('2026-02-01', one, two, three);
    for (const [mission, ...results] of [
      [first, 'yes', 'no'],
      [middle, 'no', 'yes', 'no'],
      [last, 'yes', null, 'no'],
    ] as const) {
      for (const [index, result] of results.entries()) {
        if (result === null) continue;
        await write(placeOf(mission as Mission, index).path, { facts: [['alerted', result, 1]] });
      }
    }
    const tools = `/api/v1/organisations/${first.organisation?.id}/tools`;
    const tool = bodyOf(await admin.post(tools, { name: 'EDR', kind: 'edr' }), 201);
    for (const [mission, result] of [
      [first, 'yes'],
      [last, 'no'],
    ] as const) {
      const fact = { kind: 'responded', result, tool: { id: tool.id } };
      bodyOf(await admin.post(`${placeOf(mission).path}/facts`, fact), 201);
    }
    const path = `/api/v1/organisations/${first.organisation?.id}/figures`;
    assert.deepEqual(bodyOf(await admin.get(path), 200).by_tool, [
      { tool: { id: tool.id, name: 'EDR' }, n: 1, N: 2 },
    ]);
    const read = async (query = '', client = admin) =>
      bodyOf(await client.get(path + query), 200).missions.map(
        (each: {
          mission: { id: string; date: string };
          figures: { attempted: number };
          change: unknown;
        }) => [each.mission.id, each.mission.date, each.figures.attempted, each.change],
      );
    const change = { improved: 0, worse: 0, same: 0, open: 0, new: 0, gone: 0 };
    const trend = [
      [first.id, '2026-01-01', 2, null],
      [middle.id, '2026-02-01', 3, { ...change, improved: 1, worse: 1, new: 1 }],
      // Another template of the same name and techniques is the same test.
      [last.id, '2026-03-01', 2, { ...change, same: 2, gone: 1 }],
    ];
    assert.deepEqual(await read(), trend);
    assert.deepEqual(await read('?from=2026-02-01&to=2026-02-01'), [
      [...(trend[1] as unknown[]).slice(0, 3), null],
    ]);
    const member = await server.newPerson('soc');
    await admin.put(`/api/v1/missions/${middle.id}/members`, {
      members: [{ user_id: member.id, role_hint: 'blue' }],
    });
    assert.deepEqual(await read('', member.client), [[...(trend[1] as unknown[]).slice(0, 3), null]]);
    const stranger = await server.newPerson('soc');
    assert.deepEqual(told(await stranger.client.get(path)), [404, 'not_found', undefined]);
    assert.deepEqual(told(await admin.get(`${path}?from=yesterday`)), [422, 'invalid', 'from']);
  });
});

describe('the figures of an engagement', () => {
  it('are of its simulations, those that were executed', async () => {
    bodyOf(await admin.post('/api/v1/catalog/sync', { source: 'bundled' }), 200);
    const engagement = bodyOf(await admin.post('/api/engagements', { name: 'Figured' }), 201);
    const make = async (fields: Record<string, unknown>) => {
      const path = `/api/engagements/${engagement.id}/simulations`;
      const { id } = bodyOf(await admin.post(path, { name: 'Simulated' }), 201);
      bodyOf(await admin.patch(`/api/simulations/${id}`, fields), 200);
      return id as string;
    };
    await make({ technique_ids: ['T1059.001'] });
    const seen = await make({
      technique_ids: ['T1059.001'],
      tactic_ids: ['TA0040', 'TA0002'],
      executed_at: executedAt,
    });
    const fact = { kind: 'alerted', result: 'yes', at: later(2) };
    bodyOf(await admin.post(`/api/simulations/${seen}/facts`, fact), 201);
    await make({ executed_at: executedAt, detection_level_id: levels.not_detected });
    const path = `/api/engagements/${engagement.id}/figures`;
    const figures = bodyOf(await admin.get(path), 200);
    const { tests, attempted, scored, basis, detection, missed, expectations } = figures;
    assert.deepEqual(
      { tests, attempted, scored, basis, detection, missed, expectations },
      {
        tests: 3,
        attempted: 2,
        scored: 2,
        basis: { facts: 1, level: 1 },
        detection: { n: 1, N: 2, partial: 0 },
        missed: { n: 1, N: 2, partial: 0 },
        expectations: null,
      },
    );
    assert.equal(figures.times.detection.median_s, 120);
    assert.deepEqual(
      figures.by_tactic.map((part: { tactic: { external_id: string }; tests: number }) => [
        part.tactic.external_id,
        part.tests,
      ]),
      [
        ['TA0002', 2],
        ['TA0040', 1],
      ],
    );
    assert.deepEqual(told(await admin.get(`/api/engagements/${nobody}/figures`)), [
      404,
      'not_found',
      undefined,
    ]);
  });
});
