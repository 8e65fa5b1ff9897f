import Sqlite from 'better-sqlite3';
import { DomainError } from '../errors.ts';
import { DatabaseUnreachable, unreachable } from './refused.ts';

export type StorageVerdict = 'full' | 'busy' | 'broken';

/** File system failures that pass once files are closed, or a right or a mount is restored. */
const passing = new Set(['EROFS', 'EMFILE', 'ENFILE', 'EACCES', 'EPERM']);

/**
 * Ended or refused connections, exhausted resources, a read-only standby, an aborted wait or transaction, and the storage of the
 * database itself (PostgreSQL's appendix A).
 */
const passingInPostgres = /^(?:08|53|57|58|40|XX|25006|55P03)/;

/** Identified by its severity, so that PostgreSQL's client need not be loaded elsewhere. */
function isOfPostgres(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'severity' in error && 'code' in error;
}

/** Classifies an error of the database or the file system; null for any other error. */
export function judgeStorageError(error: unknown): StorageVerdict | null {
  if (error instanceof Sqlite.SqliteError) {
    if (error.code === 'SQLITE_FULL') return 'full';
    if (/^SQLITE_(BUSY|LOCKED|READONLY|CANTOPEN|PERM)/.test(error.code)) return 'busy';
    if (/^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(error.code)) return 'broken';
    return null;
  }
  if (error instanceof DatabaseUnreachable) return 'busy';
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (isOfPostgres(error))
    return code === '53100' ? 'full' : passingInPostgres.test(code ?? '') ? 'busy' : null;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (code === 'EIO') return 'broken';
  if (code !== undefined && passing.has(code)) return 'busy';
  return null;
}

/** Restores an error from a thread, because database errors lose their class on the way. */
export function restoreThreadError(error: NodeJS.ErrnoException): Error {
  if (error.code === unreachable) return new DatabaseUnreachable(error.cause);
  return error.code?.startsWith('SQLITE_') ? new Sqlite.SqliteError(error.message, error.code) : error;
}

/** The refusal returned to a caller for a storage failure. */
export function toStorageRefusal(verdict: StorageVerdict): DomainError {
  return verdict === 'full'
    ? new DomainError('disk_full', 'No space is left on the disk; nothing was saved')
    : new DomainError('unavailable', "The storage can't be written at the moment");
}

/** Whether an insert or update violated a unique index, so that the caller can refuse a duplicate. */
export function isUniqueViolation(error: unknown): boolean {
  return (
    (error instanceof Sqlite.SqliteError &&
      (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY')) ||
    (isOfPostgres(error) && error.code === '23505')
  );
}

/** Runs a write; refuses (`duplicate`) a taken value, naming the field. */
export async function refuseDuplicate<T>(
  field: string,
  message: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError('duplicate', message, { errors: [{ path: field, message }] });
  }
}
