import { createHash } from 'node:crypto';
import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { BlobLost, toPlace } from '../blobs/records.ts';
import { isoTime, type Now } from '../database/clock.ts';
import { describeChangedPages, type OpenedDatabase, openDatabase } from '../database/database.ts';
import { makePrivateFile, syncFolder } from '../database/files.ts';
import type { OpenedPostgres } from '../database/postgres/open.ts';
import { BackupRefused, DomainError } from '../errors.ts';
import { readHeadOf, toAnchor } from '../history/service.ts';
import { type Registers, registerNames } from '../registers.ts';
import { ArchiveWriter, readChunks } from './archive.ts';
import {
  type Damage,
  databaseName,
  formatVersion,
  type Manifest,
  type ManifestMember,
  makeSeal,
  manifestName,
  sealName,
  toMemberName,
} from './manifest.ts';
import { type Progress, readBackup } from './read.ts';
import { countRows, countStoredFiles } from './store.ts';

export type BackupSource = { database: OpenedDatabase | OpenedPostgres; registers: Registers };

export type BackupOptions = {
  /** Whether to replace an existing file. */
  force: boolean;
  /** Whether to continue without missing or damaged files, and list them in the manifest. */
  allowDamaged: boolean;
  programVersion: string;
  now: Now;
  progress?: Progress | undefined;
  /** Number of bytes of the finished archive read back so far. */
  readBackProgress?: Progress | undefined;
  interruptible: Interruptible;
};

/** Records whose file is missing or damaged. */
export class FilesDamaged extends BackupRefused {
  readonly damaged: readonly Damage[];
  constructor(damaged: readonly Damage[]) {
    super(
      damaged.length === 1
        ? '1 stored file is missing or damaged'
        : `${damaged.length} stored files are missing or damaged`,
    );
    this.damaged = damaged;
  }
}

/** Most copies of the database, if files are deleted during copying. */
const mostCopies = 20;

/** Runs `work`; if a signal ends the program in the meantime, `tidy` runs first. */
export type Interruptible = <T>(tidy: () => void, work: () => Promise<T>) => Promise<T>;

/**
 * Writes the database and the files it refers to into a new file with the digest of each, reads it back, and only then gives it
 * its name. Others may write meanwhile. Refuses (BackupRefused) an existing target unless forced, a damaged database, and
 * (FilesDamaged) missing or damaged files that can still be requested, unless allowed; a refusal leaves nothing behind.
 */
export async function makeBackup(
  source: BackupSource,
  target: string,
  options: BackupOptions,
): Promise<Manifest> {
  const refuseExisting = (): void => {
    if (existsSync(target) && !options.force) {
      throw new BackupRefused(`${target} already exists: choose another name, or use --force`);
    }
  };
  refuseExisting();
  const partial = `${target}.partial`;
  const copyFile = `${partial}.db`;
  const workingFiles = [partial, ...['', '-wal', '-shm', '-journal'].map((end) => copyFile + end)];
  const removeWorkingFiles = (): void => {
    for (const file of workingFiles) rmSync(file, { force: true });
  };
  removeWorkingFiles();
  const writer = await ArchiveWriter.create(partial);
  const isOurs = async (): Promise<boolean> => {
    const there = lstatSync(partial, { bigint: true, throwIfNoEntry: false });
    return there === undefined || writer.is(there);
  };
  return options.interruptible(removeWorkingFiles, async () => {
    try {
      const manifest = await writeArchive(source, writer, copyFile, options);
      await readBack(partial, options.readBackProgress);
      if (!(await isOurs())) throw new BackupRefused(`another backup is writing to ${target}`);
      refuseExisting();
      renameSync(partial, target);
      syncFolder(path.dirname(target));
      return manifest;
    } finally {
      if (await isOurs()) removeWorkingFiles();
      await writer.close();
    }
  });
}

async function readBack(file: string, progress: Progress | undefined): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await readBackup(handle, { progress });
  } finally {
    await handle.close();
  }
}

function refuseChangedPages(database: BackupSource['database']): void {
  if (!('sqlite' in database)) return;
  const { checkPages, sqlite } = database;
  const check = checkPages();
  if (check.state !== 'damaged') return;
  throw new BackupRefused(`the database is damaged (${describeChangedPages(sqlite, check.pages)})`);
}

async function writeArchive(
  source: BackupSource,
  writer: ArchiveWriter,
  copyFile: string,
  options: BackupOptions,
): Promise<Manifest> {
  const members = new Map<string, ManifestMember>();
  if (!options.allowDamaged) refuseChangedPages(source.database);
  let facts: CopyFacts;
  let outcome: FilesOutcome;
  // Records are copied first, then their files. If a file is deleted in between, the records are copied again, and only files
  // added since are left to do. The archive keeps what it already has of a deleted file, unreferenced; it is not restored.
  for (let copies = 1; ; copies += 1) {
    const copy = await copyDatabase(source.database, copyFile);
    try {
      facts = judgeCopy(copy.sqlite);
      outcome = await addStoredFiles(source.registers, copy, writer, members, options.progress);
    } finally {
      await copy.close();
    }
    if (!outcome.vanished) break;
    if (copies === mostCopies) {
      throw new BackupRefused('files are being deleted faster than they can be copied: try again later');
    }
  }
  if (outcome.damaged.length > 0 && !options.allowDamaged) throw new FilesDamaged(outcome.damaged);

  const database = await addFile(writer, databaseName, copyFile);
  const manifest: Manifest = {
    format: 'damson-backup',
    format_version: formatVersion,
    program_version: options.programVersion,
    ...facts,
    made_at: isoTime(options.now()),
    damaged: [...outcome.damaged, ...outcome.unmissed],
    members: [...members.values(), database],
  };
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await writer.add({ name: manifestName, size: text.length }, [text]);
  const seal = makeSeal(createHash('sha256').update(text).digest('hex'));
  await writer.add({ name: sealName, size: seal.length }, [seal]);
  await writer.finish();
  return manifest;
}

async function copyDatabase(database: BackupSource['database'], copyFile: string): Promise<OpenedDatabase> {
  rmSync(copyFile, { force: true });
  makePrivateFile(copyFile);
  if (!('sqlite' in database)) return database.copyTo(copyFile);
  const live = new Sqlite(database.sqlite.name, { fileMustExist: true });
  try {
    // SQLite restarts a copy whenever another process writes meanwhile, and under load never finishes it; within an open read
    // transaction it copies one state while others write.
    live.exec('begin');
    live.prepare('select count(*) from sqlite_schema').get();
    await live.backup(copyFile, { progress: () => 4096 });
  } finally {
    live.close();
  }
  return openDatabase(copyFile, { mustExist: true });
}

type CopyFacts = Pick<Manifest, 'schema_version' | 'counts' | 'history_head'>;

function judgeCopy(copy: Sqlite.Database): CopyFacts {
  const verdict = copy.pragma('integrity_check', { simple: true });
  const broken = copy.pragma('foreign_key_check') as unknown[];
  if (verdict !== 'ok' || broken.length > 0) {
    throw new BackupRefused('the database is damaged: run "damson verify", and keep your older backups');
  }
  return {
    schema_version: Number(copy.pragma('user_version', { simple: true })),
    counts: countRows(copy),
    history_head: toAnchor(readHeadOf(copy)),
  };
}

type FilesOutcome = {
  damaged: Damage[];
  /** Damaged files that can no longer be requested, such as those of a deleted mission. */
  unmissed: Damage[];
  /** Whether copied records were deleted before their file could be read. */
  vanished: boolean;
};

async function addStoredFiles(
  registers: Registers,
  copy: OpenedDatabase,
  writer: ArchiveWriter,
  members: Map<string, ManifestMember>,
  progress: Progress | undefined,
): Promise<FilesOutcome> {
  const outcome: FilesOutcome = { damaged: [], unmissed: [], vanished: false };
  const total = countStoredFiles(copy.sqlite);
  let done = 0;
  for (const register of registerNames) {
    for await (const record of registers[register].every(copy.db)) {
      progress?.(done, total);
      done += 1;
      const name = toMemberName(register, toPlace(record));
      if (members.has(name)) continue;
      try {
        // Checks in the open database whether the record still exists.
        const opened = await registers[register].open(record);
        try {
          const { size } = opened;
          const sha256 = await writer.add({ name, size }, opened.stream());
          if (sha256 !== record.sha256) throw new BackupRefused(`${name} changed while it was read`);
          members.set(name, { name, size, sha256 });
        } finally {
          await opened.close();
        }
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        if (error instanceof BlobLost || error.code === 'evidence_corrupt') {
          const list = (await registers[register].isMissed(record)) ? outcome.damaged : outcome.unmissed;
          list.push({ shelf: register, id: record.id });
        } else if (error.code === 'not_found') outcome.vanished = true;
        else throw error;
      }
    }
  }
  return outcome;
}

async function addFile(writer: ArchiveWriter, name: string, file: string): Promise<ManifestMember> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    return { name, size, sha256: await writer.add({ name, size }, readChunks(handle)) };
  } finally {
    await handle.close();
  }
}
