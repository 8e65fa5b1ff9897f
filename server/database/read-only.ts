import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type OpenedDatabase, openDatabase } from './database.ts';
import { DatabaseRefused } from './refused.ts';

const endings = ['', '-wal', '-shm', '-sums'];

/** Whether a file or folder is on a read-only file system. */
export function isReadOnly(place: string): boolean {
  try {
    accessSync(place, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}

/**
 * Opens a database on a read-only file system: SQLite needs files next to it, so a copy is opened, with its log, and removed on
 * close. `judge` gets the copy first. Refuses (DatabaseRefused) one that a server is writing meanwhile.
 */
export function openReadOnly(file: string, judge: (copy: string) => void): OpenedDatabase {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-copy-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const copy = path.join(folder, path.basename(file));
    copyAll(file, copy);
    judge(copy);
    const opened = openDatabase(copy, { mustExist: true });
    return { ...opened, close: () => opened.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

const attempts = 5;

/** Another machine with the same mount may be writing; only a copy made without interference is consistent. */
function copyAll(file: string, copy: string): void {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = describeFiles(file);
    for (const end of endings) {
      rmSync(copy + end, { force: true });
      if (!existsSync(file + end)) continue;
      copyFileSync(file + end, copy + end, constants.COPYFILE_FICLONE);
      // The page sums depend on the time of their file.
      const { atime, mtime } = statSync(file + end);
      utimesSync(copy + end, atime, mtime);
    }
    if (describeFiles(file) === before) return;
  }
  throw new DatabaseRefused(
    `the database ${file} is being written: run the command where it is served`,
    'in_use',
  );
}

function describeFiles(file: string): string {
  return JSON.stringify(
    endings.map((end) => {
      const found = statSync(file + end, { throwIfNoEntry: false });
      return found && [found.size, found.mtimeMs, found.ino];
    }),
  );
}
