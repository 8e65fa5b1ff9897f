import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  damson,
  type Outcome,
  prepareData,
  program,
  type Serving,
  serving,
} from '../support/commands/command.ts';
import { addApp } from '../support/http/authenticator.ts';
import { Client } from '../support/servers/server.ts';

const password = 'correct horse battery';
const folder = mkdtempSync(path.join(tmpdir(), 'damson-accounts-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let folders = 0;
function newDataDir(): string {
  folders += 1;
  return path.join(folder, `data-${folders}`);
}

function createAdmin(dataDir: string, email: string, input: string | Buffer = password): Promise<Outcome> {
  return damson(
    [
      'create-admin',
      '--data-dir',
      dataDir,
      '--email',
      email,
      '--display-name',
      'Ada Admin',
      '--password-stdin',
    ],
    { input },
  );
}

function refused(outcome: Outcome, expected: RegExp): void {
  assert.equal(outcome.code, 1, outcome.stderr);
  assert.equal(outcome.stdout, '');
  assert.match(outcome.stderr, expected);
  assert.match(outcome.stderr, /^(damson: [^\n]+\n)+$/);
  assert.ok(!outcome.stderr.includes('    at '), 'no stack trace');
}

describe('after the first start, while nobody serves', () => {
  test('create-admin creates an administrator who can sign in', async () => {
    const dataDir = newDataDir();
    await prepareData(dataDir);
    const made = await createAdmin(dataDir, 'Ada@example.org', `${password}\n`);
    assert.deepEqual([made.code, made.stderr], [0, '']);
    assert.ok(!made.stdout.includes(password));

    const server = await serving(dataDir);
    try {
      const { status, body } = await new Client(server.url, null).post('/api/v1/auth/login', {
        email: 'ada@example.org',
        password,
      });
      assert.equal(status, 200);
      assert.equal(body.user.role, 'admin');
      assert.equal(server.text.stderr, '', 'nothing is said about setting up');
    } finally {
      await server.stop();
    }
  });

  test('install-token prints a token and nothing else, and the newest one sets up', async () => {
    const dataDir = newDataDir();
    await prepareData(dataDir);
    const first = await damson(['install-token', '--data-dir', dataDir]);
    const second = await damson(['install-token', '--data-dir', dataDir]);
    for (const { code, stdout, stderr } of [first, second]) {
      assert.equal(code, 0);
      assert.match(stdout, /^[\w-]{32}\n$/);
      assert.equal(stderr, '');
    }
    const server = await serving(dataDir);
    try {
      const anonymous = new Client(server.url, null);
      const setUp = (token: string) =>
        anonymous.post('/api/v1/setup', {
          install_token: token.trim(),
          email: 'ada@example.org',
          display_name: 'Ada',
          password,
          load_catalog: false,
        });
      assert.equal((await setUp(first.stdout)).status, 403);
      assert.equal((await setUp(second.stdout)).status, 201);
      refused(await damson(['install-token', '--data-dir', dataDir]), /already an administrator/);
    } finally {
      await server.stop();
    }
  });

  test('several at once each get their turn', async () => {
    const dataDir = newDataDir();
    await prepareData(dataDir);
    const outcomes = await Promise.all([
      createAdmin(dataDir, 'one@example.org'),
      createAdmin(dataDir, 'two@example.org'),
      createAdmin(dataDir, 'ONE@example.org'),
    ]);
    assert.deepEqual(
      outcomes.map(({ code }) => code).toSorted(),
      [0, 0, 1],
      outcomes.map(({ stderr }) => stderr).join(''),
    );
  });
});

describe('while a server is running', () => {
  let server: Serving;
  let dataDir: string;
  before(async () => {
    dataDir = newDataDir();
    server = await serving(dataDir);
  });
  after(() => server.stop());

  test('a token from install-token completes the set-up and is in no log', async () => {
    const { code, stdout } = await damson(['install-token', '--data-dir', dataDir]);
    assert.equal(code, 0);
    const { status } = await new Client(server.url, null).post('/api/v1/setup', {
      install_token: stdout.trim(),
      email: 'ada@example.org',
      display_name: 'Ada',
      password,
      load_catalog: false,
    });
    assert.equal(status, 201);
    assert.ok(!server.text.stdout.includes(stdout.trim()) && !server.text.stderr.includes(stdout.trim()));
  });

  test('an administrator from create-admin can sign in at once', async () => {
    assert.equal((await createAdmin(dataDir, 'grace@example.org')).code, 0);
    const { status } = await new Client(server.url, null).post('/api/v1/auth/login', {
      email: 'grace@example.org',
      password,
    });
    assert.equal(status, 200);
  });
});

describe('reset-second-factor', () => {
  test('lets somebody in with the password alone, beside a running server, and ends their sessions', async () => {
    const dataDir = newDataDir();
    const server = await serving(dataDir);
    assert.equal((await createAdmin(dataDir, 'ada@example.org')).code, 0);
    const reset = (...args: string[]) => damson(['reset-second-factor', '--data-dir', dataDir, ...args]);
    try {
      const anonymous = new Client(server.url, null);
      const login = () => anonymous.post('/api/v1/auth/login', { email: 'ada@example.org', password });
      const ada = new Client(server.url, (await login()).body.access_token);
      refused(await reset('ada@example.org'), /has no second factor/);
      const again = new Client(server.url, (await login()).body.access_token);
      await addApp(again, password, Date);
      assert.equal((await login()).body.code, 'second_factor_required');
      const done = await reset('ADA@example.org');
      assert.deepEqual([done.code, done.stderr], [0, '']);
      assert.equal((await login()).status, 200);
      for (const client of [ada, again]) assert.equal((await client.get('/api/v1/auth/me')).status, 401);
      refused(await reset('nobody@example.org'), /No account has this email/);
      assert.equal((await reset()).code, 2);
      refused(
        await damson(['reset-second-factor', '--data-dir', newDataDir(), 'ada@example.org']),
        /no Damson database/,
      );
    } finally {
      await server.stop();
    }
  });
});

describe('create-admin refuses', { concurrency: 2 }, () => {
  const dataDir = newDataDir();
  before(async () => {
    await prepareData(dataDir);
    assert.equal((await createAdmin(dataDir, 'ada@example.org')).code, 0);
  });

  test('an email that has an account, in any case', async () => {
    refused(await createAdmin(dataDir, 'ADA@Example.org'), /already has an account/);
  });

  const inputs: [string, string, string | Buffer, RegExp][] = [
    ['a short password', 'new@example.org', 'eleven char', /12 to 256 characters/],
    ['a password that is not text', 'new@example.org', Buffer.alloc(20, 0xff), /not UTF-8/],
    ['an endless password', 'new@example.org', 'x'.repeat(200_000), /12 to 256 characters/],
    ['an email that is none', 'new at example.org', password, /--email: must be an email/],
  ];
  for (const [name, email, input, expected] of inputs) {
    test(name, async () => {
      const outcome = await createAdmin(dataDir, email, input);
      refused(outcome, expected);
      assert.ok(!outcome.stderr.includes(String(input)));
    });
  }

  test('a name of control characters, before anything is created', async () => {
    const untouched = newDataDir();
    const outcome = await damson([
      ...['create-admin', '--data-dir', untouched, '--email', 'new@example.org'],
      ...['--display-name', 'a\u0007b', '--password', password],
    ]);
    refused(outcome, /--display-name: must not contain control characters/);
    assert.ok(!readdirSync(folder).includes(path.basename(untouched)));
  });
});

const pty = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;

describe('asking on a terminal', { skip: pty ? false : 'needs script of util-linux' }, () => {
  /** Types each answer once its question appears. */
  async function typing(
    dataDir: string,
    answers: readonly [question: string, answer: string][],
  ): Promise<{ code: number | null; screen: string }> {
    const command = [
      ...[process.execPath, program, 'create-admin', '--data-dir', dataDir],
      ...['--email', 'ada@example.org', '--display-name', 'Ada'],
    ];
    const line = command.map((word) => `'${word}'`).join(' ');
    // The time limit ends a program that waits for an unanswered question.
    const child = spawn('script', ['-qec', line, '/dev/null'], { timeout: 60_000 });
    const left = [...answers];
    let screen = '';
    child.stdout.setEncoding('utf8').on('data', (shown: string) => {
      screen += shown;
      const [question, answer] = left[0] ?? [];
      if (question === undefined || !screen.includes(question)) return;
      left.shift();
      child.stdin.write(`${answer}\r`);
    });
    const [code] = await once(child, 'close');
    return { code, screen };
  }

  test('a password typed twice is taken and not shown', async () => {
    const dataDir = newDataDir();
    await prepareData(dataDir);
    const { code, screen } = await typing(dataDir, [
      ['Password: ', password],
      ['again: ', password],
    ]);
    assert.match(screen, /Password: \s+Password again: \s+created the administrator/);
    assert.equal(code, 0);
  });

  test('two different ones are refused', async () => {
    const { code, screen } = await typing(newDataDir(), [
      ['Password: ', password],
      ['again: ', `${password}!`],
    ]);
    assert.match(screen, /the two passwords do not match/);
    assert.equal(code, 1);
  });

  test('a short one is refused before it is asked again', async () => {
    const { code, screen } = await typing(newDataDir(), [['Password: ', 'too short']]);
    assert.match(screen, /12 to 256/);
    assert.doesNotMatch(screen, /again/);
    assert.equal(code, 1);
  });

  test('Ctrl-C ends it', async () => {
    const { code, screen } = await typing(newDataDir(), [['Password: ', '\u0003']]);
    assert.match(screen, /no password was given/);
    assert.equal(code, 1);
  });
});
