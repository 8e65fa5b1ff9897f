import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Refusal, UsageError } from './command.ts';

/** Names given by `backup --keep`; other files in the folder belong to the user. */
const nameForm = /^damson-\d{4}-\d\d-\d\dT\d{6}Z\.damson$/;

const mostKept = 10_000;

/** Number of backups to keep. Refuses (UsageError) anything but a number from 1 on. */
export function readKeep(given: unknown): number | null {
  if (given === undefined) return null;
  const number = typeof given === 'string' && /^[1-9]\d{0,4}$/.test(given) ? Number(given) : Number.NaN;
  if (!(number <= mostKept)) throw new UsageError(`--keep must be a whole number from 1 to ${mostKept}`);
  return number;
}

/** The file for a backup made at this time, in a folder that is created if missing. */
export function nameDated(folder: string, madeAt: number): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Refusal(`the folder ${folder} can't be made (${(error as NodeJS.ErrnoException).code})`);
  }
  const [day, time = ''] = new Date(madeAt).toISOString().split('T');
  return path.join(folder, `damson-${day}T${time.slice(0, 8).replaceAll(':', '')}Z.damson`);
}

/** Removes all but the newest dated backups of a folder; returns their names. */
export function removeOlder(folder: string, keep: number): string[] {
  const older = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && nameForm.test(entry.name))
    .map(({ name }) => name)
    .sort()
    .slice(0, -keep);
  for (const name of older) rmSync(path.join(folder, name));
  return older;
}
