import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { lockEverything } from '../database/data-lock.ts';
import { DatabaseRefused, syncFolder } from '../database/database.ts';
import { migrate, migrations, newestVersion, schemaVersion } from '../database/migrate.ts';
import { BackupRefused } from '../errors.ts';
import { registerFolders, registerNames } from '../registers.ts';
import type { Settings } from '../settings.ts';
import type { Interruptible } from './make.ts';
import { databaseName, type Manifest, toMemberName } from './manifest.ts';
import { type Progress, readBackup } from './read.ts';
import { countRows, listRecordedFiles } from './store.ts';

const staged = '.restoring';

/** Where a restore keeps what is not verified yet: beside its final place, so that a rename puts it there. */
function locateStaging(settings: Settings): {
  database: string;
  folders: string[];
  placeOf(member: string): string;
} {
  const folders = registerFolders(settings);
  const database = `${settings.dbPath}.restoring`;
  return {
    database,
    folders: registerNames.map((name) => path.join(folders[name], staged)),
    placeOf: (member) => {
      const register = registerNames.find((name) => member.startsWith(`${name}/`));
      if (register === undefined) return database;
      return path.join(folders[register], staged, ...member.split('/').slice(1));
    },
  };
}

/**
 * Puts a backup into an empty or absent data folder, with every session and open invitation ended. Nothing is put in place
 * before everything is verified, and the database comes last. Refuses (BackupRefused) a folder that holds anything or is in
 * use, and whatever is damaged, cut off, manipulated, incomplete or of a newer program; the folder is then as it was.
 * `progress` counts the bytes of the file twice, as it is read twice.
 */
export async function restoreBackup(
  file: string,
  settings: Settings,
  options: { progress?: Progress | undefined; interruptible: Interruptible },
): Promise<Manifest> {
  refuseUsed(settings);
  const handle = await open(file, 'r');
  try {
    if (!(await handle.stat()).isFile()) throw new BackupRefused(`${file} is no file`);
    // Read once without writing a byte, so that ordinary damage is found before the folder is touched.
    await readBackup(handle, { progress: (done, total) => options.progress?.(done, 2 * total) });
    const removeMade = rememberAbsent(settings);
    try {
      const lock = lockEverything(settings);
      try {
        refuseUsed(settings);
        return await options.interruptible(
          () => removeStaged(settings),
          () => restoreInto(settings, handle, (done, total) => options.progress?.(total + done, 2 * total)),
        );
      } finally {
        lock.release();
      }
    } catch (error) {
      removeMade();
      throw error;
    }
  } finally {
    await handle.close();
  }
}

/** Notes which folders are absent now, and returns what removes them again after a failure. */
function rememberAbsent({ dataDir, dbPath, evidenceDir }: Settings): () => void {
  const absent = [path.dirname(dbPath), evidenceDir, dataDir].filter((folder) => !existsSync(folder));
  return () => {
    for (const folder of absent) {
      if (!existsSync(folder)) continue;
      for (const lock of listLocks({ dataDir, dbPath, evidenceDir })) {
        if (path.dirname(lock) === folder) rmSync(lock, { force: true });
      }
      removeIfEmpty(folder);
    }
  };
}

function listLocks(settings: Pick<Settings, 'dataDir' | 'dbPath' | 'evidenceDir'>): string[] {
  return [
    path.join(settings.dataDir, 'damson.lock'),
    path.join(settings.evidenceDir, 'damson.lock'),
    `${settings.dbPath}.lock`,
  ];
}

/** What an empty folder may hold: locks, what an interrupted restore left, and the leavings of a database that is gone. */
function refuseUsed(settings: Settings): void {
  const { dataDir, dbPath } = settings;
  const folders = Object.values(registerFolders(settings));
  const staging = locateStaging(settings);
  const harmless = new Set([
    ...listLocks(settings),
    ...folders,
    ...staging.folders,
    ...listDatabaseFiles(staging.database),
    ...listDatabaseLeavings(dbPath),
  ]);
  const listEntries = (folder: string): string[] =>
    existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];
  const used = [dataDir, ...folders].flatMap(listEntries).some((entry) => !harmless.has(entry));
  if (used || existsSync(dbPath)) {
    throw new BackupRefused(`${dataDir} is not empty: a backup is restored into an empty data folder only`);
  }
}

function listDatabaseLeavings(file: string): string[] {
  return [`${file}-wal`, `${file}-shm`, `${file}-journal`];
}

function listDatabaseFiles(file: string): string[] {
  return [file, ...listDatabaseLeavings(file)];
}

function removeStaged(settings: Settings): void {
  const staging = locateStaging(settings);
  for (const file of listDatabaseFiles(staging.database)) rmSync(file, { force: true });
  for (const folder of staging.folders) rmSync(folder, { recursive: true, force: true });
}

async function restoreInto(settings: Settings, handle: FileHandle, progress: Progress): Promise<Manifest> {
  const staging = locateStaging(settings);
  const absent = Object.values(registerFolders(settings)).filter((folder) => !existsSync(folder));
  removeStaged(settings);
  try {
    for (const folder of staging.folders) mkdirSync(folder, { recursive: true, mode: 0o700 });
    await refuseWithoutSpace(settings, handle);
    // Only names that readBackup allows get to `placeOf`.
    const manifest = await readBackup(handle, { placeOf: staging.placeOf, progress });
    await judgeDatabase(staging.database, manifest);
    removeUnreferenced(staging, manifest);
    endAccess(staging.database);
    putInPlace(settings);
    return manifest;
  } finally {
    removeStaged(settings);
    for (const folder of absent) removeIfEmpty(folder);
  }
}

async function refuseWithoutSpace(settings: Settings, handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  const { bavail, bsize } = statfsSync(settings.dataDir);
  if (bavail * bsize < size)
    throw new BackupRefused('there is not enough space on the disk for this backup', {
      cause: { code: 'ENOSPC' },
    });
}

/** Refuses a database that is not whole, not of this program or not the one its manifest and the evidence belong to. */
async function judgeDatabase(file: string, manifest: Manifest): Promise<void> {
  const version = readVersion(file);
  if (version > newestVersion()) {
    throw new BackupRefused(
      `the backup has schema version ${version}, this program knows versions up to ${newestVersion()}: use a newer program`,
    );
  }
  const expectedSchema = await makeSchema(version);
  const sqlite = new Sqlite(file, { fileMustExist: true });
  try {
    sqlite.pragma('trusted_schema = OFF');
    sqlite.pragma('cell_size_check = ON');
    const whole =
      version === manifest.schema_version &&
      readSchema(sqlite) === expectedSchema &&
      sqlite.pragma('integrity_check', { simple: true }) === 'ok' &&
      (sqlite.pragma('foreign_key_check') as unknown[]).length === 0 &&
      hasCounts(sqlite, manifest.counts);
    if (!whole) throw new BackupRefused('the backup is damaged: its database is not whole');
    judgeFiles(sqlite, manifest);
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) {
      throw new BackupRefused("the backup is damaged: its database can't be read");
    }
    throw error;
  } finally {
    sqlite.close();
  }
}

function readVersion(file: string): number {
  try {
    const version = schemaVersion(file);
    if (version !== null) return version;
  } catch (error) {
    if (!(error instanceof DatabaseRefused || error instanceof Sqlite.SqliteError)) throw error;
  }
  throw new BackupRefused("the backup is damaged: its database is not Damson's");
}

/** The schema that this program gives a database of `version`: a foreign trigger or view would run later on. */
async function makeSchema(version: number): Promise<string> {
  const sqlite = new Sqlite(':memory:');
  try {
    await migrate(
      sqlite,
      ':memory:',
      migrations.filter((migration) => migration.version <= version),
    );
    return readSchema(sqlite);
  } finally {
    sqlite.close();
  }
}

function readSchema(sqlite: Sqlite.Database): string {
  const rows = sqlite
    .prepare(
      "select type, name, tbl_name, sql from sqlite_schema where name not like 'sqlite\\_%' escape '\\' order by type, name",
    )
    .all();
  return JSON.stringify(rows);
}

function hasCounts(sqlite: Sqlite.Database, expected: Manifest['counts']): boolean {
  const actual = countRows(sqlite);
  return Object.entries(expected).every(([table, count]) => actual[table] === count);
}

function judgeFiles(sqlite: Sqlite.Database, manifest: Manifest): void {
  const sizes = new Map(manifest.members.map((member) => [member.name, member.size]));
  for (const register of registerNames) {
    const absent = new Set(manifest.damaged.filter((file) => file.shelf === register).map(({ id }) => id));
    for (const record of listRecordedFiles(sqlite, register)) {
      const size = sizes.get(toMemberName(register, record.place));
      if (size === undefined ? absent.has(record.id) : size === record.size) continue;
      throw new BackupRefused('the backup is damaged: it lacks files that its database refers to');
    }
  }
}

/** What was deleted while the backup was being made stays deleted. */
function removeUnreferenced(staging: ReturnType<typeof locateStaging>, manifest: Manifest): void {
  const sqlite = new Sqlite(staging.database, { readonly: true });
  const referenced = new Set<string>([databaseName]);
  for (const register of registerNames) {
    for (const { place } of listRecordedFiles(sqlite, register))
      referenced.add(toMemberName(register, place));
  }
  sqlite.close();
  for (const { name } of manifest.members) {
    if (referenced.has(name)) continue;
    const file = staging.placeOf(name);
    rmSync(file);
    removeIfEmpty(path.dirname(file));
    removeIfEmpty(path.dirname(path.dirname(file)));
  }
}

/** Whoever was signed in or invited when the backup was made has no way into what comes of it but a password. */
function endAccess(file: string): void {
  const sqlite = new Sqlite(file, { fileMustExist: true });
  try {
    sqlite.pragma('journal_mode = DELETE');
    sqlite.pragma('synchronous = EXTRA');
    sqlite.pragma('secure_delete = ON');
    sqlite.exec('delete from sessions; delete from invitations where accepted_at is null');
  } finally {
    sqlite.close();
  }
}

/** Synchronous, so that no signal can come between two steps; the database last, because it is what counts. */
function putInPlace(settings: Settings): void {
  const staging = locateStaging(settings);
  for (const filled of staging.folders) {
    const place = path.dirname(filled);
    for (const owner of readdirSync(filled)) {
      const folder = path.join(filled, owner);
      for (const item of readdirSync(folder)) syncFolder(path.join(folder, item));
      syncFolder(folder);
      renameSync(folder, path.join(place, owner));
    }
    syncFolder(place);
    syncFolder(path.dirname(place));
  }
  const database = openSync(staging.database, 'r+');
  fsyncSync(database);
  closeSync(database);
  for (const file of listDatabaseLeavings(settings.dbPath)) rmSync(file, { force: true });
  renameSync(staging.database, settings.dbPath);
  syncFolder(path.dirname(settings.dbPath));
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
  }
}
