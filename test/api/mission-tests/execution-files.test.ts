import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf, newMission, readMission, told } from '../../support/missions/factories.ts';
import {
  type Answer,
  type Client,
  type Person,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';
import { execution } from './scene.ts';

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

async function emptyMission(): Promise<string> {
  return `/api/v1/missions/${(await newMission(admin, { members: [red, soc], tests: 0 })).id}`;
}

const send = (path: string, body: unknown, client: Client = red.client): Promise<Answer> =>
  client.post(`${path}/executions`, body);
async function record(path: string, body: unknown): Promise<Answer['body'][]> {
  return bodyOf(await send(path, body), 200).executions;
}

describe('the output of an execution', () => {
  it('becomes a file too if it is longer than its field', async () => {
    const path = await emptyMission();
    const output = `${'a line of output\n'.repeat(15_000)}\u0000\u0001end`;
    const one = execution({ output });
    const [became, second] = await record(path, [one, execution({ output })]);
    const test = bodyOf(await red.client.get(`${path}/tests/${became.test_id}`), 200);
    assert.equal(test.output.length, 200_000);
    assert.match(test.output, /\[… cut: 255,005 characters in all\]$/);
    const [evidence] = test.evidence;
    assert.deepEqual([evidence.file_name, evidence.side, test.evidence.length], ['output.txt', 'red', 1]);
    const file = await red.client.get(`/api/v1/evidence/${evidence.id}`);
    assert.ok(file.body === output.replace('\u0000', '␀').replace('\u0001', '␁'));
    assert.equal((await record(path, one))[0].result, 'same');
    const other = bodyOf(await red.client.get(`${path}/tests/${second.test_id}`), 200);
    assert.equal(other.evidence.length, 1);
  });

  it('belongs to its run', async () => {
    const path = await emptyMission();
    const output = 'x'.repeat(200_001);
    const [first, , third] = await record(path, [
      execution({ command: 'id', output }),
      execution({ command: 'id', output: 'short' }),
      execution({ command: 'id', output }),
    ]);
    assert.deepEqual([third.test_id, third.run], [first.test_id, 3]);
    const testPath = `${path}/tests/${first.test_id}`;
    assert.equal(bodyOf(await red.client.get(testPath), 200).evidence.length, 1);
    const { items } = bodyOf(await red.client.get(`${testPath}/runs`), 200);
    assert.deepEqual(
      items.map((run: { evidence: unknown[] }) => run.evidence.length),
      [0, 1],
    );
  });

  it('shows characters that no text can hold, as imports do', async () => {
    const path = await emptyMission();
    const raw = JSON.stringify(execution()).replace(/}$/, ',"output":"a\\u0000b\\ud800c\\u0007"}');
    const answer = await red.client.request('POST', `${path}/executions`, {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    const [became] = bodyOf(answer, 200).executions;
    const test = bodyOf(await red.client.get(`${path}/tests/${became.test_id}`), 200);
    assert.equal(test.output, 'a␀b\ufffdc\u0007');
  });

  it('is refused above four mebibytes', async () => {
    const answer = await send(await emptyMission(), execution({ output: 'x'.repeat(4 * 1024 * 1024) }));
    assertProblem(answer, 413, 'too_large');
  });
});
describe('the recordings of an execution', () => {
  const cast = '{"version":2,"width":80,"height":24}\n[0,"o","$ id\\r\\n"]\n';
  const recordings = [{ name: 'run.cast', text: cast }];
  const evidenceOf = async (path: string, id: string) =>
    bodyOf(await red.client.get(`${path}/tests/${id}`), 200).evidence.map(
      ({ file_name, mime_type, side }: Answer['body']) => [file_name, mime_type, side],
    );

  it('become evidence of its run, once', async () => {
    const path = await emptyMission();
    const one = execution({ recordings });
    const [became] = await record(path, one);
    assert.equal(became.recordings, 1);
    const kept = [['run.cast', 'application/x-asciicast', 'red']];
    assert.deepEqual(await evidenceOf(path, became.test_id), kept);
    const [again] = await record(path, one);
    assert.deepEqual([again.result, again.recordings], ['same', 1]);
    assert.deepEqual(await evidenceOf(path, became.test_id), kept);
  });

  it('may come later, as long as their run goes on', async () => {
    const path = await emptyMission();
    const one = execution({ command: 'id' });
    const [became] = await record(path, one);
    assert.equal(became.recordings, 0);
    const [late] = await record(path, { ...one, recordings });
    assert.deepEqual([late.result, late.recordings], ['same', 1]);
    assert.equal((await evidenceOf(path, became.test_id)).length, 1);
    const more = [...recordings, { name: 'b.typescript', text: '\u000e\u0000' }];
    assert.equal((await record(path, { ...one, recordings: more }))[0].recordings, 2);
    const [, next] = await record(path, [
      { ...one, recordings: [{ name: 'c.timing', text: '1 1' }] },
      execution({ command: 'id' }),
    ]);
    assert.deepEqual([next.test_id, next.run], [became.test_id, 2]);
    assert.deepEqual(await evidenceOf(path, became.test_id), []);
    const [closed] = await record(path, { ...one, recordings: [{ name: 'd.cast', text: cast }] });
    assert.deepEqual([closed.result, closed.recordings], ['same', 0]);
    const { items } = bodyOf(await red.client.get(`${path}/tests/${became.test_id}/runs`), 200);
    assert.equal(items[0].evidence.length, 3);
  });

  it('are refused if they are something else, with everything', async () => {
    const path = await emptyMission();
    const refused = async (recording: object) =>
      told(await send(path, [execution(), execution({ recordings: [recording] })]));
    assert.deepEqual(await refused({ name: 'run.exe', text: 'MZ' }), [
      422,
      'invalid',
      'executions[1].recordings.0.name',
    ]);
    for (const recording of [
      { name: 'run.cast', text: 'hello' },
      { name: 'run.cast', text: `${cast}\u0001` },
      { name: 'note.txt', text: '%PDF-1.7' },
    ])
      assert.deepEqual(await refused(recording), [422, 'invalid', 'executions[1].recordings.0.text']);
    assert.equal((await readMission(red.client, path.split('/').at(-1) as string)).counts.executed, 0);
  });

  it('have names that lead nowhere', async () => {
    const path = await emptyMission();
    const [became] = await record(
      path,
      execution({ recordings: [{ name: '../../../etc/run\u202e.cast', text: cast }] }),
    );
    assert.deepEqual((await evidenceOf(path, became.test_id))[0][0], 'run.cast');
  });
});

it('an output without room in the quota of evidence stays as long as its field', async () => {
  const small = await startTestServer({ env: { SVC_QUOTA_MISSION_MIB: '1', SVC_QUOTA_PERSON_MIB: '1' } });
  try {
    const { client } = small.admin;
    const path = `/api/v1/missions/${(await newMission(client, { tests: 0 })).id}`;
    const outputs = ['x'.repeat(900_000), 'y'.repeat(900_000)];
    const { executions } = bodyOf(
      await send(
        path,
        outputs.map((output) => execution({ output })),
        client,
      ),
      200,
    );
    const tests = [];
    for (const { test_id } of executions)
      tests.push(bodyOf(await client.get(`${path}/tests/${test_id}`), 200));
    assert.deepEqual(
      tests.map(({ output, evidence }) => [output.length, evidence.length]),
      [
        [200_000, 1],
        [200_000, 0],
      ],
    );
  } finally {
    await small.close();
  }
});
