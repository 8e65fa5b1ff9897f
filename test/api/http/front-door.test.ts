import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { findNewestVersion } from '../../../server/database/migrate.ts';
import { restore, startServer } from '../../../server/index.ts';
import { toRefusal } from '../../../server/refusals.ts';
import { readSettings, type Settings } from '../../../server/settings.ts';
import { flipped } from '../../support/backups/backups.ts';
import { damson } from '../../support/commands/command.ts';
import { bodyOf, newMission } from '../../support/missions/factories.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { Client, password, startTestServer, type TestServer } from '../../support/servers/server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-front-'));
const backup = path.join(folder, 'exercise.damson');

let server: TestServer;
let mission: Awaited<ReturnType<typeof newMission>>;
before(async () => {
  server = await startTestServer();
  mission = await newMission(server.admin.client);
  const made = await damson(['backup', backup, '--data-dir', server.dataDir]);
  assert.equal(made.code, 0, made.stderr);
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function settingsOf(dataDir: string): Settings {
  return readSettings({}, { APP_ENV: 'test', SVC_DATA_DIR: dataDir, SVC_PORT: '0', LOG_LEVEL: 'silent' });
}

let folders = 0;
function newFolder(): string {
  folders += 1;
  return path.join(folder, `data ${folders}`);
}

/** The refusal that explains a failed attempt to a person. */
async function refusalOfAttempt(attempt: () => Promise<unknown>): Promise<ReturnType<typeof toRefusal>> {
  try {
    await attempt();
  } catch (error) {
    return toRefusal(error);
  }
  assert.fail('it was not refused');
}

function sqliteFile(file: string, ...statements: string[]): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const sqlite = new Sqlite(file);
  for (const statement of statements) sqlite.exec(statement);
  sqlite.close();
}

describe('a start that is refused', onlyWithFile, () => {
  it('names a data folder that another process has open', async () => {
    const found = await refusalOfAttempt(() => startServer(settingsOf(server.dataDir)));
    assert.equal(found?.code, 'in_use');
    assert.ok(found.message.includes(server.dataDir));
  });

  it("names one that can't be written, and creates nothing", async () => {
    const file = path.join(folder, 'a file');
    writeFileSync(file, 'in the way');
    const found = await refusalOfAttempt(() => startServer(settingsOf(path.join(file, 'data'))));
    assert.equal(found?.code, 'not_writable');
    assert.equal(readFileSync(file, 'utf8'), 'in the way');
  });

  it('names a database of a newer program, which stays as it is', async () => {
    const settings = settingsOf(newFolder());
    const first = await startServer(settings);
    await first.close();
    sqliteFile(settings.dbPath, `pragma user_version = ${findNewestVersion() + 1}`);
    const before = readFileSync(settings.dbPath);
    assert.equal((await refusalOfAttempt(() => startServer(settings)))?.code, 'newer');
    assert.deepEqual(readFileSync(settings.dbPath), before);
  });

  it('names a database from before 0.1.0, which stays as it is', async () => {
    const settings = settingsOf(newFolder());
    const first = await startServer(settings);
    await first.close();
    sqliteFile(settings.dbPath, 'pragma user_version = 1');
    const before = readFileSync(settings.dbPath);
    assert.equal((await refusalOfAttempt(() => startServer(settings)))?.code, 'too_old');
    assert.deepEqual(readFileSync(settings.dbPath), before);
  });

  it("names another program's database, and one that is damaged", async () => {
    const foreign = settingsOf(newFolder());
    sqliteFile(foreign.dbPath, 'create table somebody_elses (id)', 'pragma application_id = 7');
    assert.equal((await refusalOfAttempt(() => startServer(foreign)))?.code, 'foreign');
    const broken = settingsOf(newFolder());
    mkdirSync(broken.dataDir, { recursive: true });
    writeFileSync(broken.dbPath, 'this was a database once '.repeat(400));
    assert.equal((await refusalOfAttempt(() => startServer(broken)))?.code, 'damaged');
  });

  it('names a secret that is no secret, and a port that is taken', async () => {
    const settings = settingsOf(newFolder());
    mkdirSync(settings.dataDir, { recursive: true });
    writeFileSync(path.join(settings.dataDir, 'secrets.json'), '{}');
    assert.equal((await refusalOfAttempt(() => startServer(settings)))?.code, 'settings');
    const port = Number(new URL(server.url).port);
    const taken = { ...settingsOf(newFolder()), port };
    assert.equal((await refusalOfAttempt(() => startServer(taken)))?.code, 'listen');
    // The same process tries another port: nothing is left of the first attempt.
    const second = await startServer({ ...taken, port: 0 });
    await second.close();
  });

  it('has no explanation if nobody foresaw it', () => {
    for (const error of [new TypeError('x is not a function'), null, 'text', undefined]) {
      assert.equal(toRefusal(error), null);
    }
  });
});

describe('restoring by the front door', onlyWithFile, () => {
  it('restores a backup into a new folder, from which a server starts with everything', async () => {
    const settings = settingsOf(newFolder());
    const { madeAt } = await restore(backup, settings);
    assert.ok(!Number.isNaN(Date.parse(madeAt)));
    const restored = await startServer(settings);
    try {
      assert.equal(restored.setupRequired, false);
      const anonymous = new Client(restored.url, null);
      const signedIn = await anonymous.post('/api/v1/auth/login', { email: server.admin.email, password });
      const admin = new Client(restored.url, bodyOf(signedIn, 200).access_token);
      assert.equal(bodyOf(await admin.get(`/api/v1/missions/${mission.id}`), 200).name, mission.name);
    } finally {
      await restored.close();
    }
  });

  const damages: [string, (file: string) => void][] = [
    ['is cut off', (file) => truncateSync(file, 4096)],
    ['has one bit turned', (file) => flipped(backup, file, 5000)],
    ['is something else', (file) => writeFileSync(file, 'no backup')],
    ['is empty', (file) => truncateSync(file, 0)],
  ];
  for (const [what, damage] of damages) {
    it(`refuses one that ${what}, and creates nothing`, async () => {
      const file = path.join(folder, 'damaged.damson');
      copyFileSync(backup, file);
      damage(file);
      const settings = settingsOf(newFolder());
      assert.equal((await refusalOfAttempt(() => restore(file, settings)))?.code, 'backup');
      assert.ok(!existsSync(settings.dataDir));
    });
  }

  it('refuses a folder that is not empty and a file that does not exist', async () => {
    const before = readdirSync(server.dataDir).sort();
    const full = await refusalOfAttempt(() => restore(backup, settingsOf(server.dataDir)));
    assert.equal(full?.code, 'backup');
    assert.deepEqual(readdirSync(server.dataDir).sort(), before);
    const absent = await refusalOfAttempt(() =>
      restore(path.join(folder, 'absent'), settingsOf(newFolder())),
    );
    assert.equal(absent?.code, 'storage');
    assert.match(absent.message, /ENOENT/);
    assert.deepEqual(absent.cause, { code: 'ENOENT', path: path.join(folder, 'absent') });
  });

  it("passes on the system's reason for a folder that cannot be created", async () => {
    const file = path.join(folder, 'in the way');
    writeFileSync(file, '');
    const settings = settingsOf(path.join(file, 'data'));
    assert.deepEqual((await refusalOfAttempt(() => restore(backup, settings)))?.cause, {
      code: 'ENOTDIR',
      path: settings.dataDir,
    });
  });

  it('refuses a disk without room for it, and creates nothing', (context) => {
    const mounted = newFolder();
    mkdirSync(mounted);
    const module = (name: string) => JSON.stringify(new URL(`../../../server/${name}`, import.meta.url).href);
    const script = `
      import { readdirSync } from 'node:fs';
      import { restore } from ${module('index.ts')};
      import { toRefusal } from ${module('refusals.ts')};
      import { readSettings } from ${module('settings.ts')};
      const [root, file] = process.argv.slice(1);
      const settings = readSettings({}, { APP_ENV: 'test', SVC_DATA_DIR: root + '/data' });
      const refusal = await restore(file, settings).then(() => null, toRefusal);
      console.log(JSON.stringify({ refusal, left: readdirSync(root) }));`;
    const mount =
      'mount -t tmpfs -o size=128k tmpfs "$1" && exec "$2" --input-type=module --eval "$3" "$1" "$4"';
    const { stdout, stderr, error } = spawnSync(
      'unshare',
      ['-Urm', 'sh', '-c', mount, 'sh', mounted, process.execPath, script, backup],
      { encoding: 'utf8' },
    );
    if (error !== undefined || /unshare|mount:/.test(stderr)) {
      context.skip(`unshare does not run here: ${stderr ?? error}`);
      return;
    }
    assert.notEqual(stdout, '', stderr);
    const { refusal, left } = JSON.parse(stdout);
    assert.equal(refusal.code, 'backup');
    assert.equal(refusal.cause.code, 'ENOSPC');
    assert.deepEqual(left, []);
  });

  it('reports progress from the first verified byte to the last unpacked one', async () => {
    const told: [number, number][] = [];
    await restore(backup, settingsOf(newFolder()), (done, total) => told.push([done, total]));
    const { size } = statSync(backup);
    assert.ok(told.every(([, total]) => total === 2 * size));
    const steps = told.map(([done]) => done);
    assert.deepEqual(
      steps,
      steps.toSorted((one, other) => one - other),
    );
    // The database is already larger than one read.
    assert.ok(steps.filter((done) => done > 0 && done < size).length > 1, String(steps));
    assert.ok(steps.filter((done) => done > size && done < 2 * size).length > 1, String(steps));
    assert.ok(steps.includes(size));
    assert.equal(steps.at(-1), 2 * size);
  });
});
