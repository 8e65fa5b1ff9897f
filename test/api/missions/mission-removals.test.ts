import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { findUnproven } from '../../../server/history/proof.ts';
import type { Activity } from '../../../server/missions/contract.ts';
import { attach, bodyOf, nobody, readTest, told, walk } from '../../support/missions/factories.ts';
import { Outline } from '../../support/missions/outlines.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let red: Person;
let soc: Person;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  soc = await server.newPerson('soc');
});
after(() => server.close());

const activity = async (mission: Outline, since?: string): Promise<Activity> => {
  const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`;
  return bodyOf(await mission.client.get(`${mission.path}/activity${query}`), 200);
};

describe('a test that was never executed', () => {
  it('is removed from everywhere, and put back as it was', onlyWithFile, async () => {
    const mission = await Outline.make(admin, [3], [red, soc]);
    await walk(admin, mission.path, 'in_progress');
    const [[a, b, c]] = (await mission.tests()) as [[string, string, string]];
    const place = { path: mission.testPath(b) };
    const long = 'pending notes\n'.repeat(500);
    bodyOf(await red.client.put(place.path, { command: 'id', red_comment: long }), 200);
    const expectations = [{ kind: 'alerted', result: 'yes' }];
    bodyOf(await admin.put(`${place.path}/expectations`, { expectations }), 200);
    const tagged = { catalog_tags: [{ kind: 'technique', external_id: 'T1003' }], procedure: long };
    bodyOf(await admin.patch(`${place.path}/plan`, tagged), 200);
    await walk(red.client, place.path, 'skipped');
    const before = await readTest(admin, place);
    const counts = (await mission.read()).counts;

    assert.equal((await red.client.delete(place.path)).status, 204);
    const without = await mission.read();
    assert.deepEqual(await mission.tests(), [[a, c]]);
    assert.deepEqual(without.counts, { ...counts, tests: 2, skipped: 0 });
    assert.deepEqual(without.catalog_tags, []);
    for (const answer of [
      await admin.get(place.path),
      await admin.put(place.path, { command: 'x' }),
      await admin.delete(place.path),
      await admin.patch(`${place.path}/plan`, {}),
      await attach(admin, {
        mission: mission.id,
        test: b,
        scenario: '',
        missionPath: mission.path,
        path: place.path,
      }),
    ]) {
      assert.equal(answer.status, 404);
    }

    assert.equal((await soc.client.post(`${place.path}/restore`)).status, 403);
    const restored = bodyOf(await red.client.post(`${place.path}/restore`), 200);
    assert.deepEqual(restored, { ...before, updated_at: restored.updated_at });
    assert.ok(restored.updated_at > (without.outline_changed_at ?? ''));
    const after = await mission.read();
    assert.deepEqual(await mission.tests(), [[a, b, c]]);
    assert.deepEqual([after.counts, after.catalog_tags.length], [counts, 1]);
    assert.equal((await red.client.post(`${place.path}/restore`)).status, 404);

    const [back, gone] = await mission.history();
    assert.deepEqual([gone.verb, back.verb], ['deleted', 'restored']);
    assert.deepEqual(gone.changes.command, ['id', null]);
    assert.deepEqual(back.changes.position, [null, 1]);
    bodyOf(await red.client.put(place.path, { red_comment: `${long}more` }), 200);
    const sqlite = new Sqlite(path.join(server.dataDir, 'damson.db'), { readonly: true });
    assert.deepEqual(findUnproven(sqlite), []);
    sqlite.close();
  });

  it('is reported by the activity until it is restored', async () => {
    const mission = await Outline.make(admin, [2], [soc]);
    const [[a]] = (await mission.tests()) as [[string]];
    const first = await activity(mission);
    assert.deepEqual([first.removed, first.outline_changed_at], [[], null]);
    await admin.delete(mission.testPath(a));
    const second = await activity(mission, first.next_since);
    assert.deepEqual(second.tests, []);
    assert.deepEqual(second.removed, [{ id: a, removed_at: second.next_since }]);
    assert.equal(second.outline_changed_at, second.next_since);
    const third = await activity(mission, second.next_since);
    assert.deepEqual([third.removed, third.next_since], [[], second.next_since]);
    assert.equal(third.outline_changed_at, second.outline_changed_at);
    bodyOf(await admin.post(`${mission.testPath(a)}/restore`), 200);
    for (const since of [first.next_since, second.next_since]) {
      const last = await activity(mission, since);
      assert.deepEqual([last.removed, last.tests.map(({ id }) => id)], [[], [a]]);
      assert.equal(last.next_since, last.tests[0]?.updated_at);
    }
    assert.equal((await mission.read()).outline_changed_at, (await activity(mission)).outline_changed_at);
  });

  it('cannot be removed once it has results', async () => {
    const mission = await Outline.make(admin, [7], [red, soc]);
    await walk(admin, mission.path, 'in_progress');
    const [ids] = (await mission.tests()) as [string[]];
    const at = (index: number) => mission.testPath(ids[index] as string);
    await walk(red.client, at(0), 'executed');
    await walk(red.client, at(1), 'executed');
    bodyOf(await red.client.post(`${at(1)}/runs`, { reason: 'retest' }), 201);
    const place = {
      mission: mission.id,
      test: ids[2]!,
      scenario: '',
      missionPath: mission.path,
      path: at(2),
    };
    const { id: evidence } = bodyOf(await attach(red.client, place), 201);
    const fact = { kind: 'alerted', result: 'no' };
    const { id: seen } = bodyOf(await soc.client.post(`${at(3)}/facts`, fact), 201);
    const body = { title: 'Watch LSASS', test_ids: [ids[4]] };
    const { id: remediation } = bodyOf(await admin.post(`${mission.path}/remediations`, body), 201);
    const named = { title: 'Nobody watches LSASS', tests: [{ test_id: ids[5], run: 1 }] };
    await walk(red.client, at(5), 'executed');
    const { id: finding } = bodyOf(await admin.post(`${mission.path}/findings`, named), 201);
    await walk(red.client, at(5), 'pending');
    const before = await mission.read();
    const codes = [
      'test_executed',
      'test_executed',
      'test_has_evidence',
      'test_has_facts',
      'test_in_remediation',
      'test_in_finding',
    ];
    for (const [index, code] of codes.entries()) {
      assert.deepEqual(told(await admin.delete(at(index))), [409, code, undefined]);
    }
    assert.deepEqual(await mission.read(), before);
    assert.equal((await red.client.delete(`/api/v1/evidence/${evidence}`)).status, 204);
    assert.equal((await soc.client.delete(`${at(3)}/facts/${seen}`)).status, 204);
    assert.equal((await admin.delete(`${mission.path}/remediations/${remediation}`)).status, 204);
    assert.equal((await admin.delete(`${mission.path}/findings/${finding}`)).status, 204);
    for (const index of [2, 3, 4, 5]) assert.equal((await admin.delete(at(index))).status, 204);
  });

  it('is removed with permission, with the current version, and not from an archived mission', async () => {
    const mission = await Outline.make(admin, [2], [soc]);
    const [[a, b]] = (await mission.tests()) as [[string, string]];
    assert.equal((await soc.client.delete(mission.testPath(a))).status, 403);
    assert.equal((await red.client.delete(mission.testPath(a))).status, 404);
    const stale = { headers: { 'if-match': '"2026-01-01T00:00:00.000Z"' } };
    assert.deepEqual(told(await admin.request('DELETE', mission.testPath(a), stale)), [
      412,
      'stale',
      undefined,
    ]);
    assert.equal((await admin.delete(mission.testPath(a))).status, 204);
    await walk(admin, mission.path, 'in_progress', 'completed', 'archived');
    assert.deepEqual(told(await admin.delete(mission.testPath(b))), [409, 'archived', undefined]);
    const restore = await admin.post(`${mission.testPath(a)}/restore`);
    assert.deepEqual(told(restore), [409, 'archived', undefined]);
    assert.equal((await admin.post(`${mission.testPath(nobody)}/restore`)).status, 404);
    assert.equal((await admin.delete(mission.path)).status, 204);
    assert.equal((await admin.post(`${mission.testPath(a)}/restore`)).status, 404);
  });

  it('is restored without deleted people or tools, and not into a deleted scenario', async () => {
    const mission = await Outline.make(admin, [1, 1], [red]);
    const leaver = await server.newPerson('redteam');
    const members = [{ user_id: leaver.id, role_hint: 'red' }];
    bodyOf(await admin.put(`${mission.path}/members`, { members }), 200);
    const client = `Customer of ${mission.id}`;
    bodyOf(await admin.patch(mission.path, { client }), 200);
    const { organisation } = await mission.read();
    const tools = `/api/v1/organisations/${organisation?.id}/tools`;
    const tool = bodyOf(await admin.post(tools, { name: 'EDR', kind: 'edr' }), 201);
    const [[a], [b]] = (await mission.tests()) as [[string], [string]];
    const expectations = [{ kind: 'alerted', result: 'yes', tool_ids: [tool.id] }];
    bodyOf(await admin.put(`${mission.testPath(a)}/expectations`, { expectations }), 200);
    bodyOf(await leaver.client.put(mission.testPath(a), { command: 'id' }), 200);
    assert.equal((await leaver.client.delete(mission.testPath(a))).status, 204);
    assert.equal((await admin.delete(`/api/v1/users/${leaver.id}`)).status, 204);
    assert.equal((await admin.delete(`${tools}/${tool.id}`)).status, 204);
    const restored = bodyOf(await admin.post(`${mission.testPath(a)}/restore`), 200);
    assert.equal(restored.last_actor, null);
    assert.deepEqual([restored.command, restored.expectations[0].tools], ['id', []]);
    assert.equal((await admin.delete(mission.testPath(b))).status, 204);
    const { id } = await mission.scenario(1);
    assert.equal((await admin.delete(mission.scenarioPath(id))).status, 204);
    const refused = await admin.post(`${mission.testPath(b)}/restore`);
    assert.deepEqual(told(refused), [409, 'scenario_removed', undefined]);
    // The scenario returns with its id, so its tests can return too.
    bodyOf(await admin.post(`${mission.scenarioPath(id)}/restore`), 200);
    bodyOf(await admin.post(`${mission.testPath(b)}/restore`), 200);
    assert.deepEqual(await mission.tests(), [[a], [b]]);
  });

  it('is either removed or executed, once, however many ask at once', async () => {
    const mission = await Outline.make(admin, [4], [red]);
    await walk(admin, mission.path, 'in_progress');
    const [ids] = (await mission.tests()) as [string[]];
    for (const id of ids) {
      const [one, two, executed] = await Promise.all([
        admin.delete(mission.testPath(id)),
        red.client.delete(mission.testPath(id)),
        red.client.post(`${mission.testPath(id)}/transition`, { status: 'executed' }),
      ]);
      const isThere = (await admin.get(mission.testPath(id))).status === 200;
      const statuses = [one.status, two.status].sort().join();
      assert.equal(statuses, isThere ? '409,409' : '204,404');
      assert.equal(executed.status, isThere ? 200 : 404);
    }
    const left = (await mission.tests()).flat().length;
    assert.equal((await mission.read()).counts.tests, left);
  });
});
