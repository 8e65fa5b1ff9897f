import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf, newMission, placeOf, walk } from '../../support/missions/factories.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

describe('the timeline of a mission', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());

  it('has the reviews of tests with time and reviewer, oldest first, while they last', async () => {
    const red = await server.newPerson('redteam');
    const blue = await server.newPerson('soc');
    const mission = await newMission(red.client, {
      members: [
        [red, 'red'],
        [blue, 'blue'],
      ],
      tests: 3,
    });
    const read = async () =>
      bodyOf(await red.client.get(`/api/v1/missions/${mission.id}/timeline`), 200).reviews;
    assert.deepEqual(await read(), []);
    for (const at of [0, 1, 2]) await walk(red.client, placeOf(mission, at).path, 'executed');
    for (const at of [2, 0]) await walk(blue.client, placeOf(mission, at).path, 'reviewed_by_blue');
    const reviews = await read();
    assert.deepEqual(
      reviews.map(({ test_id }: { test_id: string }) => test_id),
      [placeOf(mission, 2).test, placeOf(mission, 0).test],
    );
    assert.equal(reviews[0].by.id, blue.id);
    assert.ok(reviews[0].at <= reviews[1].at);
    await walk(blue.client, placeOf(mission, 2).path, 'executed');
    assert.equal((await read()).length, 1);
    const stranger = await server.newPerson('soc');
    assertProblem(await stranger.client.get(`/api/v1/missions/${mission.id}/timeline`), 404, 'not_found');
  });

  it('has the detections of all runs with time and tool, and the earlier runs of retested tests', async () => {
    const { client } = server.admin;
    const mission = await newMission(client, { tests: 2, client: 'Seen' });
    const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
    const { id, name } = bodyOf(await client.post(tools, { name: 'EDR', kind: 'edr' }), 201);
    const [first, second] = [placeOf(mission, 0), placeOf(mission, 1)];
    const at = (minute: number) => `2026-11-20T09:0${minute}:00.000Z`;
    for (const { path } of [first, second]) await walk(client, path, 'executed');
    for (const [{ path }, fact] of [
      [second, { kind: 'logged', result: 'partial', at: at(2) }],
      [first, { kind: 'alerted', result: 'yes', at: at(1), tool: { id } }],
      [first, { kind: 'logged', result: 'no', at: at(0) }],
      [first, { kind: 'prevented', result: 'yes', at: null }],
    ] as const) {
      bodyOf(await client.post(`${path}/facts`, fact), 201);
    }
    const read = async () => bodyOf(await client.get(`/api/v1/missions/${mission.id}/timeline`), 200);
    await walk(client, first.path, 'reviewed_by_blue');
    const logged = { test_id: second.test, run: 1, kind: 'logged', at: at(2), tool: null };
    const before = await read();
    assert.deepEqual(before.sightings, [
      { test_id: first.test, run: 1, kind: 'alerted', at: at(1), tool: { id, name } },
      logged,
    ]);
    assert.deepEqual(before.closed_runs, []);
    bodyOf(await client.put(first.path, { operator: 'Ann', target_host: 'WS-1' }), 200);
    const { executed_at, detected_at } = bodyOf(await client.get(first.path), 200);
    bodyOf(await client.post(`${first.path}/runs`, { reason: 'retest' }), 201);
    const again = { kind: 'alerted', result: 'yes', at: at(4), tool: { id } };
    await walk(client, first.path, 'executed');
    bodyOf(await client.post(`${first.path}/facts`, again), 201);
    await walk(client, first.path, 'reviewed_by_blue');
    const after = await read();
    assert.deepEqual(after.sightings, [
      ...before.sightings,
      { test_id: first.test, run: 2, kind: 'alerted', at: at(4), tool: { id, name } },
    ]);
    const [{ detection_level, ...closed }, ...others] = after.closed_runs;
    assert.deepEqual(closed, {
      test_id: first.test,
      run: 1,
      executed_at,
      detected_at,
      operator: 'Ann',
      target_host: 'WS-1',
    });
    assert.equal(detection_level.key, 'prevented');
    assert.deepEqual(others, []);
    const [review, newest] = after.reviews;
    assert.deepEqual([review, newest.run], [before.reviews[0], 2]);
  });
});
