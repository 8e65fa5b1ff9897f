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
import type { SafeStorage } from 'electron';
import { z } from 'zod';

/** Keys that sign sessions and encrypt stored C2 tokens. */
const secretsSchema = z.strictObject({
  jwt_secret: z.string().min(32).max(200),
  encryption_key: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
});
export type Secrets = z.output<typeof secretsSchema>;

const fileSchema = z.discriminatedUnion('kept_by', [
  z.strictObject({ version: z.literal(1), kept_by: z.literal('file'), secrets: secretsSchema }),
  z.strictObject({
    version: z.literal(1),
    kept_by: z.literal('keyring'),
    backend: z.string().max(100),
    sealed: z.base64(),
  }),
]);

/** The system's keyring, reduced to the functions needed for secrets. */
export type Sealer = {
  /** Name of the keyring that holds the key; null without a safe one. */
  backend: string | null;
  seal(text: string): Buffer;
  /** Throws when the text was sealed by another keyring. */
  open(sealed: Buffer): string;
};

/** The keyring of the system. Without one Chromium falls back to a fixed password, which protects nothing. */
export function makeSystemSealer(safeStorage: SafeStorage, platform: string): Sealer {
  return {
    backend: findBackend(safeStorage, platform),
    seal: (text) => safeStorage.encryptString(text),
    open: (sealed) => safeStorage.decryptString(sealed),
  };
}

function findBackend(safeStorage: SafeStorage, platform: string): string | null {
  if (!safeStorage.isEncryptionAvailable()) return null;
  if (platform === 'darwin') return 'keychain';
  if (platform === 'win32') return 'dpapi';
  const backend = safeStorage.getSelectedStorageBackend();
  return backend === 'basic_text' || backend === 'unknown' ? null : backend;
}

export type Found =
  | { kind: 'absent' }
  | { kind: 'kept'; secrets: Secrets; by: 'keyring' | 'file' }
  /** Secrets that exist but can't be opened: `backend` is the keyring that sealed them, or null when the file is damaged. */
  | { kind: 'lost'; backend: string | null };

/** Reads a file of secrets, and never changes it. */
export function findSecrets(file: string, sealer: Sealer): Found {
  if (!existsSync(file)) return { kind: 'absent' };
  const content = parseJson(fileSchema, () => readFileSync(file, 'utf8'));
  if (content === null) return { kind: 'lost', backend: null };
  if (content.kept_by === 'file') return { kind: 'kept', secrets: content.secrets, by: 'file' };
  const secrets = parseJson(secretsSchema, () => {
    if (sealer.backend === null) throw new Error('no keyring');
    return sealer.open(Buffer.from(content.sealed, 'base64'));
  });
  return secrets === null
    ? { kind: 'lost', backend: content.backend }
    : { kind: 'kept', secrets, by: 'keyring' };
}

export function makeSecrets(): Secrets {
  return {
    jwt_secret: randomBytes(32).toString('base64url'),
    encryption_key: randomBytes(32).toString('base64'),
  };
}

/**
 * Saves secrets in a file readable only by its owner: sealed if there is a keyring, else in plain text. The file is written
 * completely or not at all; throws if it exists. Returns the protection.
 */
export function keepSecrets(file: string, secrets: Secrets, sealer: Sealer): 'keyring' | 'file' {
  if (existsSync(file)) throw new Error('there are secrets already');
  const content = sealSecrets(secrets, sealer) ?? { version: 1, kept_by: 'file', secrets };
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  const handle = openSync(partial, 'wx', 0o600);
  try {
    writeSync(handle, `${JSON.stringify(content, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(partial, file);
  return content.kept_by;
}

function sealSecrets(secrets: Secrets, sealer: Sealer): z.output<typeof fileSchema> | null {
  if (sealer.backend === null) return null;
  try {
    const text = JSON.stringify(secrets);
    const bytes = sealer.seal(text);
    // With a keyring that seals but can't open, the secrets would be lost at the next start.
    if (sealer.open(bytes) !== text) return null;
    return { version: 1, kept_by: 'keyring', backend: sealer.backend, sealed: bytes.toString('base64') };
  } catch {
    return null;
  }
}

/** Renames a secrets file that can't be opened, adding the time; it is never deleted. */
export function setSecretsAside(file: string, now: number): void {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\..*$/g, '');
  renameSync(file, `${file}.unreadable-${stamp}`);
}

function parseJson<T>(schema: z.ZodType<T>, text: () => string): T | null {
  try {
    return schema.safeParse(JSON.parse(text())).data ?? null;
  } catch {
    return null;
  }
}
