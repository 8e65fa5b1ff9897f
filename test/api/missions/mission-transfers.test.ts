import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { findUnproven } from '../../../server/history/proof.ts';
import type { MissionTest } from '../../../server/missions/contract.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  nobody,
  placeOf,
  readMission,
  told,
  walk,
} from '../../support/missions/factories.ts';
import { Outline } from '../../support/missions/outlines.ts';
import { fetchBytes } from '../../support/reports/renderings.ts';
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

type Scene = { from: Outline; to: Outline; tests: [string, string]; scenario: string; evidence: string };

/** A scenario of two tests, the second after the first, which has two runs with evidence and facts; beside it another one. */
async function newScene(): Promise<Scene> {
  const from = await Outline.make(admin, [2, 1], [red, soc]);
  const to = await Outline.make(admin, [1], [red]);
  const [[first, second], [other]] = (await from.tests()) as [[string, string], [string]];
  const at = placeOf(await from.read());
  await walk(red.client, at.path, 'executed');
  const { id: earlier } = bodyOf(
    await attach(red.client, at, evidenceForm('earlier', { name: 'a.txt' })),
    201,
  );
  bodyOf(await soc.client.post(`${at.path}/facts`, { kind: 'alerted', result: 'no', evidence_ids: [] }), 201);
  bodyOf(await red.client.post(`${at.path}/runs`, { reason: 'retest' }), 201);
  await walk(red.client, at.path, 'executed');
  const { id: evidence } = bodyOf(await attach(soc.client, at, evidenceForm('seen', { side: 'blue' })), 201);
  const fact = { kind: 'alerted', result: 'yes', evidence_ids: [evidence] };
  bodyOf(await soc.client.post(`${at.path}/facts`, fact), 201);
  const expectations = [{ kind: 'alerted', result: 'yes' }];
  bodyOf(await admin.put(`${at.path}/expectations`, { expectations }), 200);
  const follow = (test: string, test_id: string) =>
    admin.put(`${from.testPath(test)}/follows`, { follows: [{ test_id, condition: 'if so' }] });
  bodyOf(await follow(second, first), 200);
  bodyOf(await follow(other, second), 200);
  assert.ok(earlier);
  return { from, to, tests: [first, second], scenario: at.scenario, evidence };
}

/** A test and its closed runs as answered, without the ids and times of rows. */
async function tell(client: Client, place: string) {
  const test: MissionTest = bodyOf(await client.get(place), 200);
  const { items } = bodyOf(await client.get(`${place}/runs`), 200);
  const files = async (evidence: { id: string; sha256: string }[]) => {
    const bytes = [];
    for (const { id } of evidence) bytes.push((await fetchBytes(admin, `/api/v1/evidence/${id}`)).toString());
    return bytes;
  };
  const facts = (of: MissionTest['facts']) =>
    of.map(({ kind, result, analyst, evidence_ids }) => [kind, result, analyst?.id, evidence_ids.length]);
  return {
    name: test.name,
    status: test.status,
    executed_at: test.executed_at,
    run: test.run,
    met: test.expectation_met,
    facts: facts(test.facts),
    files: await files(test.evidence),
    runs: await Promise.all(
      items.map(async (run: MissionTest & { number: number }) => [
        run.number,
        run.executed_at,
        facts(run.facts),
        await files(run.evidence),
      ]),
    ),
  };
}

const countFiles = (): number =>
  readdirSync(path.join(server.dataDir, 'evidence'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name),
  ).length;

describe('a scenario that moves to another mission', () => {
  it('takes everything recorded in it along, and leaves what belongs to the mission', async () => {
    const { from, to, tests, scenario } = await newScene();
    const [first, second] = tests;
    const [before, counts] = [await tell(admin, from.testPath(first)), (await from.read()).counts];
    const remediation = { title: 'Watch it', test_ids: [first] };
    const { id: fix } = bodyOf(await admin.post(`${from.path}/remediations`, remediation), 201);
    const moved = bodyOf(
      await red.client.post(`${from.scenarioPath(scenario)}/move`, { mission_id: to.id, position: 0 }),
      200,
    );
    assert.equal(moved.id, to.id);
    assert.deepEqual((await to.tests())[0], tests);
    assert.equal((await from.tests()).length, 1);
    assert.deepEqual(await tell(admin, to.testPath(first)), before);
    assert.equal((await admin.get(from.testPath(first))).status, 404);
    const after = { from: (await from.read()).counts, to: (await to.read()).counts };
    assert.deepEqual(
      [after.from.tests, after.from.executed, after.to.tests, after.to.executed],
      [counts.tests - 2, counts.executed - 1, 3, 1],
    );
    const { edges } = bodyOf(await admin.get(`${to.path}/path`), 200);
    assert.deepEqual(edges, [{ test_id: second, follows_id: first, condition: 'if so' }]);
    assert.deepEqual(bodyOf(await admin.get(`${from.path}/path`), 200).edges, []);
    const { items } = bodyOf(await admin.get(`${from.path}/remediations`), 200);
    assert.deepEqual(items.find(({ id }: { id: string }) => id === fix).test_ids, []);
    for (const [mission, verb, field] of [
      [from, 'deleted', 'moved_to'],
      [to, 'created', 'moved_from'],
    ] as const) {
      const entries = bodyOf(await admin.get(`${mission.path}/history?limit=50`), 200).items.filter(
        (entry: { verb: string; changes: object }) => entry.verb === verb && field in entry.changes,
      );
      assert.deepEqual(
        entries.map(({ object_type }: { object_type: string }) => object_type).sort(),
        ['scenario', 'test', 'test'],
        verb,
      );
    }
  });

  it('and a copy can be followed in the history, with long texts', onlyWithFile, async () => {
    const { from, to, tests, scenario } = await newScene();
    const [test] = tests;
    const long = 'pending notes\n'.repeat(500);
    bodyOf(await red.client.put(from.testPath(test), { red_comment: long }), 200);
    bodyOf(await admin.post(`${from.scenarioPath(scenario)}/move`, { mission_id: to.id }), 200);
    bodyOf(await red.client.put(to.testPath(test), { red_comment: `${long}more` }), 200);
    bodyOf(await admin.post(`${to.scenarioPath(scenario)}/copy`, { mission_id: from.id }), 201);
    const sqlite = new Sqlite(path.join(server.dataDir, 'damson.db'), { readonly: true });
    assert.deepEqual(findUnproven(sqlite), []);
    sqlite.close();
  });

  it('keeps its files when either mission goes', onlyWithFile, async () => {
    const { from, to, tests, scenario, evidence } = await newScene();
    const before = countFiles();
    bodyOf(await admin.post(`${from.scenarioPath(scenario)}/move`, { mission_id: to.id }), 200);
    assert.equal(countFiles(), before);
    assert.equal((await admin.delete(from.path)).status, 204);
    assert.equal((await fetchBytes(admin, `/api/v1/evidence/${evidence}`)).toString(), 'seen');
    assert.equal((await admin.delete(`/api/v1/evidence/${evidence}`)).status, 204);
    assert.equal(countFiles(), before - 1);
    assert.equal((await tell(admin, to.testPath(tests[0]))).files.length, 0);
  });
});

describe('a scenario that is copied to another mission', () => {
  it('has everything of the original, which stays; files are there once', onlyWithFile, async () => {
    const { from, to, tests, scenario, evidence } = await newScene();
    const before = await tell(admin, from.testPath(tests[0]));
    const files = countFiles();
    const body = { mission_id: to.id };
    const made = bodyOf(await red.client.post(`${from.scenarioPath(scenario)}/copy`, body), 201);
    const [copy, second] = made.scenarios.at(-1).tests;
    assert.notEqual(copy.id, tests[0]);
    for (const at of [to.testPath(copy.id), from.testPath(tests[0])])
      assert.deepEqual(await tell(admin, at), before);
    assert.equal(countFiles(), files);
    const { edges } = bodyOf(await admin.get(`${to.path}/path`), 200);
    assert.deepEqual(edges, [{ test_id: second.id, follows_id: copy.id, condition: 'if so' }]);
    // The file goes with its last record.
    assert.equal((await admin.delete(`/api/v1/evidence/${evidence}`)).status, 204);
    assert.equal(countFiles(), files);
    const left = bodyOf(await admin.get(to.testPath(copy.id)), 200).evidence;
    assert.equal((await fetchBytes(admin, `/api/v1/evidence/${left[0].id}`)).toString(), 'seen');
    assert.equal((await admin.delete(`/api/v1/evidence/${left[0].id}`)).status, 204);
    assert.equal(countFiles(), files - 1);
  });
});

describe('a test that moves or is copied', () => {
  it('goes to a position of a scenario of the other mission, and back', async () => {
    const { from, to, tests } = await newScene();
    const before = await tell(admin, from.testPath(tests[0]));
    const target = { mission_id: to.id, scenario_id: (await to.scenario(0)).id, position: 0 };
    const moved = bodyOf(await admin.post(`${from.testPath(tests[0])}/move`, target), 200);
    assert.deepEqual([moved.id, moved.mission_id, moved.position], [tests[0], to.id, 0]);
    const copied = bodyOf(await admin.post(`${to.testPath(tests[0])}/copy`, target), 201);
    assert.deepEqual((await to.tests())[0]?.slice(0, 2), [copied.id, tests[0]]);
    for (const id of [copied.id, tests[0]]) assert.deepEqual(await tell(admin, to.testPath(id)), before);
    const back = { mission_id: from.id, scenario_id: (await from.scenario(0)).id };
    bodyOf(await admin.post(`${to.testPath(tests[0])}/move`, back), 200);
    assert.deepEqual((await from.tests())[0], [tests[1], tests[0]]);
    assert.deepEqual(await tell(admin, from.testPath(tests[0])), before);
  });
});

describe('moves and copies are refused', () => {
  it('to missions that one does not see, to other scenarios, beyond the end', async () => {
    const { from, to, tests, scenario } = await newScene();
    const hidden = await Outline.make(admin, [1]);
    const own = await from.scenario(1);
    const target = await to.scenario(0);
    const refused: [path: string, body: object, status: number, code: string, field?: string][] = [
      [`${from.scenarioPath(scenario)}/move`, { mission_id: hidden.id }, 422, 'invalid', 'mission_id'],
      [`${from.scenarioPath(scenario)}/move`, { mission_id: nobody }, 422, 'invalid', 'mission_id'],
      [`${from.scenarioPath(scenario)}/move`, { mission_id: from.id }, 422, 'invalid', 'mission_id'],
      [`${from.scenarioPath(scenario)}/copy`, { mission_id: hidden.id }, 422, 'invalid', 'mission_id'],
      [`${from.scenarioPath(scenario)}/copy`, { mission_id: to.id, position: 2 }, 422, 'invalid', 'position'],
      [
        `${from.testPath(tests[0])}/move`,
        { mission_id: to.id, scenario_id: own.id },
        422,
        'invalid',
        'scenario_id',
      ],
      [
        `${from.testPath(tests[0])}/copy`,
        { mission_id: to.id, scenario_id: target.id, position: 9 },
        422,
        'invalid',
        'position',
      ],
      [`${hidden.scenarioPath(scenario)}/move`, { mission_id: to.id }, 404, 'not_found'],
    ];
    for (const [at, body, ...refusal] of refused) {
      assert.deepEqual(told(await red.client.post(at, body)).slice(0, refusal.length), refusal, at);
    }
    assert.equal(
      (await soc.client.post(`${from.scenarioPath(scenario)}/move`, { mission_id: to.id })).status,
      403,
    );
    assert.equal((await from.tests()).flat().length, 3);
  });

  it('into or out of missions that have ended; a copy may come from one', async () => {
    const { from, to, scenario } = await newScene();
    await walk(admin, from.path, 'in_progress', 'completed');
    const at = from.scenarioPath(scenario);
    assert.deepEqual(told(await admin.post(`${at}/move`, { mission_id: to.id })).slice(0, 2), [
      409,
      'locked',
    ]);
    bodyOf(await admin.post(`${at}/copy`, { mission_id: to.id }), 201);
    assert.deepEqual(told(await admin.post(`${at}/copy`, { mission_id: from.id })).slice(0, 2), [
      409,
      'locked',
    ]);
    await walk(admin, from.path, 'archived');
    assert.deepEqual(told(await admin.post(`${at}/move`, { mission_id: to.id })).slice(0, 2), [
      409,
      'archived',
    ]);
    assert.equal((await readMission(admin, to.id)).counts.tests, 3);
  });
});
