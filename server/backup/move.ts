import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import pLimit from 'p-limit';
import { openBlobStore } from '../blobs/place.ts';
import { BlobLost, type BlobRecord, toPlace } from '../blobs/records.ts';
import type { BlobRegister } from '../blobs/register.ts';
import type { BlobStore } from '../blobs/store.ts';
import { lockEverything } from '../database/data-lock.ts';
import { type Db, type OpenedDatabase, openDatabase } from '../database/database.ts';
import { makePrivateFile, syncFolder } from '../database/files.ts';
import { rememberValue } from '../database/instance.ts';
import { openLockedData } from '../database/open-data.ts';
import type { TableDigest } from '../database/postgres/copy.ts';
import type { OpenedPostgres } from '../database/postgres/open.ts';
import { DatabaseRefused } from '../database/refused.ts';
import { StorageWatch } from '../database/storage-watch.ts';
import { BackupRefused, DomainError } from '../errors.ts';
import { readHeadOf, toAnchor, verifyHistory } from '../history/service.ts';
import { newId } from '../ids.ts';
import { createLog } from '../log.ts';
import { openRegisters, placeRegisters, type RegisterName, registerNames } from '../registers.ts';
import type { Settings } from '../settings.ts';
import type { Interruptible } from './make.ts';
import type { Damage } from './manifest.ts';
import type { Progress } from './read.ts';
import { withFile } from './verify.ts';

/** An installation that can't be moved to this target or in its current state; one line for each obstacle. */
export class MoveRefused extends BackupRefused {
  readonly lines: readonly string[];
  constructor(...lines: [string, ...string[]]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

export type Moved = {
  /** Content of the target's database; null when the database is not moved. */
  tables: TableDigest[] | null;
  /** The end of the moved history. */
  head: string | null;
  /** Content of the target's file store; null when files are not moved. */
  files: { there: number; sent: number; bytes: number; damaged: Damage[] } | null;
};

type MoveOptions = { allowDamaged: boolean; progress?: Progress | undefined; interruptible: Interruptible };

/**
 * Copies the database, the stored files or both from `source` to `target`, and compares every row and byte. The source stays
 * unchanged, and neither may be served during the move. The database is copied last and as a whole; files already in the target
 * are not sent again. Refuses (MoveRefused) a target with other content, and a source whose history or files are damaged, unless
 * damaged files may be left out; and (DatabaseRefused) what a start refuses.
 */
export async function moveInstallation(
  source: Settings,
  target: Settings,
  options: MoveOptions,
): Promise<Moved> {
  const movesDatabase = nameDatabase(source) !== nameDatabase(target);
  const movesFiles = namePlaces(source) !== namePlaces(target);
  if (!movesDatabase && !movesFiles) throw new MoveRefused('everything is already there');
  if (source.databaseUrl === null && statSync(source.dbPath, { throwIfNoEntry: false }) === undefined)
    throw new MoveRefused(`there is no Damson database at ${source.dbPath}`);

  const opened = new AsyncDisposableStack();
  try {
    return await moveOpened(source, target, { movesDatabase, movesFiles }, options, opened);
  } finally {
    await opened.disposeAsync();
  }
}

async function moveOpened(
  source: Settings,
  target: Settings,
  { movesDatabase, movesFiles }: { movesDatabase: boolean; movesFiles: boolean },
  { allowDamaged, progress, interruptible }: MoveOptions,
  opened: AsyncDisposableStack,
): Promise<Moved> {
  for (const settings of source.dataDir === target.dataDir ? [source] : [source, target]) {
    const lock = lockEverything(settings);
    opened.defer(() => lock.release());
  }
  const log = createLog('silent');
  const host = { log, storage: new StorageWatch(source.dataDir, log), marks: null };
  const from = await openLockedData(source, host, opened);
  const to = movesDatabase ? await openEmpty(target, opened) : null;
  const files = movesFiles ? await moveFiles(from.db, source, target, { allowDamaged, progress }) : null;
  if (!movesDatabase) return { tables: null, head: null, files };
  const moved = await withFile(from, (file) => moveDatabase(file, to, target, interruptible));
  return { ...moved, files };
}

function nameDatabase({ databaseUrl, dbPath }: Settings): string {
  return databaseUrl ?? dbPath;
}

function namePlaces(settings: Settings): string {
  const places = Object.values(placeRegisters(settings));
  return places
    .map(({ folder, bucket }) => (bucket === null ? folder : bucket.url + bucket.prefix))
    .join(' ');
}

/** The target's PostgreSQL database, not being served and without user data; null for a file, which must not exist. */
export async function openEmpty(
  target: Settings,
  opened: AsyncDisposableStack,
): Promise<OpenedPostgres | null> {
  if (target.databaseUrl === null) {
    if (existsSync(target.dbPath)) throw new MoveRefused(`${target.dbPath} is there already`);
    return null;
  }
  const { servePostgres } = await import('../database/postgres/open.ts');
  const place = { url: target.databaseUrl, folder: target.dataDir };
  const to = await servePostgres(place, { isTest: target.appEnv !== 'production', marks: null });
  opened.defer(() => to.close());
  for (const table of ['users', 'missions', 'engagements', 'test_templates', 'audit_entries'] as const) {
    const row = await to.db
      .selectFrom(table)
      .select((eb) => eb.lit(1).as('one'))
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) throw new MoveRefused('the PostgreSQL database already holds an installation');
  }
  return to;
}

async function moveDatabase(
  { sqlite }: OpenedDatabase,
  to: OpenedPostgres | null,
  target: Settings,
  interruptible: Interruptible,
): Promise<{ tables: TableDigest[]; head: string }> {
  const [problem, ...more] = verifyHistory(sqlite).problems;
  if (problem !== undefined) throw new MoveRefused(problem, ...more);
  const head = toAnchor(readHeadOf(sqlite));
  const { digestSqlite } = await import('../database/postgres/copy.ts');
  const tables = digestSqlite(sqlite);
  if (to !== null) {
    await fillPostgres(sqlite, tables, to.db);
    return { tables, head };
  }
  const moving = `${target.dbPath}.moving`;
  const remove = () => {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(moving + end, { force: true });
  };
  remove();
  try {
    await interruptible(remove, async () => {
      makePrivateFile(moving);
      await sqlite.backup(moving);
      const copy = openDatabase(moving, { mustExist: true });
      try {
        refuseOtherRows(tables, digestSqlite(copy.sqlite));
      } finally {
        await copy.close();
      }
      const handle = openSync(moving, 'r+');
      fsyncSync(handle);
      closeSync(handle);
      renameSync(moving, target.dbPath);
      syncFolder(path.dirname(target.dbPath));
    });
  } finally {
    remove();
  }
  return { tables, head };
}

/** Copies the rows of a SQLite file into an empty PostgreSQL database and compares them with these digests: all or nothing. */
export async function fillPostgres(
  sqlite: OpenedDatabase['sqlite'],
  tables: readonly TableDigest[],
  db: Db,
): Promise<void> {
  const { copyFromSqlite, digestPostgres } = await import('../database/postgres/copy.ts');
  await copyFromSqlite(sqlite, db, async (trx) => refuseOtherRows(tables, await digestPostgres(sqlite, trx)));
}

function refuseOtherRows(wanted: readonly TableDigest[], found: readonly TableDigest[]): void {
  const different = wanted.filter(
    ({ table, rows, digest }, index) =>
      found[index]?.table !== table || found[index].rows !== rows || found[index].digest !== digest,
  );
  if (different.length === 0) return;
  throw new DatabaseRefused(
    `the copy differs from the source in ${different.map(({ table }) => table).join(', ')}: nothing was kept`,
  );
}

const filesAtOnce = 4;

async function moveFiles(
  db: Db,
  source: Settings,
  target: Settings,
  { allowDamaged, progress }: Pick<MoveOptions, 'allowDamaged' | 'progress'>,
): Promise<NonNullable<Moved['files']>> {
  const installation = await rememberValue(db, 'installation', newId());
  const registers = openRegisters(db, placeRegisters(source));
  const places = placeRegisters(target);
  const moved = { there: 0, sent: 0, bytes: 0, damaged: [] as Damage[] };
  const limit = pLimit(filesAtOnce);
  const recordsOf = async (register: BlobRegister): Promise<Map<string, BlobRecord>> => {
    const records = new Map<string, BlobRecord>();
    for await (const record of register.every()) records.set(toPlace(record), record);
    return records;
  };
  const all = new Map<RegisterName, Map<string, BlobRecord>>();
  for (const name of registerNames) all.set(name, await recordsOf(registers[name]));
  const total = [...all.values()].reduce((sum, { size }) => sum + size, 0);
  for (const [name, records] of all) {
    const store = openBlobStore(places[name]);
    await store.prepare();
    await store.claim(installation, async () => true);
    for await (const { folder, digests } of store.list()) {
      const other = digests.find((sha256) => !records.has(toPlace({ folder, sha256 })));
      if (other === undefined) continue;
      throw new MoveRefused(`the file store holds other files: ${name}/${folder}/${other}`);
    }
    const moveOne = async (record: BlobRecord): Promise<void> => {
      const outcome = await moveFile(registers[name], store, record);
      if (outcome === 'damaged') {
        if (await registers[name].isMissed(record)) moved.damaged.push({ shelf: name, id: record.id });
      } else {
        moved.there += 1;
        moved.bytes += record.size;
        if (outcome === 'sent') moved.sent += 1;
      }
      progress?.(moved.there + moved.damaged.length, total);
    };
    await Promise.all([...records.values()].map((record) => limit(moveOne, record)));
  }
  if (moved.damaged.length > 0 && !allowDamaged) {
    throw new MoveRefused(
      `${moved.damaged.length} files are missing or damaged, the database was not moved; --allow-damaged moves it without them`,
      ...moved.damaged.map(({ shelf, id }) => `damaged: ${shelf} ${id}`),
    );
  }
  return moved;
}

/** Makes sure that the store has a record's complete file. */
async function moveFile(
  register: BlobRegister,
  store: BlobStore,
  record: BlobRecord,
): Promise<'sent' | 'there' | 'damaged'> {
  if (await isWhole(store, record)) return 'there';
  const opened = await register.open(record).catch((error: unknown) => {
    if (error instanceof BlobLost) return null;
    if (error instanceof DomainError && error.code === 'evidence_corrupt') return null;
    throw error;
  });
  if (opened === null) return 'damaged';
  try {
    const writer = await store.stage(opened.size, opened.size);
    try {
      for await (const chunk of opened.stream()) await writer.write(chunk as Buffer);
      await store.put(await writer.finish(), record.folder);
    } catch (error) {
      await writer.discard();
      throw error;
    }
  } finally {
    await opened.close();
  }
  if (await isWhole(store, record)) return 'sent';
  throw new MoveRefused(`the file store did not keep ${toPlace(record)}`);
}

async function isWhole(store: BlobStore, record: BlobRecord): Promise<boolean> {
  if ((await store.factsOf(record)) === null) return false;
  const opened = await store.open(record);
  await opened?.close();
  return opened !== null;
}
