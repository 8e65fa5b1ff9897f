import type { DatabaseInUse } from '../database/engine.ts';
import type { RegisterPlaces } from '../registers.ts';
import { runInThread } from '../threads.ts';
import type { BackupJob } from './contract.ts';
import type { Damage } from './manifest.ts';
import type { Findings } from './verify.ts';

/** Long work on stored data, run in a thread so that requests are served meanwhile. */
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
      /** For the log, without the message, which could contain a path. */
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
 * Runs `task` in a thread and reports its progress; never rejects, and resolves when the thread has ended. `stop` ends it at any
 * point; the caller removes partial output.
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
