import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { damson, preloading } from '../support/commands/command.ts';

const names = [
  'serve',
  'create-admin',
  'install-token',
  'backup',
  'restore',
  'verify',
  'migrate',
  'report',
  'rules export',
  'catalog sync',
  'run',
  'watch',
] as const;

const folder = mkdtempSync(path.join(tmpdir(), 'damson-usage-'));
const dataDir = path.join(folder, 'data');
after(() => rmSync(folder, { recursive: true, force: true }));

describe('help and version', { concurrency: 2 }, () => {
  test('the help names every command and setting', async () => {
    const { code, stdout, stderr } = await damson(['--help']);
    assert.equal(code, 0);
    assert.equal(stderr, '');
    for (const name of [...names, '--data-dir', 'SVC_PORT', '--log-level', 'Exit codes']) {
      assert.ok(stdout.includes(name), name);
    }
  });

  // Of one word, of two, with operands, and with a program of its own behind the flags.
  for (const name of ['serve', 'catalog sync', 'backup', 'run']) {
    test(`${name} has its own help, whatever else is typed`, async () => {
      const { code, stdout } = await damson([...name.split(' '), '--help', '--data-dir', dataDir]);
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`^Usage: damson ${name}`));
    });
  }

  test('the help of create-admin warns of a password on the command line', async () => {
    const { stdout } = await damson(['create-admin', '--help']);
    assert.match(stdout, /--password <password> .*can see it/);
  });

  for (const args of [['--version'], ['catalog', 'sync', '--version']]) {
    test(`damson ${args.join(' ')}`, async () => {
      const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
      const { code, stdout, stderr } = await damson(args);
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(
        stdout,
        new RegExp(`^damson ${version} \\((?:of a checkout|commit [0-9a-f]{12}), schema \\d+\\)\\n$`),
      );
    });
  }
});

describe('typed wrongly: one line, exit code 2, nothing made', { concurrency: 2 }, () => {
  const wrong: [string, string[], RegExp][] = [
    ['no command', [], /no command/],
    ['unknown command', ['launch'], /no command "launch"/],
    ['half a command', ['catalog'], /no command "catalog"/],
    ['the half after that', ['catalog', 'drop'], /no command "catalog drop"/],
    ['unknown flag', ['verify', '--quick'], /'--quick'/],
    ["another command's flag", ['verify', '--force'], /'--force'/],
    ['flag without its value', ['verify', '--port'], /--port/],
    ['empty value of a setting', ['verify', '--data-dir', ''], /--data-dir needs a value/],
    ['value for what takes none', ['backup', 'x', '--force=yes'], /--force/],
    ['missing operand', ['backup'], /"backup" needs <file>/],
    ['empty operand', ['restore', ''], /"restore" needs <file>/],
    ['one operand too many', ['backup', 'x', 'y'], /"backup" does not take "y"/],
    ['missing flag', ['create-admin', '--email', 'a@example.org'], /--display-name is missing/],
    [
      'no way to ask for a password',
      ['create-admin', '--email', 'a@example.org', '--display-name', 'A'],
      /--password-stdin/,
    ],
    [
      'two ways at once',
      ['create-admin', '--email', 'a@b', '--display-name', 'A', '--password', 'x', '--password-stdin'],
      /exclude each other/,
    ],
  ];
  for (const [name, args, expected] of wrong) {
    test(name, async () => {
      const { code, stdout, stderr } = await damson(args, {
        cwd: folder,
        env: args.includes('--data-dir') ? {} : { SVC_DATA_DIR: dataDir },
      });
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, expected);
      assert.match(stderr, /^damson: [^\n]+ \(try "damson --help"\)\n$/);
      assert.deepEqual(readdirSync(folder), []);
    });
  }

  test('typed text cannot write more than one line to the terminal', async () => {
    const { stderr } = await damson(['\u001b[31mred\nDone.\u202e']);
    assert.match(stderr, /^damson: [^\p{Cc}\p{Cf}]+\n$/u);
  });
});

describe('settings', { concurrency: 2 }, () => {
  const unusable: [string, string[], Record<string, string>, RegExp][] = [
    ['a port out of range', ['serve', '--port', '65536'], {}, /SVC_PORT/],
    ['an unknown log level', ['serve'], { LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    ['a placeholder secret', ['serve'], { SVC_JWT_SECRET: 'change-me' }, /SVC_JWT_SECRET.*placeholder/],
    ['providers that are no JSON', ['serve'], { SVC_SIGN_IN: '{' }, /SVC_SIGN_IN: is not JSON/],
    ['a short secret', ['serve'], { SVC_JWT_SECRET: 'k2J8-d0s_PqZ' }, /SVC_JWT_SECRET is too short/],
    ['a placeholder key', ['serve'], { SVC_ENCRYPTION_KEY: 'changeme' }, /SVC_ENCRYPTION_KEY.*placeholder/],
    ['a placeholder, for every command', ['verify'], { SVC_JWT_SECRET: 'secret' }, /SVC_JWT_SECRET/],
  ];
  for (const [name, args, env, expected] of unusable) {
    test(`${name}: one line, exit code 78, nothing made`, async () => {
      const outcome = await damson([...args, '--data-dir', dataDir], { env });
      assert.equal(outcome.code, 78);
      assert.equal(outcome.stdout, '');
      assert.match(outcome.stderr, expected);
      assert.equal(outcome.stderr.split('\n').length, 2);
      assert.equal(existsSync(dataDir), false);
    });
  }

  test('flags take precedence over the environment', async () => {
    const { code, stderr } = await damson(['verify', '--data-dir', dataDir], {
      env: { SVC_DATA_DIR: path.join(folder, 'other') },
    });
    assert.equal(code, 1);
    assert.ok(stderr.includes(dataDir), stderr);
  });

  test('the example file has every setting, and no secret that a start accepts', async () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
    const lines = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => ({
      name: name as string,
      value: value as string,
    }));
    const { stdout: help } = await damson(['--help']);
    for (const { name } of lines) {
      assert.ok(
        help.includes(`[${name}]`) ||
          /^(EVIDENCE_URL|SVC_(BACKUP_DIR|BROWSER|DATABASE_URL|JWT_SECRET|ENCRYPTION_KEY|C2_ADAPTER|SIGN_IN(?:_FILE)?|OIDC_CA|LDAP_CA|QUOTA_\w+|METRICS_PORT|DRAIN_\w+))$/.test(
            name,
          ),
        name,
      );
    }
    const settings = readFileSync(new URL('../../server/settings.ts', import.meta.url), 'utf8');
    const read = [...settings.matchAll(/readValue\('([A-Z0-9_]+)'\)/g)].map(([, name]) => name as string);
    assert.ok(read.length > 15);
    assert.deepEqual(
      read.filter((name) => !lines.some((line) => line.name === name)),
      [],
    );
    const secrets = lines.filter(({ name }) => /SECRET|KEY/.test(name));
    assert.equal(secrets.length, 2);
    for (const { name, value } of secrets) {
      const { code, stderr } = await damson(['serve', '--data-dir', dataDir], { env: { [name]: value } });
      assert.equal(code, 78);
      assert.match(stderr, /placeholder/);
    }
    const rest = lines.filter(
      (line) => !secrets.includes(line) && !/_DIR|_PATH|_URL|_FILE|_CA$/.test(line.name),
    );
    const { code, stderr } = await damson(['verify', '--data-dir', dataDir], {
      env: Object.fromEntries(rest.map(({ name, value }) => [name, value])),
    });
    assert.equal(code, 1, stderr);
  });
});

test('a Node that is too old gets one line', async () => {
  const outcome = await damson(['serve', '--data-dir', dataDir], {
    env: preloading(
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });",
    ),
  });
  assert.equal(outcome.code, 78);
  assert.match(outcome.stderr, /^damson needs Node 24 or later[^\n]*\n$/);
  assert.equal(existsSync(dataDir), false);
});
