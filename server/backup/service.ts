import path from 'node:path';
import { markVerified } from '../blobs/verified.ts';
import { isoTime, type Now } from '../database/clock.ts';
import {
  type Db,
  findInUse,
  inTransaction,
  measureDatabase,
  shortLivedOf,
  type Trx,
} from '../database/database.ts';
import { readInstance, writeInstance } from '../database/instance.ts';
import { DatabaseRefused } from '../database/refused.ts';
import { DomainError } from '../errors.ts';
import { type Author, type DownloadRecorder, recordWrite } from '../history/service.ts';
import { newId } from '../ids.ts';
import type { JobFigures } from '../jobs/tally.ts';
import type { Log } from '../log.ts';
import type { Found } from '../paging.ts';
import { type CallerAuthor, type Principal, toAuthor } from '../permissions.ts';
import { placeRegisters, type Registers } from '../registers.ts';
import type { Settings } from '../settings.ts';
import type { Backup, BackupJob, Verification } from './contract.ts';
import { confirmDamage, forgetHealed, listSuspects } from './damage.ts';
import { BackupFolder, type OpenedBackup } from './folder.ts';
import { type Asked, type Doing, StoredDataJobs } from './jobs.ts';
import type { Damage } from './manifest.ts';
import { findEntriesOf, sumRecordedBytes } from './store.ts';
import { removeLeftCopies } from './verify.ts';

type Surroundings = {
  db: Db;
  now: Now;
  log: Log;
  registers: Registers;
  version: string;
  onStorageBroken: (error: unknown) => void;
  recordDownload: DownloadRecorder;
  /** Restarts the server with a backup in place of its data; undefined where that is not possible. */
  restore: ((asked: { file: string; by: CallerAuthor }) => void) | undefined;
};

/** A server's backups, and the long job on its stored data. */
export type Backups = Surroundings & {
  settings: Pick<Settings, 'dbPath' | 'dataDir'> & Parameters<typeof placeRegisters>[0];
  folder: BackupFolder;
  jobs: StoredDataJobs;
};

/** The history entries that added damaged files, by the ids of their records; C2 output has none. */
export function findEntriesOfFiles(db: Db, damaged: readonly Damage[]): Promise<Map<string, number>> {
  return findEntriesOf(db, damaged);
}

/** The folder of backups made in the interface. */
export const openBackupFolder = ({ backupDir }: Pick<Settings, 'backupDir'>): BackupFolder =>
  new BackupFolder(backupDir);

/** A server's backups; the first one creates their folder. */
export function openBackups(settings: Settings, surroundings: Surroundings): Backups {
  const { db, log, now, onStorageBroken } = surroundings;
  const begin = (asked: Asked): Promise<Doing> => beginJob(backups, asked);
  const jobs = new StoredDataJobs({ db, log, now, onStorageBroken, begin });
  const backups = { ...surroundings, settings, folder: openBackupFolder(settings), jobs };
  return backups;
}

/** Old enough that no process is still writing it. */
const abandonedMilliseconds = 24 * 60 * 60_000;

/** Removes partial backups of interrupted processes, and continues a job that one has left. */
export async function sweepBackups({ db, now, settings, folder, jobs, log }: Backups): Promise<void> {
  await removeLeftCopies(settings.dataDir);
  const isShared = shortLivedOf(db).outlivesProcess;
  const removed = await folder.removeLeavings(isShared ? { before: now() - abandonedMilliseconds } : {});
  if (removed > 0) log.warn({ event: 'backups_swept', removed });
  jobs.look();
}

/** Cancels the running job, prevents new ones, and resolves when it has ended. */
export function closeBackups({ jobs }: Backups): Promise<void> {
  return jobs.close();
}

/** The number of current and past jobs on stored data. */
export function countBackupJobs({ jobs }: Backups): JobFigures {
  return jobs.figures;
}

/** A page of the backups, newest first. */
export async function listBackups(
  { folder }: Backups,
  { limit, offset }: { limit: number; offset: number },
): Promise<Found<Backup>> {
  const names = await folder.names();
  const items: Backup[] = [];
  for (const name of names.slice(offset, offset + limit)) {
    try {
      items.push(await folder.describe(name));
    } catch (error) {
      // Deleted since the folder was read.
      if (!(error instanceof DomainError)) throw error;
    }
  }
  return { items, total: names.length };
}

/** The name of a backup. Refuses (`not_found`) an unknown id. */
export function findBackup({ folder }: Backups, id: string): Promise<string> {
  return folder.nameOf(id);
}

/** One backup. Refuses (`not_found`) a missing one. */
export function readBackupFacts({ folder }: Backups, name: string): Promise<Backup> {
  return folder.describe(name);
}

/**
 * Opens a backup for download; the caller sends or closes the handle. The download is recorded once sent. Refuses (`not_found`) a
 * missing one.
 */
export async function openBackupFile(
  { folder, recordDownload }: Backups,
  user: Principal,
  { id, name }: { id: string; name: string },
  isSent: boolean,
): Promise<OpenedBackup> {
  const opened = await folder.open(name);
  if (isSent) await recordDownload(user, { object: 'backup', id, after: { name } }, opened.handle);
  return opened;
}

/** Whether this server can restore a backup over its current data. */
export const canRestore = ({ restore }: Backups): boolean => restore !== undefined;

/**
 * Starts a restore over the current data: the server stops taking requests, backs up its data, and restarts. `prove` requires
 * proof of identity from the caller, and records the restore. Refuses `restore_by_command` if only the command can restore,
 * `job_running`, `backup_not_verified` a backup that was not found intact, and what `prove` refuses.
 */
export async function startRestore(
  { folder, jobs, now, restore }: Backups,
  user: Principal,
  { id, name }: { id: string; name: string },
  prove: (record: (trx: Trx) => Promise<void>) => Promise<void>,
): Promise<Backup> {
  if (restore === undefined) {
    throw new DomainError(
      'restore_by_command',
      'This server does not restore while it runs: use "damson restore <file>" for an empty data folder or an empty PostgreSQL database',
    );
  }
  await jobs.refuseWhileRunning();
  const backup = await folder.describe(name);
  if (backup.check?.intact !== true) {
    throw new DomainError('backup_not_verified', 'Only a backup that was verified and is intact is restored');
  }
  await prove(async (trx) => {
    const at = isoTime(now());
    await recordWrite(trx, { at, by: user, verb: 'restored', object: 'backup', id, after: { name } });
  });
  restore({ file: folder.fileOf(name), by: toAuthor(user) });
  return backup;
}

/** Deletes a backup. Refuses (`job_running`) the one that is being verified. */
export async function dropBackup(
  backups: Backups,
  user: Principal,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { folder, jobs } = backups;
  const running = await jobs.backup();
  if (running?.state === 'running' && running.backup_id === id) {
    throw new DomainError('job_running', 'This backup is being verified');
  }
  await recordDeletion(backups, user, { id, name });
  await folder.remove(name);
}

const lastBackup = 'last_backup';

/** The time of the newest recorded backup; null for none. */
export function readLastBackup(db: Db): Promise<string | null> {
  return readInstance(db, lastBackup);
}

/** Records in the history that a backup was made and is intact. */
export function recordMadeBackup(
  db: Db,
  { at, by, id, name }: { at: string; by: Author; id: string | null; name: string },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await writeInstance(trx, lastBackup, at);
    await recordWrite(trx, { at, by, verb: 'created', object: 'backup', id, after: { name } });
  });
}

function recordDeletion(
  { db, now }: Backups,
  by: CallerAuthor,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  return inTransaction(db, (trx) =>
    recordWrite(trx, { at: isoTime(now()), by, verb: 'deleted', object: 'backup', id, before: { name } }),
  );
}

/** Space kept free for other writes. */
const reservedBytes = 16 * 1024 * 1024;

/**
 * Starts a backup and returns the job, which runs on its own. Refuses while another job is running (`job_running`), and a disk
 * without enough space (`disk_full`). The job fails if files are missing or damaged, unless that is allowed.
 */
export async function startBackup(
  backups: Backups,
  user: Principal,
  { allow_damaged: allowDamaged }: { allow_damaged: boolean },
): Promise<BackupJob> {
  const { folder, jobs } = backups;
  await jobs.refuseWhileRunning();
  await refuseWithoutSpace(backups);
  await folder.prepare();
  const madeAt = backups.now();
  const id = newId();
  const name = path.basename(folder.newFile(id, madeAt));
  return (await jobs.begin({
    kind: 'make',
    id,
    name,
    madeAt,
    allowDamaged,
    by: toAuthor(user),
  })) as BackupJob;
}

/**
 * Starts a full read of a backup and returns the job. The backup's `check` gets the result. Refuses while another job is running
 * (`job_running`).
 */
export async function startCheck(
  { jobs }: Backups,
  user: Principal,
  { id, name }: { id: string; name: string },
): Promise<BackupJob> {
  return (await jobs.begin({ kind: 'check', id, name, by: toAuthor(user) })) as BackupJob;
}

/**
 * Starts a check of the database and all stored files, and returns the job; health reports the result. Refuses while another job
 * is running (`job_running`).
 */
export async function startVerification({ jobs }: Backups, user: Principal): Promise<Verification> {
  return (await jobs.begin({ kind: 'verify', by: toAuthor(user) })) as Verification;
}

async function beginJob(backups: Backups, asked: Asked): Promise<Doing> {
  switch (asked.kind) {
    case 'make':
      return beginBackup(backups, asked);
    case 'check':
      return beginCheck(backups, asked);
    default:
      return beginVerification(backups, asked);
  }
}

async function beginBackup(
  backups: Backups,
  { id, name, madeAt, allowDamaged, by }: Extract<Asked, { kind: 'make' }>,
): Promise<Doing> {
  const { folder, settings, log } = backups;
  const target = folder.fileOf(name);
  // Leftovers of a killed process.
  await folder.removeLeavings({ of: target });
  await folder.prepare();
  return {
    task: {
      kind: 'make',
      database: findInUse(backups.db),
      places: placeRegisters(settings),
      target,
      allowDamaged,
      programVersion: backups.version,
      madeAt,
    },
    settle: async (outcome) => {
      await folder.removeLeavings({ of: target });
      if (outcome.done) {
        await recordMadeBackup(backups.db, { at: isoTime(backups.now()), by, id, name });
        log.info({ event: 'backup_made', backup: name, user_id: by.id });
        const check = { checked_at: isoTime(backups.now()), intact: true, problem: null };
        // The backup is complete; without the note it merely counts as not verified.
        await folder.keepCheck(name, check).catch((error: NodeJS.ErrnoException) => {
          log.warn({ event: 'backup_note_failed', backup: name, code: error.code });
        });
        return { succeeded: true };
      }
      const damaged = await confirmDamage(backups, outcome.damaged);
      return { succeeded: false, found: { damaged: damaged.named, damaged_total: damaged.total } };
    },
  };
}

async function beginCheck(backups: Backups, { name, by }: Extract<Asked, { kind: 'check' }>): Promise<Doing> {
  const { folder, log } = backups;
  return {
    task: { kind: 'check', file: folder.fileOf(name) },
    settle: async (outcome) => {
      // A damaged backup is a finding, not a failure of the job.
      if (!outcome.done && outcome.reason !== 'refused') return { succeeded: false };
      const problem = outcome.done ? null : outcome.message;
      await folder.keepCheck(name, { checked_at: isoTime(backups.now()), intact: outcome.done, problem });
      log.info({ event: 'backup_verified', backup: name, intact: outcome.done, user_id: by.id });
      return { succeeded: true };
    },
  };
}

async function beginVerification(
  backups: Backups,
  { by }: Extract<Asked, { kind: 'verify' }>,
): Promise<Doing> {
  const { settings, log } = backups;
  const suspects = listSuspects(backups);
  return {
    task: { kind: 'verify', database: findInUse(backups.db), places: placeRegisters(settings) },
    settle: async (outcome) => {
      if (!outcome.done || outcome.findings === null) return { succeeded: false };
      const { historyProblems, isRotten, records, unrecorded } = outcome.findings;
      const databaseProblems = [...outcome.findings.databaseProblems, ...historyProblems];
      const damaged = await confirmDamage(backups, outcome.findings.damaged);
      forgetHealed(backups, suspects, damaged.places);
      await markVerified(backups.db);
      const result = {
        database_problems: databaseProblems.slice(0, mostListed),
        records,
        damaged: damaged.named,
        damaged_total: damaged.total,
        unrecorded: unrecorded.length,
      };
      const facts = { database_problems: databaseProblems.length, damaged: damaged.total };
      log.info({ event: 'data_verified', records, ...facts, user_id: by.id });
      // The next start reports why it refuses to serve.
      if (isRotten) backups.onStorageBroken(new DatabaseRefused(String(databaseProblems[0]), 'damaged'));
      return { succeeded: true, found: { result } };
    },
  };
}

/** SQLite itself stops after a hundred. */
const mostListed = 100;

/** Overhead of the archive: headers, the manifest, and growth of the database meanwhile. */
const overheadBytes = 4 * 1024 * 1024;

async function refuseWithoutSpace({ db, folder }: Backups): Promise<void> {
  // The database is copied next to the archive before it is added.
  const needed = 2 * (await measureDatabase(db)) + (await sumRecordedBytes(db)) + overheadBytes;
  const free = await folder.freeBytes();
  if (free >= needed + reservedBytes) return;
  const [wanted, there] = [needed + reservedBytes, free].map((bytes) => Math.ceil(bytes / 1024 / 1024));
  throw new DomainError(
    'disk_full',
    `A backup needs ${wanted} MiB on the disk of the data folder, and ${there} MiB are left; nothing was written`,
  );
}
