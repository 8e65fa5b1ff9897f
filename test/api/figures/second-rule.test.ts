import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bodyOf, newMission, placeOf, walk } from '../../support/missions/factories.ts';
import { openStored, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const executedAt = '2026-11-20T09:00:00.000Z';
const later = '2026-11-20T09:05:00.000Z';

describe('a folder from before the second rule of figures', () => {
  it('has derived levels recalculated and times that were not given marked, with history', async () => {
    const admin = server.admin.client;
    const mission = await newMission(admin, { tests: 5 });
    const paths = Array.from({ length: 5 }, (_, index) => placeOf(mission, index).path);
    const [found, prevented, recorded, set, rerun] = paths as [string, string, string, string, string];
    for (const path of paths) {
      bodyOf(await admin.post(`${path}/transition`, { status: 'executed', executed_at: executedAt }), 200);
    }
    const add = async (path: string, ...facts: [kind: string, result: string, at?: string][]) => {
      for (const [kind, result, at = null] of facts) {
        bodyOf(await admin.post(`${path}/facts`, { kind, result, at }), 201);
      }
    };
    await add(found, ['detected', 'yes', later]);
    await add(prevented, ['prevented', 'partial']);
    await add(recorded, ['alerted', 'yes', later]);
    await add(set, ['detected', 'yes', later]);
    const levels: { key: string; id: string }[] = bodyOf(await admin.get('/api/v1/detection-levels'), 200);
    const idOf = (wanted: string) => levels.find(({ key }) => key === wanted)?.id as string;
    bodyOf(await admin.put(set, { detection_level_id: idOf('not_detected') }), 200);
    await add(rerun, ['detected', 'yes', later]);
    bodyOf(await admin.post(`${rerun}/runs`, { reason: 'retest' }), 201);
    const unchanged = bodyOf(await admin.get(set), 200);

    await server.stop();
    const database = await openStored(server);
    const idIn = (path: string) => path.split('/').at(-1) as string;
    const ofTest = (path: string, level: string | null) =>
      database.db
        .updateTable('mission_tests')
        .set({
          detection_level_id: level === null ? null : idOf(level),
          detection_level_source: level === null ? null : 'derived',
        })
        .where('id', '=', idIn(path))
        .execute();
    await ofTest(found, 'logged');
    await ofTest(prevented, null);
    await database.db
      .updateTable('test_runs')
      .set({ detection_level_id: idOf('logged') })
      .where('test_id', '=', idIn(rerun))
      .execute();
    await database.db
      .updateTable('facts')
      .set({ at: '2026-11-20T09:05:00.100Z', created_at: '2026-11-20T09:05:00.900Z' })
      .where('test_id', '=', idIn(recorded))
      .execute();
    await database.db
      .updateTable('mission_tests')
      .set({ detected_at: '2026-11-20T09:05:00.100Z' })
      .where('id', '=', idIn(recorded))
      .execute();
    await database.db.deleteFrom('instance').where('key', '=', 'rule_of_figures').execute();
    await database.close();
    await server.restart();

    const read = async (path: string) => {
      const test = bodyOf(await admin.get(path), 200);
      return [test.detection_level?.key ?? null, test.detection_level_source, test.detected_at];
    };
    assert.deepEqual(await read(found), ['alerted', 'derived', later]);
    assert.deepEqual(await read(prevented), ['logged', 'derived', null]);
    assert.deepEqual(await read(recorded), ['alerted', 'derived', null]);
    assert.deepEqual(bodyOf(await admin.get(set), 200), unchanged);
    const [fact] = bodyOf(await admin.get(`${recorded}/facts`), 200);
    assert.deepEqual([fact.at, fact.time_confirmed], ['2026-11-20T09:05:00.100Z', false]);
    const { items: runs } = bodyOf(await admin.get(`${rerun}/runs`), 200);
    assert.equal(runs[0].detection_level.key, 'alerted');

    type Entry = { via: string; object_type: string; test_id: string; changes: Record<string, unknown> };
    const { items } = bodyOf(await admin.get(`/api/v1/missions/${mission.id}/history?limit=200`), 200);
    const entries = (items as Entry[]).filter(({ via }) => via === 'rule of figures, 2');
    assert.deepEqual(
      entries
        .map(({ object_type, test_id, changes }) => [object_type, test_id, changes.detection_level])
        .sort(),
      [
        ['fact', idIn(recorded), undefined],
        ['test', idIn(found), ['logged', 'alerted']],
        ['test', idIn(prevented), [null, 'logged']],
        ['test', idIn(recorded), undefined],
        ['test', idIn(rerun), ['logged', 'alerted']],
      ].sort(),
    );

    const before = items.length;
    await server.restart();
    await walk(admin, found, 'reviewed_by_blue');
    const again = bodyOf(await admin.get(`/api/v1/missions/${mission.id}/history?limit=200`), 200);
    assert.equal(again.items.length, before + 1);
  });
});
