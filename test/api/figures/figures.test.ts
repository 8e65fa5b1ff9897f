import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import { bodyOf, newMission, placeOf } from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { type Written, writeTest } from './scene.ts';

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
});
