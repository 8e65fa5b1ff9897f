import type { FileHandle } from 'node:fs/promises';
import type Sqlite from 'better-sqlite3';
import { EvidenceFiles } from '../blobs/files.ts';
import type { Db } from '../database/database.ts';
import { newId } from '../ids.ts';
import {
  everyEvidence,
  openEvidence,
  unrecordedFiles,
  verifyEvidence,
} from '../missions/evidence/register.ts';
import type { Settings } from '../settings.ts';
import { everyOutput, openStored, unrecordedOutputs, verifyOutputs } from '../simulations/outputs/service.ts';

/** A record of a stored file: `name` is where the file lies below its shelf. */
export type KeptFile = { id: string; name: string; size: number; sha256: string };

/** One of the folders of stored files that database records refer to. */
export type Shelf = {
  /** What it is called in a back-up. */
  name: ShelfName;
  /** Every record of a database, with a way to open its intact file; `live` is asked whether the record is still there. */
  records(
    db: Db,
    live: Db,
  ): AsyncGenerator<KeptFile & { open(): Promise<{ handle: FileHandle; size: number }> }>;
  verify(db: Db): AsyncGenerator<{ id: string; intact: boolean }>;
  /** Files that no record refers to. */
  unrecorded(db: Db): AsyncGenerator<string>;
};

export const shelfNames = ['evidence', 'outputs'] as const;
export type ShelfName = (typeof shelfNames)[number];

/** Where the shelves of an installation are. */
export function shelfFolders({
  evidenceDir,
  outputsDir,
}: Pick<Settings, 'evidenceDir' | 'outputsDir'>): Record<ShelfName, string> {
  return { evidence: evidenceDir, outputs: outputsDir };
}

export function openShelves(folders: Record<ShelfName, string>): Shelf[] {
  const evidence = new EvidenceFiles(folders.evidence, newId);
  const outputs = new EvidenceFiles(folders.outputs, newId);
  return [
    {
      name: 'evidence',
      async *records(db, live) {
        for await (const record of everyEvidence(db)) {
          const { id, mission_id, test_id, size, sha256 } = record;
          const name = [mission_id, test_id, sha256].join('/');
          yield { id, name, size, sha256, open: () => openEvidence({ db: live, files: evidence }, record) };
        }
      },
      async *verify(db) {
        for await (const { record, intact } of verifyEvidence({ db, files: evidence })) {
          yield { id: record.id, intact };
        }
      },
      unrecorded: (db) => unrecordedFiles({ db, files: evidence }),
    },
    {
      name: 'outputs',
      async *records(db, live) {
        for await (const record of everyOutput(db)) {
          const { id, engagement_id, simulation_id, size, sha256 } = record;
          const name = [engagement_id, simulation_id, sha256].join('/');
          yield { id, name, size, sha256, open: () => openStored({ db: live, files: outputs }, record) };
        }
      },
      async *verify(db) {
        for await (const { record, intact } of verifyOutputs({ db, files: outputs })) {
          yield { id: record.id, intact };
        }
      },
      unrecorded: (db) => unrecordedOutputs({ db, files: outputs }),
    },
  ];
}

const recordQueries: Record<ShelfName, { table: string; query: string }> = {
  evidence: {
    table: 'evidence',
    query: "select id, mission_id || '/' || test_id || '/' || sha256 as name, size, sha256 from evidence",
  },
  outputs: {
    table: 'simulation_outputs',
    query:
      "select id, engagement_id || '/' || simulation_id || '/' || sha256 as name, size, sha256 from simulation_outputs",
  },
};

/** The records of a shelf in a database of any schema version, one that had no such shelf yet included. */
export function recordedFiles(sqlite: Sqlite.Database, shelf: ShelfName): KeptFile[] {
  const { table, query } = recordQueries[shelf];
  return hasTable(sqlite, table) ? sqlite.prepare<[], KeptFile>(query).all() : [];
}

const counted = [
  'users',
  'missions',
  'mission_tests',
  'evidence',
  'engagements',
  'simulations',
  'simulation_outputs',
] as const;

/** How many rows the tables that matter to people have; those a database of an older schema lacks are left out. */
export function countRows(sqlite: Sqlite.Database): Record<string, number> {
  const tables = counted.filter((table) => hasTable(sqlite, table));
  return Object.fromEntries(
    tables.map((table) => [table, Number(sqlite.prepare(`select count(*) from ${table}`).pluck().get())]),
  );
}

function hasTable(sqlite: Sqlite.Database, name: string): boolean {
  return (
    sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").pluck().get(name) === 1
  );
}
