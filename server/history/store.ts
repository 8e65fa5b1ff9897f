import type Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import type { RecordedObject } from '../../domain/history.ts';
import { type Db, prepare, type Trx } from '../database/database.ts';
import { prepareInsert } from '../database/insert.ts';
import { anyOf } from '../database/search.ts';
import { findView, wholly } from '../database/view.ts';
import type { Found, Paging } from '../paging.ts';
import { type Proven, proven } from './proof.ts';
import { beginning, type Head, type StoredEntry } from './rules.ts';

const lastEntry = prepare<Record<string, never>, Head>((db) =>
  db.selectFrom('audit_entries').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1),
);

/** The entry that the next one follows. */
export async function readHead(db: Db): Promise<Head> {
  return (await lastEntry(db, {}))[0] ?? beginning;
}

/** The newest entry with its time; null when there is none. */
export async function findNewest(db: Db): Promise<(Head & { at: string }) | null> {
  const row = await db
    .selectFrom('audit_entries')
    .select(['seq', 'hash', 'at'])
    .where('seq', '=', ({ selectFrom }) =>
      selectFrom('audit_entries').select(({ fn }) => fn.max('seq').as('newest')),
    )
    .executeTakeFirst();
  return row ?? null;
}

const columns = [
  'seq',
  'at',
  'actor_id',
  'actor_name',
  'via',
  'mission_id',
  'test_id',
  'engagement_id',
  'simulation_id',
  'object_type',
  'object_id',
  'verb',
  'changes_json',
  'salt',
  'digest',
  'previous',
  'hash',
] as const satisfies (keyof StoredEntry)[];

export const insertEntries: (trx: Trx, entries: readonly StoredEntry[]) => Promise<void> = prepareInsert(
  'audit_entries',
  columns,
);

/** The same for SQLite's own handle. */
export function readHeadOf(sqlite: Sqlite.Database): Head {
  const head = sqlite.prepare('select seq, hash from audit_entries order by seq desc limit 1').get();
  return (head as Head | undefined) ?? beginning;
}

/** The same for SQLite's own handle. */
export function insertEntryInto(sqlite: Sqlite.Database, entry: StoredEntry): void {
  const values = columns.map((name) => `@${name}`).join(', ');
  sqlite.prepare(`insert into audit_entries (${columns.join(', ')}) values (${values})`).run(entry);
}

export type EntryFilter = {
  mission_id?: string | undefined;
  test_id?: string | undefined;
  engagement_id?: string | undefined;
  simulation_id?: string | undefined;
  actor_id?: string | undefined;
  object_type?: string | undefined;
  object_id?: string | undefined;
  /** No entries about objects of this type. */
  without?: RecordedObject | undefined;
  verb?: string | undefined;
  /** From `since` on, and earlier than `before`. */
  since?: string | undefined;
  before?: string | undefined;
};

/** The missions among these in which anything was ever hidden. */
export async function listVeiled(db: Db, missions: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('missions')
    .select('id')
    .where('id', 'in', anyOf(JSON.stringify(missions)))
    .where('shown_change_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** The current names of the existing tests or simulations among these. */
export async function nameThings(
  db: Db,
  table: 'mission_tests' | 'simulations',
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom(table as 'simulations')
    .select(['id', 'name'])
    .where('id', 'in', anyOf(JSON.stringify(wanted)))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const equalColumns = [
  'mission_id',
  'test_id',
  'engagement_id',
  'simulation_id',
  'actor_id',
  'object_type',
  'object_id',
  'verb',
] as const;

/** A page of the entries that pass the filter, newest first. */
export async function listEntries(trx: Trx, filter: EntryFilter & Paging): Promise<Found<StoredEntry>> {
  if (findView() !== null && filter.mission_id !== undefined && filter.test_id === undefined)
    return listShownEntries(trx, { ...filter, mission_id: filter.mission_id });
  const query = selectEntries(trx, filter);
  const isWhole =
    findView() === null &&
    [...equalColumns, 'since' as const, 'before' as const].every((name) => filter[name] === undefined);
  const { n } = isWhole
    ? // Numbered from 1 without gaps, so they need not be counted.
      { n: (await readHead(trx)).seq }
    : await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const items = await query
    .select(columns)
    .orderBy('seq', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { items, total: Number(n) };
}

function selectEntries(trx: Trx, filter: EntryFilter) {
  let query = trx.selectFrom('audit_entries');
  for (const column of equalColumns) {
    const value = filter[column];
    if (value !== undefined) query = query.where(column, '=', value);
  }
  if (filter.without !== undefined) query = query.where('object_type', '!=', filter.without);
  if (filter.since !== undefined) query = query.where('at', '>=', filter.since);
  if (filter.before !== undefined) query = query.where('at', '<', filter.before);
  return query;
}

/** Tests that were removed from a mission, or moved to another one, whoever sees that. */
async function listGoneTests(trx: Trx, missionId: string): Promise<string[]> {
  const rows = await wholly(() =>
    trx
      .selectFrom('audit_entries')
      .select('test_id')
      // Literals, because SQLite uses a partial index for constants only.
      .where('object_type', '=', sql.lit('test'))
      .where('verb', '=', sql.lit('deleted'))
      .where('mission_id', '=', missionId)
      .where('test_id', 'is not', null)
      .distinct()
      .execute(),
  );
  return rows.map(({ test_id }) => test_id as string);
}

/** Entries about these are found by the objects that are shown. Literals, because SQLite uses a partial index for constants only. */
const aboutObjects = sql<boolean>`coalesce(test_id, '') = '' and object_type in ('scenario', 'finding', 'remediation')`;
const aboutNone = sql<boolean>`coalesce(test_id, '') = '' and object_type not in ('scenario', 'finding', 'remediation')`;

/** Whether anything of a mission was ever hidden from this reader. */
async function isVeiled(trx: Trx, mission: string): Promise<boolean> {
  if ((await listVeiled(trx, [mission])).length === 0) return false;
  const leads = findView()?.leads ?? null;
  if (leads === null) return true;
  const row = await trx
    .selectFrom('mission_members')
    .select('user_id')
    .where('mission_id', '=', mission)
    .where('user_id', '=', leads)
    .where('role_hint', '=', 'lead')
    .executeTakeFirst();
  return row === undefined;
}

/**
 * The same for somebody who does not see hidden tests: goes by the tests, scenarios, findings and remediations that they see, since
 * reading entries about the others and leaving them out would take a time that tells of them.
 */
async function listShownEntries(
  trx: Trx,
  { limit, offset, ...filter }: EntryFilter & Paging & { mission_id: string },
): Promise<Found<StoredEntry>> {
  const { mission_id } = filter;
  const query = selectEntries(trx, filter).select('seq');
  const tests = trx.selectFrom('mission_tests').select('id').where('mission_id', '=', mission_id);
  const gone = anyOf(JSON.stringify(await listGoneTests(trx, mission_id)));
  const of = (table: 'scenarios' | 'removed_scenarios' | 'findings' | 'remediations') =>
    trx
      .selectFrom(table as 'scenarios')
      .select('id')
      .where('mission_id', '=', mission_id);
  const objects = of('scenarios')
    .unionAll(of('removed_scenarios'))
    .unionAll(of('findings'))
    .unionAll(of('remediations'));
  const aboutOthers = (await isVeiled(trx, mission_id))
    ? query.where(aboutNone).unionAll(query.where(aboutObjects).where('object_id', 'in', objects))
    : query.where('test_id', 'is', null);
  const seen = aboutOthers
    .unionAll(query.where('test_id', 'in', tests))
    .unionAll(query.where('test_id', 'in', gone).where('test_id', 'not in', tests));
  // In one statement, because telling what is shown costs more than all else; and by a value, because in the order of an index the
  // database would read the whole mission.
  const page = await trx
    .selectFrom(seen.as('seen'))
    .select(['seq', sql<number>`count(*) over ()`.as('n')])
    .orderBy(sql`seq + 0`, 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const [first] = page;
  const { n } =
    first ??
    (await trx
      .selectFrom(seen.as('seen'))
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow());
  if (first === undefined) return { items: [], total: Number(n) };
  const items = await trx
    .selectFrom('audit_entries')
    .select(columns)
    .where(
      'seq',
      'in',
      page.map(({ seq }) => seq),
    )
    .orderBy('seq', 'desc')
    .execute();
  return { items, total: Number(n) };
}

/** Every entry about one object, newest first. */
export function listEntriesOf(trx: Trx, type: 'finding', id: string): Promise<StoredEntry[]> {
  return (
    trx
      .selectFrom('audit_entries')
      .select(columns)
      // Literal, because SQLite uses a partial index for constants only.
      .where('object_type', '=', sql.lit(type))
      .where('object_id', '=', id)
      .orderBy('seq', 'desc')
      .execute()
  );
}

/** The next entries after one, oldest first. */
export const listNextEntries = prepare<{ after: number; upTo: number; limit: number }, StoredEntry>(
  (db, parameter) =>
    db
      .selectFrom('audit_entries')
      .select(columns)
      .where('seq', '>', parameter('after'))
      .where('seq', '<=', parameter('upTo'))
      .orderBy('seq')
      .limit(parameter('limit')),
);

export async function findEntry(db: Db, seq: number): Promise<StoredEntry | null> {
  const row = await db.selectFrom('audit_entries').select(columns).where('seq', '=', seq).executeTakeFirst();
  return row ?? null;
}

/** Later entries about the subject of an entry, newest first, with their changes unless erased. */
export async function* listLaterChanges(trx: Trx, entry: StoredEntry): AsyncGenerator<string | null> {
  let query = trx
    .selectFrom('audit_entries')
    .select(['seq', 'changes_json'])
    .where('object_type', '=', entry.object_type)
    .where('object_id', '=', entry.object_id)
    .where('seq', '>', entry.seq)
    .orderBy('seq', 'desc')
    .limit(changesAtOnce);
  // Missions and engagements have an index, which includes tests and simulations.
  for (const place of places) if (entry[place] !== null) query = query.where(place, '=', entry[place]);
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await query.where('seq', '<', before).execute();
    for (const { changes_json } of rows) yield changes_json;
    const last = rows.at(-1);
    if (last === undefined || rows.length < changesAtOnce) return;
    before = last.seq;
  }
}

const places = ['mission_id', 'test_id', 'engagement_id', 'simulation_id'] as const;
/** Each may hold the longest text. */
const changesAtOnce = 20;

/** The current texts covered by the history; null for deleted objects. */
export async function readTexts(trx: Trx, type: Proven, id: string): Promise<Texts | null> {
  const { table, fields } = proven[type];
  const row = await trx
    .selectFrom(table as 'mission_tests')
    .select(fields as readonly string[] as readonly ['command'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

type Texts = Readonly<Record<string, string | null>>;

/** Erases the changes of an entry. */
export async function eraseChanges(trx: Trx, seq: number): Promise<void> {
  await trx
    .updateTable('audit_entries')
    .set({ changes_json: null, salt: null })
    .where('seq', '=', seq)
    .execute();
}

/** The newest entry about an object, or null. */
export async function findNewestOf(db: Db, object_type: RecordedObject, id: string): Promise<number | null> {
  const row = await db
    .selectFrom('audit_entries')
    .select('seq')
    .where('object_type', '=', object_type)
    .where('object_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? null;
}

/** Objects that outlive a mission although its history covers them, and verbs without a write. */
const besideMissions = {
  objects: ['organisation', 'tool', 'import'],
  verbs: ['downloaded', 'viewed', 'exported'],
} as const;

/** Whether an entry after this one records a write in one of these missions. */
export async function isWrittenSince(db: Db, missionIds: readonly string[], seq: number): Promise<boolean> {
  const row = await db
    .selectFrom('audit_entries')
    .select('seq')
    .where('mission_id', 'in', missionIds)
    .where('seq', '>', seq)
    .where('object_type', 'not in', besideMissions.objects)
    .where('verb', 'not in', besideMissions.verbs)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type Written = Pick<StoredEntry, 'mission_id' | 'object_type'>;

/** Missions and types of objects written after an entry, up to another. */
export const listWritten = prepare<{ after: number; upTo: number }, Written>((db, parameter) =>
  db
    .selectFrom('audit_entries')
    .select(['mission_id', 'object_type'])
    .distinct()
    .where('seq', '>', parameter('after'))
    .where('seq', '<=', parameter('upTo'))
    .where('verb', 'not in', besideMissions.verbs),
);

export type Move = { test_id: string; at: string; actor_id: string | null; actor_name: string | null };

/** The moves of tests in a mission, oldest first. */
export async function listMoves(db: Db, missionId: string, tests: readonly string[]): Promise<Move[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['seq', 'test_id', 'at', 'actor_id', 'actor_name'])
    .where('mission_id', '=', missionId)
    .where('test_id', 'in', anyOf(JSON.stringify(tests)))
    .where('object_type', '=', 'test')
    .where('verb', '=', 'moved')
    .execute();
  // Sorted here, because the database would read the whole mission in this order instead.
  return rows
    .sort((one, other) => one.seq - other.seq)
    .map(({ seq: _seq, test_id, ...move }) => ({ ...move, test_id: test_id as string }));
}
