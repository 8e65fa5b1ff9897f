import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bodyOf, nobody, told } from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { executedAt, later } from './scene.ts';

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
