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
import { isDeepStrictEqual } from 'node:util';
import Sqlite from 'better-sqlite3';
import { lockDataFolder } from '../database/data-lock.ts';
import { DatabaseRefused, syncFolder } from '../database/database.ts';
import { migrate, migrations, newestVersion, schemaVersion } from '../database/migrate.ts';
import type { Settings } from '../settings.ts';
import { BackupRefused } from './archive.ts';
import { countRows, type Interruptible } from './make.ts';
import { databaseName, evidenceMemberName, type Manifest } from './manifest.ts';
import { type Progress, readBackup } from './read.ts';

type Target = Pick<Settings, 'dataDir' | 'dbPath' | 'evidenceDir'>;

/** Where a restore keeps what is not verified yet: beside its final place, so that it gets there by being renamed. */
function stagingPlaces(target: Target): { database: string; evidence: string } {
  return { database: `${target.dbPath}.restoring`, evidence: path.join(target.evidenceDir, '.restoring') };
}

/**
 * Puts a back-up into an empty or absent data folder, with every session ended. Nothing gets its place before all of it is
 * verified, and the database gets its place last. Refuses (BackupRefused) a folder that holds anything or is in use, and
 * whatever is damaged, cut off, manipulated, incomplete or of a newer program; the folder is then as it was.
 */
export async function restoreBackup(
  file: string,
  target: Target,
  options: { progress?: Progress | undefined; interruptible: Interruptible },
): Promise<Manifest> {
  refuseUsed(target);
  const handle = await open(file, 'r');
  try {
    if (!(await handle.stat()).isFile()) throw new BackupRefused(`${file} is no file`);
    // Read once without writing a byte, so that ordinary damage is found before the folder is touched.
    await readBackup(handle, { progress: options.progress });
    const isNew = !existsSync(target.dataDir);
    mkdirSync(target.dataDir, { recursive: true, mode: 0o700 });
    const lock = lockFolder(target.dataDir);
    try {
      refuseUsed(target);
      return await options.interruptible(
        () => removeStaged(target),
        () => restoreInto(target, handle, options.progress),
      );
    } catch (error) {
      if (isNew) rmSync(path.join(target.dataDir, 'damson.lock'), { force: true });
      throw error;
    } finally {
      lock.release();
      if (isNew) removeIfEmpty(target.dataDir);
    }
  } finally {
    await handle.close();
  }
}

function lockFolder(dataDir: string): { release(): void } {
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (error instanceof DatabaseRefused) throw new BackupRefused(error.message);
    throw error;
  }
}

/** What an empty folder may hold: the lock, what an interrupted restore left, and the leavings of a database that is gone. */
function refuseUsed(target: Target): void {
  const { dataDir, dbPath, evidenceDir } = target;
  const staging = stagingPlaces(target);
  const harmless = new Set([
    ...databaseFiles(path.join(dataDir, 'damson.lock')),
    evidenceDir,
    staging.evidence,
    ...databaseFiles(staging.database),
    ...databaseLeavings(dbPath),
  ]);
  const holds = (folder: string): string[] =>
    existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];
  const used = [...holds(dataDir), ...holds(evidenceDir)].some((entry) => !harmless.has(entry));
  if (used || existsSync(dbPath)) {
    throw new BackupRefused(`${dataDir} is not empty: a back-up is restored into an empty data folder only`);
  }
}

function databaseLeavings(file: string): string[] {
  return [`${file}-wal`, `${file}-shm`, `${file}-journal`];
}

function databaseFiles(file: string): string[] {
  return [file, ...databaseLeavings(file)];
}

function removeStaged(target: Target): void {
  const staging = stagingPlaces(target);
  for (const file of databaseFiles(staging.database)) rmSync(file, { force: true });
  rmSync(staging.evidence, { recursive: true, force: true });
}

async function restoreInto(
  target: Target,
  handle: FileHandle,
  progress: Progress | undefined,
): Promise<Manifest> {
  const staging = stagingPlaces(target);
  const evidenceIsNew = !existsSync(target.evidenceDir);
  removeStaged(target);
  try {
    mkdirSync(path.dirname(target.dbPath), { recursive: true, mode: 0o700 });
    mkdirSync(staging.evidence, { recursive: true, mode: 0o700 });
    await refuseWithoutSpace(target, handle);
    const manifest = await readBackup(handle, {
      // Only names that readBackup allows come here.
      placeOf: (name) =>
        name === databaseName
          ? staging.database
          : path.join(target.evidenceDir, '.restoring', ...name.split('/').slice(1)),
      progress,
    });
    await judgeDatabase(staging, manifest);
    endSessions(staging.database);
    putInPlace(target, staging);
    return manifest;
  } finally {
    removeStaged(target);
    if (evidenceIsNew) removeIfEmpty(target.evidenceDir);
  }
}

async function refuseWithoutSpace(target: Target, handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  const { bavail, bsize } = statfsSync(target.evidenceDir);
  if (bavail * bsize < size)
    throw new BackupRefused('there is not enough space on the disk for this back-up');
}

/** Refuses a database that is not whole, not of this program or not the one its manifest and the evidence belong to. */
async function judgeDatabase(
  staging: { database: string; evidence: string },
  manifest: Manifest,
): Promise<void> {
  const version = versionOf(staging.database);
  if (version > newestVersion()) {
    throw new BackupRefused(
      `the back-up has schema version ${version}, this program knows versions up to ${newestVersion()}: use a newer program`,
    );
  }
  const expectedSchema = await schemaOf(version);
  const sqlite = new Sqlite(staging.database, { fileMustExist: true });
  try {
    sqlite.pragma('trusted_schema = OFF');
    sqlite.pragma('cell_size_check = ON');
    const whole =
      version === manifest.schema_version &&
      readSchema(sqlite) === expectedSchema &&
      sqlite.pragma('integrity_check', { simple: true }) === 'ok' &&
      (sqlite.pragma('foreign_key_check') as unknown[]).length === 0 &&
      isDeepStrictEqual(countRows(sqlite), manifest.counts);
    if (!whole) throw new BackupRefused('the back-up is damaged: its database is not whole');
    judgeEvidence(sqlite, staging.evidence, manifest);
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) {
      throw new BackupRefused('the back-up is damaged: its database can not be read');
    }
    throw error;
  } finally {
    sqlite.close();
  }
}

function versionOf(file: string): number {
  try {
    const version = schemaVersion(file);
    if (version !== null) return version;
  } catch (error) {
    if (!(error instanceof DatabaseRefused || error instanceof Sqlite.SqliteError)) throw error;
  }
  throw new BackupRefused("the back-up is damaged: its database is not Damson's");
}

/** The schema this program gives a database of `version`: a trigger or a view of somebody else's would be run later on. */
async function schemaOf(version: number): Promise<string> {
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

function judgeEvidence(sqlite: Sqlite.Database, stagedEvidence: string, manifest: Manifest): void {
  const sizes = new Map(manifest.members.map((member) => [member.name, member.size]));
  const absent = new Set(manifest.damaged_evidence);
  const referenced = new Set<string>([databaseName]);
  const records = sqlite
    .prepare<[], { id: string; mission_id: string; test_id: string; sha256: string; size: number }>(
      'select id, mission_id, test_id, sha256, size from evidence',
    )
    .iterate();
  for (const record of records) {
    const name = evidenceMemberName(record);
    if (sizes.get(name) === record.size) referenced.add(name);
    else if (sizes.has(name) || !absent.has(record.id)) {
      throw new BackupRefused('the back-up is damaged: it lacks evidence that its database refers to');
    }
  }
  for (const name of sizes.keys()) {
    if (referenced.has(name)) continue;
    // Deleted while the back-up was being made: it is to stay deleted.
    const file = path.join(stagedEvidence, ...name.split('/').slice(1));
    rmSync(file);
    removeIfEmpty(path.dirname(file));
    removeIfEmpty(path.dirname(path.dirname(file)));
  }
}

/** Whoever was signed in when the back-up was made is not signed in to what comes of it. */
function endSessions(file: string): void {
  const sqlite = new Sqlite(file, { fileMustExist: true });
  try {
    sqlite.pragma('journal_mode = DELETE');
    sqlite.pragma('synchronous = EXTRA');
    sqlite.pragma('secure_delete = ON');
    sqlite.exec('delete from sessions');
  } finally {
    sqlite.close();
  }
}

/** Without waiting in between, so that no signal can come between two steps; the database last, for it is what counts. */
function putInPlace(target: Target, staging: { database: string; evidence: string }): void {
  for (const mission of readdirSync(staging.evidence)) {
    const folder = path.join(staging.evidence, mission);
    for (const test of readdirSync(folder)) syncFolder(path.join(folder, test));
    syncFolder(folder);
    renameSync(folder, path.join(target.evidenceDir, mission));
  }
  syncFolder(target.evidenceDir);
  syncFolder(path.dirname(target.evidenceDir));
  const database = openSync(staging.database, 'r+');
  fsyncSync(database);
  closeSync(database);
  for (const file of databaseLeavings(target.dbPath)) rmSync(file, { force: true });
  renameSync(staging.database, target.dbPath);
  syncFolder(path.dirname(target.dbPath));
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
  }
}
