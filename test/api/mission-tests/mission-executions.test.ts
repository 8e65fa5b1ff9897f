import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Permission } from '../../../domain/permissions.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { applyImport, importFile } from '../../support/interchange/imports.ts';
import {
  attach,
  bodyOf,
  newMission,
  newScenarioTemplate,
  type Place,
  placeOf,
  readMission,
  readTest,
  told,
  walk,
} from '../../support/missions/factories.ts';
import {
  type Answer,
  Client,
  type Person,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';
import { at, execution } from './scene.ts';

const guid = '4c4959bf-addf-4b4a-be86-8d09cc1857aa';

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

let sent = 0;
/** A mission with these tests, seen by red and SOC. */
async function newPlaces(...plans: object[]): Promise<Place[]> {
  const ids = [];
  for (const plan of plans) {
    const template = bodyOf(await admin.post('/api/v1/test-templates', { name: 'Planned', ...plan }), 201);
    ids.push(template.id);
  }
  const scenario = await newScenarioTemplate(admin, { tests: ids });
  const fields = { members: [red, soc], scenario_template_ids: [scenario.id] };
  const mission = await newMission(admin, { ...fields, tests: 1 });
  return plans.map((_plan, index) => placeOf(mission, index));
}

async function emptyMission(): Promise<string> {
  return `/api/v1/missions/${(await newMission(admin, { members: [red, soc], tests: 0 })).id}`;
}

const send = (path: string, body: unknown, client: Client = red.client): Promise<Answer> =>
  client.post(`${path}/executions`, body);
async function record(path: string, body: unknown): Promise<Answer['body'][]> {
  return bodyOf(await send(path, body), 200).executions;
}

async function newProgram(missionId: string, scopes: readonly Permission[]): Promise<Client> {
  sent += 1;
  const body = { name: `Program ${sent}`, scopes, expires_in_days: 1, mission_id: missionId };
  return new Client(server.url, bodyOf(await red.client.post('/api/v1/tokens', body), 201).token);
}

describe('an execution of a program', () => {
  it('goes to the planned test, which is executed then', async () => {
    const [place] = (await newPlaces({ command: 'whoami /all' })) as [Place];
    const whole = {
      ...execution({ command: 'whoami  /ALL', output: 'corp\\anna', user: 'corp\\anna', exit_code: 0 }),
      ended_at: '2026-09-01T08:00:09.500Z',
      process_id: 4242,
    };
    const [became] = await record(place.missionPath, whole);
    assert.deepEqual(became, {
      external_id: whole.external_id,
      result: 'recorded',
      test_id: place.test,
      run: 1,
      matched_by: 'command',
      recordings: 0,
    });
    const test = await readTest(red.client, place);
    assert.equal(test.status, 'executed');
    assert.equal(test.command, 'whoami  /ALL');
    assert.equal(test.output, 'corp\\anna');
    assert.equal(test.executed_at, at);
    assert.equal(test.ended_at, whole.ended_at);
    assert.equal(test.target_host, 'ws01');
    assert.equal(test.target_user, 'corp\\anna');
    assert.equal(test.attack_result, 'succeeded');
    assert.match(test.red_comment ?? '', /Process id: 4242/);
    const mission = await readMission(red.client, place.mission);
    assert.equal(mission.counts.executed, 1);
    assert.equal(mission.counts.pending, 0);
  });

  it('is matched by the command with the values of its variables', async () => {
    const [place] = (await newPlaces({ command: 'net user #{user}', variables: { user: 'guest' } })) as [
      Place,
    ];
    const [became] = await record(place.missionPath, execution({ command: 'net user guest' }));
    assert.deepEqual([became.test_id, became.matched_by], [place.test, 'command']);
  });

  it('is matched by the GUID of an imported atomic test', async () => {
    const atomic = `attack_technique: T1033
display_name: System Owner/User Discovery
atomic_tests:
- name: Ask who I am
  auto_generated_guid: ${guid}
  description: Asks.
  supported_platforms: [windows]
  executor: { name: command_prompt, command: whoami }
`;
    const { id } = await importFile(admin, { name: 'T1033.yaml', content: atomic });
    assert.equal((await applyImport(admin, id)).status, 'applied');
    const [template] = bodyOf(await admin.get('/api/v1/test-templates?q=Ask who I am'), 200).items;
    const scenario = await newScenarioTemplate(admin, { tests: [template.id] });
    const mission = await newMission(admin, { members: [red], tests: 0 });
    bodyOf(
      await admin.post(`/api/v1/missions/${mission.id}/scenarios`, { scenario_template_ids: [scenario.id] }),
      201,
    );
    const place = placeOf(await readMission(admin, mission.id));
    const [became] = await record(
      place.missionPath,
      execution({ guid: guid.toUpperCase(), command: 'other' }),
    );
    assert.deepEqual([became.test_id, became.matched_by], [place.test, 'guid']);
  });

  it('gets a test of its own in the scenario Ad hoc, which takes it again', async () => {
    const path = await emptyMission();
    const one = execution({ technique: 'T1033', name: 'Found on the way', guid });
    const [first] = await record(path, one);
    assert.equal(first.result, 'added');
    assert.equal(first.matched_by, null);
    const [second] = await record(path, execution({ guid }));
    assert.deepEqual([second.result, second.test_id, second.run], ['recorded', first.test_id, 2]);
    const [third] = await record(path, execution());
    assert.equal(third.result, 'added');
    const mission = bodyOf(await red.client.get(path), 200);
    assert.deepEqual(
      mission.scenarios.map(({ name, tests }: { name: string; tests: { name: string }[] }) => [
        name,
        tests.length,
      ]),
      [['Ad hoc', 2]],
    );
    const [test] = mission.scenarios[0].tests;
    assert.equal(test.name, 'Found on the way');
    assert.equal(test.catalog_tags[0].external_id, 'T1033');
    assert.deepEqual([mission.counts.tests, mission.counts.executed], [2, 2]);
  });

  it('starts the next run of a test that has one, with what blue said in the closed one', async () => {
    const [place] = (await newPlaces({ command: 'whoami' })) as [Place];
    await record(place.missionPath, execution({ command: 'whoami', output: 'first' }));
    bodyOf(await soc.client.put(place.path, { blue_comment: 'seen' }), 200);
    await walk(soc.client, place.path, 'reviewed_by_blue');
    const [became] = await record(place.missionPath, execution({ command: 'whoami', output: 'second' }));
    assert.equal(became.run, 2);
    const test = await readTest(red.client, place);
    assert.deepEqual([test.status, test.output, test.blue_comment], ['executed', 'second', null]);
    const [closed] = bodyOf(await red.client.get(`${place.path}/runs`), 200).items;
    assert.deepEqual(
      [closed.status, closed.output, closed.blue_comment],
      ['reviewed_by_blue', 'first', 'seen'],
    );
  });

  it('leaves what people wrote to the test before', async () => {
    const [place] = (await newPlaces({ command: 'whoami' })) as [Place];
    bodyOf(await red.client.put(place.path, { target_host: 'dc01', red_comment: 'By hand' }), 200);
    await record(place.missionPath, execution({ command: 'whoami' }));
    const test = await readTest(red.client, place);
    assert.equal(test.target_host, 'dc01');
    assert.equal(test.red_comment, 'By hand\nHost: ws01');
  });

  it('is recorded once, whatever it says the second time', async () => {
    const [place] = (await newPlaces({ command: 'whoami' })) as [Place];
    const one = execution({ command: 'whoami', output: 'first' });
    const [first] = await record(place.missionPath, one);
    bodyOf(await red.client.put(place.path, { output: 'corrected' }), 200);
    const before = await readTest(red.client, place);
    const [again] = await record(place.missionPath, { ...one, executed_at: '2026-09-01T10:00:02+02:00' });
    assert.deepEqual(again, { ...first, result: 'same' });
    const [other] = await record(place.missionPath, { ...one, output: 'second' });
    assert.deepEqual(other, { ...first, result: 'differs' });
    assert.deepEqual(await readTest(red.client, place), before);
    const elsewhere = await emptyMission();
    assert.equal((await record(elsewhere, one))[0].result, 'added');
  });

  it('is not recorded again once its test was removed', async () => {
    const path = await emptyMission();
    const one = execution();
    const [{ test_id }] = await record(path, one);
    await walk(red.client, `${path}/tests/${test_id}`, 'pending');
    const cleared = { command: null, started_at: null, target_host: null, operator: null };
    bodyOf(await red.client.put(`${path}/tests/${test_id}`, cleared), 200);
    assert.equal((await admin.delete(`${path}/tests/${test_id}`)).status, 204);
    const [again] = await record(path, one);
    assert.deepEqual([again.result, again.test_id], ['same', null]);
  });

  it('is recorded once when it is sent many times at once', async () => {
    const path = await emptyMission();
    const one = execution();
    const answers = await Promise.all(Array.from({ length: 8 }, () => record(path, one)));
    const results = answers.map(([became]) => became.result).sort();
    assert.deepEqual(results, ['added', ...Array.from({ length: 7 }, () => 'same')]);
    assert.equal(new Set(answers.map(([became]) => became.test_id)).size, 1);
  });
});

describe('executions of one request', () => {
  it('are all recorded or none', async () => {
    const path = await emptyMission();
    const some = [execution(), execution(), execution(), execution({ executed_at: 'yesterday' })];
    const refused = await send(path, some);
    assert.deepEqual(told(refused), [422, 'invalid', 'executions[3].executed_at']);
    assert.equal(bodyOf(await red.client.get(path), 200).counts.tests, 0);
    const became = await record(path, some.slice(0, 3));
    assert.deepEqual(
      became.map(({ external_id, result }) => [external_id, result]),
      some.slice(0, 3).map(({ external_id }) => [external_id, 'added']),
    );
  });

  it('may be five hundred', async () => {
    const path = await emptyMission();
    const became = await record(
      path,
      Array.from({ length: 500 }, () => execution()),
    );
    assert.equal(became.length, 500);
    assert.equal(bodyOf(await red.client.get(path), 200).counts.executed, 500);
    assert.deepEqual(
      told(
        await send(
          path,
          Array.from({ length: 501 }, () => execution()),
        ),
      ),
      [422, 'invalid', ''],
    );
  });
});
describe('the token of a program', () => {
  it('records executions, and the history names it', async () => {
    const mission = await newMission(admin, { members: [red], tests: 0 });
    const path = `/api/v1/missions/${mission.id}`;
    const program = await newProgram(mission.id, ['mission.read', 'mission.write_red_fields']);
    const [{ test_id }] = bodyOf(await send(path, execution(), program), 200).executions;
    const { items } = bodyOf(await admin.get(`${path}/history`), 200);
    const written = items.filter((entry: { object_type: string }) => entry.object_type !== 'mission');
    assert.deepEqual(written.map((entry: Answer['body']) => [entry.object_type, entry.verb]).slice(0, 3), [
      ['test', 'moved'],
      ['test', 'created'],
      ['scenario', 'created'],
    ]);
    assert.match(written[0].via, /^token "Program \d+"$/);
    assert.equal(bodyOf(await program.get(`${path}/tests/${test_id}`), 200).status, 'executed');
  });

  it('needs the permission to write for red', async () => {
    const mission = await newMission(admin, { members: [red, soc], tests: 0 });
    const path = `/api/v1/missions/${mission.id}`;
    assertProblem(
      await send(path, execution(), await newProgram(mission.id, ['mission.read'])),
      403,
      'forbidden',
    );
    assertProblem(await send(path, execution(), soc.client), 403, 'forbidden');
    const elsewhere = await newMission(admin, { members: [red], tests: 0 });
    const bound = await newProgram(elsewhere.id, ['mission.write_red_fields']);
    assertProblem(await send(path, execution(), bound), 404, 'not_found');
  });
});

it('executions are described as one and as several', async () => {
  const { paths } = bodyOf(await admin.get('/api/openapi.json'), 200);
  const { requestBody } = paths['/api/v1/missions/{mission_id}/executions'].post;
  const { schema } = requestBody.content['application/json'];
  const [one, several] = schema.anyOf;
  assert.deepEqual(Object.keys(schema), ['anyOf']);
  assert.deepEqual(one.required, ['external_id', 'command', 'executed_at', 'host']);
  assert.deepEqual([several.minItems, several.maxItems, several.items], [1, 500, one]);
});

describe('executions are refused', () => {
  it('of a mission that is not visible', async () => {
    const { id } = await newMission(admin, { tests: 0 });
    assertProblem(await send(`/api/v1/missions/${id}`, execution()), 404, 'not_found');
  });

  it('of an archived mission', async () => {
    const { path, missionPath } = placeOf(await newMission(admin, { members: [red], tests: 1 }));
    await walk(admin, missionPath, 'in_progress');
    await walk(red.client, path, 'executed');
    await walk(admin, missionPath, 'completed', 'archived');
    assertProblem(await send(missionPath, execution()), 409, 'archived');
  });
});
it('executions reach people who look at the mission', async () => {
  const [place] = (await newPlaces({ command: 'whoami' })) as [Place];
  const since = (await readMission(red.client, place.mission)).updated_at;
  await record(place.missionPath, execution({ command: 'whoami' }));
  const query = `since=${encodeURIComponent(since)}`;
  const { tests } = bodyOf(await soc.client.get(`${place.missionPath}/activity?${query}`), 200);
  assert.deepEqual(
    tests.map(({ id, status }: { id: string; status: string }) => [id, status]),
    [[place.test, 'executed']],
  );
  bodyOf(await attach(red.client, place), 201);
});
