import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { toDamageRefusal } from './connect.ts';
import { makePrivateFile, syncFolder } from './files.ts';
import type { Migration } from './migrations/migration.ts';
import { migrations } from './migrations/migrations.ts';
import { DatabaseRefused } from './refused.ts';

/** "DMSN" distinguishes a Damson database from another program's SQLite file. */
const applicationId = 0x444d534e;

/** The schema version of a database file, read without changing a byte; null when there is no database yet. */
export function readSchemaVersion(file: string): number | null {
  if (!existsSync(file) || statSync(file).size === 0) return null;
  const { id, version, isEmpty } = existsSync(`${file}-wal`) ? readWithSqlite(file) : readHeader(file);
  if (id === 0 && version === 0 && isEmpty) return null;
  if (id !== applicationId)
    throw new DatabaseRefused('the database file belongs to another program', 'foreign');
  return version;
}

type Facts = { id: number; version: number; isEmpty: boolean };

/** SQLite would leave files next to a database in WAL mode. A closed database is complete in its own file. */
function readHeader(file: string): Facts {
  const page = Buffer.alloc(110);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, page, 0, page.length, 0);
  } finally {
    closeSync(handle);
  }
  if (page.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new DatabaseRefused(
      'the database is damaged (its file is no database): restore a backup',
      'damaged',
    );
  }
  const leafOfATable = 13;
  return {
    version: page.readInt32BE(60),
    id: page.readInt32BE(68),
    isEmpty: page[100] === leafOfATable && page.readUInt16BE(103) === 0,
  };
}

function readWithSqlite(file: string): Facts {
  const sqlite = new Sqlite(file, { readonly: true, fileMustExist: true });
  try {
    const tables = sqlite.prepare('select count(*) as n from sqlite_schema').get() as { n: number };
    return {
      id: Number(sqlite.pragma('application_id', { simple: true })),
      version: Number(sqlite.pragma('user_version', { simple: true })),
      isEmpty: tables.n === 0,
    };
  } catch (error) {
    throw toDamageRefusal(error) ?? error;
  } finally {
    sqlite.close();
  }
}

/** Refuses (DatabaseRefused) a database of a newer program, or from before the first migration; the file is not changed. */
export function refuseUnknownSchema(file: string, known: readonly Migration[] = migrations): void {
  refuseUnknown(readSchemaVersion(file), known);
}

/** Does the same for a schema version. */
export function refuseUnknown(version: number | null, known: readonly Migration[] = migrations): void {
  if (version === null) return;
  const newest = findNewestVersion(known);
  if (version > newest) {
    throw new DatabaseRefused(
      `the database has schema version ${version}, this program knows versions up to ${newest}: use a newer program`,
      'newer',
    );
  }
  if (isTooOld(version, known))
    throw new DatabaseRefused(
      `the database was made by a version before 0.1.0 (it has schema version ${version}): open it once with the last of those, or import its export`,
      'too_old',
    );
}

/** Whether a schema is from before the first migration, so that it can't be migrated. */
export function isTooOld(version: number, known: readonly Migration[] = migrations): boolean {
  return version > 0 && version < (known[0]?.version ?? 0);
}

export function findNewestVersion(known: readonly Migration[] = migrations): number {
  return known.at(-1)?.version ?? 0;
}

/**
 * Migrates an open database to the newest schema, with all steps and the version in one transaction, after storing a verified
 * copy of an existing file. Returns the copy's path, or null if nothing had to change or the database is new.
 */
export async function migrate(
  sqlite: Sqlite.Database,
  file: string,
  known: readonly Migration[] = migrations,
): Promise<string | null> {
  const current = Number(sqlite.pragma('user_version', { simple: true }));
  const pending = known.filter((migration) => migration.version > current);
  if (pending.length === 0) return null;
  const copy = current === 0 ? null : await keepCopy(sqlite, file, current);
  applyMigrations(sqlite, pending);
  return copy;
}

/** Applies the pending migrations and the version in one transaction. Refuses (DatabaseRefused) to leave broken references. */
export function applyMigrations(sqlite: Sqlite.Database, pending: readonly Migration[]): void {
  if (pending.length === 0) return;
  const newest = findNewestVersion(pending);
  // A referenced table can only be rebuilt with enforcement off; the check below replaces it.
  sqlite.pragma('foreign_keys = OFF');
  try {
    sqlite
      .transaction(() => {
        for (const { statements } of pending) {
          for (const statement of statements) {
            sqlite.exec(typeof statement === 'string' ? statement : statement.sqlite);
          }
        }
        const broken = sqlite.pragma('foreign_key_check') as { table: string }[];
        if (broken.length > 0) {
          throw new DatabaseRefused(
            `the migration to schema version ${newest} leaves broken references in ${broken[0]?.table}: nothing was changed`,
          );
        }
        sqlite.pragma(`application_id = ${applicationId}`);
        sqlite.pragma(`user_version = ${newest}`);
      })
      .exclusive();
  } finally {
    sqlite.pragma('foreign_keys = ON');
  }
}

/** Path of the copy of a database with this schema version. */
export function nameCopy(file: string, version: number): string {
  return `${file}.before-migration-from-${version}`;
}

/** Whether a newer program has migrated this database before: files added since belong to the next upgrade. */
export function wasMigratedByNewer(file: string): boolean {
  return existsSync(nameCopy(file, findNewestVersion()));
}

async function keepCopy(sqlite: Sqlite.Database, file: string, version: number): Promise<string> {
  const copy = nameCopy(file, version);
  const partial = `${copy}.partial`;
  rmSync(partial, { force: true });
  makePrivateFile(partial);
  await sqlite.backup(partial);
  verifyCopy(partial, version);
  const handle = openSync(partial, 'r+');
  fsyncSync(handle);
  closeSync(handle);
  renameSync(partial, copy);
  syncFolder(path.dirname(copy));
  return copy;
}

function verifyCopy(partial: string, version: number): void {
  const check = new Sqlite(partial);
  try {
    // Without its own log the copy is one file, and reading it leaves no others behind.
    check.pragma('journal_mode = DELETE');
    const whole = check.pragma('integrity_check', { simple: true }) === 'ok';
    if (whole && check.pragma('user_version', { simple: true }) === version) return;
  } finally {
    check.close();
  }
  throw new DatabaseRefused('the copy made before the migration is damaged: nothing was changed');
}
