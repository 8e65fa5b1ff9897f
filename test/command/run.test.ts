import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { damson, environment, program, type RunOptions } from '../support/commands/command.ts';
import { applyImport, importFile, rowsOf } from '../support/interchange/imports.ts';
import { bodyOf, newMission, newScenarioTemplate, nobody, placeOf } from '../support/missions/factories.ts';
import { type Answer, type Person, startTestServer, type TestServer } from '../support/servers/server.ts';
import { until } from '../support/servers/until.ts';

const hasTerminal =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;

let server: TestServer;
let red: Person;
let missionPath: string;
let mission: string;
let token: string;
let folder: string;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  red = await server.newPerson('redteam');
});
after(() => server.close());
beforeEach(async (context) => {
  folder = mkdtempSync(path.join(tmpdir(), 'damson-run-'));
  mission = (await newMission(server.admin.client, { members: [red], tests: 0 })).id;
  missionPath = `/api/v1/missions/${mission}`;
  const body = {
    name: `${context.name} ${mission}`.slice(-100),
    scopes: ['mission.read', 'mission.write_red_fields'],
  };
  token = bodyOf(await red.client.post('/api/v1/tokens', { ...body, expires_in_days: 1 }), 201).token;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A script of Node, which the command starts. */
const script = (code: string): string[] => [process.execPath, '-e', code];
const settings = () => ({ DAMSON_SERVER: server.url, DAMSON_MISSION: mission, DAMSON_TOKEN: token });
const record = (flags: string[], command: string[], { env = settings(), ...options }: RunOptions = {}) =>
  damson(['run', ...flags, '--', ...command], { cwd: folder, env, ...options });
const left = (): string[] => readdirSync(folder).filter((name) => name.startsWith('damson-'));
async function tests(): Promise<Answer['body'][]> {
  const { scenarios } = bodyOf(await red.client.get(missionPath), 200);
  const ids: string[] = scenarios.flatMap((scenario: { tests: { id: string }[] }) =>
    scenario.tests.map(({ id }) => id),
  );
  return Promise.all(ids.map(async (id) => bodyOf(await red.client.get(`${missionPath}/tests/${id}`), 200)));
}

describe('damson run', () => {
  it('passes input, output and exit code through, and records the program', async () => {
    const code = `process.stdin.on('data', (text) => {
      process.stdout.write('out ' + text);
      process.stderr.write('err é');
      process.exitCode = 3;
    })`;
    const begun = new Date().toISOString();
    const outcome = await record(['--technique', 't1033', '--name', 'Who am I'], script(code), {
      input: 'in\n',
    });
    assert.deepEqual([outcome.code, outcome.stdout], [3, 'out in\n']);
    assert.match(outcome.stderr, /^err édamson: recorded as a test of its own, [-0-9a-f]{36}\n$/);
    const [test] = await tests();
    assert.equal(test.name, 'Who am I');
    assert.equal(test.catalog_tags[0].external_id, 'T1033');
    assert.match(test.command, /^\S*node\S* -e '.*'$/s);
    assert.deepEqual([...test.output].sort(), [...'out in\nerr é'].sort());
    assert.ok(begun <= test.executed_at && test.executed_at < test.ended_at);
    assert.deepEqual([test.target_host, test.target_user], [hostname(), userInfo().username]);
    assert.equal(test.attack_result, 'failed');
    assert.match(test.red_comment, /^Exit code: 3\nProcess id: \d+$/);
    assert.deepEqual(left(), []);
  });

  it('records the planned test with the command, with flags and a file for the token', async () => {
    const planned = bodyOf(
      await server.admin.client.post('/api/v1/test-templates', { name: 'Planned', command: 'true --x' }),
      201,
    );
    const scenario = await newScenarioTemplate(server.admin.client, { tests: [planned.id] });
    const fields = { members: [red], scenario_template_ids: [scenario.id] };
    const place = placeOf(await newMission(server.admin.client, fields));
    const file = path.join(folder, 'token');
    writeFileSync(file, `${token}\n`);
    const flags = ['--server', `${server.url}/`, '--mission', place.mission, '--token-file', file];
    const outcome = await record(flags, ['true', '--x'], { env: { PATH: process.env.PATH ?? '' } });
    assert.deepEqual(
      [outcome.code, outcome.stdout, outcome.stderr],
      [0, '', `damson: recorded as run 1 of the test ${place.test}\n`],
    );
    assert.equal(bodyOf(await red.client.get(place.path), 200).attack_result, 'succeeded');
  });

  it('hides the token from the program', async () => {
    const outcome = await record([], script('console.log(Object.keys(process.env).join())'));
    assert.match(outcome.stdout, /DAMSON_SERVER/);
    assert.doesNotMatch(outcome.stdout, /DAMSON_TOKEN/);
  });

  it('keeps a long output, up to what a request may have', async () => {
    const code =
      "process.stdout.write('\\u001b['.repeat(400_000)); process.stdout.write('x'.repeat(3_000_000))";
    const outcome = await record([], script(code));
    assert.equal(outcome.stdout.length, 3_800_000);
    const [test] = await tests();
    const [evidence] = test.evidence;
    const file = bodyOf(await red.client.get(`/api/v1/evidence/${evidence.id}`), 200);
    assert.ok(file.length > 500_000 && outcome.stdout.startsWith(file.replace(/\n\[… cut: .*$/, '')));
    assert.match(file, /\n\[… cut: the rest is not recorded\]$/);
  });

  /** Runs the command on a terminal of 80 by 24, and returns what that shows. */
  async function onTerminal(flags: string[], command: string, env: Record<string, string>): Promise<string> {
    const line = [process.execPath, '--', program, 'run', ...flags, '--', 'sh', '-c', command]
      .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
      .join(' ');
    const child = spawn('script', ['-qec', `stty cols 100 rows 30; ${line}`, '/dev/null'], {
      cwd: folder,
      env: { ...environment(env), PATH: process.env.PATH ?? '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let shown = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      shown += chunk;
    });
    await once(child, 'close');
    return shown;
  }

  describe('on a terminal', { skip: hasTerminal ? false : 'needs script of util-linux' }, () => {
    it('records what it showed, as evidence of the run', async () => {
      await onTerminal([], "printf 'one\\ntwo é\\033[0m\\n'", settings());
      const [test] = await tests();
      assert.deepEqual(
        test.evidence.map(({ file_name, mime_type }: Answer['body']) => [file_name, mime_type]),
        [['run.cast', 'application/x-asciicast']],
      );
      const cast = bodyOf(await red.client.get(`/api/v1/evidence/${test.evidence[0].id}`), 200);
      const [head, ...events] = String(cast)
        .trimEnd()
        .split('\n')
        .map((text) => JSON.parse(text));
      assert.deepEqual([head.version, head.width, head.height], [2, 100, 30]);
      assert.match(head.command, /^sh -c /);
      assert.equal(events.map(([, , data]: string[]) => data).join(''), 'one\r\ntwo é\u001b[0m\r\n');
      assert.ok(events.every(([at, code]: [number, string]) => at >= 0 && code === 'o'));
      assert.equal(test.output, 'one\ntwo é\u001b[0m\n');
      assert.deepEqual(left(), []);
    });

    it('leaves the recording out if asked to', async () => {
      await onTerminal(['--no-recording'], 'echo one', settings());
      assert.deepEqual((await tests())[0].evidence, []);
    });

    it('leaves it beside the log without a server, for the import or damson watch', async () => {
      await onTerminal([], 'echo one', {});
      assert.deepEqual(
        left()
          .map((name) => path.extname(name))
          .sort(),
        ['.cast', '.json'],
      );
      const taken = await damson(['watch', folder, '--once', '--every', '0.05'], { env: settings() });
      assert.match(taken.stdout, /^damson-run-\S+\.json: procedure 1: recordings attached\n/);
      assert.equal((await tests())[0].evidence.length, 1);
    });

    it('keeps as much of a long session as a request has room for', async () => {
      await onTerminal([], "yes '0123456789' | head -c 3000000", settings());
      const [test] = await tests();
      const files = test.evidence.map(({ file_name, size }: Answer['body']) => [file_name, size]);
      assert.deepEqual(files.map(([name]: [string]) => name).sort(), ['output.txt', 'run.cast']);
      assert.ok(files.every(([name, size]: [string, number]) => name !== 'run.cast' || size < 600_000));
    });
  });

  it('leaves a log of ATTiRe without a server, which the import takes', async () => {
    const flags = ['--technique', 'T1033', '--guid', '4c4959bf-addf-4b4a-be86-8d09cc1857aa', '--out', folder];
    const outcome = await record(flags, script('console.log("corp\\\\anna")'), { env: {} });
    assert.equal(outcome.code, 0);
    const [name] = left() as [string];
    assert.equal(outcome.stderr, `damson: left the record in ${path.join(folder, name)}\n`);
    const content = readFileSync(path.join(folder, name), 'utf8');
    const read = await importFile(red.client, { name, content }, '?format=attire');
    assert.deepEqual([read.status, read.format], ['ready', 'attire'], JSON.stringify(read));
    const applied = await applyImport(
      server.admin.client,
      (await importFile(server.admin.client, { name, content })).id,
    );
    assert.equal(applied.status, 'applied', JSON.stringify(applied));
    const [row] = await rowsOf(server.admin.client, applied.id);
    const imported = bodyOf(
      await server.admin.client.get(`/api/v1/missions/${row.object.mission_id}/tests/${row.object.id}`),
      200,
    );
    assert.equal(imported.output, 'corp\\anna\n');
    assert.deepEqual([imported.target_host, imported.attack_result], [hostname(), 'succeeded']);
    assert.ok(imported.started_at < imported.ended_at);
  });

  it('tries again until the server is back', async () => {
    await server.stop();
    const running = record([], script('0'));
    await until(() => left().length === 1);
    await server.restart();
    const outcome = await running;
    assert.deepEqual([outcome.code, left()], [0, []]);
    assert.match(outcome.stderr, /recorded as a test/);
    assert.equal((await tests()).length, 1);
  });

  it('leaves the record when the server stays away, refuses it or is another', async () => {
    const away = await record(['--wait', '0', '--server', 'http://127.0.0.1:9'], script('process.exit(5)'));
    assert.equal(away.code, 5);
    assert.match(away.stderr, /^damson: the server is away \([^\n]+\)\ndamson: left the record in [^\n]+\n$/);
    const refused = await record(['--mission', nobody], script('process.exit(6)'));
    assert.equal(refused.code, 6);
    assert.match(refused.stderr, /the server refused the record \(404: Mission not found\)/);
    assert.equal(left().length, 2);
    assert.doesNotMatch(away.stderr + refused.stderr, /dmsn_/);
  });

  it('ends with the shell’s code for a program that does not start, and leaves nothing', async () => {
    const missing = await record([], [path.join(folder, 'none')]);
    assert.deepEqual([missing.code, missing.stdout], [127, '']);
    assert.match(missing.stderr, /^damson: \S+none can't be started \(ENOENT\)\n$/);
    writeFileSync(path.join(folder, 'plain'), 'text');
    assert.equal((await record([], [path.join(folder, 'plain')])).code, 126);
    assert.deepEqual([left(), await tests()], [[], []]);
  });

  it('hands signals on, and records how the program ended', async () => {
    const args = ['--', program, 'run', '--', ...script("console.log('up'); setInterval(() => {}, 1000)")];
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: environment(settings()),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    assert.equal(code, 143);
    assert.match((await tests())[0].red_comment, /Exit code: 143/);
  });

  const wrong: [what: string, flags: string[], command: string[], code: number, message: RegExp][] = [
    ['no command', [], [], 2, /"run" needs -- <command>/],
    ['an address that is none', ['--server', 'damson'], ['true'], 2, /--server must be an address/],
    ['a mission without an id', ['--mission', 'Autumn'], ['true'], 2, /--mission must be the id/],
    ['no such file', ['--token-file', '/nonexistent'], ['true'], 1, /nonexistent does not exist/],
    ['a file without a token', ['--token-file', '/dev/null'], ['true'], 2, /a token is missing/],
    ['a technique in words', ['--technique', 'Discovery'], ['true'], 2, /--technique must be a technique/],
    ['a bad GUID', ['--guid', 'x'], ['true'], 2, /--guid must be a GUID/],
    ['no number of seconds', ['--wait', 'long'], ['true'], 2, /--wait must be a number/],
  ];
  for (const [what, flags, command, code, message] of wrong) {
    it(`starts nothing with ${what}`, async () => {
      const outcome = await record(flags, command.length === 0 ? [] : script('console.log("ran")'));
      assert.deepEqual([outcome.code, outcome.stdout], [code, '']);
      assert.match(outcome.stderr, message);
    });
  }
});
