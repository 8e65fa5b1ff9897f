import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { createLog } from '../../../server/log.ts';
import { damson } from '../../support/commands/command.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { applyImport, importFile, rowsOf, settled } from '../../support/interchange/imports.ts';
import { bodyOf, newMission, newTestTemplate, placeOf } from '../../support/missions/factories.ts';
import { type Client, openStored, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { until } from '../../support/servers/until.ts';

let server: TestServer;
let red: Client;
let now = Date.now();
let failures = 0;
const log = createLog('error', (line) => {
  if (/"event":"import_(failed|not_taken_back)"/.test(line)) failures += 1;
});

before(async () => {
  server = await startTestServer({ loadCatalog: true, seams: { now: () => now, log } });
  red = (await server.newPerson('redteam')).client;
});
after(() => server?.close());

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
type Body = any;

/** Makes the database refuse rows of this name in this table until released; `when` is a trigger event. */
async function refuse(
  table: string,
  column: string,
  name: string,
  when = 'insert',
): Promise<() => Promise<void>> {
  const trigger = `broken_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string): Promise<void> => {
    const opened = await openStored(server);
    try {
      await sql.raw(statement).execute(opened.db);
    } finally {
      await opened.close();
    }
  };
  await run(
    `create trigger ${trigger} before ${when} on ${table} when ${when === 'delete' ? 'old' : 'new'}.${column} = '${name}'
     begin select raise(abort, 'broken'); end`,
  );
  return () => run(`drop trigger ${trigger}`);
}

/**
 * Applies an import and skips the wait after each failure; returns the number of failures. `meanwhile` runs after the first one.
 */
async function applyInVain(
  client: Client,
  id: string,
  choices: object = {},
  meanwhile: () => Promise<void> = async () => {},
): Promise<number> {
  let passed = 0;
  let status = 'applying';
  const before = failures;
  assert.equal((await client.post(`/api/v1/imports/${id}/apply`, { choices })).status, 202);
  for (;;) {
    await until(async () => {
      status = (await client.get(`/api/v1/imports/${id}`)).body.status;
      return status !== 'applying' || failures - before > passed;
    });
    if (status !== 'applying') return failures - before;
    passed = failures - before;
    assert.ok(passed < 20, 'it is tried for ever');
    if (passed === 1) await meanwhile();
    now += 90_000;
  }
}

const onlySqlite = {
  skip: process.env.DAMSON_TEST_POSTGRES !== undefined && 'triggers of PostgreSQL are written otherwise',
};

/** An export of VECTR, whose tests named `New …` are in a campaign of their own. */
const vectr = (names: readonly string[], command: string, group = 'Winter') => ({
  name: 'environment.csv',
  content: [
    'AssessmentGroup,Campaign,Variant,Status,Outcome,DetectingTools,Organizations,Command,MitreID,Start Time',
    ...names.map(
      (name) =>
        `${group},${name.startsWith('New') ? 'Later' : 'Discovery'},${name},Completed,Logged,Splunk,Example Bank,${command} ${name},T1087.001,2026-11-02T10:00:00Z`,
    ),
  ].join('\n'),
});

describe('an import that fails after it has changed what was there', onlySqlite, () => {
  const templates = (command: string, more: readonly string[] = []) => ({
    name: 'templates.csv',
    content: `name,command\n${['One', 'Two', 'Three', ...more].map((name) => `${name},${command}`).join('\n')}\n`,
  });
  const commandOf = async (id: string) =>
    bodyOf(await red.get(`/api/v1/test-templates/${id}`), 200).command as string | null;

  it('is retried a few times, then waits with everything as before', async () => {
    const first = await importFile(red, templates('first'));
    await applyImport(red, first.id);
    const ids = (await rowsOf(red, first.id)).map((row: Body) => row.object.id as string);
    const fill = Array.from({ length: 300 }, (_, index) => `Fill ${index}`);
    const second = await importFile(red, templates('second', [...fill, 'Broken']));
    assert.equal(second.totals.changed, 3);
    const mend = await refuse('test_templates', 'name', 'Broken');
    assert.equal(await applyInVain(red, second.id), 4);
    const ready = await settled(red, second.id);
    assert.deepEqual([ready.status, ready.problem.code], ['ready', 'internal']);
    assert.deepEqual(await Promise.all(ids.map(commandOf)), ['first', 'first', 'first']);
    const listed = bodyOf(await red.get('/api/v1/test-templates?q=Fill'), 200);
    assert.equal(listed.total, 0);
    await mend();
    assert.equal((await applyImport(red, second.id)).status, 'applied');
    assert.deepEqual(await Promise.all(ids.map(commandOf)), ['second', 'second', 'second']);
  });
});

describe('an import into a mission that was there', onlySqlite, () => {
  let mission: string;
  let tests: Map<string, string>;
  const read = async (name: string) =>
    bodyOf(await red.get(`/api/v1/missions/${mission}/tests/${tests.get(name)}`), 200);
  const world = async () => {
    const { counts, scenarios } = bodyOf(await red.get(`/api/v1/missions/${mission}`), 200);
    const said = await Promise.all(
      ['One', 'Two'].map(async (name) => {
        const { updated_at: _at, facts, ...test } = await read(name);
        return { ...test, facts: facts.map((fact: Body) => ({ ...fact, updated_at: null })) };
      }),
    );
    return { counts, scenarios: scenarios.length, said };
  };
  const old = ['One', 'Two'];
  const added = Array.from({ length: 300 }, (_, index) => `New ${index}`);

  before(async () => {
    const { id } = await importFile(red, vectr(old, 'first'));
    await applyImport(red, id);
    tests = new Map((await rowsOf(red, id)).map((row: Body) => [row.name, row.object.id]));
    mission = tests.get('Winter') as string;
  });

  it('removes its tests and scenario, and restores changed tests', async () => {
    const was = await world();
    const { id } = await importFile(red, vectr([...old, ...added, 'Broken'], 'second'));
    const mend = await refuse('mission_tests', 'name', 'Broken');
    await applyInVain(red, id);
    const ready = await settled(red, id);
    assert.deepEqual([ready.status, ready.problem.code], ['ready', 'internal']);
    assert.deepEqual(await world(), was);
    await mend();
    assert.equal((await applyImport(red, id)).status, 'applied');
    assert.equal((await world()).counts.tests, 303);
  });

  it('keeps objects edited in the meantime and names them', async () => {
    const { suggested_command: was } = await read('One');
    const { id } = await importFile(red, vectr([...old, ...added, 'Broken', 'New worse'], 'third'));
    const mend = await refuse('mission_tests', 'name', 'New worse');
    await applyInVain(red, id, {}, async () => {
      const path = `/api/v1/missions/${mission}/tests/${tests.get('Two')}`;
      bodyOf(await red.put(path, { red_comment: 'Ours' }), 200);
    });
    const failed = await settled(red, id);
    assert.deepEqual([failed.status, failed.problem.code], ['failed', 'import_touched']);
    assert.match(failed.problem.detail, /“Two”/);
    assert.doesNotMatch(failed.problem.detail, /“One”/);
    assert.deepEqual(
      [(await read('One')).suggested_command, (await read('Two')).suggested_command],
      [was, 'third Two'],
    );
    assert.equal((await read('Two')).red_comment, 'Ours');
    assertProblem(await red.post(`/api/v1/imports/${id}/undo`), 409, 'import_touched');
    await mend();
  });
});

describe('an import into a blind mission that was there', onlySqlite, () => {
  it('keeps added tests that others name in findings and remediations, which stay hidden with them', async () => {
    const person = await server.newPerson('redteam');
    const blue = await server.newPerson('soc');
    const first = await importFile(person.client, vectr(['One'], 'first', 'Spring'));
    await applyImport(person.client, first.id);
    const [{ object }] = (await rowsOf(person.client, first.id)).filter((row: Body) => row.name === 'Spring');
    const path = `/api/v1/missions/${object.id}`;
    const members = [
      { user_id: person.id, role_hint: 'lead' },
      { user_id: blue.id, role_hint: 'blue' },
    ];
    bodyOf(await person.client.put(`${path}/members`, { members }), 200);
    bodyOf(await person.client.patch(path, { visibility: 'blind' }), 200);
    const added = Array.from({ length: 300 }, (_, index) => `New ${index}`);
    const { id } = await importFile(person.client, vectr(['One', ...added, 'New end'], 'first', 'Spring'));
    const mend = await refuse('mission_tests', 'name', 'New end');
    const written: string[] = [];
    await applyInVain(person.client, id, {}, async () => {
      const { scenarios } = bodyOf(await person.client.get(path), 200);
      const [first, second] = scenarios[1].tests;
      const finding = { title: 'Nobody saw it', side: 'both', tests: [{ test_id: first.id, run: 1 }] };
      written.push(bodyOf(await person.client.post(`${path}/findings`, finding), 201).id);
      const remediation = { title: 'Look at it', test_ids: [second.id] };
      written.push(bodyOf(await person.client.post(`${path}/remediations`, remediation), 201).id);
    });
    const failed = await settled(person.client, id);
    assert.deepEqual([failed.status, failed.problem.code], ['failed', 'import_touched']);
    const [finding, remediation] = written;
    const named = bodyOf(await person.client.get(`${path}/findings/${finding}`), 200);
    assert.equal(named.tests.length, 1);
    const measure = bodyOf(await person.client.get(`${path}/remediations/${remediation}`), 200);
    assert.equal(measure.test_ids.length, 1);
    assert.match(failed.problem.detail, /“New 0”.*“New 1”|“New 1”.*“New 0”/);
    assert.equal(bodyOf(await person.client.get(path), 200).counts.tests, 3);
    for (const list of ['findings', 'remediations']) {
      assert.equal(bodyOf(await blue.client.get(`${path}/${list}`), 200).total, 0, list);
    }
    await mend();
  });
});

describe('a log of executions', onlySqlite, () => {
  it('leaves the tests of its mission pending again', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    const ids: string[] = [];
    for (const number of numbers) {
      const command = `run number ${number}`;
      ids.push((await newTestTemplate(red, { name: `Run ${number}`, command, catalog_tags: [] })).id);
    }
    const mission = await newMission(red, { tests: 0, test_template_ids: ids });
    const content = [
      'start_date,end_date,source_ip,dest_ip,tool,user_context,command,description,output,comments,operator_name',
      ...numbers.map((number) => {
        const at = '2026-11-03 09:15:30+00:00';
        return `${at},${at},kali,ws1,,alice,run number ${number},,out ${number},,rhea`;
      }),
    ].join('\n');
    const state = async () => {
      const { counts } = bodyOf(await red.get(`/api/v1/missions/${mission.id}`), 200);
      const first = bodyOf(await red.get(placeOf(mission).path), 200);
      return { counts, first: { ...first, updated_at: null } };
    };
    const was = await state();
    const { id } = await importFile(red, { name: 'oplog.csv', content });
    const mend = await refuse('mission_tests', 'name', 'Run 59', 'update');
    await applyInVain(red, id, { mission_id: mission.id }, async () => {
      assert.equal((await state()).first.output, 'out 0');
    });
    assert.equal((await settled(red, id)).status, 'ready');
    assert.deepEqual(await state(), was);
    await mend();
  });
});

describe('an import that can’t be taken back', onlySqlite, () => {
  it('ends as failed after a few attempts, and can be undone later', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `Stuck ${index}`);
    const { id } = await importFile(red, {
      name: 'stuck.csv',
      content: `name,command\n${[...names, 'Lost'].map((name) => `${name},id`).join('\n')}\n`,
    });
    const mends = [
      await refuse('test_templates', 'name', 'Lost'),
      await refuse('test_templates', 'name', 'Stuck 0', 'update'),
    ];
    const tried = await applyInVain(red, id);
    assert.ok(tried >= 8 && tried < 16, `${tried} failures`);
    const failed = await settled(red, id);
    assert.equal(failed.status, 'failed');
    assert.match(failed.problem.detail, /of its rows are imported/);
    for (const mend of mends) await mend();
    assert.equal(bodyOf(await red.post(`/api/v1/imports/${id}/undo`), 200).status, 'undone');
    assert.equal(bodyOf(await red.get('/api/v1/test-templates?q=Stuck'), 200).total, 0);
  });

  it('does not break the proofs of the history', async () => {
    await server.stop();
    const { code, stdout } = await damson(['audit', 'verify', '--data-dir', server.dataDir]);
    assert.equal(code, 0, stdout);
  });
});
