import type { DatabaseInUse } from '../database/engine.ts';
import type { RegisterPlaces } from '../registers.ts';
import { runInThread } from '../threads.ts';
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

const problem =
  (reason: 'failed' | 'stopped', message: string) =>
  (error?: NodeJS.ErrnoException): JobEnded =>
    new JobEnded({
      done: false,
      reason,
      message,
      damaged: [],
      ...(error && { trace: { error: error.name, code: error.code, stack: [] } }),
    });

class JobEnded extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('A job on the stored data has ended');
    this.outcome = outcome;
  }
}

const failed = problem('failed', 'The thread that did it ended unexpectedly');

/**
 * Does `task` in a thread and tells `report` how far it is; never rejects, and resolves when the thread has ended. `stop` ends it wherever
 * it is; what it was writing is for the caller to remove.
 */
export async function runJob(
  task: Task,
  stop: AbortSignal,
  report: (progress: JobProgress) => void,
): Promise<Outcome> {
  const problems = {
    memory: () => failed(),
    time: () => failed(),
    ended: () => failed(),
    failed,
    stopped: problem('stopped', 'It was stopped'),
  };
  try {
    return await runInThread<ThreadMessage, Outcome>(
      { module: new URL('./job-thread.js', import.meta.url), task, problems },
      stop,
      (message, { resolve }) => {
        if ('progress' in message) report(message.progress);
        else resolve(message.outcome);
      },
    );
  } catch (error) {
    if (error instanceof JobEnded) return error.outcome;
    throw error;
  }
}
