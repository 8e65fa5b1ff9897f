import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { damson, fileHandles, preloading, type Serving, serving, starting } from '../support/command.ts';
import { bodyOf, newMission, newScenarioTemplate, type Place, placeOf } from '../support/factories.ts';
import { Client } from '../support/server.ts';
import { moment } from '../support/until.ts';
import { Ledger } from './ledger.ts';

const rounds = 50;
const seed = Number(process.env.DAMSON_SEED ?? Date.now() % 1_000_000);
const random = randomFrom(seed);

const folder = mkdtempSync(path.join(tmpdir(), 'damson-kill-'));
const dataDir = path.join(folder, 'data');
const evidenceDir = path.join(dataDir, 'evidence');

let token: string;
let scenario: string;
let places: Place[];
let ledger: Ledger;

before(async () => {
  const email = 'ada@example.org';
  const password = 'correct horse battery';
  const made = await damson(
    ['create-admin', '--data-dir', dataDir, '--email', email, '--display-name', 'Ada', '--password-stdin'],
    { input: password },
  );
  assert.equal(made.code, 0, made.stderr);
  const server = await serving(dataDir);
  const session = await new Client(server.url, null).post('/api/v1/auth/login', { email, password });
  token = bodyOf(session, 200).access_token;
  const client = new Client(server.url, token);
  const missions = [await newMission(client, { tests: 5 }), await newMission(client, { tests: 5 })];
  places = missions.flatMap((mission) => [0, 1, 2, 3, 4].map((index) => placeOf(mission, index)));
  scenario = (await newScenarioTemplate(client, { tests: 3 })).id;
  await server.stop();
  ledger = new Ledger(path.join(folder, 'ledger'), places);
});
after(() => {
  ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A small generator of its own, so that a seed gives the same choices everywhere. */
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function someBytes(): Uint8Array<ArrayBuffer> {
  const size = 1 + Math.floor(random() ** 3 * 400_000);
  const bytes = new Uint8Array(size);
  // Readable text, since that is what a .txt has to be.
  for (let index = 0; index < size; index += 1) bytes[index] = 97 + Math.floor(random() * 26);
  return bytes;
}

let count = 0;

/** Keeps a server busy until it is gone. Anything but an acknowledgement or the end of the connection is an error. */
async function keepBusy(client: Client, on: Ledger, where: readonly Place[]): Promise<void> {
  const until = async (work: () => Promise<void>): Promise<void> => {
    try {
      for (;;) await work();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  };
  const next = (): number => {
    count += 1;
    return count;
  };
  const pick = (): Place => where[Math.floor(random() * where.length)] as Place;
  const uploaded: string[] = [];
  const statuses = new Map<Place, string>();
  await Promise.all([
    ...[0, 1, 2].map((turn) =>
      until(async () => {
        for (const place of where.filter((_, index) => index % 3 === turn)) {
          await on.comment(client, place, `write ${next()}`);
        }
      }),
    ),
    ...[0, 1].map(() =>
      until(async () => {
        uploaded.push(await on.upload(client, pick(), someBytes()));
      }),
    ),
    until(async () => {
      const id = uploaded.length > 3 ? uploaded.shift() : undefined;
      if (id === undefined) await client.get(pick().path);
      else await on.remove(client, id);
    }),
    until(async () => {
      const place = pick();
      const found = statuses.get(place) ?? bodyOf(await client.get(place.path), 200).status;
      const moved = found === 'pending' ? 'skipped' : 'pending';
      await on.move(client, place, moved);
      statuses.set(place, moved);
    }),
    on.mission(client, `Mission ${next()}`, scenario).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
    }),
  ]);
}

async function crash(server: Serving, busy: Promise<void>): Promise<void> {
  await server.stop('SIGKILL');
  await busy;
}

describe('kill -9 while a client writes and uploads', () => {
  test(`${rounds} times: nothing that was acknowledged is lost`, async (t) => {
    t.diagnostic(`DAMSON_SEED=${seed}`);
    for (let round = 1; round <= rounds; round += 1) {
      if (round % 8 === 0) {
        // Cut off while it is still putting things in order after the last time.
        const early = starting(dataDir);
        const outcome = early.listening.catch(() => null);
        await moment(random() * 350);
        early.child.kill('SIGKILL');
        await outcome;
        if (early.child.signalCode === null) await once(early.child, 'exit');
      }
      const server = await serving(dataDir);
      const client = new Client(server.url, token);
      assert.deepEqual(await ledger.losses(client, evidenceDir), [], `round ${round}, DAMSON_SEED=${seed}`);
      if (round % 10 === 0) {
        const verified = await damson(['verify', '--data-dir', dataDir]);
        assert.equal(verified.code, 0, verified.stdout + verified.stderr);
      }
      const busy = keepBusy(client, ledger, places);
      await Promise.race([moment(20 + random() * 400), busy]);
      await crash(server, busy);
    }
    const server = await serving(dataDir);
    assert.deepEqual(await ledger.losses(new Client(server.url, token), evidenceDir), []);
    const { code } = await server.stop();
    assert.equal(code, 0);
    const verified = await damson(['verify', '--data-dir', dataDir]);
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
    assert.match(verified.stdout, /, 0 files without a record\n$/);
    t.diagnostic(`${ledger.acknowledged} acknowledgements; ${verified.stdout.trim()}`);
    assert.ok(ledger.acknowledged > rounds * 5, 'the client was at work');
  });
});

describe('the check itself fails when something is lost', () => {
  /** A copy of the installation with a ledger of its own, as a crash left it after some work; `more` is how it was started. */
  async function afterCrash(
    name: string,
    more: Record<string, string> = {},
  ): Promise<{ copy: string; own: Ledger; losses(): Promise<string[]> }> {
    const copy = path.join(folder, name);
    cpSync(dataDir, copy, { recursive: true });
    cpSync(path.join(folder, 'ledger'), `${copy}.ledger`);
    const own = new Ledger(`${copy}.ledger`, places);
    const server = await serving(copy, { env: more });
    const client = new Client(server.url, token);
    for (const place of places) await own.comment(client, place, `control ${name}`);
    await own.upload(client, places[0] as Place, someBytes());
    await server.stop('SIGKILL');
    return {
      copy,
      own,
      async losses() {
        const again = await serving(copy);
        const found = await own.losses(new Client(again.url, token), path.join(copy, 'evidence'));
        await again.stop();
        own.close();
        return found;
      },
    };
  }

  test('(nothing is lost by a crash alone)', async () => {
    assert.deepEqual(await (await afterCrash('sound')).losses(), []);
  });

  test('when what SQLite had written but not yet put in the database is lost', async () => {
    const { copy, losses } = await afterCrash('no-log');
    assert.ok(existsSync(path.join(copy, 'damson.db-wal')));
    rmSync(path.join(copy, 'damson.db-wal'));
    const found = await losses();
    assert.ok(
      found.some((loss) => /^comment of .* "?control no-log"? was acknowledged/.test(loss)),
      found.join('\n'),
    );
  });

  test('when a server acknowledges evidence before it has written it', async () => {
    const forgetful = preloading(`${fileHandles}
      const length = (data) => [data].flat().reduce((sum, part) => sum + part.length, 0);
      handle.write = handle.writev = async (data) => ({ bytesWritten: length(data) });
      handle.writeFile = handle.appendFile = async () => {};`);
    const { copy, losses } = await afterCrash('forgetful', forgetful);
    const found = await losses();
    assert.equal(found.length, 2, found.join('\n'));
    assert.match(
      found.join('\n'),
      /the file of evidence .* is missing or damaged\nevidence .* is served wrongly/,
    );
    const verified = await damson(['verify', '--data-dir', copy]);
    assert.equal(verified.code, 1);
    assert.match(verified.stdout, /^damaged evidence /);
  });

  test('when a file loses its last byte', async () => {
    const { copy, own, losses } = await afterCrash('cut');
    const server = await serving(copy);
    const client = new Client(server.url, token);
    const place = places[1] as Place;
    const record = bodyOf(
      await client.get(`/api/v1/evidence/${await own.upload(client, place, someBytes())}/record`),
      200,
    );
    await server.stop();
    truncateSync(path.join(copy, 'evidence', place.mission, place.test, record.sha256), record.size - 1);
    assert.match((await losses()).join('\n'), /the file of evidence .* is missing or damaged/);
  });
});
