import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { damson, environment, type Outcome, program } from '../support/commands/command.ts';
import { bodyOf, newMission, nobody } from '../support/missions/factories.ts';
import { type Answer, type Person, startTestServer, type TestServer } from '../support/servers/server.ts';
import { until } from '../support/servers/until.ts';

const guid = '4c4959bf-addf-4b4a-be86-8d09cc1857aa';

const atomicHead =
  '"Execution Time (UTC)","Execution Time (Local)","Technique","Test Number","Test Name","Hostname","IP Address","Username","GUID","ProcessId","ExitCode"';
const atomicRow = (minute: number, exit = 0): string =>
  `"2026-09-01T08:0${minute}:02Z","2026-09-01T10:0${minute}:02Z","T1033","1","Who am I","ws01","10.0.0.5","corp\\anna","${guid}","424${minute}","${exit}"`;

const attire = JSON.stringify({
  'attire-version': '1.1',
  'execution-data': {
    'execution-id': 'cnVuLTE=',
    'time-generated': '2026-09-01T09:00:05.000Z',
    target: { host: 'ws02', user: 'anna', path: '/usr/bin' },
  },
  procedures: [
    {
      'procedure-name': 'List users',
      'mitre-technique-id': 'T1087.001',
      order: 1,
      steps: [
        {
          order: 1,
          command: 'net user',
          'process-id': 77,
          'exit-code': 2,
          'is-timeout': false,
          'time-start': '2026-09-01T09:00:01.000Z',
          'time-stop': '2026-09-01T09:00:04.000Z',
          output: [{ content: 'denied', level: 'STDOUT', type: 'console' }],
        },
      ],
    },
  ],
});

const oplog = [
  'entry_identifier,start_date,end_date,source_ip,dest_ip,tool,user_context,command,description,output,comments,operator_name,tags',
  '"7","2026-09-01 09:15:30+00:00","2026-09-01 09:16:00+00:00","kali","ws03","psexec","CORP\\bob","hostname","","WS03","noisy","rhea","T1082"',
  '"8","","","kali","ws03","","","whoami","","","","rhea","T1033"',
].join('\r\n');

const caldera = JSON.stringify([
  {
    command: 'id',
    plaintext_command: 'id',
    delegated_timestamp: '2026-09-01T10:00:00Z',
    collected_timestamp: '2026-09-01T10:00:04Z',
    finished_timestamp: '2026-09-01T10:00:09Z',
    status: 0,
    platform: 'linux',
    executor: 'sh',
    pid: 7,
    agent_metadata: { paw: 'p1', host: 'web1', username: 'root' },
    ability_metadata: { ability_id: 'ab-1', ability_name: 'Identify', ability_description: 'Who?' },
    operation_metadata: {
      operation_name: 'Op',
      operation_start: '2026-09-01T09:00:00Z',
      operation_adversary: 'Thief',
    },
    attack_metadata: { tactic: 'discovery', technique_name: 'x', technique_id: 'T1033' },
  },
]);

let server: TestServer;
let red: Person;
let missionPath: string;
let env: Record<string, string>;
let folder: string;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  red = await server.newPerson('redteam');
});
after(() => server.close());
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'damson-watch-'));
  const { id } = await newMission(server.admin.client, { members: [red], tests: 0 });
  missionPath = `/api/v1/missions/${id}`;
  const token = { name: id, scopes: ['mission.write_red_fields'], expires_in_days: 1, mission_id: id };
  env = {
    DAMSON_SERVER: server.url,
    DAMSON_MISSION: id,
    DAMSON_TOKEN: bodyOf(await red.client.post('/api/v1/tokens', token), 201).token,
  };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, text: string | Buffer) => writeFileSync(path.join(folder, name), text);
const takeAll = (...flags: string[]): Promise<Outcome> =>
  damson(['watch', folder, '--once', '--every', '0.05', ...flags], { env });
async function tests(): Promise<Answer['body'][]> {
  const { scenarios } = bodyOf(await red.client.get(missionPath), 200);
  const ids: string[] = scenarios.flatMap((scenario: { tests: { id: string }[] }) =>
    scenario.tests.map(({ id }) => id),
  );
  return Promise.all(ids.map(async (id) => bodyOf(await red.client.get(`${missionPath}/tests/${id}`), 200)));
}

describe('damson watch', () => {
  it('takes logs of every format that has executions, once', async () => {
    put('atomic.csv', [atomicHead, atomicRow(1), atomicRow(2, 1)].join('\r\n'));
    put('attire.json', attire);
    put('oplog.csv', oplog);
    put('operation.json', caldera);
    const first = await takeAll();
    assert.deepEqual([first.code, first.stderr], [0, '']);
    assert.deepEqual(first.stdout.trimEnd().split('\n'), [
      'atomic.csv: 1 recorded, 1 added, 0 the same, 0 different, 0 left out',
      'attire.json: 0 recorded, 1 added, 0 the same, 0 different, 0 left out',
      'operation.json: 0 recorded, 1 added, 0 the same, 0 different, 0 left out',
      'oplog.csv: 0 recorded, 1 added, 0 the same, 0 different, 1 left out',
      'oplog.csv: row 3: it has no time',
    ]);
    const [atomic, listed, identified, named] = await tests();
    assert.deepEqual([atomic.name, atomic.run.number, atomic.attack_result], ['Who am I', 2, 'failed']);
    assert.deepEqual([atomic.target_user, atomic.executed_at], ['corp\\anna', '2026-09-01T08:02:02.000Z']);
    assert.equal(atomic.red_comment, 'Test number: 1\nIP address: 10.0.0.5\nExit code: 1\nProcess id: 4242');
    assert.deepEqual([listed.command, listed.output, listed.attack_result], ['net user', 'denied', 'failed']);
    assert.equal(listed.red_comment, 'Exit code: 2\nProcess id: 77');
    assert.equal(listed.catalog_tags[0].external_id, 'T1087.001');
    assert.deepEqual([identified.command, identified.target_host], ['id', 'web1']);
    assert.deepEqual([named.command, named.output, named.target_host], ['hostname', 'WS03', 'ws03']);
    assert.match(named.red_comment, /^noisy\nOperator: rhea\nSource host: kali\nTool: psexec$/);
    const again = await takeAll();
    assert.deepEqual([again.code, again.stdout], [0, '']);
    rmSync(path.join(folder, '.damson-watch.json'));
    const forgotten = await takeAll();
    assert.match(
      forgotten.stdout,
      /^atomic\.csv: 0 recorded, 0 added, 2 the same, 0 different, 0 left out\n/,
    );
    assert.equal((await tests()).length, 4);
  });

  it('takes files as they are written, and what is added to them', async () => {
    const args = ['--', program, 'watch', folder, '--every', '0.05'];
    const child = spawn(process.execPath, args, {
      env: environment(env),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    put('log.csv.partial', 'not yet');
    put('log.csv', [atomicHead, atomicRow(1), ''].join('\r\n'));
    await until(() => text.includes('log.csv: 0 recorded, 1 added'));
    appendFileSync(path.join(folder, 'log.csv'), `${atomicRow(2)}\r\n`);
    await until(() => text.includes('log.csv: 1 recorded, 0 added, 1 the same'));
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    assert.equal(code, 0);
    assert.equal(text.trimEnd().split('\n').length, 2);
    assert.equal((await tests())[0].run.number, 2);
  });

  it('attaches recordings to the execution they are named like, also those that come late', async () => {
    const cast = '{"version":2,"width":80,"height":24}\n[0,"o","$ net user\\r\\n"]\n';
    put('attire.json', attire);
    put('attire.typescript', 'Script started on\n$ net user\u0000\r\n');
    put('attire.timing', '0.1 11\n');
    put('other.cast', cast);
    const first = await takeAll();
    assert.deepEqual(first.stdout.trimEnd().split('\n'), [
      'attire.json: procedure 1: recordings attached',
      'attire.json: 0 recorded, 1 added, 0 the same, 0 different, 0 left out',
    ]);
    assert.equal(first.stderr, 'damson: other.cast: no execution is named like this recording\n');
    const names = async () =>
      (await tests())[0].evidence.map(({ file_name }: { file_name: string }) => file_name).sort();
    assert.deepEqual(await names(), ['attire.timing', 'attire.typescript']);
    put('list-users.cast.gz', gzipSync(cast));
    assert.equal((await takeAll()).stdout, 'attire.json: procedure 1: recordings attached\n');
    assert.deepEqual(await names(), ['attire.timing', 'attire.typescript', 'list-users.cast']);
    assert.equal((await takeAll()).stdout, '');
  });

  it('says why a recording is not attached, and records its execution', async () => {
    put('attire.json', attire);
    put('attire.cast', 'not one');
    put('attire.log', 'x'.repeat(2_000_000));
    put('attire.cast.gz', gzipSync(Buffer.alloc(50_000_000)));
    const outcome = await takeAll();
    assert.equal(outcome.code, 0);
    assert.match(outcome.stdout, /^attire\.json: 0 recorded, 1 added[^\n]*\n$/);
    assert.match(
      outcome.stderr,
      /^damson: attire\.cast: The file's bytes are not application\/x-asciicast$/m,
    );
    for (const name of ['attire.log', 'attire.cast.gz'])
      assert.match(outcome.stderr, new RegExp(`^damson: ${name}: it is too large for a request`, 'm'));
    assert.equal((await tests())[0].evidence.length, 0);
    assert.equal((await takeAll()).stderr, '');
  });

  it('says what is no log, once, and takes the others', async () => {
    mkdirSync(path.join(folder, 'below'));
    put('notes.txt', 'nothing');
    put('broken.json', '{"attire-version": "1.1", "execution-data":');
    put('table.csv', 'a,b\n1,2\n');
    put('bytes.bin', Buffer.from([0, 255, 1]));
    put('good.csv', [atomicHead, atomicRow(1)].join('\n'));
    const outcome = await takeAll();
    assert.equal(outcome.code, 0);
    assert.match(outcome.stdout, /^good\.csv: 0 recorded, 1 added[^\n]*\n$/);
    for (const name of ['notes.txt', 'broken.json', 'table.csv', 'bytes.bin'])
      assert.match(outcome.stderr, new RegExp(`^damson: ${name}: [^\\n]+$`, 'm'));
    assert.equal((await takeAll()).stderr, '');
  });

  it('is not exhausted by a hostile file, and takes the others', async () => {
    put('big.json', `${attire.slice(0, -2)},${'{"a":[1]},'.repeat(6_000_000)}0]}`);
    put('good.csv', [atomicHead, atomicRow(1)].join('\n'));
    const outcome = await takeAll();
    assert.equal(outcome.code, 0);
    assert.match(
      outcome.stderr,
      /^damson: big\.json: (?:It needs more memory|The file has more values)[^\n]*\n$/,
    );
    assert.match(outcome.stdout, /^good\.csv: 0 recorded, 1 added[^\n]*\n$/);
  });

  it('remembers for each mission', async () => {
    put('log.csv', [atomicHead, atomicRow(1)].join('\n'));
    assert.equal((await takeAll()).code, 0);
    const other = await newMission(server.admin.client, { members: [red], tests: 0 });
    const token = { name: other.id, scopes: ['mission.write_red_fields'], expires_in_days: 1 };
    env = {
      ...env,
      DAMSON_MISSION: other.id,
      DAMSON_TOKEN: bodyOf(await red.client.post('/api/v1/tokens', token), 201).token,
    };
    assert.match((await takeAll()).stdout, /1 added/);
    assert.equal((await takeAll()).stdout, '');
    const kept = JSON.parse(readFileSync(path.join(folder, '.damson-watch.json'), 'utf8'));
    assert.equal(Object.keys(kept).length, 2);
    assert.doesNotMatch(JSON.stringify(kept), /dmsn_/);
  });

  it('waits for a server that is away', async () => {
    put('log.csv', [atomicHead, atomicRow(1)].join('\n'));
    await server.stop();
    const args = ['--', program, 'watch', folder, '--once', '--every', '0.05'];
    const child = spawn(process.execPath, args, { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
    let told = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      told += chunk;
    });
    await until(() => /^damson: the server is away \(\w+\)\n/.test(told));
    assert.ok(!existsSync(path.join(folder, '.damson-watch.json')));
    await server.restart();
    const [code] = await once(child, 'close');
    assert.equal(code, 0);
    assert.equal((await tests()).length, 1);
  });

  it('stops when the server refuses, and takes the file the next time', async () => {
    put('log.csv', [atomicHead, atomicRow(1)].join('\n'));
    const refused = await takeAll('--mission', nobody);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^damson: the server refused log\.csv \(404: [^\n]+\)\n$/);
    assert.match((await takeAll()).stdout, /1 added/);
  });

  const wrong: [what: string, args: string[], code: number, message: RegExp][] = [
    ['no folder', ['watch'], 2, /"watch" needs <folder>/],
    ['a folder that is not there', ['watch', '/nonexistent'], 1, /\/nonexistent does not exist/],
    ['a file', ['watch', '/dev/null'], 1, /\/dev\/null is not a folder/],
    ['no number of seconds', ['watch', '/tmp', '--every', 'now'], 2, /--every must be a number/],
    ['no server', ['watch', '/tmp', '--server', ''], 2, /"watch" needs --server/],
  ];
  for (const [what, args, code, message] of wrong) {
    it(`refuses ${what}`, async () => {
      const outcome = await damson(args, { env });
      assert.deepEqual([outcome.code, outcome.stdout], [code, '']);
      assert.match(outcome.stderr, message);
    });
  }
});
