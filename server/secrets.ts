import { hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { syncFolder } from './database/files.ts';
import type { SecretMarks } from './database/postgres/listener.ts';
import { SettingsError } from './settings/settings-error.ts';
import { canBeShared, type Settings } from './settings.ts';

/**
 * The signing secret of this installation: from the settings, else from `<data>/secrets.json`, which is created once with 32
 * random bytes and mode 0600, under the lock of the data folder. Refuses (SettingsError) a file with neither a signing secret nor
 * a key of second factors.
 */
export function readSigningSecret(fromSettings: string | null, dataDir: string): string {
  if (fromSettings !== null) return fromSettings;
  const file = toFile(dataDir);
  const isThere = existsSync(file);
  const secrets = isThere ? readSecrets(file) : null;
  const kept = secrets?.jwt_secret;
  if (!isThere || (kept === undefined && toKey(secrets?.second_factor_key) !== null)) {
    const made = randomBytes(32).toString('base64url');
    writeSecrets(file, { jwt_secret: made, ...secrets });
    return made;
  }
  if (typeof kept !== 'string' || Buffer.byteLength(kept) < 32) {
    throw new SettingsError(
      `${file} does not hold a signing secret: restore it, or delete it to sign everyone out and to give up the authenticator apps`,
    );
  }
  return kept;
}

/** Secret files, of a data folder and additional ones, that everyone on this machine can read. */
export function listReadableSecrets(dataDir: string, others: readonly string[] = []): string[] {
  if (process.platform === 'win32') return [];
  const certificates = path.join(dataDir, 'certificates');
  const keys = existsSync(certificates)
    ? readdirSync(certificates).map((name) => path.join(certificates, name))
    : [];
  const files = [toFile(dataDir), path.join(dataDir, 'desktop-secrets.json'), ...keys, ...others];
  return files.filter((file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o004) !== 0);
}

/**
 * Marks that identify the secrets of processes sharing an installation, without revealing them; null if this process can't share
 * one.
 */
export function markSecrets(settings: Settings): SecretMarks | null {
  const { jwtSecret, encryptionKey } = settings;
  if (!canBeShared(settings) || jwtSecret === null || encryptionKey === null) return null;
  const mark = (secret: string | Buffer): string =>
    Buffer.from(hkdfSync('sha256', secret, '', 'damson mark of a secret v1', 8)).toString('hex');
  return { SVC_JWT_SECRET: mark(jwtSecret), SVC_ENCRYPTION_KEY: mark(encryptionKey) };
}

/** The keys that seal secrets of second factors. */
export type SealingKeys = {
  /** All existing keys. */
  known(): Buffer[];
  /** The key for sealing: from the settings, else from `<data>/secrets.json`, created on first use. */
  forSealing(): Buffer;
};

export function openSealingKeys(fromSettings: Buffer | null, dataDir: string): SealingKeys {
  const file = toFile(dataDir);
  let kept: Buffer | null | undefined;
  const readKept = (): Buffer | null => {
    if (kept === undefined) kept = existsSync(file) ? toKey(readSecrets(file)?.second_factor_key) : null;
    return kept;
  };
  return {
    known: () => [fromSettings, readKept()].filter((key) => key !== null),
    forSealing() {
      const key = fromSettings ?? readKept();
      if (key !== null) return key;
      const made = randomBytes(32);
      const others = existsSync(file) ? readSecrets(file) : {};
      if (others === null) throw new Error('secrets.json holds no secrets');
      writeSecrets(file, { ...others, second_factor_key: made.toString('base64url') });
      kept = made;
      return made;
    },
  };
}

function toFile(dataDir: string): string {
  return path.join(dataDir, 'secrets.json');
}

function toKey(text: unknown): Buffer | null {
  const key = typeof text === 'string' ? Buffer.from(text, 'base64url') : null;
  return key?.length === 32 ? key : null;
}

/** The content of the file; null when it cannot be read. */
function readSecrets(file: string): Record<string, unknown> | null {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Writes the file completely or not at all: a file truncated by a crash would stop every later start. */
function writeSecrets(file: string, secrets: Record<string, unknown>): void {
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  const handle = openSync(partial, 'wx', 0o600);
  try {
    writeSync(handle, `${JSON.stringify(secrets, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(partial, file);
  syncFolder(path.dirname(file));
}
