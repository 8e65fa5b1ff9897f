import assert from 'node:assert/strict';
import { statSync } from 'node:fs';

const isWindows = process.platform === 'win32';

/** Reason for not checking modes: Windows has none, and gives the files in a profile to its owner. False elsewhere. */
export const noModes = isWindows ? 'Windows has no file modes' : false;

/** Reason for not pausing or stopping processes by signal: on Windows every signal ends them at once. False elsewhere. */
export const noSignals = isWindows ? 'Windows has no signals' : false;

/** Reason for not linking files: on Windows this takes a privilege, but a link to a folder can be a junction. False elsewhere. */
export const noLinks = isWindows ? 'Windows lets not everybody make links to files' : false;

/** Fails if others may read a file or a folder. */
export function assertMode(place: string, mode: number): void {
  if (noModes === false) assert.equal((statSync(place).mode & 0o777).toString(8), mode.toString(8), place);
}
