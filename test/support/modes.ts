import assert from 'node:assert/strict';
import { statSync } from 'node:fs';

/** Why modes are not looked at: Windows has none, and gives what is in a profile to its owner. False elsewhere. */
export const noModes = process.platform === 'win32' ? 'Windows has no file modes' : false;

/** Fails where others than these may read a file or a folder. */
export function assertMode(place: string, mode: number): void {
  if (noModes === false) assert.equal((statSync(place).mode & 0o777).toString(8), mode.toString(8), place);
}
