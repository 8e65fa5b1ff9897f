import { isoTime } from '../../database/clock.ts';
import { type Db, inTransaction, openedFor, sealTransactions, type Trx } from '../../database/database.ts';
import { Turn } from '../../turn.ts';
import { type NewEntry, type StoredEntry, sealEntry } from '../rules.ts';
import { insertEntries, readHead } from '../store.ts';
import { readSeals, type Seals } from './rules.ts';
import * as store from './store.ts';

type Pause = () => Promise<void>;

/** Entries not yet written, and written rows not covered by an earlier entry. */
type Waiting = { entries: NewEntry[]; touched: store.Touched[] };
const waiting = new WeakMap<Trx, Waiting>();
const entriesAtOnce = 50;

/**
 * Queues the next entry of a transaction, and writes the queued ones once there are many. A row is sealed in the newest entry
 * about it, else in the last one of the transaction.
 */
export async function keepEntry(trx: Trx, entry: NewEntry): Promise<void> {
  const { entries, touched } = waiting.get(trx) ?? { entries: [], touched: [] };
  if (entries.length < entriesAtOnce) {
    entries.push(entry);
    waiting.set(trx, { entries, touched });
    return;
  }
  const named = new Set(entries.map(({ id }) => id));
  named.delete(entry.id);
  const all = Map.groupBy([...touched, ...(await store.takeTouched(trx))], ({ key }) => named.has(key));
  await sealExisting(trx, entries, all.get(true) ?? []);
  waiting.set(trx, { entries: [entry], touched: all.get(false) ?? [] });
}

sealTransactions(sealWritten);

/** Seals unsealed rows of the transaction in the queued entries, or else in a new one. */
async function sealWritten(trx: Trx, pause: Pause): Promise<void> {
  const { entries, touched } = waiting.get(trx) ?? { entries: [], touched: [] };
  waiting.delete(trx);
  const all = [...touched, ...(await store.takeTouched(trx))];
  if (entries.length === 0 && all.length === 0) return;
  await sealExisting(trx, entries, all, pause);
}

const goOn: Pause = async () => {};

async function sealExisting(
  trx: Trx,
  entries: readonly NewEntry[],
  touched: store.Touched[],
  pause: Pause = goOn,
): Promise<void> {
  if (!(await isSealed(trx))) {
    if ((await readHead(trx)).seq > 0) await sealAll(trx);
    // The program's own rows in a new database are sealed with a person's first write.
    else if (entries.length === 0) return;
    else for await (const some of store.listAllKeys(trx, rowsAtOnce)) touched.push(...some);
  }
  await write(trx, entries.length === 0 ? [byItself()] : entries, touched, pause);
}

const byItself = (): NewEntry => ({
  at: isoTime(Date.now()),
  by: 'server',
  verb: 'sealed',
  object: 'history',
  id: null,
  changes: {},
});

/** Writes entries with the seals of these rows. */
async function write(
  trx: Trx,
  entries: readonly NewEntry[],
  touched: readonly store.Touched[],
  pause: Pause = goOn,
): Promise<void> {
  const sealsOf = deal(entries, await store.sealTouched(trx, touched, pause));
  // Thousands of seals make a long entry.
  const turn = new Turn();
  let head = await readHead(trx);
  const stored: StoredEntry[] = [];
  for (const [index, seals] of sealsOf.entries()) {
    const sealed = sealEntry(head, { ...(entries[index] as NewEntry), seals });
    head = sealed;
    stored.push(sealed);
    await turn.giveWay(pause);
  }
  await insertEntries(trx, stored);
  await turn.giveWay(pause);
}

/** Distributes the seals: each entry gets those of its subject, the last one also the rest. */
function deal(entries: readonly NewEntry[], seals: Seals): Seals[] {
  const newest = new Map(entries.map(({ id }, index) => [id, index]));
  const dealt = entries.map((): Seals => ({}));
  for (const [proof, keys] of Object.entries(seals)) {
    for (const [key, seal] of Object.entries(keys)) {
      const own = dealt[newest.get(key) ?? entries.length - 1] as Seals;
      own[proof] ??= {};
      own[proof][key] = seal;
    }
  }
  return dealt;
}

/** Open databases with sealed rows, and the transactions sealing them that have not committed yet. */
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

/** Seals every row in its current state, in separate entries. */
async function sealAll(trx: Trx): Promise<void> {
  for await (const some of store.listAllKeys(trx, rowsAtOnce)) await write(trx, [byItself()], some);
}

/** Seals the rows written by an older program, unless that was done. */
export function sealOlderRows(db: Db): Promise<void> {
  return inTransaction(db, async (trx) => {
    if (!(await isSealed(trx)) && (await readHead(trx)).seq > 0) await sealAll(trx);
  });
}

/** Before an entry is erased: repeats its still current seals in the next entry. */
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
