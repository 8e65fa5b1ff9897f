import { Kysely } from 'kysely';
import { bindEngine, type Db, type OpenedDatabase } from '../database.ts';
import { findNewestVersion, refuseUnknown } from '../migrate.ts';
import { DatabaseRefused, DatabaseUnreachable } from '../refused.ts';
import type { Tables } from '../tables.ts';
import { copyToSqlite } from './copy.ts';
import { TakingTurnsDialect } from './dialect.ts';
import type { SecretMarks } from './listener.ts';
import { PostgresEngine } from './pool.ts';
import { migrate, readVersion } from './schema.ts';

/** Address of a database, and a folder of this process for copies. */
export type PostgresPlace = { url: string; folder: string };

export type OpenedPostgres = {
  db: Db;
  /** Copies everything at one moment into a new SQLite file; the caller closes and removes it. */
  copyTo(file: string): Promise<OpenedDatabase>;
  /** Folder for temporary copies. */
  folder: string;
  close(): Promise<void>;
};

/** Opens a database that already has the newest schema. */
export function openPostgres(place: PostgresPlace, options: { connections: number }): OpenedPostgres {
  return bind(new PostgresEngine(place.url, options), place);
}

/** Migrates a database to the newest schema and opens it. Refuses (DatabaseRefused) what `servePostgres` does. */
export function openMigrated(place: PostgresPlace, options: { isTest: boolean }): Promise<OpenedPostgres> {
  return open(new PostgresEngine(place.url), place, options);
}

/**
 * Opens a database at the newest schema, without changes. Returns null if it is empty, and the version if its schema is older.
 * Refuses (DatabaseRefused) what `servePostgres` does.
 */
export async function openCurrent(
  place: PostgresPlace,
  { isTest }: { isTest: boolean },
): Promise<OpenedPostgres | { version: number } | null> {
  const engine = new PostgresEngine(place.url);
  let found: { version: number } | null = null;
  try {
    const client = await engine.connect();
    try {
      await refuseUnsuitable(client, isTest);
      const version = await readVersion(client);
      refuseUnknown(version);
      if (version === findNewestVersion()) return bind(engine, place);
      if (version !== null) found = { version };
    } finally {
      client.release(true);
    }
  } catch (error) {
    await engine.close();
    throw toRefusal(error);
  }
  await engine.close();
  return found;
}

/** An outdated schema, and the hash of a history entry, or null if there is none. */
export type OlderSchema = { version: number; hashOf(seq: number): Promise<string | null> };

/**
 * Migrates a database to the newest schema if `agree` returns true, which is called only for an older one. Returns whether it was
 * migrated; null if it is empty. Refuses (DatabaseRefused) what `servePostgres` does.
 */
export async function migrateShared(
  place: PostgresPlace,
  { isTest }: { isTest: boolean },
  agree: (found: OlderSchema) => Promise<boolean>,
): Promise<boolean | null> {
  const engine = new PostgresEngine(place.url);
  let disagreed: unknown = null;
  try {
    const client = await engine.connect();
    try {
      await refuseUnsuitable(client, isTest);
      const version = await readVersion(client);
      refuseUnknown(version);
      if (version === null) return null;
      const hashOf = async (seq: number): Promise<string | null> => {
        const { rows } = await client.query('select hash from audit_entries where seq = $1', [seq]);
        return rows[0]?.hash ?? null;
      };
      if (version === findNewestVersion()) return false;
      try {
        if (!(await agree({ version, hashOf }))) return false;
      } catch (error) {
        disagreed = error;
        throw error;
      }
      await migrate(client);
      return true;
    } finally {
      client.release(true);
    }
  } catch (error) {
    throw error === disagreed ? error : toRefusal(error);
  } finally {
    await engine.close();
  }
}

/**
 * Opens a server's database at the newest schema, and follows the writes of other processes. Refuses (DatabaseRefused) one that
 * can't be reached, is of a newer program, from before 0.1.0, of another program, or of an older PostgreSQL, or may lose
 * acknowledged writes, unless it is for tests; and one served by another process, if either must be the only one or its secrets
 * differ from `marks`, which is null for a process that must be the only one.
 */
export async function servePostgres(
  place: PostgresPlace,
  { isTest, marks }: { isTest: boolean; marks: SecretMarks | null },
): Promise<OpenedPostgres> {
  const engine = new PostgresEngine(place.url, { marks });
  const opened = await open(engine, place, { isTest });
  try {
    await engine.listen();
    return opened;
  } catch (error) {
    await opened.close();
    throw toRefusal(error);
  }
}

async function open(
  engine: PostgresEngine,
  place: PostgresPlace,
  { isTest }: { isTest: boolean },
): Promise<OpenedPostgres> {
  try {
    const client = await engine.connect();
    try {
      await refuseUnsuitable(client, isTest);
      await migrate(client);
    } finally {
      client.release(true);
    }
    return bind(engine, place);
  } catch (error) {
    await engine.close();
    throw toRefusal(error);
  }
}

function bind(engine: PostgresEngine, place: PostgresPlace): OpenedPostgres {
  const db = new Kysely<Tables>({ dialect: new TakingTurnsDialect(engine) });
  bindEngine(db, engine, () => place);
  return {
    db,
    folder: place.folder,
    copyTo: (file) => copyToSqlite(db, file),
    async close() {
      await db.destroy();
      await engine.close();
    },
  };
}

const oldestVersion = 150_000;

/** Required settings of the database, so that commits are durable and texts stay unchanged. */
const needed = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'not off',
  server_encoding: 'UTF8',
} as const;

async function refuseUnsuitable(
  client: { query: (text: string) => Promise<{ rows: Record<string, string>[] }> },
  isTest: boolean,
): Promise<void> {
  const names = ['server_version_num', ...Object.keys(needed)];
  const { rows } = await client.query(
    `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`,
  );
  const settings = rows[0]!;
  if (Number(settings.server_version_num) < oldestVersion) {
    throw new DatabaseRefused('PostgreSQL 15 or later is needed');
  }
  for (const [name, wanted] of Object.entries(needed)) {
    const isRight = wanted === 'not off' ? settings[name] !== 'off' : settings[name] === wanted;
    if (isRight || (isTest && name !== 'server_encoding')) continue;
    throw new DatabaseRefused(`PostgreSQL has ${name} = ${settings[name]}, which must be ${wanted}`);
  }
}

/** Without the address, which may contain a password. */
function toRefusal(error: unknown): unknown {
  if (error instanceof DatabaseRefused) return error;
  const reason = error instanceof DatabaseUnreachable ? error.cause : error;
  const { code, message } = (reason ?? {}) as { code?: unknown; message?: string };
  const why = [...(typeof code === 'string' ? [code] : []), message ?? 'unknown'].join(': ');
  return new DatabaseRefused(`SVC_DATABASE_URL: the database can't be used (${why})`, 'unsuitable', {
    cause: error,
  });
}
