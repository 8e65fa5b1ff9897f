import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import type { MissionChange } from '../../../server/missions/figures/contract.ts';
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
  /** Kind, result, minutes after the execution, and other fields. */
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
  it('of 40 tests match those worked out by hand', async () => {
    const mission = await newMission(admin, { tests: 40, client: 'Figured' });
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
    const inAMinute = { kind: 'alerted', result: 'yes', within_seconds: 60 };
    const again = async (path: string, facts: Written['facts']) => {
      bodyOf(await admin.post(`${path}/runs`, { reason: 'after_fix' }), 201);
      await write(path, facts === undefined ? {} : { facts });
    };
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
        also: (path) => again(path, [['alerted', 'yes', 3]]),
      },
      { level: 'not_detected', facts: [['responded', 'no']] },
      {
        facts: [
          ['alerted', 'yes', 5, { category: 'technique', modifiers: ['config_change'] }],
          ['logged', 'yes', 1, { category: 'telemetry' }],
        ],
      },
      {
        facts: [
          ['alerted', 'not_applicable'],
          ['logged', 'no'],
        ],
      },
      { facts: [['alerted', 'yes', -5, { time_confirmed: true }]] },
      { facts: [['alerted', 'yes', 59.999 / 60]], expected: [inAMinute] },
      { facts: [['alerted', 'yes', 1]], expected: [inAMinute] },
      { facts: [['alerted', 'yes', 60.001 / 60]], expected: [inAMinute] },
      {
        facts: nothing,
        also: async (path) => {
          await again(path, [['alerted', 'yes', 3]]);
          await again(path, nothing);
        },
      },
      {
        facts: [['alerted', 'yes', 2]],
        also: (path) =>
          again(path, [
            ['alerted', 'no'],
            ['logged', 'yes', 1],
          ]),
      },
      { facts: [['alerted', 'yes', 1, { time_confirmed: false }]] },
      {
        facts: [
          ['alerted', 'not_applicable'],
          ['logged', 'no'],
        ],
        expected: [inAMinute],
      },
      { facts: [['alerted', 'yes']], expected: [{ kind: 'alerted', result: 'yes', severity: 'high' }] },
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
      runs,
      first,
      changes,
      gaps,
      strengths,
      ...whole
    } = figures;
    const classes = { not_detected: 7, logged: 5, alerted: 18, prevented: 2 };
    const answers = { yes: 0, partial: 0, no: 0, not_applicable: 0, not_answered: 0 };
    const unseen = { median_s: null, p90_s: null, n: 0, without: 0 };
    assert.deepEqual(whole, {
      tests: 40,
      attempted: 36,
      judged: 32,
      classes,
      not_judged: 4,
      open_questions: { alerted: 3, logged: 4 },
      stopped_or_detected: { n: 20, N: 32 },
      prevented: { n: 2, N: 32 },
      missed: { n: 7, N: 32 },
      within: {
        '15m': { n: 11, N: 32, unknown: 6 },
        '1h': { n: 13, N: 32, unknown: 6 },
        '24h': { n: 14, N: 32, unknown: 6 },
      },
      questions: {
        prevented: { ...answers, yes: 1, partial: 1, not_answered: 34 },
        alerted: { yes: 16, partial: 1, no: 7, not_applicable: 3, not_answered: 9 },
        logged: { ...answers, yes: 4, no: 7, not_answered: 25 },
        detected: { ...answers, yes: 3, not_answered: 33 },
        responded: { ...answers, yes: 1, partial: 1, no: 2, not_answered: 32 },
      },
      expectations: { met: 3, not_met: 3, open: 2, not_applicable: 1 },
      times: {
        prevention: { median_s: 30, p90_s: 60, n: 2, without: 0 },
        log: { median_s: 60, p90_s: 120, n: 4, without: 1 },
        alert: { median_s: 270, p90_s: 1200, n: 12, without: 5 },
        detection: { median_s: 240, p90_s: 1800, n: 13, without: 6 },
        response: { median_s: 3600, p90_s: 3600, n: 1, without: 0 },
      },
      partial_times: {
        prevention: { ...unseen, without: 1 },
        log: unseen,
        alert: { median_s: 600, p90_s: 600, n: 1, without: 0 },
        detection: { median_s: 600, p90_s: 600, n: 1, without: 0 },
        response: { median_s: 10_800, p90_s: 10_800, n: 1, without: 0 },
      },
      odd: 2,
      unconfirmed: 1,
      categories: { none: 0, telemetry: 1, general: 0, tactic: 0, technique: 0 },
    });
    const numbered = (list: { test: { id: string } }[]) => list.map(({ test }) => placesOf.indexOf(test.id));
    const placesOf = table.map((_, index) => placeOf(mission, index).path.split('/').at(-1));
    assert.equal(runs, 'compare');
    assert.deepEqual(
      [first.attempted, first.judged, first.classes],
      [36, 32, { not_detected: 8, logged: 4, alerted: 18, prevented: 2 }],
    );
    assert.deepEqual(
      [numbered(changes.improved), numbered(changes.worse), numbered(changes.same), changes.open],
      [[27], [36], [35], []],
    );
    assert.deepEqual(
      gaps.map(({ reasons, state }: { reasons: string[]; state: string }, at: number) => [
        numbered(gaps)[at],
        reasons.join(),
        state,
      ]),
      [
        [11, 'missed', 'open'],
        [25, 'missed', 'open'],
        [26, 'missed', 'open'],
        [27, 'missed', 'proven'],
        [28, 'missed', 'open'],
        [30, 'missed', 'open'],
        [35, 'missed,worse', 'came_back'],
        [38, 'missed', 'open'],
        [36, 'worse,logged_only', 'open'],
        [9, 'logged_only,partial', 'open'],
        [10, 'logged_only', 'open'],
        [13, 'logged_only,partial', 'open'],
        [24, 'logged_only', 'open'],
        [8, 'late', 'open'],
        [34, 'late', 'open'],
      ],
    );
    assert.deepEqual(strengths, []);
    for (const [of, count] of Object.entries({
      ...classes,
      open: 4,
      attempted: 36,
      judged: 32,
      stopped_or_detected: 20,
      within_15m: 11,
      within_1h: 13,
      within_24h: 14,
    })) {
      const path = `/api/v1/missions/${mission.id}/figures/tests?of=${of}`;
      assert.equal(bodyOf(await admin.get(path), 200).test_ids.length, count, of);
    }
    const listed = async (of: string, more = '') =>
      bodyOf(await admin.get(`/api/v1/missions/${mission.id}/figures/tests?of=${of}${more}`), 200).test_ids
        .length;
    for (const [limit, { n, N, unknown }] of Object.entries<{ n: number; N: number; unknown: number }>(
      whole.within,
    )) {
      const parts = [await listed(`within_${limit}_unknown`), await listed(`within_${limit}_late`)];
      assert.deepEqual(parts, [unknown, N - n - unknown], limit);
    }
    for (const [kind, counts] of Object.entries<Record<string, number>>(whole.questions)) {
      for (const [answer, count] of Object.entries(counts)) {
        assert.equal(await listed(`question_${kind}_${answer}`), count, `${kind} ${answer}`);
      }
    }
    for (const [kind, { n, without }] of Object.entries<{ n: number; without: number }>(whole.times)) {
      assert.deepEqual([await listed(`time_${kind}`), await listed(`untimed_${kind}`)], [n, without], kind);
      const partial: { n: number; without: number } = figures.partial_times[kind];
      assert.deepEqual(
        [await listed(`partial_${kind}`), await listed(`partial_${kind}_untimed`)],
        [partial.n, partial.without],
        kind,
      );
    }
    for (const { tool, n, N, saw } of by_tool) {
      const ofTool = async (what: string) => listed(`tool_${what}`, `&tool=${tool.id}`);
      assert.deepEqual(
        [await ofTool('came'), await ofTool('expected'), await ofTool('saw'), await ofTool('missing')],
        [n, N, saw, N - n],
      );
    }
    assert.deepEqual(
      [
        await listed('odd'),
        await listed('unconfirmed'),
        await listed('open_alerted'),
        await listed('open_logged'),
      ],
      [2, 1, 3, 4],
    );
    assert.equal(await listed('not_detected', '&runs=first'), first.classes.not_detected);
    const none = { not_detected: 0, logged: 0, alerted: 0, prevented: 0, open: 0 };
    assert.deepEqual(expected_levels, {
      prevented: none,
      alerted: { ...none, alerted: 6, not_detected: 1, open: 1 },
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
    for (const [of, count] of Object.entries<number>(not_attempted))
      assert.equal(await listed(of), count, of);
    assert.deepEqual(by_tool, [
      { tool: { id: siem, name: 'SIEM' }, n: 0, N: 1, saw: 2 },
      { tool: { id: edr, name: 'EDR' }, n: 0, N: 0, saw: 3 },
    ]);
    const { id, name } = mission.scenarios[0] as Mission['scenarios'][0];
    assert.deepEqual(by_scenario, [{ scenario: { id, name }, ...whole }]);
    assert.deepEqual([by_tactic, by_technique], [[], []]);
  });

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

describe('the figures of an organisation', () => {
  it('compare each mission with the one before it, in order of time', async () => {
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
      { tool: { id: tool.id, name: 'EDR' }, n: 0, N: 0, saw: 1 },
    ]);
    const read = async (query = '', client = admin) =>
      bodyOf(await client.get(path + query), 200).missions.map(
        (each: {
          mission: { id: string; date: string };
          figures: { attempted: number };
          change: MissionChange | null;
        }) => {
          const { common, worse_tests, improved_tests: _, ...counts } = each.change ?? {};
          return [
            each.mission.id,
            each.mission.date,
            each.figures.attempted,
            each.change === null ? null : counts,
            common?.tests,
            worse_tests?.map(({ test }) => test.name),
          ];
        },
      );
    const change = { improved: 0, worse: 0, same: 0, open: 0, new: 0, gone: 0 };
    const trend = [
      [first.id, '2026-01-01', 2, null, undefined, undefined],
      [middle.id, '2026-02-01', 3, { ...change, improved: 1, worse: 1, new: 1 }, 2, ['One']],
      // A test from another template with the same name and techniques counts as the same test.
      [last.id, '2026-03-01', 2, { ...change, same: 2, gone: 1 }, 2, []],
    ];
    assert.deepEqual(await read(), trend);
    const organisation_id = first.organisation?.id;
    const listed = bodyOf(
      await admin.get(`/api/v1/headline/tests?of=alerted&organisation_id=${organisation_id}`),
      200,
    );
    assert.deepEqual(
      [
        listed.total,
        listed.missions.map(({ mission, tests }: { mission: { id: string }; tests: { name: string }[] }) => [
          mission.id,
          tests.map(({ name }) => name),
        ]),
      ],
      [
        3,
        [
          [first.id, ['One']],
          [middle.id, ['Two']],
          [last.id, ['Two']],
        ],
      ],
    );
    const ofTool = async (of: string) =>
      bodyOf(
        await admin.get(`/api/v1/headline/tests?of=${of}&organisation_id=${organisation_id}&tool=${tool.id}`),
        200,
      ).total;
    assert.deepEqual(
      [await ofTool('tool_saw'), await ofTool('tool_expected'), await ofTool('attempted')],
      [1, 0, 2],
    );
    const outsider = await server.newPerson('soc');
    assert.deepEqual(bodyOf(await outsider.client.get('/api/v1/headline/tests?of=alerted'), 200), {
      total: 0,
      missions: [],
    });
    assert.deepEqual(await read('?from=2026-02-01&to=2026-02-01'), [
      [...(trend[1] as unknown[]).slice(0, 3), null, undefined, undefined],
    ]);
    const member = await server.newPerson('soc');
    await admin.put(`/api/v1/missions/${middle.id}/members`, {
      members: [{ user_id: member.id, role_hint: 'blue' }],
    });
    assert.deepEqual(await read('', member.client), [
      [...(trend[1] as unknown[]).slice(0, 3), null, undefined, undefined],
    ]);
    const stranger = await server.newPerson('soc');
    assert.deepEqual(told(await stranger.client.get(path)), [404, 'not_found', undefined]);
    assert.deepEqual(told(await admin.get(`${path}?from=yesterday`)), [422, 'invalid', 'from']);
  });
});

describe('the figures of an engagement', () => {
  it('cover its executed simulations', async () => {
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
    const { tests, attempted, judged, stopped_or_detected, missed, expectations } = figures;
    assert.deepEqual(
      { tests, attempted, judged, stopped_or_detected, missed, expectations },
      {
        tests: 3,
        attempted: 2,
        judged: 2,
        stopped_or_detected: { n: 1, N: 2 },
        missed: { n: 1, N: 2 },
        expectations: { met: 0, not_met: 0, open: 0, not_applicable: 0 },
      },
    );
    assert.equal(figures.times.detection.median_s, 120);
    for (const [of, count] of [
      ['attempted', 2],
      ['stopped_or_detected', 1],
      ['within_1h', 1],
      ['question_alerted_yes', 1],
    ] as const) {
      const { simulation_ids } = bodyOf(await admin.get(`${path}/simulations?of=${of}`), 200);
      assert.equal(simulation_ids.length, count, of);
      if (count === 1) assert.deepEqual(simulation_ids, [seen]);
    }
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
