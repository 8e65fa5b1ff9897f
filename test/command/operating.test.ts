import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { migrations } from '../../server/database/migrations/migrations.ts';
import { version } from '../../server/version.ts';
import {
  damson,
  environment,
  prepareData,
  program,
  type Serving,
  serving,
  untilListening,
} from '../support/commands/command.ts';
import { signInAsNewAdmin } from '../support/commands/command-admin.ts';
import { attach, bodyOf, evidenceForm, newMission, placeOf } from '../support/missions/factories.ts';
import { noModes, noSignals } from '../support/servers/platform.ts';
import { Client } from '../support/servers/server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-operating-'));
after(() => rmSync(folder, { recursive: true, force: true }));

describe('a running server', { skip: noSignals }, () => {
  const dataDir = path.join(folder, 'running');
  let server: Serving;
  let monitoring = '';
  before(async () => {
    server = await serving(dataDir, { env: { SVC_METRICS_PORT: '0' } });
    monitoring = /"event":"monitoring","url":"([^"]+)"/.exec(server.text.stdout)?.[1] ?? '';
    const client = await signInAsNewAdmin(dataDir, server);
    bodyOf(await attach(client, placeOf(await newMission(client)), evidenceForm('proof')), 201);
  });
  after(() => server.stop());
  const metrics = async (): Promise<string> => (await fetch(`${monitoring}/metrics`)).text();

  test('reports version, commit and schema in health, its log and metrics', async () => {
    const schema = migrations.at(-1)!.version;
    const { body } = await new Client(server.url, null).get('/api/v1/health');
    assert.equal(body.version, version);
    assert.equal(body.schema, schema);
    assert.ok(body.commit === null || /^[0-9a-f]{12}$/.test(body.commit));
    assert.match(
      server.text.stdout,
      new RegExp(`"version":"${version}","commit":[^,]+,"schema":${schema},"event":"listening"`),
    );
    const text = await metrics();
    assert.match(text, new RegExp(`^damson_schema_version ${schema}$`, 'm'));
    assert.match(text, /^damson_healthy\{part="database"\} 1$/m);
    assert.match(text, /^damson_healthy\{part="evidence"\} 1$/m);
    assert.match(text, /^damson_certificate_end_timestamp_seconds 0$/m);
  });

  test('reports the time of the newest backup, whoever created it', async () => {
    assert.match(await metrics(), /^damson_last_backup_timestamp_seconds 0$/m);
    const since = Math.floor(Date.now() / 1000);
    const { code, stderr } = await damson(['backup', path.join(folder, 'one.damson'), '--data-dir', dataDir]);
    assert.equal(code, 0, stderr);
    const [, time] = /^damson_last_backup_timestamp_seconds (\d+)$/m.exec(await metrics()) ?? [];
    assert.ok(Number(time) >= since);
  });

  test('keeps a number of dated backups, and leaves other files of their folder alone', async () => {
    const backups = path.join(folder, 'kept');
    mkdirSync(backups);
    const older = [1, 2, 3].map((day) => `damson-2020-01-0${day}T023000Z.damson`);
    for (const name of [...older, 'damson-mine.damson', 'notes.txt'])
      writeFileSync(path.join(backups, name), name);
    const kept = await damson(['backup', '--keep', '2', backups, '--data-dir', dataDir]);
    assert.deepEqual([kept.code, kept.stderr], [0, '']);
    const names = readdirSync(backups).sort();
    assert.equal(names.length, 4);
    assert.deepEqual(names.slice(0, 1), [older[2]]);
    assert.match(names[1]!, /^damson-20\d\d-\d\d-\d\dT\d{6}Z\.damson$/);
    assert.deepEqual(names.slice(2), ['damson-mine.damson', 'notes.txt']);
    assert.match(kept.stdout, new RegExp(`removed ${older[0]}\\nremoved ${older[1]}\\n$`));

    const usual = await damson(['backup', '--keep', '14', '--data-dir', dataDir]);
    assert.deepEqual([usual.code, usual.stderr], [0, '']);
    assert.equal(readdirSync(path.join(dataDir, 'backups')).length, 1);
  });

  for (const keep of ['0', '-1', 'x', '1.5', '', '99999']) {
    test(`refuses --keep "${keep}"`, async () => {
      const { code } = await damson(['backup', `--keep=${keep}`, folder, '--data-dir', dataDir]);
      assert.equal(code, 2);
    });
  }
});

test('a backup that fails removes no older one', async () => {
  const backups = path.join(folder, 'failing');
  mkdirSync(backups);
  const names = [1, 2, 3].map((day) => `damson-2020-01-0${day}T023000Z.damson`);
  for (const name of names) writeFileSync(path.join(backups, name), name);
  const { code } = await damson([
    'backup',
    '--keep',
    '1',
    backups,
    '--data-dir',
    path.join(folder, 'nothing'),
  ]);
  assert.equal(code, 1);
  assert.deepEqual(readdirSync(backups).sort(), names);
});

test('warns of secrets that everybody can read', { skip: noSignals || noModes }, async () => {
  const dataDir = path.join(folder, 'open');
  await prepareData(dataDir);
  const settings = path.join(folder, 'settings.env');
  writeFileSync(settings, '# names\nSVC_PUBLIC_HOSTS="damson.lan"\nLOG_LEVEL=warn\n', { mode: 0o600 });
  const run = async (): Promise<string[]> => {
    const server = await serving(dataDir, { args: ['--env-file', settings, '--log-level', 'info'] });
    const { stdout } = await server.stop();
    return [...stdout.matchAll(/"secret_readable_by_everybody","file":"([^"]+)"/g)].map(
      ([, file]) => file as string,
    );
  };
  assert.deepEqual(await run(), []);
  chmodSync(path.join(dataDir, 'secrets.json'), 0o644);
  chmodSync(settings, 0o644);
  assert.deepEqual(await run(), [path.join(dataDir, 'secrets.json'), settings]);
});

const canMount = spawnSync('unshare', ['--mount', '--map-root-user', 'true']).status === 0;

test('warns of settings in the unit file that everybody can read', {
  skip: canMount && !noSignals ? false : 'needs unshare',
}, async () => {
  const script = `mount -t tmpfs none /etc && echo LOG_LEVEL=info > /etc/damson.env && chmod "$0" /etc/damson.env && exec "$@"`;
  for (const [mode, warnings] of [
    ['600', 0],
    ['644', 1],
  ] as const) {
    const args = ['serve', '--port', '0', '--data-dir', path.join(folder, 'of-a-unit')];
    const command = [
      '--mount',
      '--map-root-user',
      'sh',
      '-c',
      script,
      mode,
      process.execPath,
      '--',
      program,
      ...args,
    ];
    const env = { ...environment(), PATH: process.env.PATH ?? '' };
    const server = await untilListening(spawn('unshare', command, { env, stdio: 'pipe' }));
    const { stdout } = await server.stop();
    assert.equal([...stdout.matchAll(/"file":"\/etc\/damson\.env"/g)].length, warnings);
  }
});

describe('settings in a file', () => {
  const dataDir = path.join(folder, 'by-file');
  const file = path.join(folder, 'damson.env');

  test('are read by every command, below flags and above the environment', {
    skip: noSignals,
  }, async () => {
    await prepareData(dataDir);
    writeFileSync(file, `SVC_DATA_DIR=${dataDir}\n`);
    const done = await damson(['install-token', '--env-file', file], {
      env: { SVC_DATA_DIR: '/nonexistent' },
    });
    assert.deepEqual([done.code, done.stderr], [0, '']);
    const other = path.join(folder, 'elsewhere');
    const refused = await damson(['install-token', '--env-file', file, '--data-dir', other]);
    assert.ok(refused.stderr.includes(other), refused.stderr);
  });

  const wrong: [string, string, RegExp][] = [
    ['no variable', 'SVC_DATA_DIR\n', /line 1: NAME=value is expected/],
    ['a value that is none', 'SVC_PORT=many\n', /SVC_PORT/],
  ];
  for (const [what, text, expected] of wrong) {
    test(`with ${what} are refused in one line, without the text`, async () => {
      writeFileSync(file, text);
      const { code, stderr } = await damson(['verify', '--env-file', file]);
      assert.equal(code, 78);
      assert.match(stderr, expected);
      assert.equal(stderr.split('\n').length, 2);
    });
  }

  test('that are not there are refused', async () => {
    const { code, stderr } = await damson(['verify', '--env-file', path.join(folder, 'absent.env')]);
    assert.equal(code, 78);
    assert.match(stderr, /^damson: --env-file: [^\n]*absent\.env can't be read \(ENOENT\)\n$/);
  });
});

describe('a file system that can only be read', {
  skip: canMount && !noSignals ? false : 'needs unshare',
}, () => {
  const dataDir = path.join(folder, 'read-only');
  before(async () => {
    const server = await serving(dataDir);
    const client = await signInAsNewAdmin(dataDir, server);
    bodyOf(await attach(client, placeOf(await newMission(client)), evidenceForm('proof')), 201);
    await server.stop();
  });

  /** Runs the command with the data folder mounted read-only. */
  function run(...args: string[]) {
    const line = `mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"`;
    const command = [process.execPath, program, ...args, '--data-dir', dataDir];
    return spawnSync('unshare', ['--mount', '--map-root-user', 'sh', '-c', line, 'sh', dataDir, ...command], {
      encoding: 'utf8',
      env: { ...environment(), PATH: process.env.PATH ?? '' },
    });
  }

  test('is verified and backed up, not served, without any other write', () => {
    const before = readdirSync(dataDir, { recursive: true }).sort();
    const verified = run('verify');
    assert.equal(verified.status, 0, verified.stdout + verified.stderr);
    assert.match(verified.stdout, /history whole, 1 of 1 stored file intact/);
    assert.equal(run('audit', 'head').status, 0);
    const backup = path.join(folder, 'of-read-only.damson');
    const made = run('backup', backup);
    assert.equal(made.status, 0, made.stderr);
    assert.match(made.stderr, /history does not tell of this backup/);
    const refused = run('install-token');
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /read-only file system/);
    const served = run('serve', '--port', '0');
    assert.equal(served.status, 1);
    assert.match(served.stderr, /^damson: the data folder .* can't be written \(EROFS\)\n$/);
    assert.deepEqual(readdirSync(dataDir, { recursive: true }).sort(), before);
  });

  test('gives a backup that can be restored', async () => {
    const target = path.join(folder, 'restored');
    const { code, stderr } = await damson([
      'restore',
      path.join(folder, 'of-read-only.damson'),
      '--data-dir',
      target,
    ]);
    assert.equal(code, 0, stderr);
    assert.equal((await damson(['verify', '--data-dir', target])).code, 0);
  });
});
