import path from 'node:path';
import type { Refusal } from '../server/refusals.ts';
import { t, toMessage } from './words.ts';

export type Explanation = { message: string; detail: string; exitCode: number };

/** Explains why Damson cannot start with a data folder, with the exit code. */
export function explainRefusal(refusal: Refusal | null, dataDir: string): Explanation {
  const folder = t('shell.data_folder_is', { folder: dataDir });
  switch (refusal?.code) {
    case 'in_use':
      return {
        message: t('shell.already_running'),
        detail: t('shell.already_running.detail', { folder }),
        exitCode: 1,
      };
    case 'not_writable':
      return {
        message: t('shell.cannot_write'),
        detail: t('shell.cannot_write.detail', { folder, reason: toMessage(refusal.message) }),
        exitCode: 1,
      };
    case 'newer':
      return {
        message: t('shell.data_is_newer'),
        detail: t('shell.data_is_newer.detail', { folder, reason: toMessage(refusal.message) }),
        exitCode: 1,
      };
    case 'too_old':
      return {
        message: t('shell.data_is_older'),
        detail: t('shell.data_is_older.detail', { folder, reason: toMessage(refusal.message) }),
        exitCode: 1,
      };
    case 'damaged':
      return {
        message: t('shell.database_damaged'),
        detail: t('shell.database_damaged.detail', { folder, reason: toMessage(refusal.message) }),
        exitCode: 1,
      };
    case 'foreign':
      return {
        message: t('shell.database_foreign'),
        detail: t('shell.database_foreign.detail', { folder, reason: toMessage(refusal.message) }),
        exitCode: 1,
      };
    case 'settings':
      return { message: t('shell.bad_settings'), detail: toMessage(refusal.message), exitCode: 78 };
    case 'storage':
      return {
        message: t('shell.disk_failing'),
        detail: t('shell.disk_failing.detail', { folder, reason: toMessage(refusal.message) }),
        exitCode: 74,
      };
    default:
      return {
        message: t('shell.not_started'),
        detail: `${refusal === null ? t('shell.server_ended') : toMessage(refusal.message)}\n\n${folder}`,
        exitCode: 1,
      };
  }
}

/** Explains why a backup cannot be unpacked into a new folder; null = the unpacking process failed. */
export function explainUnopened(refusal: Refusal | null, file: string, folder: string): string {
  const beside = path.dirname(folder);
  const code = refusal?.cause?.code ?? null;
  const isAboutFile = refusal?.cause?.path === file;
  if (code !== null && ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(code)) {
    return t('shell.no_room', { folder: beside, code });
  }
  if (isAboutFile && code === 'ENOENT') {
    return t('shell.file_gone');
  }
  if (isAboutFile && (code === 'EACCES' || code === 'EPERM')) {
    return t('shell.file_unreadable', { code });
  }
  if (code !== null && ['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return t('shell.folder_unwritable', { folder: beside, code });
  }
  if (refusal !== null && refusal.code !== 'storage') return toMessage(refusal.message);
  return refusal === null
    ? t('shell.unpacking_ended')
    : t('shell.disk_unusable', { code: code ?? t('shell.unknown_error') });
}
