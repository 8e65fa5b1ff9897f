import { open } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { OpenedDatabase } from '../database/database.ts';
import type { DatabaseInUse } from '../database/engine.ts';
import { openInUse } from '../database/in-use.ts';
import type { OpenedPostgres } from '../database/postgres/open.ts';
import { DatabaseRefused } from '../database/refused.ts';
import { judgeStorageError, type StorageVerdict } from '../database/storage-errors.ts';
import { BackupRefused, DomainError } from '../errors.ts';
import { openRegisters } from '../registers.ts';
import type { JobProgress, Outcome, Task, ThreadMessage } from './job.ts';
import { FilesDamaged, makeBackup } from './make.ts';
import { readBackup } from './read.ts';
import { type Findings, verifyInstallation } from './verify.ts';

const { task } = workerData as { task: Task };

/** Frequent enough for a progress bar. */
const reportEveryMilliseconds = 100;
let reported = Number.NEGATIVE_INFINITY;

function report(phase: JobProgress['phase'], done: number, total: number): void {
  const now = performance.now();
  if (now - reported < reportEveryMilliseconds) return;
  reported = now;
  say({ progress: { phase, done, total } });
}

function say(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

async function work(): Promise<Findings | null> {
  switch (task.kind) {
    case 'make':
      await withDatabase(task.database, (database) =>
        makeBackup({ database, registers: openRegisters(database.db, task.places) }, task.target, {
          force: false,
          allowDamaged: task.allowDamaged,
          programVersion: task.programVersion,
          now: () => task.madeAt,
          progress: (done, total) => report('files', done, total),
          readBackProgress: (done, total) => report('archive', done, total),
          // Signals are handled by the server.
          interruptible: (_tidy, run) => run(),
        }),
      );
      return null;
    case 'check': {
      const handle = await open(task.file, 'r');
      try {
        await readBackup(handle, { progress: (done, total) => report('archive', done, total) });
      } finally {
        await handle.close();
      }
      return null;
    }
    case 'verify':
      return withDatabase(task.database, (database) =>
        verifyInstallation(
          { database, registers: openRegisters(database.db, task.places) },
          { progress: (done, total) => report('files', done, total) },
        ),
      );
  }
}

async function withDatabase<T>(
  inUse: DatabaseInUse,
  use: (database: OpenedDatabase | OpenedPostgres) => Promise<T>,
): Promise<T> {
  const database = await openInUse(inUse);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

async function runTask(): Promise<Outcome> {
  try {
    return { done: true, findings: await work() };
  } catch (error) {
    if (error instanceof BackupRefused || (error instanceof DatabaseRefused && error.reason === 'newer')) {
      const damaged = error instanceof FilesDamaged ? error.damaged : [];
      const reason = error instanceof FilesDamaged ? 'damaged' : 'refused';
      return { done: false, reason, message: error.message, damaged };
    }
    const { name, code, stack } = (error ?? {}) as NodeJS.ErrnoException;
    const verdict = judgeFailure(error);
    const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
    return {
      done: false,
      reason: verdict ?? 'failed',
      message: '',
      damaged: [],
      trace: { error: String(name), code, stack: frames.map((frame) => frame.trim()) },
    };
  }
}

function judgeFailure(error: unknown): StorageVerdict | null {
  // The file store is unreachable or full.
  if (error instanceof DomainError && error.code === 'unavailable') return 'busy';
  if (error instanceof DomainError && error.code === 'disk_full') return 'full';
  // A backup can exceed the limit on the size of one file before the disk is full.
  return (error as NodeJS.ErrnoException | null)?.code === 'EFBIG' ? 'full' : judgeStorageError(error);
}

const outcome = await runTask();
// Flushed now, because the thread ends right after its answer.
flushCompileCache();
say({ outcome });
