import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { damson, serving } from '../../test/support/commands/command.ts';
import { assertPrivateBelow, bytesBelow } from '../../test/support/database/data-folder.ts';
import { firstAnswer, openConnection } from '../../test/support/http/raw-http.ts';
import { assertMode } from '../../test/support/servers/platform.ts';
import { type RunningServer, type Seams, startServer } from '../index.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { readSettings, type Settings } from '../settings.ts';
import { findNewestVersion } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import { DatabaseRefused } from './refused.ts';

// With this umask, files created by SQLite and Node themselves are world-readable, and easy to find.
process.umask(0);

const root = mkdtempSync(path.join(tmpdir(), 'damson-start-'));
after(() => rmSync(root, { recursive: true, force: true }));

let dataDir: string;
let count = 0;
beforeEach(() => {
  count += 1;
  dataDir = path.join(root, String(count), 'data');
});

function settingsOf(environment: Record<string, string> = {}): Settings {
  return readSettings(
    {},
    { APP_ENV: 'test', SVC_DATA_DIR: dataDir, SVC_PORT: '0', LOG_LEVEL: 'silent', ...environment },
  );
}

/** Starts a server, lends it to `work`, and stops it. */
async function running(
  work: (server: RunningServer) => unknown = () => {},
  environment: Record<string, string> = {},
  seams: Seams = {},
): Promise<void> {
  const server = await startServer(settingsOf(environment), seams);
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

const refusal = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof DatabaseRefused, String(error));
  assert.match(error.message, message);
  assert.doesNotMatch(error.message, /\n/);
  return true;
};

function change(work: (sqlite: Sqlite.Database) => void): void {
  const sqlite = new Sqlite(path.join(dataDir, 'damson.db'));
  try {
    work(sqlite);
  } finally {
    sqlite.close();
  }
}

describe('the data folder', () => {
  it('is created for its owner only, with all its contents', async () => {
    await running(() => {
      assertMode(dataDir, 0o700);
      assert.ok(assertPrivateBelow(dataDir) >= 7);
    });
    assertPrivateBelow(dataDir);
  });

  it('is given to one server at a time', async () => {
    await running(async () => {
      await assert.rejects(
        startServer(settingsOf()),
        refusal(/^the data folder .* is in use by another Damson process$/),
      );
      const second = await damson(['serve', '--data-dir', dataDir, '--port', '0']);
      assert.equal(second.code, 1);
      assert.match(second.stderr, /^damson: the data folder .* is in use by another Damson process\n$/);
    });
    await running();
  });

  it('does not share its database or its evidence with another one', async () => {
    const other = path.join(root, `${count} other`);
    const shared = { SVC_DB_PATH: path.join(other, 'damson.db'), EVIDENCE_DIR: path.join(other, 'evidence') };
    const place = dataDir;
    await running(
      async () => {
        for (const [name, value] of Object.entries(shared)) {
          dataDir = `${place} of the second with ${name}`;
          await assert.rejects(
            startServer(settingsOf({ [name]: value })),
            refusal(/is in use by another Damson process$/),
          );
        }
        dataDir = place;
      },
      { ...shared },
    );
    await running(() => {}, shared);
  });

  it("is refused in one line where it can't be made or written", async () => {
    mkdirSync(path.dirname(dataDir), { recursive: true });
    writeFileSync(path.join(path.dirname(dataDir), 'file'), '');
    dataDir = path.join(path.dirname(dataDir), 'file', 'data');
    await assert.rejects(startServer(settingsOf()), refusal(/^the folder .* can't be made \(ENOTDIR\)$/));
    const { code, stderr } = await damson(['serve', '--data-dir', dataDir, '--port', '0']);
    assert.equal(code, 1);
    assert.match(stderr, /^damson: the folder .* can't be made \(ENOTDIR\)\n$/);
    await assert.rejects(
      startServer(settingsOf({ SVC_DATA_DIR: '/proc' })),
      refusal(/^the data folder \/proc can't be written \(E[A-Z]+\)$/),
    );
  });
});

describe('the database at start', () => {
  it('is refused when a newer program wrote it, and stays as it is', async () => {
    await running();
    change((sqlite) => sqlite.pragma(`user_version = ${findNewestVersion() + 1}`));
    const before = bytesBelow(dataDir);
    await assert.rejects(startServer(settingsOf()), refusal(/schema version \d+.*use a newer program$/));
    assert.deepEqual(bytesBelow(dataDir), before);
  });

  it('is refused when it is from before 0.1.0, and stays as it is', async () => {
    await running();
    change((sqlite) => sqlite.pragma(`user_version = ${migrations[0]!.version - 1}`));
    const before = bytesBelow(dataDir);
    await assert.rejects(
      startServer(settingsOf()),
      refusal(/^the database was made by a version before 0\.1\.0/),
    );
    assert.deepEqual(bytesBelow(dataDir), before);
  });

  it('is refused when it is another program’s, and stays as it is', async () => {
    await running();
    change((sqlite) => sqlite.pragma('application_id = 7'));
    const before = bytesBelow(dataDir);
    await assert.rejects(startServer(settingsOf()), refusal(/belongs to another program$/));
    assert.deepEqual(bytesBelow(dataDir), before);
  });

  it('is refused when it is no database', async () => {
    await running();
    const file = path.join(dataDir, 'damson.db');
    writeFileSync(file, Buffer.alloc(8192, 'plum '));
    await assert.rejects(startServer(settingsOf()), refusal(/^the database is damaged/));
    assert.deepEqual(readFileSync(file), Buffer.alloc(8192, 'plum '));
  });

  it('is refused when a page of it is damaged', async () => {
    await running();
    let page = 0;
    change((sqlite) => {
      page = (
        sqlite.prepare("select rootpage from sqlite_schema where name = 'users'").get() as {
          rootpage: number;
        }
      ).rootpage;
    });
    const handle = openSync(path.join(dataDir, 'damson.db'), 'r+');
    writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096);
    closeSync(handle);
    await assert.rejects(startServer(settingsOf()), refusal(/^the database is damaged .*restore a backup$/));
    const { code, stderr } = await damson(['serve', '--data-dir', dataDir, '--port', '0']);
    assert.equal(code, 1);
    assert.match(stderr, /^damson: the database is damaged [^\n]*\n$/);
  });

  it('is checked completely if it was not closed', async () => {
    await running();
    // Two indexes with each other's content: only the full check compares an index with its table.
    change((sqlite) => {
      sqlite.exec(`insert into users (id, email, email_key, display_name, role, is_active, created_at, updated_at)
                     values ('u', 'u@x.y', 'u@x.y', 'U', 'soc', 1, 't', 't');
                   insert into sessions (id, user_id, created_at, expires_at) values ('s', 'u', 'now', 'then')`);
      sqlite.unsafeMode(true);
      sqlite.pragma('writable_schema = ON');
      const swap = sqlite.prepare('update sqlite_schema set rootpage = ? where name = ?');
      const pageOf = (name: string) =>
        (
          sqlite.prepare('select rootpage from sqlite_schema where name = ?').get(name) as {
            rootpage: number;
          }
        ).rootpage;
      const [one, other] = [pageOf('sessions_by_user'), pageOf('sessions_by_expiry')];
      swap.run(other, 'sessions_by_user');
      swap.run(one, 'sessions_by_expiry');
    });
    await running();
    writeFileSync(path.join(dataDir, 'running'), '');
    await assert.rejects(startServer(settingsOf()), refusal(/^the database is damaged \(integrity_check: /));
    assert.ok(existsSync(path.join(dataDir, 'running')), 'the next start checks it again');
  });

  it('counts as closed when a start failed after its check', async () => {
    await running(async ({ url }) => {
      const taken = new URL(url).port;
      const first = dataDir;
      dataDir = `${dataDir} second`;
      await assert.rejects(startServer(settingsOf({ SVC_PORT: taken })), { code: 'EADDRINUSE' });
      assert.ok(!existsSync(path.join(dataDir, 'running')));
      dataDir = first;
    });
    assert.ok(!existsSync(path.join(dataDir, 'running')));
  });

  it('is taken over after a kill', async () => {
    const served = await serving(dataDir, { env: { APP_ENV: 'test' } });
    assert.ok(existsSync(path.join(dataDir, 'running')));
    const { signal } = await served.stop('SIGKILL');
    assert.equal(signal, 'SIGKILL');
    assert.ok(existsSync(path.join(dataDir, 'running')));
    await running();
    assert.ok(!existsSync(path.join(dataDir, 'running')));
  });

  it('is served on a full disk if it can be opened, and health reports that nothing can be written', (t) => {
    const place = path.join(root, `${count} disk`);
    mkdirSync(place);
    const script = fileURLToPath(
      new URL('../../test/support/full-disk/start-on-a-full-disk.ts', import.meta.url),
    );
    const command = 'mount -t tmpfs -o size=96m none "$1" && exec "$2" "$3" "$1"';
    const result = spawnSync(
      'unshare',
      ['-Urm', 'sh', '-c', command, 'sh', place, process.execPath, script],
      { timeout: 30_000 },
    );
    if (/unshare|mount:/.test(String(result.stderr)) || result.error !== undefined) {
      t.skip('this machine lets nobody mount a disk of their own');
      return;
    }
    const outcome = JSON.parse(String(result.stdout) || '{}');
    assert.deepEqual(
      outcome,
      {
        kept: true,
        givenUpToOpen: true,
        opened: 200,
        full: {
          status: 503,
          body: { ...outcome.full?.body, status: 'failing', database: 'unavailable' },
        },
        reading: 200,
        again: 200,
        keptAgain: true,
        broken: 0,
      },
      String(result.stderr),
    );
  });

  it('lets people sign in, read and delete on a full disk, and refuses other writes', (t) => {
    const place = path.join(root, `${count} disk`);
    mkdirSync(place, { recursive: true });
    const script = fileURLToPath(
      new URL('../../test/support/full-disk/writes-on-a-full-disk.ts', import.meta.url),
    );
    const command = 'mount -t tmpfs -o size=96m none "$1" && exec "$2" "$3" "$1"';
    const result = spawnSync(
      'unshare',
      ['-Urm', 'sh', '-c', command, 'sh', place, process.execPath, script],
      { timeout: 120_000 },
    );
    if (/unshare|mount:/.test(String(result.stderr)) || result.error !== undefined) {
      t.skip('this machine lets nobody mount a disk of their own');
      return;
    }
    assert.deepEqual(
      JSON.parse(String(result.stdout) || '{}'),
      {
        refused: [507, 'disk_full'],
        attached: 507,
        reading: 200,
        signIns: [200],
        deletion: 204,
        afterwards: 201,
      },
      String(result.stderr),
    );
  });

  it('ends the program when a write fails for good', async (t) => {
    const served = await serving(dataDir, { env: { APP_ENV: 'test' } });
    const limited = spawnSync('prlimit', ['--pid', String(served.child.pid), '--fsize=4096']);
    if (limited.status !== 0) {
      await served.stop();
      t.skip('this machine has no prlimit');
      return;
    }
    const closed = new Promise((resolve) => served.child.once('close', resolve));
    await fetch(`${served.url}/api/health`).catch(() => {});
    assert.equal(await closed, 74);
    assert.match(served.text.stdout, /"event":"storage_broken","code":"SQLITE_IOERR_WRITE"/);
    assert.ok(existsSync(path.join(dataDir, 'running')));
    await running();
  });
});

describe('the signing secret', () => {
  const file = () => path.join(dataDir, 'secrets.json');

  it('is made once, for its owner alone', async () => {
    await running();
    const before = readFileSync(file(), 'utf8');
    assertMode(file(), 0o600);
    assert.ok(JSON.parse(before).jwt_secret.length >= 43);
    await running();
    assert.equal(readFileSync(file(), 'utf8'), before);
    assert.ok(!readdirSync(dataDir).some((name) => name.includes('partial')));
  });

  it('is created even if an earlier start was cut off while writing it', async () => {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(`${file()}.partial`, '{"jwt_se', { mode: 0o644 });
    await running();
    assert.ok(JSON.parse(readFileSync(file(), 'utf8')).jwt_secret);
    assertMode(file(), 0o600);
    assert.ok(!existsSync(`${file()}.partial`));
  });

  it('is not made when there is one in the settings', async () => {
    await running(() => {}, { SVC_JWT_SECRET: 'Kq7-vS1x_0pWm9Tz2LrB8yHc4NdJ6fGa' });
    assert.ok(!existsSync(file()));
  });

  it('is never replaced automatically', async () => {
    for (const content of ['', '{', '{}', 'null', '{"jwt_secret": "short"}', '{"jwt_secret": 7}']) {
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(file(), content);
      await assert.rejects(startServer(settingsOf()), SettingsError, content);
      assert.equal(readFileSync(file(), 'utf8'), content);
    }
  });
});

describe('stopping', () => {
  const get = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n';

  it('finishes requests in progress and does not wait for keep-alive connections', async (t) => {
    const server = await startServer(settingsOf());
    t.after(() => server.close());
    const idle = await openConnection(server.url);
    const used = await openConnection(server.url);
    used.write(get);
    await new Promise((resolve) => used.once('data', resolve));
    const busy = await openConnection(server.url);
    busy.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 44\r\n\r\n{"email": ',
    );
    // The answer to a later request shows that the server is already handling the earlier one.
    const later = await openConnection(server.url);
    later.write(get);
    await new Promise((resolve) => later.once('data', resolve));

    const closed = server.close();
    const ends = [idle, used, later].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    await Promise.all(ends);
    busy.write('"nobody@x.y", "password": "wrong"}'.padEnd(34));
    assert.equal((await firstAnswer(busy))?.status, 401);
    await closed;
    await server.close();
  });
});
