import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { ownerName } from '../blobs/owner.ts';
import { openBlobStore } from '../blobs/place.ts';
import { toPlace } from '../blobs/records.ts';
import { lockEverything } from '../database/data-lock.ts';
import { syncFolder } from '../database/files.ts';
import { BackupRefused } from '../errors.ts';
import type { Author } from '../history/service.ts';
import { placeRegisters, registerNames } from '../registers.ts';
import type { Settings } from '../settings.ts';
import type { Interruptible } from './make.ts';
import { databaseName, type Manifest, toMemberName } from './manifest.ts';
import { type Progress, readBackup } from './read.ts';
import { rebuildDatabase } from './received-database.ts';
import { listRecordedFiles } from './store.ts';

const staged = '.restoring';

/** Staging folder of unverified data, next to the final place so that a rename is enough. */
function locateStaging(settings: Settings): {
  /** The received database, and the one rebuilt from it. */
  received: string;
  database: string;
  folders: string[];
  placeOf(member: string): string;
} {
  const places = placeRegisters(settings);
  const received = `${settings.dbPath}.received`;
  return {
    received,
    database: `${settings.dbPath}.restoring`,
    folders: registerNames.map((name) => path.join(places[name].folder, staged)),
    placeOf: (member) => {
      const register = registerNames.find((name) => member.startsWith(`${name}/`));
      if (register === undefined) return received;
      return path.join(places[register].folder, staged, ...member.split('/').slice(1));
    },
  };
}

/**
 * Restores a backup into an empty or absent data folder, and ends all sessions and open invitations. Nothing is put in place
 * before everything is verified, and the database comes last. Refuses (BackupRefused) a folder that isn't empty or is in use, and
 * a backup that is damaged, truncated, manipulated, incomplete or of a newer program; the folder then stays as it was. `progress`
 * counts the file's bytes twice, because it is read twice.
 */
export async function restoreBackup(
  file: string,
  settings: Settings,
  options: { progress?: Progress | undefined; interruptible: Interruptible },
): Promise<Manifest> {
  refuseUsed(settings);
  const handle = await open(file, 'r');
  try {
    if (!(await handle.stat()).isFile()) throw new BackupRefused(`${file} is not a file`);
    // The first pass writes nothing, so that ordinary damage is found before the folder is touched.
    const listed = await readBackup(handle, {
      progress: (done, total) => options.progress?.(done, 2 * total),
    });
    await refuseUsedBucket(settings, listed);
    const removeMade = rememberAbsent(settings);
    try {
      const lock = lockEverything(settings);
      try {
        refuseUsed(settings);
        return await options.interruptible(
          () => removeStaged(settings),
          () =>
            restoreInto(settings, handle, listed, {
              by: 'command',
              put: () => putInPlace(settings),
              progress: (done, total) => options.progress?.(total + done, 2 * total),
            }),
        );
      } finally {
        lock.release();
      }
    } catch (error) {
      removeMade();
      throw error;
    }
  } finally {
    await handle.close();
  }
}

/**
 * Replaces the content of a data folder, with its files and database stored locally and not being served, with a backup. Files
 * are added next to the existing ones, then the database is replaced in one step: an interruption leaves either the old or the
 * restored data, and the next start removes unreferenced files. The history names `by`. Refuses (BackupRefused) a folder in use,
 * and a backup as `restoreBackup` does.
 */
export async function restoreOver(
  file: string,
  settings: Settings,
  { by, interruptible }: { by: Author; interruptible: Interruptible },
): Promise<Manifest> {
  const handle = await open(file, 'r');
  try {
    const listed = await readBackup(handle, {});
    const lock = lockEverything(settings);
    try {
      const put = async (): Promise<void> => {
        refuseUncheckpointed(settings);
        mergeFilesInPlace(settings);
        putDatabaseInPlace(settings);
      };
      return await interruptible(
        () => removeStaged(settings),
        () => restoreInto(settings, handle, listed, { by, put }),
      );
    } finally {
      lock.release();
    }
  } finally {
    await handle.close();
  }
}

/** Acknowledged writes may be only in the log, which is removed before the other database is put in place. */
function refuseUncheckpointed({ dbPath }: Settings): void {
  if ((statSync(`${dbPath}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new BackupRefused(`${dbPath}-wal is not empty: the database was not closed`);
}

/** Remembers the missing folders; returns a function that removes them again after a failure. */
function rememberAbsent({ dataDir, dbPath, evidenceDir }: Settings): () => void {
  const absent = [path.dirname(dbPath), evidenceDir, dataDir].filter((folder) => !existsSync(folder));
  return () => {
    for (const folder of absent) {
      if (!existsSync(folder)) continue;
      for (const lock of listLocks({ dataDir, dbPath, evidenceDir })) {
        if (path.dirname(lock) === folder) rmSync(lock, { force: true });
      }
      removeIfEmpty(folder);
    }
  };
}

function listFolders(settings: Settings): string[] {
  return Object.values(placeRegisters(settings)).map(({ folder }) => folder);
}

function listLocks(settings: Pick<Settings, 'dataDir' | 'dbPath' | 'evidenceDir'>): string[] {
  return [
    path.join(settings.dataDir, 'damson.lock'),
    path.join(settings.evidenceDir, 'damson.lock'),
    `${settings.dbPath}.lock`,
  ];
}

/** Content allowed in an empty folder: locks, remains of an interrupted restore, and side files of a removed database. */
function refuseUsed(settings: Settings): void {
  const { dataDir, dbPath } = settings;
  const folders = listFolders(settings);
  const staging = locateStaging(settings);
  const harmless = new Set([
    ...listLocks(settings),
    ...folders,
    ...staging.folders,
    ...listDatabaseFiles(staging.received),
    ...listDatabaseFiles(staging.database),
    ...listDatabaseLeavings(dbPath),
  ]);
  const listEntries = (folder: string): string[] =>
    existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];
  // The data folder may be a service user's home, with a shell history and a cache.
  const isOfHome = (entry: string): boolean =>
    path.dirname(entry) === dataDir && path.basename(entry).startsWith('.');
  const isMarker = (entry: string): boolean =>
    path.basename(entry).startsWith(`${ownerName}-`) && folders.includes(path.dirname(entry));
  const used = [dataDir, ...folders]
    .flatMap(listEntries)
    .some((entry) => !harmless.has(entry) && !isOfHome(entry) && !isMarker(entry));
  if (used || existsSync(dbPath)) {
    throw new BackupRefused(`${dataDir} is not empty: a backup is restored into an empty data folder only`);
  }
}

/** Content allowed in a bucket: files of the same backup from an interrupted restore. */
async function refuseUsedBucket(settings: Settings, { members }: Manifest): Promise<void> {
  if (settings.bucket === null) return;
  const known = new Set(members.map(({ name }) => name));
  for (const [name, place] of entriesOf(placeRegisters(settings))) {
    for await (const { folder, digests } of openBlobStore(place).list()) {
      if (digests.every((sha256) => known.has(toMemberName(name, toPlace({ folder, sha256 }))))) continue;
      throw new BackupRefused('EVIDENCE_URL is not empty: a backup is restored into an empty prefix only');
    }
  }
}

function entriesOf<K extends string, V>(record: Record<K, V>): [K, V][] {
  return Object.entries(record) as [K, V][];
}

function listDatabaseLeavings(file: string): string[] {
  return ['-wal', '-shm', '-journal', '-sums'].map((end) => file + end);
}

function listDatabaseFiles(file: string): string[] {
  return [file, ...listDatabaseLeavings(file)];
}

function removeStaged(settings: Settings): void {
  const staging = locateStaging(settings);
  const files = [staging.received, staging.database].flatMap(listDatabaseFiles);
  for (const file of files) rmSync(file, { force: true });
  for (const folder of staging.folders) rmSync(folder, { recursive: true, force: true });
}

async function restoreInto(
  settings: Settings,
  handle: FileHandle,
  listed: Manifest,
  { by, put, progress }: { by: Author; put: () => Promise<void>; progress?: Progress },
): Promise<Manifest> {
  const staging = locateStaging(settings);
  const absent = listFolders(settings).filter((folder) => !existsSync(folder));
  removeStaged(settings);
  try {
    for (const folder of staging.folders) mkdirSync(folder, { recursive: true, mode: 0o700 });
    await refuseWithoutSpace(settings, handle, listed);
    // Only names allowed by readBackup reach `placeOf`.
    const manifest = await readBackup(handle, { placeOf: staging.placeOf, ...(progress && { progress }) });
    await rebuildDatabase(staging.received, staging.database, manifest, by);
    removeUnreferenced(staging, manifest);
    await put();
    return manifest;
  } finally {
    removeStaged(settings);
    // Nested folders come later in the list, so they are removed first.
    for (const folder of absent.toReversed()) removeIfEmpty(folder);
  }
}

/** Space for the content of the backup, and for a second copy of the database, which is rebuilt next to the received one. */
async function refuseWithoutSpace(
  settings: Settings,
  handle: FileHandle,
  { members }: Manifest,
): Promise<void> {
  const database = members.find(({ name }) => name === databaseName)?.size ?? 0;
  const size = (await handle.stat()).size + database;
  const { bavail, bsize } = statfsSync(settings.dataDir);
  if (bavail * bsize < size)
    throw new BackupRefused('there is not enough space on the disk for this backup', {
      cause: { code: 'ENOSPC' },
    });
}

/** Objects deleted while the backup was being made stay deleted. */
function removeUnreferenced(staging: ReturnType<typeof locateStaging>, manifest: Manifest): void {
  const sqlite = new Sqlite(staging.database, { readonly: true });
  const referenced = new Set<string>([databaseName]);
  for (const register of registerNames) {
    for (const { place } of listRecordedFiles(sqlite, register))
      referenced.add(toMemberName(register, place));
  }
  sqlite.close();
  for (const { name } of manifest.members) {
    if (referenced.has(name)) continue;
    const file = staging.placeOf(name);
    rmSync(file);
    removeIfEmpty(path.dirname(file));
    removeIfEmpty(path.dirname(path.dirname(file)));
  }
}

/** The database comes last, because it decides which data counts. */
async function putInPlace(settings: Settings): Promise<void> {
  if (settings.bucket === null) {
    moveFilesInPlace(settings);
    putDatabaseInPlace(settings);
    return;
  }
  const putBefore: (() => Promise<void>)[] = [];
  try {
    await putFilesInBucket(settings, putBefore);
    putDatabaseInPlace(settings);
  } catch (error) {
    // The next restore of the same backup recognises the remains.
    await Promise.allSettled(putBefore.map((remove) => remove()));
    throw error;
  }
}

/** Uploads all staged files, and adds a function to remove each. */
async function putFilesInBucket(settings: Settings, removals: (() => Promise<void>)[]): Promise<void> {
  for (const place of Object.values(placeRegisters(settings))) {
    const store = openBlobStore(place);
    const filled = path.join(place.folder, staged);
    for (const owner of readdirSync(filled)) {
      for (const item of readdirSync(path.join(filled, owner))) {
        const folder = `${owner}/${item}`;
        const names = readdirSync(path.join(filled, folder));
        const put = async (sha256: string): Promise<void> => {
          const file = path.join(filled, folder, sha256);
          removals.push(() => store.delete({ folder, sha256 }));
          await store.put({ place: file, sha256, size: statSync(file).size }, folder);
        };
        const outcomes = await Promise.allSettled(names.map(put));
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      }
    }
  }
}

/** This and the next step are synchronous, so that no signal can interrupt between them. */
function moveFilesInPlace(settings: Settings): void {
  const staging = locateStaging(settings);
  for (const filled of staging.folders) {
    const place = path.dirname(filled);
    // Marks of an earlier installation; the next start writes them again.
    for (const name of readdirSync(place))
      if (name.startsWith(`${ownerName}-`)) rmdirSync(path.join(place, name));
    for (const owner of readdirSync(filled)) {
      const folder = path.join(filled, owner);
      for (const item of readdirSync(folder)) syncFolder(path.join(folder, item));
      syncFolder(folder);
      renameSync(folder, path.join(place, owner));
    }
    syncFolder(place);
    syncFolder(path.dirname(place));
  }
}

/** The same for a place that already has files: equal names mean equal content. */
function mergeFilesInPlace(settings: Settings): void {
  for (const filled of locateStaging(settings).folders) {
    const place = path.dirname(filled);
    for (const owner of readdirSync(filled)) {
      for (const item of readdirSync(path.join(filled, owner))) {
        const folder = path.join(place, owner, item);
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        for (const name of readdirSync(path.join(filled, owner, item)))
          renameSync(path.join(filled, owner, item, name), path.join(folder, name));
        syncFolder(folder);
        syncFolder(path.dirname(folder));
      }
    }
    syncFolder(place);
    syncFolder(path.dirname(place));
  }
}

function putDatabaseInPlace(settings: Settings): void {
  const staging = locateStaging(settings);
  const database = openSync(staging.database, 'r+');
  fsyncSync(database);
  closeSync(database);
  for (const file of listDatabaseLeavings(settings.dbPath)) rmSync(file, { force: true });
  syncFolder(path.dirname(settings.dbPath));
  renameSync(staging.database, settings.dbPath);
  syncFolder(path.dirname(settings.dbPath));
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
  }
}
