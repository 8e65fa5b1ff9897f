import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type Sqlite from 'better-sqlite3';
import type { Proof } from '../../server/database/seals/proof.ts';
import { proofs } from '../../server/database/seals/proofs.ts';
import { randomFrom } from '../faults/random.ts';
import { workersOf } from '../faults/work.ts';
import type { Worker } from '../faults/worker.ts';
import { makeWorld, serve, type World } from '../faults/world.ts';
import { writes } from '../faults/writes.ts';
import { damson } from '../support/commands/command.ts';
import { fillOtherTables } from '../support/database/every-table.ts';
import { openFile } from '../support/database/forge-history.ts';
import { sample } from '../support/sample.ts';
import { Client } from '../support/servers/server.ts';

/** A value changed in the file, and the expected verification message. */
type Case = { proof: Proof; column: string; row: Row; key: string; expected: RegExp };
type Row = Record<string, unknown>;

/** Tables that only a framework or a provider fills. */
const fromElsewhere = ['simulation_outputs'];
/** Columns of a table with a row for each object. */
const single = [...proofs.values()].filter(
  ({ name, part }) => part === null && !fromElsewhere.includes(name),
);

/** Writes that delete objects created by others. */
const removes = /^DELETE |\/(undo|merge|revoke)$/;

describe('rows that the history proves', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-proof-'));
  const original = path.join(folder, 'original');
  let world: World;
  let worker: Worker;
  before(async () => {
    world = await makeWorld(folder, 1);
    const server = await serve(world.dataDir);
    worker = workersOf(world, server.url, randomFrom(1))[0] as Worker;
    for (const write of writes) if (!removes.test(write.route)) await write.run(worker);
    await fillOtherTables(new Client(server.url, world.token));
    await server.stop();
    cpSync(world.dataDir, original, { recursive: true });
  });
  after(() => {
    world?.ledger.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Changes a copy of the file with `change`, bypassing all protection, and returns the result of the verification. */
  const verifyAfter = async (change: (sqlite: Sqlite.Database) => void): Promise<string[]> => {
    const dataDir = path.join(folder, 'copy');
    rmSync(dataDir, { recursive: true, force: true });
    cpSync(original, dataDir, { recursive: true });
    const sqlite = openFile(dataDir);
    change(sqlite);
    sqlite.close();
    const { code, stdout, stderr } = await damson(['verify', '--data-dir', dataDir]);
    assert.equal(code, 1, `${stdout}${stderr}`);
    return stdout.split('\n');
  };
  const hold = (lines: readonly string[], expected: readonly RegExp[]): void => {
    const missing = expected.filter((line) => !lines.some((said) => line.test(said)));
    assert.deepEqual(missing, [], lines.join('\n'));
  };

  it('are intact after every write', async () => {
    const { code, stdout } = await damson(['verify', '--data-dir', original]);
    assert.equal(code, 0, stdout);
  });

  it('are tested for every table', () => {
    const sqlite = openFile(original);
    const empty = [...proofs.values()].filter(
      ({ table }) => sqlite.prepare(`select 1 from "${table}" limit 1`).get() === undefined,
    );
    sqlite.close();
    assert.deepEqual(empty.map(({ name }) => name).toSorted(), fromElsewhere.toSorted());
  });

  it('reveal each value that was changed in the file', async (t) => {
    const sqlite = openFile(original);
    const runs = pack([...proofs.values()].flatMap((proof) => listCases(sqlite, proof)));
    const types = new Map(
      [...proofs.values()].flatMap(({ table }) =>
        (sqlite.pragma(`table_info("${table}")`) as { name: string; type: string }[]).map(
          ({ name, type }) => [`${table} ${name}`, type.toLowerCase()] as const,
        ),
      ),
    );
    sqlite.close();
    for (const [number, cases] of sample([...runs.entries()], 3)) {
      await t.test(`run ${number + 1}: ${cases.length} values`, async () => {
        const lines = await verifyAfter((file) => {
          for (const { proof, column, row } of cases) {
            const type = types.get(`${proof.table} ${column}`) as string;
            const names = Object.keys(row);
            const { changes } = file
              .prepare(
                `update "${proof.table}" set "${column}" = ${otherValue(column, type)}
                  where ${names.map((name) => `"${name}" is ?`).join(' and ')}`,
              )
              .run(names.map((name) => row[name]));
            assert.equal(changes, 1, `${proof.table} ${column}`);
          }
        });
        hold(
          lines,
          cases.map(({ expected }) => expected),
        );
      });
    }
  });

  it('reveal each row that was removed from the file', async () => {
    const gone = single;
    const keys = new Map<Proof, string>();
    const lines = await verifyAfter((file) => {
      for (const proof of gone) {
        const key = file
          .prepare(`select "${proof.key}" from "${proof.table}" limit 1`)
          .pluck()
          .get() as string;
        keys.set(proof, key);
        file.prepare(`delete from "${proof.table}" where "${proof.key}" = ?`).run(key);
      }
    });
    hold(
      lines,
      gone.map(
        (proof) =>
          new RegExp(`^entry \\d+ of the history left the ${proof.object} ${keys.get(proof)}, which is gone`),
      ),
    );
  });

  it('reveal each row that was inserted into the file', async () => {
    const made = single;
    const keys = new Map<Proof, string>();
    const lines = await verifyAfter((file) => {
      for (const proof of made) {
        const key = crypto.randomUUID();
        keys.set(proof, key);
        const columns = (file.pragma(`table_info("${proof.table}")`) as { name: string; pk: number }[]).map(
          ({ name }) => name,
        );
        const unique = listUnique(file, proof.table);
        const values = columns.map((name) => {
          if (name === proof.key) return `'${key}'`;
          return unique.has(name) ? `coalesce("${name}", '') || 'x'` : `"${name}"`;
        });
        file.exec(
          `insert into "${proof.table}" (${columns.map((name) => `"${name}"`).join(', ')})
            select ${values.join(', ')} from "${proof.table}" limit 1`,
        );
      }
    });
    hold(
      lines,
      made.map(
        (proof) => new RegExp(`^no entry of the history created the ${proof.object} ${keys.get(proof)}$`),
      ),
    );
  });

  it('are intact after every deletion', async () => {
    const server = await serve(world.dataDir);
    worker = workersOf(world, server.url, randomFrom(2))[0] as Worker;
    for (const write of writes) if (removes.test(write.route)) await write.run(worker);
    await server.stop();
    const { code, stdout } = await damson(['verify', '--data-dir', world.dataDir]);
    assert.equal(code, 0, stdout);
  });
});

/** The proven values of a table, each in a separate row if there are enough rows. */
function listCases(sqlite: Sqlite.Database, proof: Proof): Case[] {
  const rows = sqlite
    .prepare(`select *, min("${proof.columns[0]}") from "${proof.table}" group by "${proof.key}" limit 40`)
    .all() as Row[];
  if (rows.length === 0) return [];
  return proof.columns.map((column, at) => {
    const { [`min("${proof.columns[0]}")`]: _, ...row } = rows[at % rows.length] as Row;
    const key = String(row[proof.key]);
    return { proof, column, row, key, expected: expectedOf(proof, column, key) };
  });
}

function expectedOf({ object, part, key: name }: Proof, column: string, key: string): RegExp {
  if (column === name) return new RegExp(`^entry \\d+ of the history .*the ${object} ${key}`);
  const field = part ?? column.replace(/_json$/, '');
  return new RegExp(`^entry \\d+ of the history does not match the ${field} of the ${object} ${key}$`);
}

function otherValue(column: string, type: string): string {
  if (type === 'integer') return `coalesce("${column}", 0) + 1000`;
  return type === 'blob' ? "x'00'" : `coalesce("${column}", '') || 'x'`;
}

const mostInRun = 40;

/** Packs the cases into as few runs as possible: one change to each row, or to each group of rows. */
function pack(cases: readonly Case[]): Case[][] {
  const runs: { cases: Case[]; taken: Set<string> }[] = [];
  for (const one of cases) {
    const places = [`${one.proof.name} ${one.key}`, `${one.proof.table} ${JSON.stringify(one.row)}`];
    let run = runs.find(
      ({ cases: others, taken }) => others.length < mostInRun && !places.some((place) => taken.has(place)),
    );
    if (run === undefined) {
      run = { cases: [], taken: new Set() };
      runs.push(run);
    }
    run.cases.push(one);
    for (const place of places) run.taken.add(place);
  }
  return runs.map(({ cases: some }) => some);
}

function listUnique(sqlite: Sqlite.Database, table: string): Set<string> {
  const indexes = sqlite.pragma(`index_list("${table}")`) as { name: string; unique: 0 | 1 }[];
  return new Set(
    indexes
      .filter(({ unique }) => unique === 1)
      .flatMap(({ name }) =>
        (sqlite.pragma(`index_info("${name}")`) as { name: string }[]).map((column) => column.name),
      ),
  );
}
