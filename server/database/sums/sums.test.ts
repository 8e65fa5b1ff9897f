import assert from 'node:assert/strict';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { damson, type Serving, serving } from '../../../test/support/commands/command.ts';
import { sample } from '../../../test/support/sample.ts';
import { noSignals } from '../../../test/support/servers/platform.ts';

const root = mkdtempSync(path.join(tmpdir(), 'damson-sums-'));
after(() => rmSync(root, { recursive: true, force: true }));

const template = path.join(root, 'template');
let dataDir: string;
let file: string;
let count = 0;

before(async () => {
  const server = await serving(template);
  await server.stop();
});

beforeEach(() => {
  count += 1;
  dataDir = path.join(root, String(count));
  cpSync(template, dataDir, { recursive: true, preserveTimestamps: true });
  file = path.join(dataDir, 'damson.db');
});

const pageSize = 4096;

/** Changes the file in place, because a server may be reading it. `keepsTime` simulates a failing disk. */
function alter(change: (bytes: Buffer) => void, { keepsTime = true } = {}): void {
  const { atime, mtime } = statSync(file);
  const before = readFileSync(file);
  const bytes = Buffer.from(before);
  change(bytes);
  const opened = openSync(file, 'r+');
  for (let place = 0; place < bytes.length; place += pageSize) {
    const page = bytes.subarray(place, place + pageSize);
    if (!page.equals(before.subarray(place, place + pageSize)))
      writeSync(opened, page, 0, page.length, place);
  }
  closeSync(opened);
  if (keepsTime) utimesSync(file, atime, mtime);
}

function withSqlite(work: (sqlite: Sqlite.Database) => void): void {
  const sqlite = new Sqlite(file);
  try {
    work(sqlite);
  } finally {
    sqlite.close();
  }
}

/** Position in the file of a value that no structure depends on. */
function placeOfValue(): number {
  const place = readFileSync(file).indexOf('revented');
  assert.ok(place > 0);
  return place - 1;
}

const flipValue = (bytes: Buffer): void => {
  bytes[placeOfValue()]! ^= 1;
};

async function verify(): Promise<{ code: number | null; said: string }> {
  const { code, stdout, stderr } = await damson(['verify', '--data-dir', dataDir]);
  return { code, said: stdout + stderr };
}

async function assertWhole(): Promise<void> {
  const { code, said } = await verify();
  assert.equal(code, 0, said);
}

async function assertFound(): Promise<void> {
  const { code, said } = await verify();
  assert.equal(code, 1, said);
  assert.match(said, /^damaged database: changed by themselves: pages \d+/m);
}

/** Serves, lends the server to `work` and stops it; returns its output. */
async function served(
  work: (server: Serving) => unknown = () => {},
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<string> {
  const server = await serving(dataDir);
  await work(server);
  return (await server.stop(signal)).stdout;
}

const madeAnew = /"event":"page_sums_made_anew"/;

describe('a bit that turns over in the database', { skip: noSignals }, () => {
  it('is found wherever it is, and the database is not served', async () => {
    const pages = readFileSync(file).length / pageSize;
    const some = Array.from({ length: Math.ceil(pages / 47) }, (_, index) => 1 + 47 * index);
    for (const page of sample(some, 3)) {
      const place = (page - 1) * pageSize + ((page * 613) % pageSize);
      const flip = (bytes: Buffer): void => {
        bytes[place]! ^= 1 << (page % 8);
      };
      alter(flip, { keepsTime: page % 2 === 0 });
      assert.equal((await verify()).code, 1, `byte ${place}`);
      await assert.rejects(serving(dataDir), /the database is damaged/, `byte ${place}`);
      alter(flip, { keepsTime: page % 2 === 0 });
    }
    await assertWhole();
    assert.doesNotMatch(await served(), madeAnew);
  });

  it('is named with what it is in', async () => {
    alter(flipValue);
    const { said } = await verify();
    assert.match(said, /pages \d+, of detection_levels$/m);
    await assert.rejects(
      serving(dataDir),
      /damson: the database is damaged \(changed by themselves: pages \d+, of detection_levels\): restore a backup\n/,
    );
    assert.ok(!existsSync(path.join(dataDir, 'running')));
  });

  it('is found when whole sectors have changed', async () => {
    const place = placeOfValue() & ~511;
    alter((bytes) => bytes.fill(0x5a, place, place + 512));
    assert.equal((await verify()).code, 1);
  });

  it('is found in a copy of the data folder', async () => {
    const copy = `${dataDir} copy`;
    cpSync(dataDir, copy, { recursive: true });
    dataDir = copy;
    file = path.join(copy, 'damson.db');
    await assertWhole();
    alter(flipValue, { keepsTime: false });
    await assertFound();
  });

  it('is found while a server runs, and after one was killed', async () => {
    await served(async () => {
      alter(flipValue);
      await assertFound();
      alter(flipValue);
      await assertWhole();
    }, 'SIGKILL');
    await assertWhole();
    alter(flipValue);
    await assertFound();
    await assert.rejects(serving(dataDir), /the database is damaged/);
  });
});

describe('harmless differences', { skip: noSignals }, () => {
  it('is a server that was killed while it wrote', async () => {
    for (let round = 0; round < 3; round += 1) {
      const said = await served(async ({ url }) => {
        for (let ask = 0; ask < 5; ask += 1) await fetch(`${url}/api/health`);
      }, 'SIGKILL');
      assert.doesNotMatch(said, madeAnew);
    }
    await assertWhole();
  });

  it('is what another program wrote', async () => {
    withSqlite((sqlite) =>
      sqlite.exec("update detection_levels set name = 'Prevented!' where name = 'Prevented'"),
    );
    await assertWhole();
    assert.match(await served(), madeAnew);
    await assertWhole();
    alter(flipValue);
    await assertFound();
  });

  it('is one bit that another program wrote', async () => {
    withSqlite((sqlite) =>
      sqlite.exec("update detection_levels set name = 'Qrevented' where name = 'Prevented'"),
    );
    await assertWhole();
    assert.match(await served(), madeAnew);
  });

  it('is what another program wrote while a server runs', async () => {
    await served(async ({ url }) => {
      await fetch(`${url}/api/health`);
      withSqlite((sqlite) => sqlite.exec("update detection_levels set name = name || '!'"));
    });
    await assertWhole();
    assert.doesNotMatch(await served(), madeAnew);
    alter(flipValue);
    await assertFound();
  });

  it('is what another program wrote and checkpointed while a server runs', async () => {
    await served(async ({ url }) => {
      for (let round = 0; round < 3; round += 1) {
        withSqlite((sqlite) => {
          sqlite.exec("update detection_levels set name = name || '!'");
          sqlite.pragma('wal_checkpoint(TRUNCATE)');
        });
        await fetch(`${url}/api/health`);
      }
    });
    await assertWhole();
    await served();
    await assertWhole();
  });

  it('is a copy of the database from another day in its place', async () => {
    const old = readFileSync(file);
    await served(() =>
      withSqlite((sqlite) => sqlite.exec("update detection_levels set name = name || ' then'")),
    );
    writeFileSync(file, old);
    await assertWhole();
    assert.match(await served(), madeAnew);
  });

  it('is a database without sums, or with damaged sums', async () => {
    const sums = `${file}-sums`;
    const bytes = readFileSync(sums);
    rmSync(sums);
    await assertWhole();
    assert.doesNotMatch(await served(), madeAnew);
    assert.ok(existsSync(sums));
    bytes[bytes.length >> 1]! ^= 4;
    writeFileSync(sums, bytes);
    await assertWhole();
    assert.match(await served(), madeAnew);
    alter(flipValue);
    await assertFound();
  });
});
