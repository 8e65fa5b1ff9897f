import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { largestCatalogue } from '../../domain/limits.ts';
import type { Command } from '../contract.ts';
import { t } from '../words.ts';

/** Returns the kind of a file by its name; its content is checked when it is read. */
export function judgeKind(file: string): 'backup' | 'bundle' | null {
  if (/\.damson$/i.test(file)) return 'backup';
  return /\.json$/i.test(file) ? 'bundle' : null;
}

/** The file of a backup in the server's backup folder; a missing one is reported on opening. */
export function findBackupFile(folder: string, id: string): string {
  const isOf = (name: string) => name.endsWith(`-${id}.damson`);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return path.join(folder, names.find(isOf) ?? `damson-${id}.damson`);
}

/** Names a new folder next to the current data folder for a backup being opened, after the backup and the time. */
export function nameRestoreFolder(dataDir: string, backup: string, now: Date): string {
  const name = path
    .basename(backup, path.extname(backup))
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60);
  const stamp = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const folder = path.join(path.dirname(dataDir), `${path.basename(dataDir)}-${name || 'restored'}-${stamp}`);
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? folder : `${folder}-${count}`;
    if (!existsSync(candidate)) return candidate;
  }
}

function readFacts(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** STIX bundles announced to the page and not taken yet. */
export class OpenedBundles {
  readonly #files = new Map<string, string>();

  /** Returns the command that offers a bundle to the page, or a sentence refusing the file. */
  offer(file: string): Extract<Command, { kind: 'bundle' }> | string {
    const found = readFacts(file);
    if (!found?.isFile()) return t('shell.opened.unreadable');
    if (found.size > largestCatalogue) return t('shell.opened.too_large');
    const id = randomUUID();
    this.#files.set(id, file);
    return { kind: 'bundle', id, name: path.basename(file), size: found.size };
  }

  /** The bytes of a bundle, only once; null if it was already taken, is gone or has grown too large. */
  async take(id: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const file = this.#files.get(id);
    this.#files.delete(id);
    if (file === undefined) return null;
    try {
      if (statSync(file).size > largestCatalogue) return null;
      const bytes = await readFile(file);
      return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch {
      return null;
    }
  }
}
