import Sqlite from 'better-sqlite3';
import { isoTime } from '../database/clock.ts';
import { makePrivateFile } from '../database/files.ts';
import {
  applyMigrations,
  findNewestVersion,
  isTooOld,
  migrate,
  readSchemaVersion,
} from '../database/migrate.ts';
import { migrations } from '../database/migrations/migrations.ts';
import { DatabaseRefused } from '../database/refused.ts';
import { noteTouchedRows } from '../database/seals/touched.ts';
import { judgeStorageError } from '../database/storage-errors.ts';
import { BackupRefused } from '../errors.ts';
import { type Author, recordWriteInto } from '../history/service.ts';
import { registerNames } from '../registers.ts';
import { type Manifest, toMemberName } from './manifest.ts';
import { readSchema } from './received-schema.ts';
import { countRows, listRecordedFiles } from './store.ts';

/**
 * Copies the rows of a received database into a new one at `place`, created by our own migrations up to the same version. Nothing
 * defined in the received file ever runs. Refuses (BackupRefused) a database that is damaged, foreign, newer, from before 0.1.0,
 * or doesn't match its manifest and the stored files.
 */
export async function rebuildDatabase(
  received: string,
  place: string,
  manifest: Manifest,
  by: Author = 'command',
): Promise<void> {
  const version = readVersion(received);
  if (version > findNewestVersion()) {
    throw new BackupRefused(
      `the backup has schema version ${version}, this program knows versions up to ${findNewestVersion()}: use a newer program`,
    );
  }
  if (version !== manifest.schema_version) refuseDamaged();
  if (isTooOld(version)) {
    throw new BackupRefused(
      `the backup was made by a version before 0.1.0 (it has schema version ${version}): open it once with the last of those, or import its export`,
    );
  }
  makePrivateFile(place);
  const own = openOurs(place);
  try {
    // Synced as a whole before it is put in place: until then the file is disposable.
    own.pragma('synchronous = OFF');
    own.pragma('secure_delete = ON');
    await migrate(
      own,
      place,
      migrations.filter((migration) => migration.version <= version),
    );
    own.pragma('foreign_keys = OFF');
    copyRows(received, own);
    if ((own.pragma('foreign_key_check') as unknown[]).length > 0 || !hasCounts(own, manifest.counts)) {
      refuseDamaged();
    }
    judgeFiles(own, manifest);
    applyMigrations(
      own,
      migrations.filter((migration) => migration.version > version),
    );
    noteTouchedRows(own);
    endAccess(own);
    // The history continues from the backup with an entry for the restore.
    recordWriteInto(own, {
      at: isoTime(Date.now()),
      by,
      verb: 'restored',
      object: 'installation',
      id: null,
      after: { made_at: manifest.made_at, program_version: manifest.program_version },
    });
  } catch (error) {
    throw toRefusal(error);
  } finally {
    own.close();
  }
}

/** Errors caused by the received file or its rows refuse the backup; a failing disk is reported as such. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof Sqlite.SqliteError)) return error;
  const isStorage = !/^SQLITE_(CORRUPT|NOTADB)/.test(error.code) && judgeStorageError(error) !== null;
  return isStorage ? error : new BackupRefused("the backup is damaged: its database can't be read");
}

function refuseDamaged(): never {
  throw new BackupRefused('the backup is damaged: its database is not whole');
}

function readVersion(file: string): number {
  try {
    const version = readSchemaVersion(file);
    if (version !== null) return version;
  } catch (error) {
    if (!(error instanceof DatabaseRefused || error instanceof Sqlite.SqliteError)) throw error;
  }
  throw new BackupRefused("the backup is damaged: its database is not Damson's");
}

function openOurs(file: string, options: Sqlite.Options = {}): Sqlite.Database {
  const sqlite = new Sqlite(file, { fileMustExist: true, ...options });
  sqlite.pragma('trusted_schema = OFF');
  sqlite.pragma('cell_size_check = ON');
  return sqlite;
}

function copyRows(received: string, own: Sqlite.Database): void {
  const source = openOurs(received, { readonly: true });
  try {
    // A view, a trigger or an index on an expression could run code; exactly our own schema excludes them.
    if (readSchema(source) !== readSchema(own)) refuseDamaged();
    if (source.pragma('integrity_check', { simple: true }) !== 'ok') refuseDamaged();
    const tables = own
      .prepare("select name from sqlite_master where type = 'table'")
      .pluck()
      .all() as string[];
    own.transaction(() => {
      for (const table of tables) {
        own.exec(`delete from "${table}"`);
        copyTable(source, own, table);
      }
    })();
  } finally {
    source.close();
  }
}

/**
 * In order of rowids, or of keys in tables without them. SQLite stores any value in any column, so values that don't match their
 * column's type are refused.
 */
function copyTable(source: Sqlite.Database, own: Sqlite.Database, table: string): void {
  const columns = own.pragma(`table_info("${table}")`) as { name: string; type: string }[];
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const isText = columns.map(({ type }) => type.toLowerCase() === 'text');
  const insert = own.prepare(
    `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`,
  );
  const [about] = own.pragma(`table_list("${table}")`) as { wr: 0 | 1 }[];
  const order = about?.wr === 1 ? '' : 'order by rowid';
  const rows = source.prepare(`select ${names} from "${table}" ${order}`).safeIntegers().raw();
  for (const row of rows.iterate() as Iterable<unknown[]>) {
    const fits = row.every(
      (value, index) => value === null || typeof value === (isText[index] ? 'string' : 'bigint'),
    );
    if (!fits) refuseDamaged();
    insert.run(row);
  }
}

/** Sessions, invitations and tokens from the time of the backup must not give access: people need a password. */
function endAccess(own: Sqlite.Database): void {
  own.pragma('foreign_keys = ON');
  own.exec(
    'delete from sessions; delete from program_tokens; delete from invitations where accepted_at is null',
  );
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
