import path from 'node:path';
import type { Refusal } from '../server/refusals.ts';

export type Explanation = { message: string; detail: string; exitCode: number };

/** Explains why Damson cannot start with a data folder, with the exit code. */
export function explainRefusal(refusal: Refusal | null, dataDir: string): Explanation {
  const folder = `The data folder is ${dataDir}`;
  switch (refusal?.code) {
    case 'in_use':
      return {
        message: 'Damson is already running over this data folder.',
        detail: `Another Damson, perhaps started as a command, has it open: quit that one first.\n\n${folder}`,
        exitCode: 1,
      };
    case 'not_writable':
      return {
        message: "Damson can't write to its data folder.",
        detail: `Check that the folder belongs to you and that its disk can be written, or start Damson with another one (--data-dir).\n\n${folder}\n\n${refusal.message}`,
        exitCode: 1,
      };
    case 'newer':
      return {
        message: 'This data was made by a newer Damson.',
        detail: `Nothing was changed. Start the newer Damson, or install it on this computer.\n\n${folder}\n\n${refusal.message}`,
        exitCode: 1,
      };
    case 'too_old':
      return {
        message: 'This data was made by a Damson before 0.1.0.',
        detail: `Nothing was changed. Start the last Damson before 0.1.0 over it once, or start this one with another data folder (--data-dir) and import what the older one exports.\n\n${folder}\n\n${refusal.message}`,
        exitCode: 1,
      };
    case 'damaged':
      return {
        message: 'The database of this data folder is damaged.',
        detail: `Nothing was changed. Open your last backup: start Damson with another data folder (--data-dir) and choose File › Open backup…\n\n${folder}\n\n${refusal.message}`,
        exitCode: 1,
      };
    case 'foreign':
      return {
        message: "The database of this data folder is not Damson's.",
        detail: `Nothing was changed. Start Damson with another data folder (--data-dir).\n\n${folder}\n\n${refusal.message}`,
        exitCode: 1,
      };
    case 'settings':
      return { message: "Damson can't start with these settings.", detail: refusal.message, exitCode: 78 };
    case 'storage':
      return {
        message: 'The disk of the data folder does not work as it should.',
        detail: `Check that it has room left and is in order.\n\n${folder}\n\n${refusal.message}`,
        exitCode: 74,
      };
    default:
      return {
        message: 'Damson could not be started.',
        detail: `${refusal?.message ?? 'Its server ended unexpectedly.'}\n\n${folder}`,
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
    return `There is not enough room on the disk. Make room where the new folder goes, and open the backup again.\n\nThe new folder goes into ${beside} (${code}).`;
  }
  if (isAboutFile && code === 'ENOENT') {
    return 'The file is not there any more. Check that the disk it is on is still connected, and open it again.';
  }
  if (isAboutFile && (code === 'EACCES' || code === 'EPERM')) {
    return `You may not read this file. Ask whoever it belongs to for the right to, or for a copy of your own (${code}).`;
  }
  if (code !== null && ['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return `Damson may not write where the new folder goes. Check that the folder below belongs to you and that its disk can be written, or start Damson with a data folder elsewhere (--data-dir).\n\nThe new folder goes into ${beside} (${code}).`;
  }
  if (refusal !== null && refusal.code !== 'storage') return refusal.message;
  return refusal === null
    ? 'The part of Damson that unpacks it ended unexpectedly. Open it again; should that happen again, Help › Show log file has more.'
    : `A file or a disk can't be used (${code ?? 'unknown error'}). Check the disk of the backup and the disk of your data; Help › Show log file has more.`;
}
