import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { startBundleHost } from '../../../test/support/catalogue/bundle-host.ts';
import { serving } from '../../../test/support/commands/command.ts';
import { Client, startTestServer } from '../../../test/support/servers/server.ts';
import { type Db, inTransaction, openDatabase } from '../../database/database.ts';
import { migrate } from '../../database/migrate.ts';
import {
  type Catalogue,
  listTactics,
  openCatalogue,
  synchronise,
  synchroniseFromBundled,
} from '../service.ts';
import { SyncGate } from './gate.ts';

async function withCatalogue(work: (catalogue: Catalogue) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'damson-sync-'));
  const file = path.join(dataDir, 'damson.db');
  const { db, sqlite, close } = openDatabase(file);
  try {
    await migrate(sqlite, file);
    await work(openCatalogue({ db, now: Date.now, dataDir }));
  } finally {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const countTactics = async (db: Db) => (await listTactics(db, { limit: 1, offset: 0 })).total;

test('reading ends at once when the server stops', async () => {
  const arrived = Promise.withResolvers<void>();
  const host = await startBundleHost({ '/silent': () => arrived.resolve() });
  try {
    await withCatalogue(async (catalogue) => {
      const source = `${host.url}/silent`;
      const reading = synchronise(catalogue, 'command', { source, allow_unverified: true });
      const refused = assert.rejects(reading, { code: 'unavailable' });
      await arrived.promise;
      await catalogue.gate.close();
      await refused;
    });
  } finally {
    await host.close();
  }
});

test('a sync waits to write until the writes before it have ended, and gives up when the server stops meanwhile', async () => {
  await withCatalogue(async (catalogue) => {
    const { db, gate } = catalogue;
    let syncing: Promise<unknown> | undefined;
    let closing: Promise<void> | undefined;
    await inTransaction(db, async (trx) => {
      syncing = assert.rejects(synchroniseFromBundled(catalogue), { code: 'unavailable' });
      await trx.insertInto('instance').values({ key: 'first', value: 'written' }).execute();
      closing = gate.close();
    });
    await Promise.all([syncing, closing]);
    assert.equal(await countTactics(db), 0);
  });
});

test('while it writes others read the catalogue as it was, and their writes come after it', async () => {
  await withCatalogue(async (catalogue) => {
    const { db } = catalogue;
    const order: string[] = [];
    const writing = Promise.withResolvers<void>();
    const syncing = synchroniseFromBundled({
      ...catalogue,
      // The time is read when writing begins.
      now: () => {
        writing.resolve();
        return Date.now();
      },
    }).then(() => order.push('synchronised'));
    await writing.promise;
    const waiting = db
      .insertInto('instance')
      .values({ key: 'later', value: 'written' })
      .execute()
      .then(() => order.push('written'));
    assert.equal(await countTactics(db), 0);
    await Promise.all([syncing, waiting]);
    assert.deepEqual(order, ['synchronised', 'written']);
    assert.equal(await countTactics(db), 15);
  });
});

test('a stop waits for a sync that writes already', async () => {
  await withCatalogue(async (catalogue) => {
    let closing: Promise<void> | undefined;
    const result = await synchroniseFromBundled({
      ...catalogue,
      now: () => {
        closing = catalogue.gate.close();
        return Date.now();
      },
    });
    await closing;
    assert.equal(result.counts.tactics, 15);
    assert.equal(await countTactics(catalogue.db), 15);
  });
});

test('a full disk refuses a sync with 507 and keeps none of its data', (t) => {
  const place = mkdtempSync(path.join(tmpdir(), 'damson-sync-disk-'));
  try {
    const script = fileURLToPath(
      new URL('../../../test/support/full-disk/sync-on-a-full-disk.ts', import.meta.url),
    );
    const command = 'mount -t tmpfs -o size=96m none "$1" && exec "$2" "$3" "$1"';
    const result = spawnSync(
      'unshare',
      ['-Urm', 'sh', '-c', command, 'sh', place, process.execPath, script],
      { timeout: 60_000 },
    );
    if (/unshare|mount:/.test(String(result.stderr)) || result.error !== undefined) {
      t.skip('this machine lets nobody mount a disk of their own');
      return;
    }
    // The server's log comes before the answer.
    const answer = String(result.stdout).trim().split('\n').at(-1) || '{}';
    assert.deepEqual(
      JSON.parse(answer),
      { refused: [507, 'disk_full'], tactics: 0, history: 0, again: 200, broken: 0 },
      String(result.stderr),
    );
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});

test('storage that fails while it writes ends the program, and nothing of the sync stays', async (t) => {
  const prepared = await startTestServer();
  const { dataDir, admin } = prepared;
  try {
    await prepared.stop();
    const served = await serving(dataDir, { env: { APP_ENV: 'test' } });
    const { email, password } = admin;
    const signedIn = await new Client(served.url, null).post('/api/v1/auth/login', { email, password });
    const limited = spawnSync('prlimit', ['--pid', String(served.child.pid), '--fsize=4096']);
    if (limited.status !== 0) {
      await served.stop();
      t.skip('this machine has no prlimit');
      return;
    }
    const closed = once(served.child, 'close');
    const client = new Client(served.url, signedIn.body.access_token);
    await client.post('/api/v1/catalog/sync', { source: 'bundled' }).catch(() => {});
    assert.equal((await closed)[0], 74);
    assert.match(served.text.stdout, /"event":"storage_broken","code":"SQLITE_IOERR_WRITE"/);
    await prepared.restart();
    assert.equal((await admin.client.get('/api/v1/catalog/status')).body.counts.tactics, 0);
  } finally {
    await prepared.close();
  }
});

test('one sync passes the gate at a time, and none once it is closed', async () => {
  const gate = new SyncGate(async () => async () => {});
  let finish = () => {};
  const first = gate.run(
    () =>
      new Promise<string>((resolve) => {
        finish = () => resolve('first');
      }),
  );
  await assert.rejects(
    gate.run(async () => 'second'),
    { code: 'sync_running' },
  );
  finish();
  assert.equal(await first, 'first');
  await assert.rejects(
    gate.run(async () => {
      throw new Error('broken');
    }),
    /broken/,
  );
  assert.equal(await gate.run(async () => 'next'), 'next', 'a failure lets the next one in');
  await gate.close();
  await assert.rejects(
    gate.run(async () => 'late'),
    { code: 'unavailable' },
  );
});
