import { describeChangedPages, type OpenedDatabase, toDamageRefusal } from '../database/database.ts';
import { type Head, verifyHistory } from '../history/service.ts';
import { type RegisterName, type Registers, registerNames } from '../registers.ts';
import type { Damage } from './manifest.ts';
import type { Progress } from './read.ts';
import { countStoredFiles } from './store.ts';

export type Findings = {
  databaseProblems: string[];
  historyProblems: string[];
  /** Whether pages of the database have changed by themselves, for which it must not be served any more. */
  isRotten: boolean;
  /** Records looked at. */
  records: number;
  damaged: Damage[];
  /** Files that no record refers to; one being uploaded just now can be among them. */
  unrecorded: { register: RegisterName; place: string }[];
};

/**
 * Checks the whole database with its history, up to an anchor if one is given, and reads every stored file against its
 * digest; changes nothing.
 */
export async function verifyInstallation(
  { database, registers }: { database: OpenedDatabase; registers: Registers },
  { progress, anchor = null }: { progress?: Progress; anchor?: Head | null },
): Promise<Findings> {
  const { databaseProblems, isRotten } = findDatabaseProblems(database);
  const findings: Findings = {
    databaseProblems,
    isRotten,
    // What a damaged database says of its history is worth nothing.
    historyProblems: databaseProblems.length > 0 ? [] : verifyHistory(database.sqlite, anchor).problems,
    records: 0,
    damaged: [],
    unrecorded: [],
  };
  const total = countStoredFiles(database.sqlite);
  for (const register of registerNames) {
    for await (const { record, intact } of registers[register].verify()) {
      findings.records += 1;
      if (!intact) findings.damaged.push({ shelf: register, id: record.id });
      progress?.(findings.records, total);
    }
    for await (const place of registers[register].unrecorded()) findings.unrecorded.push({ register, place });
  }
  return findings;
}

function findDatabaseProblems(database: OpenedDatabase): Pick<Findings, 'databaseProblems' | 'isRotten'> {
  const check = database.checkPages();
  const isRotten = check.state === 'damaged';
  try {
    const changed = isRotten ? [describeChangedPages(database.sqlite, check.pages)] : [];
    return { databaseProblems: [...changed, ...listProblems(database.sqlite)], isRotten };
  } catch (error) {
    // Too damaged even to be checked.
    const refusal = toDamageRefusal(error);
    if (refusal === null) throw error;
    return { databaseProblems: [refusal.message], isRotten };
  }
}

function listProblems(sqlite: OpenedDatabase['sqlite']): string[] {
  const integrity = sqlite.pragma('integrity_check') as { integrity_check: string }[];
  const broken = sqlite.pragma('foreign_key_check') as { table: string }[];
  return [
    ...integrity.map((row) => row.integrity_check).filter((verdict) => verdict !== 'ok'),
    ...broken.map((row) => `a row of ${row.table} refers to one that is missing`),
  ];
}
