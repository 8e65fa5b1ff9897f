import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { executionsBody } from '../../../server/missions/executions/contract.ts';
import { bodyOf, newMission } from '../../support/missions/factories.ts';
import { type Answer, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

// The scripts in docs/api-for-programs.md.

const document = readFileSync(new URL('../../../docs/api-for-programs.md', import.meta.url), 'utf8');
const scripts = [...document.matchAll(/^```(sh|python|powershell)\n(# .*?)^```$/gms)].map(
  ([, language = '', text = '']) => ({ language, text, says: text.split('\n', 1)[0] ?? '' }),
);

function scriptThat(says: RegExp): string {
  const [found] = scripts.filter((script) => says.test(script.says));
  assert.ok(found, String(says));
  return found.text;
}

const lacks = (program: string) =>
  spawnSync(program, ['--version']).status === 0 ? false : `there is no ${program} here`;
const needsCurl = { skip: lacks('curl') };
const needsPython = { skip: lacks('python3') };
const needsPowerShell = { skip: lacks('pwsh') };

let server: TestServer;
let red: Person;
let missionPath: string;
let environment: Record<string, string | undefined>;
let folder: string;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  red = await server.newPerson('redteam', { permissions: ['mission.write_blue_fields'] });
  folder = mkdtempSync(path.join(tmpdir(), 'damson-scripts-'));
  const { id } = await newMission(server.admin.client, { members: [red], tests: 0 });
  missionPath = `/api/v1/missions/${id}`;
  const scopes = ['mission.read', 'mission.write_red_fields', 'mission.write_blue_fields'];
  const asked = { name: 'Scripts', scopes, expires_in_days: 1, mission_id: id };
  const { token } = bodyOf(await red.client.post('/api/v1/tokens', asked), 201);
  environment = { ...process.env, DAMSON_SERVER: server.url, DAMSON_MISSION: id, DAMSON_TOKEN: token };
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(
  program: string,
  ...args: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(program, args, { env: environment, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
    });
  }
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...text };
}

const shell = (text: string, ...args: string[]) => run('sh', '-euc', text, 'script', ...args);
const readTest = async (id: string): Promise<Answer['body']> =>
  bodyOf(await red.client.get(`${missionPath}/tests/${id}`), 200);

describe('the scripts in the documentation', () => {
  it('are six', () => {
    assert.deepEqual(
      scripts.map(({ language }) => language),
      ['sh', 'sh', 'sh', 'sh', 'python', 'powershell'],
    );
  });

  it('record an execution, attach a file and save the mission with curl', needsCurl, async () => {
    const recorded = await shell(scriptThat(/Records one execution/));
    assert.equal(recorded.code, 0, recorded.stderr);
    const [{ test_id, result }] = JSON.parse(recorded.stdout).executions;
    assert.equal(result, 'added');
    const test = await readTest(test_id);
    assert.deepEqual(
      [test.command, test.output, test.target_user],
      ['whoami /all', 'corp\\anna', 'corp\\anna'],
    );
    writeFileSync(path.join(folder, 'seen.txt'), 'seen');
    const attached = await shell(scriptThat(/Attaches a file/), test_id, 'seen.txt');
    assert.equal(attached.code, 0, attached.stderr);
    const { evidence } = await readTest(test_id);
    assert.deepEqual(
      evidence.map((one: { file_name: string; caption: string; side: string }) => [
        one.file_name,
        one.caption,
        one.side,
      ]),
      [['seen.txt', 'Sent by a script', 'red']],
    );
    const saved = await shell(scriptThat(/Saves the mission/), 'mission.csv');
    assert.equal(saved.code, 0, saved.stderr);
    assert.match(readFileSync(path.join(folder, 'mission.csv'), 'utf8'), /whoami \/all/);
  });

  it('send an alert with curl', needsCurl, async () => {
    const sent = await shell(scriptThat(/Sends one alert/));
    assert.equal(sent.code, 0, sent.stderr);
    const [{ id, ignored }] = JSON.parse(sent.stdout).alerts;
    assert.deepEqual(ignored, []);
    const alert = bodyOf(await red.client.get(`${missionPath}/alerts/${id}`), 200);
    assert.deepEqual(
      [alert.occurred_at, alert.users, alert.processes],
      [
        '2026-09-01T08:00:04.000Z',
        ['CORP\\anna'],
        [{ id: 4242, command_line: 'whoami /all', parent_id: 4100 }],
      ],
    );
  });

  it('record a table with Python, in parts', needsPython, async () => {
    const rows = Array.from(
      { length: 501 },
      (_, n) => `${n},2026-09-01T08:00:02+02:00,ws${n},"echo ""${n}""",${n}`,
    );
    writeFileSync(
      path.join(folder, 'table.csv'),
      `\ufeff${['id,time,host,command,output', ...rows].join('\n')}\n`,
    );
    writeFileSync(path.join(folder, 'record.py'), scriptThat(/rows of a table/));
    const recorded = await run('python3', 'record.py', 'table.csv');
    assert.equal(recorded.code, 0, recorded.stderr);
    const lines = recorded.stdout.trimEnd().split('\n');
    assert.equal(lines.length, 501);
    const [id, result, test] = (lines[500] as string).split(' ');
    assert.deepEqual([id, result], ['table/500', 'added']);
    assert.deepEqual([(await readTest(test as string)).command], ['echo "500"']);
    assert.match((await run('python3', 'record.py', 'table.csv')).stdout, /^table\/0 same /);
    writeFileSync(path.join(folder, 'table.csv'), 'id,time,host,command,output\n1,noon,ws1,id,\n');
    const refused = await run('python3', 'record.py', 'table.csv');
    assert.match(refused.stderr, /executions\[0\]\.executed_at/);
  });

  it('name fields that the API takes in PowerShell', () => {
    const text = scriptThat(/in PowerShell/);
    const [, table = ''] = /\$execution = @\{\n(.*?)^\}/ms.exec(text) ?? [];
    const names = [...table.matchAll(/^ {2}(\w+) +=/gm)].map(([, name = '']) => name);
    // Seven decimals, as .NET writes them.
    const time = '2026-09-01T08:00:02.1234567Z';
    const values: Record<string, unknown> = {
      technique: 'T1033',
      executed_at: time,
      ended_at: time,
      process_id: 7,
    };
    const sent = Object.fromEntries(names.map((name) => [name, values[name] ?? 'text']));
    assert.deepEqual(executionsBody.safeParse(sent).error?.issues ?? [], []);
    for (const [open, close] of ['()', '{}', '[]']) {
      assert.equal(text.split(open as string).length, text.split(close as string).length);
    }
  });

  it('record a command of PowerShell', needsPowerShell, async () => {
    writeFileSync(path.join(folder, 'record.ps1'), scriptThat(/in PowerShell/));
    const recorded = await run('pwsh', '-NoProfile', '-File', 'record.ps1');
    assert.equal(recorded.code, 0, recorded.stderr);
    assert.match(recorded.stdout, /added|recorded/);
  });
});
