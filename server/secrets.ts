import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { syncFolder } from './database/database.ts';
import { SettingsError } from './settings.ts';

/**
 * The signing secret of this installation: the one from the settings, else the one in `<data>/secrets.json`, which is made
 * once with 32 random bytes and mode 0600, under the lock of the data folder. Refuses (SettingsError) a file that does not hold one.
 */
export function readSigningSecret(fromSettings: string | null, dataDir: string): string {
  if (fromSettings !== null) return fromSettings;
  const file = path.join(dataDir, 'secrets.json');
  if (!existsSync(file)) makeSecrets(file);
  let kept: unknown;
  try {
    kept = (JSON.parse(readFileSync(file, 'utf8')) as { jwt_secret?: unknown } | null)?.jwt_secret;
  } catch {
    kept = undefined;
  }
  if (typeof kept !== 'string' || Buffer.byteLength(kept) < 32) {
    throw new SettingsError(
      `${file} does not hold a signing secret: restore it, or delete it to sign everyone out`,
    );
  }
  return kept;
}

/** Complete or absent: a file cut short by a crash would stop every later start. */
function makeSecrets(file: string): void {
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  const handle = openSync(partial, 'wx', 0o600);
  try {
    writeSync(handle, `${JSON.stringify({ jwt_secret: randomBytes(32).toString('base64url') }, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(partial, file);
  syncFolder(path.dirname(file));
}
