import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import { endedVerification } from '../../support/backups/backup-jobs.ts';
import {
  attach,
  bodyOf,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  readMission,
  readTest,
  walk,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

type Entry = { seq: number; object_type: string; verb: string; test_id: string | null };

/** Not a multiple of a statement's batch size. */
const many = 450;
const run = 130;

describe('writes to many tests at once', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  let mission: Mission;
  let templates: string[];
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    red = await server.newPerson('redteam');
    templates = [];
    for (let number = 0; number < 150; number += 1) {
      const fields = {
        command: `whoami #${number}`,
        tags: ['baseline'],
        variables: { host: `host-${number}` },
        expectations: number % 3 === 0 ? [{ kind: 'alerted', result: 'yes', within_seconds: 60 }] : [],
      };
      templates.push((await newTestTemplate(admin, fields)).id);
    }
    const scenario = (await newScenarioTemplate(admin, { tests: templates })).id;
    mission = bodyOf(
      await admin.post('/api/v1/missions', {
        name: 'Many',
        scenario_template_ids: [scenario, scenario],
        members: [{ user_id: red.id, role_hint: 'red' }],
      }),
      201,
    );
    bodyOf(
      await admin.post(`/api/v1/missions/${mission.id}/scenarios`, { scenario_template_ids: [scenario] }),
      201,
    );
    mission = await readMission(admin, mission.id);
  });
  after(() => server.close());

  const idsOf = ({ scenarios }: Mission) => scenarios.flatMap(({ tests }) => tests.map(({ id }) => id));
  /** A mission's entries about its tests for one kind of write, newest last. */
  const listTold = async ({ id }: Mission, verb: string): Promise<string[]> => {
    const told: Entry[] = [];
    for (let offset = 0, total = 1; offset < total; offset += 200) {
      const page = await admin.get(`/api/v1/missions/${id}/history?limit=200&offset=${offset}`);
      const body = bodyOf(page, 200) as { items: Entry[]; total: number };
      told.push(...body.items);
      total = body.total;
    }
    return told
      .filter((entry) => entry.object_type === 'test' && entry.verb === verb)
      .map(({ test_id }) => test_id as string)
      .reverse();
  };
  const assertProven = async () => {
    bodyOf(await admin.post('/api/v1/verification'), 202);
    const { result } = await endedVerification(admin);
    assert.deepEqual(result?.database_problems, []);
  };
  /** Tests of a mission and their expected outcomes, by position. */
  const readPlans = (whole: Mission) =>
    whole.scenarios.map(({ name, tests }) => ({
      name,
      tests: tests.map((test) => [test.position, test.name, test.platforms, test.expectation_met]),
    }));

  it('are proven for tests added with their scenarios', async () => {
    assert.deepEqual([idsOf(mission).length, mission.counts.pending], [many, many]);
    const expected = mission.scenarios.flatMap(({ tests }) =>
      tests.map(({ expectation_met }) => expectation_met),
    );
    assert.deepEqual(
      expected,
      Array.from({ length: many }, (_, index) => ((index % 150) % 3 === 0 ? 'open' : 'none')),
    );
    await assertProven();
  });

  it('are proven for tags and assignees, with an entry for each test', async () => {
    const test_ids = idsOf(mission).reverse();
    const body = { test_ids, add_tags: ['looked at'], assignee_id: red.id };
    const { tests } = bodyOf(await admin.patch(`/api/v1/missions/${mission.id}/tests`, body), 200);
    assert.equal(tests.length, many);
    assert.deepEqual(await listTold(mission, 'changed'), test_ids);
    await assertProven();
  });

  it('are proven for retests, with an entry for each', async () => {
    const present = await readMission(admin, mission.id);
    const ids = idsOf(present).slice(0, run);
    const first = placeOf(present, 0);
    bodyOf(await red.client.put(first.path, { command: 'id', output: 'root '.repeat(1000) }), 200);
    bodyOf(await attach(red.client, first), 201);
    bodyOf(await admin.post(`${first.path}/facts`, { kind: 'alerted', result: 'yes' }), 201);
    for (let index = 0; index < run; index += 1) {
      const { path } = placeOf(present, index);
      await walk(admin, path, index % 2 === 0 ? 'executed' : 'blocked');
      // One of the tests is already in its second run.
      if (index !== 70) continue;
      bodyOf(await admin.post(`${path}/runs`, { reason: 'replay' }), 201);
      await walk(admin, path, 'executed');
    }
    const executed = ids.filter((_, index) => index % 2 === 0);
    const told = (await listTold(mission, 'run_again')).length;
    const again = bodyOf(
      await admin.post(`/api/v1/missions/${mission.id}/runs`, { reason: 'retest' }),
      201,
    ) as Mission;
    assert.deepEqual((await listTold(mission, 'run_again')).slice(told), executed);
    const { pending, executed: left, blocked } = again.counts;
    assert.deepEqual([pending, left, blocked], [many - run / 2, 0, run / 2]);
    const numbers = again.scenarios.flatMap(({ tests }) => tests.map(({ run_number }) => run_number));
    assert.deepEqual(
      numbers,
      Array.from({ length: many }, (_, index) =>
        index >= run || index % 2 === 1 ? 1 : index === 70 ? 3 : 2,
      ),
    );
    const test = await readTest(admin, first);
    assert.deepEqual(
      [test.status, test.output, test.facts, test.evidence, test.expectation_met],
      ['pending', null, [], [], 'open'],
    );
    const { items } = bodyOf(await admin.get(`${first.path}/runs`), 200);
    assert.deepEqual([items[0].facts.length, items[0].evidence.length, items[0].output.length], [1, 1, 5000]);
    await assertProven();
  });

  for (const [what, name] of [
    ['clone', 'a clone'],
    ['retest', 'a mission that tests it again'],
  ] as const) {
    it(`are proven for ${name}, with the same content`, async () => {
      const source = await readMission(admin, mission.id);
      const made = bodyOf(await admin.post(`/api/v1/missions/${mission.id}/${what}`, {}), 201) as Mission;
      assert.deepEqual(readPlans(made), readPlans({ ...source, scenarios: source.scenarios.map(toUnread) }));
      const [test, copy] = [placeOf(source, 149), placeOf(made, 149)];
      const [one, other] = [await readTest(admin, test), await readTest(admin, copy)];
      const { variable_defaults, tags, suggested_command, source_template_id } = one;
      assert.deepEqual({ ...other, variable_defaults, tags, suggested_command, source_template_id }, other);
      assert.deepEqual([other.status, other.run.number, other.assignee], ['pending', 1, null]);
      await assertProven();
    });
  }

  it('are proven for copies of templates, with an entry for each', async () => {
    const scenario = mission.scenarios[1]!.id;
    const target = `/api/v1/missions/${mission.id}/scenarios/${scenario}/tests`;
    const made = bodyOf(await admin.post(target, { test_template_ids: templates.slice(0, 117) }), 201);
    const tests = made.tests as { id: string; position: number; name: string }[];
    const inOrder = tests.toSorted((one, other) => one.position - other.position);
    assert.deepEqual(
      inOrder.map(({ position }) => position),
      Array.from({ length: 117 }, (_, index) => 150 + index),
    );
    assert.deepEqual(
      await listTold(mission, 'created'),
      inOrder.map(({ id }) => id),
    );
    await assertProven();
  });
});

/** The scenario as in a mission in which nothing has happened yet. */
function toUnread(scenario: Mission['scenarios'][number]): Mission['scenarios'][number] {
  const tests = scenario.tests.map((test) => ({
    ...test,
    expectation_met: test.expectation_met === 'none' ? ('none' as const) : ('open' as const),
  }));
  return { ...scenario, tests };
}
