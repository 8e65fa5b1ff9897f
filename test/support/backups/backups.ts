import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import Sqlite from 'better-sqlite3';
import { makeHeader, readArchive } from '../../../server/backup/archive.ts';
import { databaseName, manifestName, sealName } from '../../../server/backup/manifest.ts';

export type CraftedMember = { name: string; bytes: Buffer; header?: Buffer };

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export async function membersOf(file: string): Promise<CraftedMember[]> {
  const handle = await open(file, 'r');
  try {
    const members: CraftedMember[] = [];
    for await (const { name, chunks } of readArchive(handle)) {
      members.push({ name, bytes: Buffer.concat(await Array.fromAsync(chunks)) });
    }
    return members;
  } finally {
    await handle.close();
  }
}

/** Writes members exactly as given. */
export function writeMembers(file: string, members: readonly CraftedMember[]): void {
  const parts = members.flatMap(({ name, bytes, header }) => [
    header ?? makeHeader({ name, size: bytes.length }),
    bytes,
    Buffer.alloc((512 - (bytes.length % 512)) % 512),
  ]);
  writeFileSync(file, Buffer.concat([...parts, Buffer.alloc(1024)]));
}

type Parsed = { [key: string]: unknown; members: { name: string; size: number; sha256: string }[] };

/**
 * A backup forged by someone who knows the format: `change` gets all members except the manifest and its seal, which are then
 * recomputed, unless `changeManifest` changes them.
 */
export async function forge(
  original: string,
  file: string,
  change: (members: CraftedMember[]) => CraftedMember[],
  changeManifest: (manifest: Parsed) => unknown = (manifest) => manifest,
): Promise<void> {
  const all = await membersOf(original);
  const manifest = JSON.parse(all.find(({ name }) => name === manifestName)!.bytes.toString()) as Parsed;
  const members = change(all.filter(({ name }) => name !== manifestName && name !== sealName));
  manifest.members = members.map(({ name, bytes }) => ({
    name,
    size: bytes.length,
    sha256: sha256Of(bytes),
  }));
  writeMembers(file, [...members, ...sealed(changeManifest(manifest))]);
}

/** Like `forge`, for a backup whose database was changed by hand, without protection of its schema. */
export async function forgeDatabase(
  original: string,
  file: string,
  change: string | ((sqlite: Sqlite.Database) => void),
  changeManifest?: (manifest: Parsed) => unknown,
): Promise<void> {
  const changeMembers = (members: CraftedMember[]): CraftedMember[] => {
    const scratch = `${file}.db`;
    writeFileSync(scratch, members.at(-1)!.bytes);
    const sqlite = new Sqlite(scratch);
    sqlite.pragma('journal_mode = DELETE');
    sqlite.pragma('foreign_keys = OFF');
    sqlite.unsafeMode(true);
    sqlite.pragma('writable_schema = ON');
    if (typeof change === 'string') sqlite.exec(change);
    else change(sqlite);
    sqlite.close();
    const bytes = readFileSync(scratch);
    rmSync(scratch);
    return [...members.slice(0, -1), { name: databaseName, bytes }];
  };
  await forge(original, file, changeMembers, changeManifest);
}

export function sealed(manifest: unknown): CraftedMember[] {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  const seal = Buffer.from(`${sha256Of(text)}  ${manifestName}\n`);
  return [
    { name: manifestName, bytes: text },
    { name: sealName, bytes: seal },
  ];
}

/** A copy of `original` with one flipped bit. */
export function flipped(original: string, file: string, position: number): void {
  const bytes = readFileSync(original);
  bytes[position] = bytes[position]! ^ 0x01;
  writeFileSync(file, bytes);
}
