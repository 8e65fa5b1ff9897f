import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { pinnedSource } from '../../server/catalogue/rules.ts';
import type { EvidenceRecord } from '../../server/missions/evidence/contract.ts';
import { flipped } from '../support/backups/backups.ts';
import { startBundleHost } from '../support/catalogue/bundle-host.ts';
import {
  damson,
  environment,
  fileHandles,
  type Outcome,
  preloading,
  program,
  type Serving,
  serving,
} from '../support/commands/command.ts';
import { olderEdition } from '../support/fixtures/attack-editions.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  type Place,
  placeOf,
  readTest,
} from '../support/missions/factories.ts';
import { noSignals } from '../support/servers/platform.ts';
import { Client } from '../support/servers/server.ts';
import { until } from '../support/servers/until.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-backup-'));
const dataDir = path.join(folder, 'data');
const good = path.join(folder, 'good.backup');
const email = 'ada@example.org';
const password = 'correct horse battery';

let server: Serving;
let client: Client;
let place: Place;
const records: EvidenceRecord[] = [];

async function signIn(url: string): Promise<Client> {
  const session = await new Client(url, null).post('/api/v1/auth/login', { email, password });
  return new Client(url, bodyOf(session, 200).access_token);
}

function fileOf(root: string, { mission_id, test_id, sha256 }: EvidenceRecord): string {
  return path.join(root, 'evidence', mission_id, test_id, sha256);
}

function refused(outcome: Outcome, expected: RegExp): void {
  assert.equal(outcome.code, 1, outcome.stderr);
  assert.equal(outcome.stdout, '');
  assert.match(outcome.stderr, expected);
  assert.match(outcome.stderr, /^(damson: [^\n]+\n)+$/);
}

let targets = 0;
function newTarget(): string {
  targets += 1;
  return path.join(folder, `target-${targets}`);
}

before(async () => {
  server = await serving(dataDir);
  const made = await damson(
    ['create-admin', '--data-dir', dataDir, '--email', email, '--display-name', 'Ada', '--password-stdin'],
    { input: password },
  );
  assert.equal(made.code, 0);
  client = await signIn(server.url);
  place = placeOf(await newMission(client));
  for (const bytes of ['one', 'two', 'three']) {
    records.push(bodyOf(await attach(client, place, evidenceForm(bytes)), 201));
  }
  const { code } = await damson(['backup', good, '--data-dir', dataDir]);
  assert.equal(code, 0);
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('backup and restore', () => {
  test('while a client writes and uploads, all acknowledged data is in the backup and intact', async () => {
    let writing = true;
    let comment = '';
    const uploaded: EvidenceRecord[] = [];
    const writer = (async () => {
      for (let count = 0; writing; count += 1) {
        bodyOf(await client.put(place.path, { red_comment: `write ${count}` }), 200);
        comment = `write ${count}`;
        if (count % 5 === 0) {
          uploaded.push(bodyOf(await attach(client, place, evidenceForm(`upload ${count}`)), 201));
        }
      }
    })();
    const made: { file: string; least: number; uploads: EvidenceRecord[] }[] = [];
    try {
      for (let round = 0; round < 3; round += 1) {
        const least = comment === '' ? -1 : Number(comment.slice('write '.length));
        const uploads = [...uploaded];
        const file = path.join(folder, `live-${round}.backup`);
        const { code, stdout, stderr } = await damson(['backup', file, '--data-dir', dataDir]);
        assert.equal(code, 0, stderr);
        assert.match(stdout, /^wrote .*1 mission, 0 engagements, \d+ evidence records, 1 user /);
        made.push({ file, least, uploads });
      }
    } finally {
      writing = false;
      await writer;
    }
    assert.ok(uploaded.length > 3, 'the client was at work meanwhile');
    for (const { file, least, uploads } of made) {
      const target = newTarget();
      assert.equal((await damson(['restore', file, '--data-dir', target])).code, 0);
      const verified = await damson(['verify', '--data-dir', target]);
      assert.equal(verified.code, 0, verified.stdout);
      assert.match(verified.stdout, /, 0 files without a record/);
      const sqlite = new Sqlite(path.join(target, 'damson.db'));
      const test = sqlite.prepare('select red_comment from mission_tests where id = ?').get(place.test) as {
        red_comment: string | null;
      };
      const kept = new Set(sqlite.prepare('select id from evidence').pluck().all());
      sqlite.close();
      assert.ok(Number(test.red_comment?.slice('write '.length) ?? -1) >= least);
      for (const { id } of [...records, ...uploads]) assert.ok(kept.has(id));
    }
  });

  test('works without a server too, and the restored data can be served', async () => {
    const target = newTarget();
    assert.equal((await damson(['restore', good, '--data-dir', target])).code, 0);
    const again = path.join(folder, 'again.backup');
    assert.equal((await damson(['backup', again, '--data-dir', target])).code, 0);
    const second = newTarget();
    assert.equal((await damson(['restore', again, '--data-dir', second])).code, 0);
    const restored = await serving(second);
    try {
      const reader = await signIn(restored.url);
      assert.deepEqual((await readTest(reader, place)).evidence, records);
      assert.equal((await reader.get(`/api/v1/evidence/${records[0]!.id}`)).body, 'one');
      assert.equal((await client.get('/api/v1/auth/me')).status, 200);
      assert.equal((await new Client(restored.url, client.token).get('/api/v1/auth/me')).status, 401);
    } finally {
      await restored.stop();
    }
  });

  test('backup refuses an existing file and a missing folder', async () => {
    const before = readFileSync(good);
    refused(await damson(['backup', good, '--data-dir', dataDir]), /already exists/);
    assert.ok(before.equals(readFileSync(good)));
    refused(await damson(['backup', path.join(folder, 'no', 'x'), '--data-dir', dataDir]), /does not exist/);
    refused(
      await damson(['backup', path.join(folder, 'y'), '--data-dir', newTarget()]),
      /no Damson database/,
    );
    assert.equal(existsSync(path.join(folder, 'y')), false);
    const old = path.join(folder, 'old.backup');
    writeFileSync(old, '');
    assert.equal((await damson(['backup', old, '--force', '--data-dir', dataDir])).code, 0);
    assert.ok(readFileSync(old).length > before.length);
  });

  test('restore refuses a damaged file, an absent one and a folder in use', async () => {
    const damagedFile = path.join(folder, 'damaged.backup');
    flipped(good, damagedFile, 600);
    const target = newTarget();
    refused(await damson(['restore', damagedFile, '--data-dir', target]), /damaged/);
    refused(await damson(['restore', path.join(folder, 'absent'), '--data-dir', target]), /does not exist/);
    assert.equal(existsSync(target), false);
    refused(await damson(['restore', good, '--data-dir', dataDir]), /not empty/);
  });
});

describe('ended in the middle', { skip: noSignals }, () => {
  /** Makes the sync of files hang, so that the program waits there forever. */
  const stuck = preloading(`${fileHandles}
    handle.sync = () => new Promise(() => {});
    setInterval(() => {}, 1000);`);

  /** Starts the command and sends the signal once `working` exists. */
  async function interrupted(
    args: string[],
    working: string,
    signal: NodeJS.Signals,
  ): Promise<number | null> {
    const appeared = new Promise<void>((resolve) => {
      const watcher = watch(path.dirname(path.dirname(working)), { recursive: true }, () => {
        if (!existsSync(working)) return;
        watcher.close();
        resolve();
      });
    });
    const child = spawn(process.execPath, [program, ...args], { env: environment(stuck), stdio: 'ignore' });
    const exited = once(child, 'exit');
    await appeared;
    child.kill(signal);
    const [code] = await exited;
    return code as number | null;
  }

  test('a backup ended by a signal leaves nothing; a killed one leaves files that the next one removes', async () => {
    const place = path.join(folder, 'backups');
    mkdirSync(place);
    const file = path.join(place, 'x');
    const args = ['backup', file, '--data-dir', dataDir];
    assert.equal(await interrupted(args, `${file}.partial.db`, 'SIGTERM'), 143);
    assert.deepEqual(readdirSync(place), []);
    await interrupted(args, `${file}.partial.db`, 'SIGKILL');
    assert.ok(readdirSync(place).includes('x.partial'));
    assert.equal((await damson(args)).code, 0);
    assert.deepEqual(readdirSync(place), ['x']);
  });

  test('a restore ended by a signal leaves nothing; a killed one leaves files that the next one removes', async () => {
    const target = newTarget();
    mkdirSync(target);
    const args = ['restore', good, '--data-dir', target];
    const staged = path.join(target, 'evidence', '.restoring');
    assert.equal(await interrupted(args, staged, 'SIGINT'), 130);
    assert.equal(existsSync(staged), false);
    assert.equal(existsSync(path.join(target, 'damson.db')), false);
    await interrupted(args, staged, 'SIGKILL');
    assert.ok(existsSync(staged));
    assert.equal((await damson(args)).code, 0);
    assert.equal(existsSync(staged), false);
    assert.equal((await damson(['verify', '--data-dir', target])).code, 0);
  });
});

describe('verify', () => {
  test('finds everything intact while a server is running', async () => {
    const { code, stdout, stderr } = await damson(['verify', '--data-dir', dataDir]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(
      stdout,
      /^database whole, history whole, (\d+) of \1 stored files intact, 0 files without a record\n$/,
    );
  });

  test('clears damage reported by a running server once it is repaired', async () => {
    const [record] = records as [EvidenceRecord];
    const file = fileOf(dataDir, record);
    const whole = readFileSync(file);
    const readHealth = async (): Promise<unknown> => (await client.get('/api/v1/health')).body.evidence;
    writeFileSync(file, 'eno');
    assert.notEqual((await client.get(`/api/v1/evidence/${record.id}`)).status, 200);
    assert.equal(await readHealth(), 'corrupt');
    assert.equal((await damson(['verify', '--data-dir', dataDir])).code, 1);
    assert.equal(await readHealth(), 'corrupt');
    writeFileSync(file, whole);
    assert.equal((await damson(['verify', '--data-dir', dataDir])).code, 0);
    await until(async () => (await readHealth()) === undefined);
  });

  test('names every damaged and missing file, files without a record, and fails', async () => {
    const target = newTarget();
    assert.equal((await damson(['restore', good, '--data-dir', target])).code, 0);
    const [changed, cut, missing] = records as [EvidenceRecord, EvidenceRecord, EvidenceRecord];
    writeFileSync(fileOf(target, changed), 'eno');
    writeFileSync(fileOf(target, cut), 'tw');
    rmSync(fileOf(target, missing));
    const stray = path.join(path.dirname(fileOf(target, changed)), '0'.repeat(64));
    writeFileSync(stray, '');
    const { code, stdout } = await damson(['verify', '--data-dir', target]);
    assert.equal(code, 1);
    const entryOf = (id: string): unknown => {
      const sqlite = new Sqlite(path.join(target, 'damson.db'), { readonly: true });
      const found = sqlite
        .prepare("select seq from audit_entries where object_id = ? and verb = 'created'")
        .pluck()
        .get(id);
      sqlite.close();
      return found;
    };
    assert.deepEqual(stdout.split('\n'), [
      ...[changed, cut, missing].map(
        ({ id }) => `damaged evidence ${id}, of entry ${entryOf(id)} of the history`,
      ),
      `no record refers to ${path.relative(target, stray).replaceAll(path.sep, '/')}`,
      `database whole, history whole, ${records.length - 3} of ${records.length} stored files intact, 1 file without a record`,
      '',
    ]);
    assert.ok(existsSync(stray), 'it changes nothing');

    const file = path.join(folder, 'without.backup');
    const outcome = await damson(['backup', file, '--data-dir', target]);
    refused(outcome, /3 stored files are missing or damaged/);
    for (const { id } of [changed, cut, missing]) assert.ok(outcome.stderr.includes(id));
    assert.equal(existsSync(file), false);
    const allowed = await damson(['backup', file, '--allow-damaged', '--data-dir', target]);
    assert.equal(allowed.code, 0);
    assert.match(allowed.stdout, new RegExp(`left out damaged evidence ${changed.id}`));
  });

  test('finds a damaged database, and says so in plain words if it cannot be opened', async () => {
    const target = newTarget();
    assert.equal((await damson(['restore', good, '--data-dir', target])).code, 0);
    const file = path.join(target, 'damson.db');
    const sqlite = new Sqlite(file);
    sqlite.pragma('foreign_keys = OFF');
    sqlite.exec(
      "insert into sessions (id, user_id, created_at, expires_at) values ('s', 'nobody', 'now', 'then')",
    );
    sqlite.close();
    const broken = await damson(['verify', '--data-dir', target]);
    assert.equal(broken.code, 1);
    assert.match(broken.stdout, /^damaged database: a row of sessions refers to one that is missing\n/);
    refused(
      await damson(['backup', path.join(folder, 'of-broken'), '--data-dir', target]),
      /database is damaged/,
    );

    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x55, 4096, bytes.length >> 1));
    const { code, stdout, stderr } = await damson(['verify', '--data-dir', target]);
    assert.equal(code, 1);
    assert.match(stdout + stderr, /database is damaged|damaged database/);
    assert.ok(!stderr.includes('    at '), stderr);

    writeFileSync(file, 'no database');
    refused(await damson(['verify', '--data-dir', target]), /database/);
    rmSync(target, { recursive: true });
    refused(await damson(['verify', '--data-dir', target]), /no Damson database/);
  });
});

describe('catalog sync', () => {
  test('loads the bundled catalogue while a server is running', async () => {
    const { code, stdout, stderr } = await damson([
      'catalog',
      'sync',
      '--source',
      'bundled',
      '--data-dir',
      dataDir,
    ]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(
      stdout,
      /^ATT&CK 19\.1 from bundled \(verified\): 15 tactics, 222 techniques, 475 sub-techniques; /,
    );
    assert.equal((await client.get('/api/v1/catalog/status')).body.version, '19.1');
  });

  test('refuses a different digest than the given or pinned one, an invalid source and an invalid digest', async () => {
    const host = await startBundleHost({
      '/bundle.json': (response) => response.end('{"type":"bundle","objects":[]}'),
      '/older.json': (response) => response.end(JSON.stringify(olderEdition())),
    });
    const source = `${host.url}/bundle.json`;
    const sync = (...args: string[]) => damson(['catalog', 'sync', ...args, '--data-dir', dataDir]);
    const wrong = 'a'.repeat(64);
    try {
      refused(
        await sync('--source', 'bundled', '--sha256', wrong),
        /--sha256: .*not a{64}; nothing was changed/,
      );
      refused(
        await sync('--source', `${host.url}/older.json`),
        new RegExp(`--sha256: .*, not ${pinnedSource.sha256}; nothing was changed`),
      );
      refused(await sync('--source', source, '--allow-unverified'), /./);
      refused(await sync('--source', '../damson.db', '--allow-unverified'), /--source: /);
      refused(
        await sync('--source', 'bundled', '--sha256', 'abc'),
        /--sha256: must be 64 hexadecimal digits/,
      );
    } finally {
      await host.close();
    }
    assert.equal((await client.get('/api/v1/catalog/status')).body.version, '19.1');
  });
});
