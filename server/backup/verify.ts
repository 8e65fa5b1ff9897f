import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { toDamageRefusal } from '../database/connect.ts';
import { describeChangedPages, type OpenedDatabase } from '../database/database.ts';
import type { OpenedPostgres } from '../database/postgres/open.ts';
import { type Head, verifyHistory } from '../history/service.ts';
import { type RegisterName, type Registers, registerNames } from '../registers.ts';
import type { Damage } from './manifest.ts';
import type { Progress } from './read.ts';
import { countStoredFiles } from './store.ts';

export type Findings = {
  databaseProblems: string[];
  historyProblems: string[];
  /** Whether database pages are corrupt, so that it must no longer be served. */
  isRotten: boolean;
  /** Number of records checked. */
  records: number;
  damaged: Damage[];
  /** Files without a record; may include a running upload. */
  unrecorded: { register: RegisterName; place: string }[];
};

/**
 * Checks the whole database, its history (up to an anchor if given), and every stored file against its digest; changes nothing.
 */
export async function verifyInstallation(
  { database, registers }: { database: OpenedDatabase | OpenedPostgres; registers: Registers },
  { progress, ...known }: { progress?: Progress; anchor?: Head | null; erased?: ReadonlySet<number> | null },
): Promise<Findings> {
  const { total, ...problems } = await withFile(database, async (file) => {
    const { damage, broken, isRotten } = findDatabaseProblems(file);
    // A damaged database's history proves nothing.
    const historyProblems = damage.length > 0 ? [] : verifyHistory(file.sqlite, known).problems;
    return {
      databaseProblems: [...damage, ...broken],
      isRotten,
      historyProblems,
      total: countStoredFiles(file.sqlite),
    };
  });
  const findings: Findings = { ...problems, records: 0, damaged: [], unrecorded: [] };
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

/** Provides the database as a SQLite file: for PostgreSQL a temporary copy. */
export async function withFile<T>(
  database: OpenedDatabase | OpenedPostgres,
  work: (file: OpenedDatabase) => Promise<T>,
): Promise<T> {
  if ('sqlite' in database) return work(database);
  await mkdir(database.folder, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(database.folder, `copy-${process.pid}-`));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const copy = await database.copyTo(path.join(folder, 'copy.db'));
    try {
      return await work(copy);
    } finally {
      await copy.close();
    }
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** Removes such copies left by a killed process; call it before making any. */
export async function removeLeftCopies(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const pid = Number(/^copy-(\d+)-/.exec(name)?.[1] ?? 0);
    if (pid === process.pid || (pid > 0 && !isAlive(pid)))
      await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** `damage` of the file, and rules `broken` if it is readable. */
type DatabaseProblems = { damage: string[]; broken: string[]; isRotten: boolean };

function findDatabaseProblems(database: OpenedDatabase): DatabaseProblems {
  const check = database.checkPages();
  const isRotten = check.state === 'damaged';
  try {
    const changed = isRotten ? [describeChangedPages(database.sqlite, check.pages)] : [];
    const { damage, broken } = listProblems(database.sqlite);
    return { damage: [...changed, ...damage], broken, isRotten };
  } catch (error) {
    // Too damaged even to be checked.
    const refusal = toDamageRefusal(error);
    if (refusal === null) throw error;
    return { damage: [refusal.message], broken: [], isRotten };
  }
}

function listProblems(sqlite: OpenedDatabase['sqlite']): Omit<DatabaseProblems, 'isRotten'> {
  const integrity = sqlite.pragma('integrity_check') as { integrity_check: string }[];
  const broken = sqlite.pragma('foreign_key_check') as { table: string }[];
  const problems = integrity.map((row) => row.integrity_check).filter((verdict) => verdict !== 'ok');
  return {
    damage: problems.filter((problem) => !isValueRefused(problem)),
    broken: [
      ...problems.filter(isValueRefused),
      ...broken.map((row) => `a row of ${row.table} refers to one that is missing`),
    ],
  };
}

/** Rows that violate the schema, in an intact file. */
function isValueRefused(problem: string): boolean {
  return /^(CHECK constraint failed in|NULL value in) /.test(problem);
}
