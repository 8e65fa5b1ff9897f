import { type DatabaseRefusal, DatabaseRefused } from './database/refused.ts';
import { judgeStorageError } from './database/storage-errors.ts';
import { BackupRefused } from './errors.ts';
import { SharingRefused } from './http/sharing.ts';
import { SettingsError } from './settings/settings-error.ts';

/** Why something was not done, for a person; `message` is safe to show and names no internals. */
export type Refusal = {
  code: DatabaseRefusal | 'settings' | 'listen' | 'sharing' | 'backup' | 'storage';
  message: string;
  /** The system's error code, if the system refused; the path is on this computer. */
  cause?: { code: string; path: string | null };
};

/** Meaning of a failure to start, share or restore; null for an unforeseen one. */
export function toRefusal(error: unknown): Refusal | null {
  if (error instanceof DatabaseRefused)
    return { code: error.reason, message: error.message, ...pickCause(error.cause) };
  if (error instanceof SettingsError) return { code: 'settings', message: error.message };
  if (error instanceof SharingRefused) return { code: 'sharing', message: error.message };
  if (error instanceof BackupRefused)
    return { code: 'backup', message: error.message, ...pickCause(error.cause) };
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (syscall === 'listen') return { code: 'listen', message: `no port could be opened (${code})` };
  if (judgeStorageError(error) !== null || syscall !== undefined) {
    const message = `a file or the disk it is on can't be used (${code})`;
    return { code: 'storage', message, ...pickCause(error) };
  }
  return null;
}

function pickCause(error: unknown): Pick<Refusal, 'cause'> {
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === 'string' ? { cause: { code, path: path ?? null } } : {};
}
