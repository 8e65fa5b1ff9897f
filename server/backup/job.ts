import { getCompileCacheDir } from 'node:module';
import type { DatabaseInUse } from '../database/engine.ts';
import { startThread } from '../program.ts';
import type { RegisterPlaces } from '../registers.ts';
import type { BackupJob } from './contract.ts';
import type { Damage } from './manifest.ts';
import type { Findings } from './verify.ts';

/** Long work on the stored data, done in a thread of its own so that requests are served meanwhile. */
export type Task =
  | {
      kind: 'make';
      database: DatabaseInUse;
      places: RegisterPlaces;
      target: string;
      allowDamaged: boolean;
      programVersion: string;
      madeAt: number;
    }
  | { kind: 'check'; file: string }
  | { kind: 'verify'; database: DatabaseInUse; places: RegisterPlaces };

export type JobProgress = Pick<BackupJob, 'phase' | 'done' | 'total'>;

export type Outcome =
  | { done: true; findings: Findings | null }
  | {
      done: false;
      reason: 'damaged' | 'refused' | 'full' | 'busy' | 'broken' | 'failed' | 'stopped';
      message: string;
      damaged: readonly Damage[];
      /** For the log: no message, which could name a path. */
      trace?: { error: string; code: unknown; stack: string[] };
    };

export type ThreadMessage = { progress: JobProgress } | { outcome: Outcome };

export type Job = {
  /** Never rejects, and comes when the thread has ended. */
  outcome: Promise<Outcome>;
  /** Ends the thread wherever it is; what it was writing is for the caller to remove. */
  stop(): void;
};

/** Starts a thread on `task` and tells `report` how far it is. */
export function startJob(task: Task, report: (progress: JobProgress) => void): Job {
  const worker = startThread(new URL('./job-thread.js', import.meta.url), {
    workerData: { task, compileCache: getCompileCacheDir() },
  });
  let outcome: Outcome = { done: false, reason: 'stopped', message: 'It was stopped', damaged: [] };
  worker.on('message', (message: ThreadMessage) => {
    if ('progress' in message) report(message.progress);
    else outcome = message.outcome;
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    outcome = {
      done: false,
      reason: 'failed',
      message: 'The thread that did it ended unexpectedly',
      damaged: [],
      trace: { error: error.name, code: error.code, stack: [] },
    };
  });
  return {
    outcome: new Promise((resolve) => worker.once('exit', () => resolve(outcome))),
    stop: () => void worker.terminate(),
  };
}
