import { isoTime } from '../../database/clock.ts';
import { type Db, inTransaction, openedFor, sealTransactions, type Trx } from '../../database/database.ts';
import { type NewEntry, sealEntry } from '../rules.ts';
import { insertEntry, readHead } from '../store.ts';
import { readSeals } from './rules.ts';
import * as store from './store.ts';

/** The entry of each open transaction that waits for the seals of what is written yet. */
const waiting = new WeakMap<Trx, NewEntry>();

/** Takes the next entry of a transaction, and writes the one before it. */
export async function keepEntry(trx: Trx, entry: NewEntry): Promise<void> {
  if (waiting.has(trx)) await sealWritten(trx);
  waiting.set(trx, entry);
}

sealTransactions(sealWritten);

/** Seals what the transaction has written since it was asked last, in the entry that waits or, where none does, one of its own. */
async function sealWritten(trx: Trx): Promise<void> {
  const entry = waiting.get(trx) ?? null;
  waiting.delete(trx);
  const touched = await store.takeTouched(trx);
  if (entry === null && touched.length === 0) return;
  await sealExisting(trx, entry, touched);
}

async function sealExisting(trx: Trx, entry: NewEntry | null, touched: store.Touched[]): Promise<void> {
  if (!(await isSealed(trx))) {
    if ((await readHead(trx)).seq > 0) await sealAll(trx);
    // What the program itself puts into a new database goes with the first thing that somebody does.
    else if (entry === null) return;
    else for await (const some of store.listAllKeys(trx, rowsAtOnce)) touched.push(...some);
  }
  await write(trx, entry ?? byItself(), touched);
}

const byItself = (): NewEntry => ({
  at: isoTime(Date.now()),
  by: 'server',
  verb: 'sealed',
  object: 'history',
  id: null,
  changes: {},
});

async function write(trx: Trx, entry: NewEntry, touched: readonly store.Touched[]): Promise<void> {
  const seals = await store.sealTouched(trx, touched);
  await insertEntry(trx, sealEntry(await readHead(trx), { ...entry, seals }));
}

/** Open databases whose rows are sealed, and the transactions that seal them and have not committed yet. */
const sealed = new WeakSet<object>();
const sealing = new WeakSet<Trx>();

async function isSealed(trx: Trx): Promise<boolean> {
  const opened = openedFor(trx);
  if (sealed.has(opened) || sealing.has(trx)) return true;
  const isThere = await store.hasSeals(trx);
  if (isThere) sealed.add(opened);
  else sealing.add(trx);
  return isThere;
}

const rowsAtOnce = 200;

/** Seals every row as it is now, in entries of their own. */
async function sealAll(trx: Trx): Promise<void> {
  for await (const some of store.listAllKeys(trx, rowsAtOnce)) await write(trx, byItself(), some);
}

/** Seals the rows of a database that an older program has written, unless that was done. */
export function sealOlderRows(db: Db): Promise<void> {
  return inTransaction(db, async (trx) => {
    if (!(await isSealed(trx)) && (await readHead(trx)).seq > 0) await sealAll(trx);
  });
}

/** Before an entry is erased: has those of its seals that are of what is there now made again in the next entry. */
export async function keepSeals(trx: Trx, changesJson: string): Promise<void> {
  const seals = readSeals(changesJson) ?? {};
  const named = Object.entries(seals).flatMap(([proof, keys]) =>
    Object.keys(keys).map((key) => ({ proof, key })),
  );
  const present = await store.sealTouched(trx, named);
  await store.noteTouched(
    trx,
    named.filter(({ proof, key }) => present[proof]?.[key] === seals[proof]?.[key]),
  );
}
