import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { damson, fileHandles, preloading, prepareData, serving } from '../support/commands/command.ts';
import { signInAsNewAdmin } from '../support/commands/command-admin.ts';
import { askPinned } from '../support/http/pinned.ts';
import { attach, newMission, placeOf } from '../support/missions/factories.ts';
import { noSignals } from '../support/servers/platform.ts';
import { Client } from '../support/servers/server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-serve-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let folders = 0;
function newDataDir(): string {
  folders += 1;
  return path.join(folder, `data ${folders}`);
}

function linesOf(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('serving', { skip: noSignals }, () => {
  test('logs only JSON on standard output, and tells a person how to set it up', async () => {
    const dataDir = newDataDir();
    const server = await serving(dataDir);
    const { status } = await new Client(server.url, null).get('/api/v1/health');
    assert.equal(status, 200);
    const { code, stdout, stderr } = await server.stop();
    assert.equal(code, 0);
    assert.deepEqual(
      linesOf(stdout)
        .filter(({ event }) => event !== 'request')
        .map(({ event }) => event),
      ['listening', 'stopping', 'stopped'],
    );
    assert.ok(stderr.includes(server.url));
    assert.match(
      stderr,
      new RegExp(`^ +(?:npm run --silent damson --|damson) install-token --data-dir '${dataDir}'`, 'm'),
    );
    assert.match(stderr, /create-admin --email/);
    assert.ok(stderr.split('\n').length <= 5);
  });

  test('prints its address at every log level', async () => {
    const server = await serving(newDataDir(), { env: { LOG_LEVEL: 'silent' } });
    const { stdout } = await server.stop();
    assert.deepEqual(
      linesOf(stdout).map(({ event, url }) => [event, url]),
      [['listening', server.url]],
    );
  });

  test('prints the addresses for the team when it is started on the network', async () => {
    const server = await serving(newDataDir(), {
      env: { SVC_HOST: '0.0.0.0', SVC_PUBLIC_HOSTS: 'damson.lan,damson.lan:8443', SVC_TLS: 'off' },
    });
    const { port } = new URL(server.url);
    const { stdout, stderr } = await server.stop();
    const urls = [`http://damson.lan:${port}`, 'http://damson.lan:8443'];
    assert.deepEqual(linesOf(stdout).find(({ event }) => event === 'listening')?.urls, urls);
    for (const url of urls) assert.ok(stderr.split('\n').includes(`  ${url}`), stderr);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} lets a request in progress finish`, async () => {
      const server = await serving(newDataDir());
      const { hostname, port } = new URL(server.url);
      const socket = connect(Number(port), hostname);
      const body = JSON.stringify({ email: 'nobody@example.org', password: 'whatever it was' });
      socket.write(
        `POST /api/v1/auth/login HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
      );
      let answer = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        answer += chunk;
      });
      // The server asks for the body, so it has accepted the request.
      await once(socket, 'data');
      const stopped = server.stop(signal);
      while (!server.text.stdout.includes('"stopping"')) await once(server.child.stdout as never, 'data');
      socket.write(body);
      const { code } = await stopped;
      assert.match(answer, /HTTP\/1\.1 401 /);
      assert.equal(code, 0);
      socket.destroy();
    });
  }

  test('a signal that comes while it starts stops it as cleanly', async () => {
    const dataDir = newDataDir();
    const signalled = `
      import { Server } from 'node:net';
      const { listen } = Server.prototype;
      Server.prototype.listen = function (...given) {
        process.kill(process.pid, 'SIGTERM');
        return listen.apply(this, given);
      };
    `;
    const { code, signal, stdout } = await damson(['serve', '--data-dir', dataDir, '--port', '0'], {
      env: preloading(signalled),
    });
    assert.deepEqual([code, signal], [0, null]);
    const events = linesOf(stdout).map(({ event }) => event);
    assert.equal(events.at(-1), 'stopped');
    assert.ok(events.includes('stopping'));
    assert.equal(existsSync(path.join(dataDir, 'damson.db-wal')), false);
  });

  test('does not wait for a client that hung up during a refused request', {
    timeout: 40_000,
  }, async () => {
    const server = await serving(newDataDir());
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/v1/users HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    );
    const [answer] = await once(socket, 'data');
    assert.match(String(answer), /HTTP\/1\.1 401 /);
    socket.destroy();
    await once(socket, 'close');
    const { code } = await server.stop();
    assert.equal(code, 0);
  });

  test('a second signal ends it at once', async (t) => {
    const server = await serving(newDataDir());
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    t.after(() => socket.destroy());
    socket.on('error', () => {});
    socket.write(
      `POST /api/v1/auth/login HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
    );
    await once(socket, 'data');
    const stopped = server.stop('SIGINT');
    while (!server.text.stdout.includes('"stopping"')) await once(server.child.stdout as never, 'data');
    server.child.kill('SIGTERM');
    const { code, stdout } = await stopped;
    assert.equal(code, 143);
    assert.ok(!stdout.includes('"stopped"'));
  });
});

describe('speaking TLS by itself', () => {
  const shown = /^ {2}((?:[0-9A-F]{2}:){31}[0-9A-F]{2})$/m;

  test('on addresses that others reach, with a certificate that stays, and its fingerprint printed', {
    skip: noSignals,
  }, async () => {
    const dataDir = newDataDir();
    const args = ['--host', '0.0.0.0', '--public-hosts', 'damson.lan:8443,192.168.7.10'];
    let fingerprint: string | undefined;
    for (const _ of ['made', 'kept']) {
      const server = await serving(dataDir, { args });
      assert.match(server.url, /^https:\/\/127\.0\.0\.1:\d+$/);
      const { event, fingerprint: logged } =
        linesOf(server.text.stdout).find((line) => 'fingerprint' in line) ?? {};
      fingerprint ??= logged as string;
      assert.equal(logged, fingerprint, String(event));
      for (const host of [undefined, '192.168.7.10', 'damson.lan:8443']) {
        const headers: Record<string, string> = host === undefined ? {} : { host };
        const answer = await askPinned(`${server.url}/api/v1/health`, fingerprint, { headers });
        assert.equal(answer.status, 200, host);
        assert.equal(answer.headers['strict-transport-security'], undefined);
      }
      const { code, stdout, stderr } = await server.stop();
      assert.equal(code, 0);
      assert.equal(shown.exec(stderr)?.[1], fingerprint, stderr);
      assert.ok(!stdout.includes('PRIVATE KEY'));
    }
  });

  const plain: [string, string[], Record<string, string>, boolean][] = [
    ['not on its own computer', [], {}, false],
    ['not behind a proxy', ['--host', '0.0.0.0', '--trust-proxy', '1'], {}, false],
    ['not when told, with a warning', ['--host', '0.0.0.0', '--tls', 'off'], {}, true],
    ['not in a test, with a warning', ['--host', '0.0.0.0'], { APP_ENV: 'test' }, true],
  ];
  for (const [name, args, env, warns] of plain) {
    test(name, async () => {
      const server = await serving(newDataDir(), { args, env });
      assert.equal((await new Client(server.url, null).get('/api/v1/health')).status, 200);
      const { stdout, stderr } = await server.stop();
      assert.equal(
        linesOf(stdout).some(({ event, level }) => event === 'not_encrypted' && level === 'warn'),
        warns,
      );
      assert.doesNotMatch(stderr, shown);
    });
  }
});

describe('serve refuses with one line and exit code 1', () => {
  const oneLine = /^damson: [^\n]+\n$/;

  test('an address in use', async (t) => {
    const other = createServer().listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stdout, stderr } = await damson([
      'serve',
      '--data-dir',
      newDataDir(),
      '--port',
      String(port),
    ]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, oneLine);
    assert.match(stderr, /is used by another program/);
  });

  test('an address that is not of this machine', async () => {
    const { code, stderr } = await damson([
      ...['serve', '--data-dir', newDataDir(), '--port', '0', '--host', '192.0.2.1'],
    ]);
    assert.equal(code, 1);
    assert.match(stderr, oneLine);
    assert.match(stderr, /address of this machine/);
  });

  test('a data folder that is in use', async () => {
    const dataDir = newDataDir();
    const server = await serving(dataDir);
    const { code, stderr } = await damson(['serve', '--data-dir', dataDir, '--port', '0']);
    await server.stop();
    assert.equal(code, 1);
    assert.match(stderr, oneLine);
    assert.match(stderr, /in use/);
  });

  test('a data folder that is a file', async () => {
    const file = newDataDir();
    writeFileSync(file, '');
    const { code, stderr } = await damson(['serve', '--data-dir', file, '--port', '0']);
    assert.equal(code, 1);
    assert.match(stderr, oneLine);
  });

  for (const command of [
    ['serve', '--port', '0'],
    ['verify'],
    ['install-token'],
    ['backup', '/nonexistent/x'],
  ]) {
    test(`a database of a newer program: ${command[0]}`, async () => {
      const dataDir = newDataDir();
      await prepareData(dataDir);
      const sqlite = new Sqlite(path.join(dataDir, 'damson.db'));
      sqlite.pragma('user_version = 9999');
      sqlite.close();
      const { code, stderr } = await damson([...command, '--data-dir', dataDir]);
      assert.equal(code, 1);
      assert.match(stderr, oneLine);
      assert.match(stderr, /newer program/);
    });
  }
});

describe('when something goes wrong that nobody foresaw', { skip: noSignals }, () => {
  for (const [kind, fail] of [
    ['an exception', "throw new Error('hunter' + 2)"],
    ['a rejection', "Promise.reject(new TypeError('hunter' + 2))"],
  ] as const) {
    test(`${kind} is logged without its message, and it ends with 1`, async () => {
      const server = await serving(newDataDir(), {
        env: preloading(`process.on('SIGUSR2', () => { ${fail}; });`),
      });
      const { code, stdout, stderr } = await server.stop('SIGUSR2');
      assert.equal(code, 1);
      const crash = linesOf(stdout).at(-1);
      assert.equal(crash?.event, 'crashed');
      assert.match(String(crash?.name), /^(Type)?Error$/);
      assert.ok(Array.isArray(crash?.stack) && crash.stack.length > 0);
      assert.ok(!(stdout + stderr).includes('hunter2'));
    });
  }

  test('a disk that fails to sync ends it with 74, without an acknowledgement', async () => {
    const dataDir = newDataDir();
    const server = await serving(dataDir, {
      env: preloading(`${fileHandles}
        process.on('SIGUSR2', () => {
          handle.sync = async () => { throw Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'fsync' }); };
          process.stderr.write('armed');
        });`),
    });
    const client = await signInAsNewAdmin(dataDir, server);
    const place = placeOf(await newMission(client));
    const armed = once(server.child.stderr as never, 'data');
    server.child.kill('SIGUSR2');
    await armed;
    const answer = await attach(client, place).then(
      ({ status }) => status,
      () => 'the connection ended',
    );
    assert.notEqual(answer, 201);
    if (server.child.exitCode === null) await once(server.child, 'exit');
    assert.equal(server.child.exitCode, 74);
    assert.match(server.text.stdout, /"level":"fatal".*"event":"storage_broken","code":"EIO"/);
  });
});
