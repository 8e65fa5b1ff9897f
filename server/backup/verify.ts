import { damaged, type OpenedDatabase } from '../database/database.ts';
import type { Damage } from './manifest.ts';
import type { Progress } from './read.ts';
import { countRows, type Shelf, type ShelfName } from './shelves.ts';

export type Findings = {
  databaseProblems: string[];
  /** Records looked at. */
  records: number;
  damaged: Damage[];
  /** Files that no record refers to; one being uploaded just now can be among them. */
  unrecorded: { shelf: ShelfName; place: string }[];
};

/** Checks the whole database and reads every stored file against its digest; changes nothing. */
export async function verifyInstallation(
  { database, shelves }: { database: OpenedDatabase; shelves: readonly Shelf[] },
  progress?: Progress,
): Promise<Findings> {
  const { db, sqlite } = database;
  const findings: Findings = {
    databaseProblems: databaseProblems(database),
    records: 0,
    damaged: [],
    unrecorded: [],
  };
  const { evidence = 0, simulation_outputs: outputs = 0 } = countRows(sqlite);
  for (const shelf of shelves) {
    for await (const { id, intact } of shelf.verify(db)) {
      findings.records += 1;
      if (!intact) findings.damaged.push({ shelf: shelf.name, id });
      progress?.(findings.records, evidence + outputs);
    }
    for await (const place of shelf.unrecorded(db)) findings.unrecorded.push({ shelf: shelf.name, place });
  }
  return findings;
}

function databaseProblems({ sqlite }: OpenedDatabase): string[] {
  try {
    return problemsIn(sqlite);
  } catch (error) {
    // Too damaged even to be checked.
    const refusal = damaged(error);
    if (refusal === null) throw error;
    return [refusal.message];
  }
}

function problemsIn(sqlite: OpenedDatabase['sqlite']): string[] {
  const integrity = sqlite.pragma('integrity_check') as { integrity_check: string }[];
  const broken = sqlite.pragma('foreign_key_check') as { table: string }[];
  return [
    ...integrity.map((row) => row.integrity_check).filter((verdict) => verdict !== 'ok'),
    ...broken.map((row) => `a row of ${row.table} refers to one that is missing`),
  ];
}
