import { createHash } from 'node:crypto';
import { closeSync, existsSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type Sqlite from 'better-sqlite3';
import { isoTime, type Now } from '../database/clock.ts';
import { type OpenedDatabase, openDatabase, syncFolder } from '../database/database.ts';
import { DomainError } from '../errors.ts';
import type { EvidenceFiles } from '../evidence/files.ts';
import { everyEvidence, openEvidence } from '../evidence/service.ts';
import { ArchiveWriter, BackupRefused, fileChunks } from './archive.ts';
import {
  databaseName,
  evidenceMemberName,
  formatVersion,
  type Manifest,
  type ManifestMember,
  manifestName,
  sealName,
  sealOf,
} from './manifest.ts';
import { type Progress, readBackup } from './read.ts';

export type BackupSource = { database: OpenedDatabase; files: EvidenceFiles };

export type BackupOptions = {
  /** Replace a file that is there. */
  force: boolean;
  /** Go on without evidence whose file is missing or damaged, and say so in the manifest. */
  allowDamaged: boolean;
  programVersion: string;
  now: Now;
  progress?: Progress | undefined;
  interruptible: Interruptible;
};

/** Evidence records whose file is missing or damaged. */
export class EvidenceDamaged extends BackupRefused {
  readonly ids: readonly string[];
  constructor(ids: readonly string[]) {
    super(`${ids.length} evidence ${ids.length === 1 ? 'file is' : 'files are'} missing or damaged`);
    this.ids = ids;
  }
}

/** Copies of the database that may be taken because evidence went away while it was being copied. */
const mostCopies = 20;

/** Runs work, and the first function before the program ends early should a signal come meanwhile. */
export type Interruptible = <T>(tidy: () => void, work: () => Promise<T>) => Promise<T>;

/**
 * Writes the database and the evidence it refers to into one new file that carries the digest of each, reads it back, and
 * only then gives it its name. Others may write meanwhile. Refuses (BackupRefused) a target that is there unless forced, a
 * damaged database, and missing or damaged evidence (EvidenceDamaged) unless allowed; a refusal leaves nothing behind.
 */
export async function makeBackup(
  source: BackupSource,
  target: string,
  options: BackupOptions,
): Promise<Manifest> {
  const refuseExisting = (): void => {
    if (existsSync(target) && !options.force) {
      throw new BackupRefused(`${target} exists already: choose another name, or give --force`);
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
      await readBack(partial);
      if (!(await isOurs())) throw new BackupRefused(`another back-up is writing to ${target}`);
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

async function readBack(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await readBackup(handle);
  } finally {
    await handle.close();
  }
}

async function writeArchive(
  source: BackupSource,
  writer: ArchiveWriter,
  copyFile: string,
  options: BackupOptions,
): Promise<Manifest> {
  const members = new Map<string, ManifestMember>();
  let facts: CopyFacts;
  let outcome: EvidenceOutcome;
  // Records are copied first and their files after that. A file that is deleted in between is missing from neither side: the
  // records are copied again without it, and only what came since is left to do. What was stored of it by then stays in the
  // archive, unreferenced, and is not restored.
  for (let copies = 1; ; copies += 1) {
    const copy = await copyDatabase(source.database.sqlite, copyFile);
    try {
      facts = judgeCopy(copy.sqlite);
      outcome = await addEvidence(source, copy, writer, members, options.progress);
    } finally {
      await copy.close();
    }
    if (!outcome.vanished) break;
    if (copies === mostCopies) {
      throw new BackupRefused('evidence is being deleted faster than it can be copied: try again later');
    }
  }
  if (outcome.damaged.length > 0 && !options.allowDamaged) throw new EvidenceDamaged(outcome.damaged);

  const database = await addFile(writer, databaseName, copyFile);
  const manifest: Manifest = {
    format: 'damson-backup',
    format_version: formatVersion,
    program_version: options.programVersion,
    ...facts,
    made_at: isoTime(options.now()),
    damaged_evidence: outcome.damaged,
    members: [...members.values(), database],
  };
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await writer.add({ name: manifestName, size: text.length }, [text]);
  const seal = sealOf(createHash('sha256').update(text).digest('hex'));
  await writer.add({ name: sealName, size: seal.length }, [seal]);
  await writer.finish();
  return manifest;
}

async function copyDatabase(live: Sqlite.Database, copyFile: string): Promise<OpenedDatabase> {
  rmSync(copyFile, { force: true });
  closeSync(openSync(copyFile, 'wx', 0o600));
  // SQLite starts a copy over whenever another process writes in between, and under load never finishes it; in an open read
  // transaction it copies one state while others go on writing.
  live.exec('begin');
  try {
    live.prepare('select count(*) from sqlite_schema').get();
    await live.backup(copyFile, { progress: () => 4096 });
  } finally {
    live.exec('rollback');
  }
  return openDatabase(copyFile, { mustExist: true });
}

type CopyFacts = Pick<Manifest, 'schema_version' | 'counts'>;

function judgeCopy(copy: Sqlite.Database): CopyFacts {
  const verdict = copy.pragma('integrity_check', { simple: true });
  const broken = copy.pragma('foreign_key_check') as unknown[];
  if (verdict !== 'ok' || broken.length > 0) {
    throw new BackupRefused('the database is damaged: run "damson verify", and keep your older back-ups');
  }
  return {
    schema_version: Number(copy.pragma('user_version', { simple: true })),
    counts: countRows(copy),
  };
}

export function countRows(sqlite: Sqlite.Database): Manifest['counts'] {
  const count = (table: string): number =>
    Number(sqlite.prepare(`select count(*) from ${table}`).pluck().get());
  return {
    users: count('users'),
    missions: count('missions'),
    mission_tests: count('mission_tests'),
    evidence: count('evidence'),
  };
}

type EvidenceOutcome = {
  damaged: string[];
  /** Some of the copied records were deleted before their file could be read. */
  vanished: boolean;
};

async function addEvidence(
  { database, files }: BackupSource,
  copy: OpenedDatabase,
  writer: ArchiveWriter,
  members: Map<string, ManifestMember>,
  progress: Progress | undefined,
): Promise<EvidenceOutcome> {
  const outcome: EvidenceOutcome = { damaged: [], vanished: false };
  const total = countRows(copy.sqlite).evidence;
  let done = 0;
  for await (const record of everyEvidence(copy.db)) {
    progress?.(done, total);
    done += 1;
    const name = evidenceMemberName(record);
    if (members.has(name)) continue;
    try {
      const { handle, size } = await openEvidence({ db: database.db, files }, record);
      try {
        const sha256 = await writer.add({ name, size }, fileChunks(handle));
        if (sha256 !== record.sha256)
          throw new BackupRefused(`evidence ${record.id} changed while it was read`);
        members.set(name, { name, size, sha256 });
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.code === 'not_found') outcome.vanished = true;
      else if (error.code === 'evidence_corrupt') outcome.damaged.push(record.id);
      else throw error;
    }
  }
  return outcome;
}

async function addFile(writer: ArchiveWriter, name: string, file: string): Promise<ManifestMember> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    return { name, size, sha256: await writer.add({ name, size }, fileChunks(handle)) };
  } finally {
    await handle.close();
  }
}
