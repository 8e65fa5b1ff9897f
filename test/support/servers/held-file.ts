import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, renameSync } from 'node:fs';

/** A file replaced by a pipe without a writer. */
export type HeldFile = {
  /** Whether someone is waiting to open it; they then continue without a file. */
  isOpened(): boolean;
  putBack(): void;
};

/** Makes everyone who opens a file wait. */
export function holdFile(file: string): HeldFile {
  const pipe = `${file}.pipe`;
  renameSync(file, `${file}.held`);
  spawnSync('mkfifo', [pipe]);
  renameSync(pipe, file);
  return { isOpened: () => hasReader(file), putBack: () => renameSync(`${file}.held`, file) };
}

/** Opening a pipe to write lets its reader continue, and fails without one. */
function hasReader(pipe: string): boolean {
  try {
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') return false;
    throw error;
  }
}
