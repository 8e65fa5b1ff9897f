import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { BackupRefused } from '../errors.ts';
import { damaged, type ReadMember, readArchive } from './archive.ts';
import {
  databaseName,
  isMemberName,
  type Manifest,
  type ManifestMember,
  makeSeal,
  manifestName,
  mostManifestBytes,
  readManifest,
  sealName,
} from './manifest.ts';

/** Takes the bytes done and the total; they are equal in the last call. */
export type Progress = (done: number, total: number) => void;

/**
 * Reads a backup from start to end. Returns its manifest if every member has the name, size and digest in it, and it has the
 * digest in its seal. `placeOf` names the file to which each member is written and synced; without it nothing is written. Refuses
 * (BackupRefused) anything else; the written files are then worthless.
 */
export async function readBackup(
  handle: FileHandle,
  options: { placeOf?: (name: string) => string; progress?: Progress | undefined } = {},
): Promise<Manifest> {
  const { size: total } = await handle.stat();
  const found = new Map<string, ManifestMember>();
  let manifestBytes: Buffer | null = null;
  let sealed = false;
  let done = 0;
  const noteRead = (bytes: number): void => {
    done += bytes;
    options.progress?.(done, total);
  };
  for await (const stored of readArchive(handle)) {
    const member = { ...stored, chunks: reportChunks(stored.chunks, noteRead) };
    if (sealed || (manifestBytes !== null && member.name !== sealName)) throw unexpected();
    if (manifestBytes !== null) {
      const expected = makeSeal(createHash('sha256').update(manifestBytes).digest('hex'));
      if (!(await readContent(member, expected.length)).equals(expected)) throw damaged(manifestName);
      sealed = true;
    } else if (member.name === manifestName) {
      if (!found.has(databaseName)) throw unexpected();
      manifestBytes = await readContent(member, mostManifestBytes);
    } else {
      const allowed = member.name === databaseName || isMemberName(member.name);
      if (!allowed || found.has(databaseName) || found.has(member.name)) throw unexpected();
      const sha256 = await digestMember(member, options.placeOf?.(member.name) ?? null);
      if (isMemberName(member.name) && !member.name.endsWith(`/${sha256}`)) throw damaged(member.name);
      found.set(member.name, { name: member.name, size: member.size, sha256 });
    }
  }
  if (manifestBytes === null || !sealed) throw new BackupRefused('the backup is not complete');
  const manifest = readManifest(manifestBytes);
  if (manifest.members.length !== found.size) throw unexpected();
  for (const listed of manifest.members) {
    const actual = found.get(listed.name);
    if (actual?.size !== listed.size || actual.sha256 !== listed.sha256) throw damaged(manifestName);
    // Removed, so that a repeated name can't replace a missing one.
    found.delete(listed.name);
  }
  options.progress?.(total, total);
  return manifest;
}

/**
 * The manifest of a backup, found without reading the rest. Refuses (BackupRefused) a file without the structure of a backup, or
 * whose manifest does not match its seal; `readBackup` checks the rest.
 */
export async function readManifestOf(handle: FileHandle): Promise<Manifest> {
  let manifestBytes: Buffer | null = null;
  for await (const member of readArchive(handle)) {
    if (member.name === manifestName) manifestBytes = await readContent(member, mostManifestBytes);
    if (member.name !== sealName || manifestBytes === null) continue;
    const expected = makeSeal(createHash('sha256').update(manifestBytes).digest('hex'));
    if (!(await readContent(member, expected.length)).equals(expected)) throw damaged(manifestName);
    return readManifest(manifestBytes);
  }
  throw new BackupRefused('the backup is not complete');
}

/** The same chunks, each reported once the reader has processed it. */
async function* reportChunks(
  chunks: AsyncIterable<Buffer>,
  passed: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    yield chunk;
    passed(chunk.length);
  }
}

async function readContent(member: ReadMember, most: number): Promise<Buffer> {
  if (member.size > most) throw unexpected();
  return Buffer.concat(await Array.fromAsync(member.chunks));
}

async function digestMember(member: ReadMember, place: string | null): Promise<string> {
  const hash = createHash('sha256');
  if (place === null) {
    for await (const chunk of member.chunks) hash.update(chunk);
    return hash.digest('hex');
  }
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  const file = await open(place, 'wx', 0o600);
  try {
    for await (const chunk of member.chunks) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

function unexpected(): BackupRefused {
  return new BackupRefused('the backup is damaged: it does not hold exactly what its manifest lists');
}
