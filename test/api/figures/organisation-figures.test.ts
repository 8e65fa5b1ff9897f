import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import type { MissionChange } from '../../../server/missions/figures/contract.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  told,
} from '../../support/missions/factories.ts';
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
