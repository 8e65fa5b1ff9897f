import type Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { prepare, type Trx } from '../../database/database.ts';
import type { Proof } from '../../database/seals/proof.ts';
import { proofs } from '../../database/seals/proofs.ts';
import { touchedRows } from '../../database/seals/touched.ts';
import { anyOf } from '../../database/search.ts';
import { Turn } from '../../turn.ts';
import { type Seals, sealRows, sealsName, type Values } from './rules.ts';

/** Rows with long texts and pictures are read in batches of this size. */
const keysAtOnce = 25;

export type Touched = { proof: string; key: string };

const takeNotes = prepare<Record<string, never>, Touched>((db) => ({
  compile: () => sql<Touched>`delete from ${sql.table(touchedRows)} returning proof, key`.compile(db),
}));

/** Takes the notes of this transaction's writes since they were last taken. */
export function takeTouched(trx: Trx): Promise<Touched[]> {
  return takeNotes(trx, {});
}

/** Notes rows as written, so that the next entry seals them. */
export async function noteTouched(trx: Trx, touched: readonly Touched[]): Promise<void> {
  for (const { proof, key } of touched) {
    await sql`insert into ${sql.table(touchedRows)} (proof, key) values (${proof}, ${key})
      on conflict do nothing`.execute(trx);
  }
}

/** Seals the current state of these rows; yields with `pause`. */
export async function sealTouched(
  trx: Trx,
  touched: readonly Touched[],
  pause: () => Promise<void> = async () => {},
): Promise<Seals> {
  const seals: Seals = {};
  const turn = new Turn();
  for (const [proof, keys] of groupTouched(touched)) {
    const found: Seals[string] = {};
    for (let at = 0; at < keys.length; at += keysAtOnce) {
      const some = keys.slice(at, at + keysAtOnce);
      const rows = await selectRows(trx, proof, some);
      sealFound(proof, some, rows, found);
      await turn.giveWay(pause);
    }
    seals[proof.name] = found;
  }
  return seals;
}

const prepareRows = (proof: Proof) =>
  prepare<{ keys: string }, Record<string, unknown>>((db, parameter) => ({
    compile: () =>
      sql<Record<string, unknown>>`select ${sql.raw(columnsOf(proof))}
        from ${sql.table(proof.table)} where ${sql.ref(proof.key)} in ${anyOf(parameter('keys'))}`.compile(
        db,
      ),
  }));
const selects = new Map([...proofs].map(([name, proof]) => [name, prepareRows(proof)]));

/** The current rows of these keys. */
async function selectRows(
  trx: Trx,
  { name }: Proof,
  keys: readonly string[],
): Promise<Record<string, unknown>[]> {
  return (await selects.get(name)?.(trx, { keys: JSON.stringify(keys) })) ?? [];
}

/** The same for SQLite's own handle. */
export function sealTouchedIn(sqlite: Sqlite.Database): Seals {
  const touched = sqlite.prepare(`delete from ${touchedRows} returning proof, key`).all() as Touched[];
  const seals: Seals = {};
  for (const [proof, keys] of groupTouched(touched)) {
    const found: Seals[string] = {};
    const select = sqlite.prepare(
      `select ${columnsOf(proof)} from "${proof.table}" where "${proof.key}" = ?`,
    );
    for (const key of keys) sealFound(proof, [key], select.all(key) as Record<string, unknown>[], found);
    seals[proof.name] = found;
  }
  return seals;
}

function groupTouched(touched: readonly Touched[]): [Proof, string[]][] {
  const groups = Map.groupBy(touched, ({ proof }) => proof);
  return [...groups].flatMap(([name, some]) => {
    const proof = proofs.get(name);
    // A newer program running next to this one may note tables unknown here.
    return proof === undefined ? [] : [[proof, some.map(({ key }) => key)] as [Proof, string[]]];
  });
}

/** The key comes last, even if it is a proven column itself. */
function columnsOf({ columns, key }: Proof): string {
  return `${columns.map((name) => `"${name}"`).join(', ')}, "${key}" as sealed_key`;
}

function sealFound(
  proof: Proof,
  keys: readonly string[],
  rows: readonly Record<string, unknown>[],
  found: Record<string, string | null>,
): void {
  // In the order of the statement: reading dozens of columns by name costs as much as their seal.
  const values = rows.map((row) => Object.values(row));
  const byKey = Map.groupBy(values, (row) => row.pop() as string);
  for (const key of keys) found[key] = sealRows(proof, key, byKey.get(key) ?? []);
}

/** Whether any entry has seals: a database of an older program has none until its rows are sealed. */
export async function hasSeals(trx: Trx): Promise<boolean> {
  const row = await trx
    .selectFrom('audit_entries')
    .select('seq')
    .where('changes_json', 'like', hasSealsPattern)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The same for SQLite's own handle. */
export function hasSealsIn(sqlite: Sqlite.Database): boolean {
  const statement = sqlite.prepare(
    'select seq from audit_entries where changes_json like ? order by seq desc limit 1',
  );
  return statement.get(hasSealsPattern) !== undefined;
}

const hasSealsPattern = `{"${sealsName}":%`;

/** The keys of every provable row, in batches. */
export async function* listAllKeys(trx: Trx, atOnce: number): AsyncGenerator<Touched[]> {
  for (const proof of proofs.values()) {
    for (let after = ''; ; ) {
      const { rows } = await sql<{ key: string }>`select distinct ${sql.ref(proof.key)} as key
        from ${sql.table(proof.table)} where ${sql.ref(proof.key)} > ${after}
        order by ${sql.ref(proof.key)} limit ${atOnce}`.execute(trx);
      const last = rows.at(-1);
      if (last === undefined) break;
      yield rows.map(({ key }) => ({ proof: proof.name, key }));
      after = last.key;
    }
  }
}

/** The rows of a proof in key order, for SQLite's own handle. */
export function* iterateRows(
  sqlite: Sqlite.Database,
  proof: Proof,
): Generator<{ key: string; rows: Values[] }> {
  const all = sqlite
    .prepare(`select ${columnsOf(proof)} from "${proof.table}" order by "${proof.key}" collate binary`)
    .raw()
    .iterate() as Iterable<unknown[]>;
  let group: { key: string; rows: Values[] } | null = null;
  for (const row of all) {
    const key = String(row.at(-1));
    if (group === null || group.key !== key) {
      if (group !== null) yield group;
      group = { key, rows: [] };
    }
    group.rows.push(row.slice(0, -1));
  }
  if (group !== null) yield group;
}
