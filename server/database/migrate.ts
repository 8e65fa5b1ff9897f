import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { DatabaseRefused, toDamageRefusal } from './database.ts';
import { makePrivateFile, syncFolder } from './files.ts';
import { missionsSchema } from './migrations/001-missions.ts';
import { engagementsSchema } from './migrations/002-engagements.ts';
import { positionsAndClients } from './migrations/003-positions-and-clients.ts';
import { c2ConfigurationsSchema } from './migrations/004-c2-configurations.ts';
import { sessionsSchema } from './migrations/005-sessions.ts';
import { organisationsSchema } from './migrations/006-organisations.ts';
import { secondFactorsSchema } from './migrations/007-second-factors.ts';
import { factsSchema } from './migrations/008-facts.ts';
import { historySchema } from './migrations/009-history.ts';
import { expectationsSchema } from './migrations/010-expectations.ts';
import { remediationsSchema } from './migrations/011-remediations.ts';
import { runsSchema } from './migrations/012-runs.ts';
import { historyIndexes } from './migrations/013-history-indexes.ts';
import { simulationFactsSchema } from './migrations/014-simulation-facts.ts';
import { verifiedRemediations } from './migrations/015-verified-remediations.ts';
import { testDetails } from './migrations/016-test-details.ts';
import { preferences } from './migrations/017-preferences.ts';
import { simulationEvidenceSchema } from './migrations/018-simulation-evidence.ts';
import { waitingSchema } from './migrations/019-waiting.ts';
import { testTables } from './migrations/020-test-tables.ts';
import { outlinesSchema } from './migrations/021-outlines.ts';
import { outputPartsSchema } from './migrations/022-output-parts.ts';
import { firstStepsSchema } from './migrations/023-first-steps.ts';
import { notificationsSchema } from './migrations/024-notifications.ts';
import { listOrders } from './migrations/025-list-orders.ts';
import { levelColoursSchema } from './migrations/026-level-colours.ts';
import { reportsSchema } from './migrations/027-reports.ts';
import { removedScenariosSchema } from './migrations/028-removed-scenarios.ts';
import { brandsSchema } from './migrations/029-brands.ts';
import { factSimulationEvidenceSchema } from './migrations/030-fact-simulation-evidence.ts';
import { reportTemplatesSchema } from './migrations/031-report-templates.ts';
import { importsSchema } from './migrations/032-imports.ts';
import { threatsSchema } from './migrations/033-threats.ts';
import { variableDefaultsSchema } from './migrations/034-variable-defaults.ts';

export type Migration = { version: number; name: string; statements: readonly string[] };

export const migrations: readonly Migration[] = [
  missionsSchema,
  engagementsSchema,
  positionsAndClients,
  c2ConfigurationsSchema,
  sessionsSchema,
  organisationsSchema,
  secondFactorsSchema,
  factsSchema,
  historySchema,
  expectationsSchema,
  remediationsSchema,
  runsSchema,
  historyIndexes,
  simulationFactsSchema,
  verifiedRemediations,
  testDetails,
  preferences,
  simulationEvidenceSchema,
  waitingSchema,
  testTables,
  outlinesSchema,
  outputPartsSchema,
  firstStepsSchema,
  notificationsSchema,
  listOrders,
  levelColoursSchema,
  reportsSchema,
  removedScenariosSchema,
  brandsSchema,
  factSimulationEvidenceSchema,
  reportTemplatesSchema,
  importsSchema,
  threatsSchema,
  variableDefaultsSchema,
];

/** "DMSN": tells a Damson database from another program's SQLite file. */
const applicationId = 0x444d534e;

/** The schema version of a database file without changing a byte of it; null when there is no database yet. */
export function readSchemaVersion(file: string): number | null {
  if (!existsSync(file) || statSync(file).size === 0) return null;
  const { id, version, isEmpty } = existsSync(`${file}-wal`) ? readWithSqlite(file) : readHeader(file);
  if (id === 0 && version === 0 && isEmpty) return null;
  if (id !== applicationId)
    throw new DatabaseRefused('the database file belongs to another program', 'foreign');
  return version;
}

type Facts = { id: number; version: number; isEmpty: boolean };

/** Read by SQLite, a database in WAL mode gets files beside it that stay. One that was closed is all in its own file. */
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

/** Refuses (DatabaseRefused) a database that a newer program wrote; the file stays as it is. */
export function refuseNewerSchema(file: string, known: readonly Migration[] = migrations): void {
  const version = readSchemaVersion(file);
  const newest = findNewestVersion(known);
  if (version !== null && version > newest) {
    throw new DatabaseRefused(
      `the database has schema version ${version}, this program knows versions up to ${newest}: use a newer program`,
      'newer',
    );
  }
}

export function findNewestVersion(known: readonly Migration[] = migrations): number {
  return known.at(-1)?.version ?? 0;
}

/**
 * Brings an open database to the newest schema, all steps in one transaction with the version, and keeps a verified copy of
 * an existing file first. Returns the copy's path, or null when nothing had to change or the database is new.
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

/** Takes the next steps, in one transaction with the version. Refuses (DatabaseRefused) to leave broken references. */
export function applyMigrations(sqlite: Sqlite.Database, pending: readonly Migration[]): void {
  if (pending.length === 0) return;
  const newest = findNewestVersion(pending);
  // Rebuilding a table others refer to is only possible with enforcement off; the check below stands in for it.
  sqlite.pragma('foreign_keys = OFF');
  try {
    sqlite
      .transaction(() => {
        for (const { statements } of pending) for (const statement of statements) sqlite.exec(statement);
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

async function keepCopy(sqlite: Sqlite.Database, file: string, version: number): Promise<string> {
  const copy = `${file}.before-migration-from-${version}`;
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
    // Without a log of its own the copy is one file, and reading it leaves no others behind.
    check.pragma('journal_mode = DELETE');
    const whole = check.pragma('integrity_check', { simple: true }) === 'ok';
    if (whole && check.pragma('user_version', { simple: true }) === version) return;
  } finally {
    check.close();
  }
  throw new DatabaseRefused('the copy made before the migration is damaged: nothing was changed');
}
