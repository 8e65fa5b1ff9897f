import { isoTime, type Now } from '../database/clock.ts';
import { DomainError } from '../errors.ts';
import { type JobFigures, type JobOutcome, noJobsEnded } from '../job-tally.ts';
import type { Log } from '../log.ts';
import type { BackupJob, Verification } from './contract.ts';
import { type Outcome, startJob, type Task } from './job.ts';

/** The one long job that may be under way, and what came of the last ones; remembered until the process ends. */
export type Jobs = {
  backup: BackupJob | null;
  verification: Verification | null;
  running: { what: string; ended: Promise<void>; stop: () => void } | null;
  /** How many have ended, by how they did. */
  ended: Record<JobOutcome, number>;
  closed: boolean;
};

type JobHost = { jobs: Jobs; log: Log; now: Now; onStorageBroken: (error: unknown) => void };

export function makeJobs(): Jobs {
  return { backup: null, verification: null, running: null, ended: noJobsEnded(), closed: false };
}

export function countJobs({ running, ended }: Jobs): JobFigures {
  return { waiting: 0, running: running === null ? 0 : 1, ended };
}

/** Ends the running job, lets no other begin, and returns when it has ended. */
export async function stopJobs(jobs: Jobs): Promise<void> {
  jobs.closed = true;
  jobs.running?.stop();
  await jobs.running?.ended;
}

/** Refuses (`job_running`) while a job is under way, and (`unavailable`) once the server is stopping. */
export function refuseWhileRunning(jobs: Jobs): void {
  if (jobs.closed) throw new DomainError('unavailable', 'The server is stopping');
  if (jobs.running !== null) {
    throw new DomainError('job_running', `${jobs.running.what}: wait until that is done`);
  }
}

function makeProgress(startedAt: number): Omit<Verification, 'result'> {
  return {
    state: 'running',
    started_at: isoTime(startedAt),
    ended_at: null,
    phase: 'database',
    done: 0,
    total: 0,
    problem: null,
  };
}

export function makeBackupJob(kind: BackupJob['kind'], id: string, startedAt: number): BackupJob {
  const progress = makeProgress(startedAt);
  const phase = kind === 'verify' ? 'archive' : progress.phase;
  return { kind, backup_id: id, ...progress, phase, damaged: [], damaged_total: 0 };
}

export function makeVerification(startedAt: number): Verification {
  return { ...makeProgress(startedAt), result: null };
}

/**
 * Starts the thread; once it has ended, `settle` does what is left and says whether the job succeeded. Only then is the job
 * over, and the next one may begin.
 */
export function beginJob(
  host: JobHost,
  what: string,
  task: Task,
  job: BackupJob | Verification,
  settle: (outcome: Outcome) => Promise<boolean>,
): void {
  const thread = startJob(task, (progress) => Object.assign(job, progress));
  const ended = thread.outcome
    .then((outcome) => conclude(host, job, outcome, settle))
    .finally(() => {
      host.jobs.running = null;
    });
  host.jobs.running = { what, ended, stop: thread.stop };
}

async function conclude(
  { log, now, jobs, onStorageBroken }: JobHost,
  job: BackupJob | Verification,
  outcome: Outcome,
  settle: (outcome: Outcome) => Promise<boolean>,
): Promise<void> {
  let problem: BackupJob['problem'] = outcome.done ? null : describeFailure(outcome);
  if (!outcome.done && outcome.trace !== undefined) {
    log.error({ event: 'backup_job_failed', reason: outcome.reason, ...outcome.trace });
    if (outcome.reason === 'broken') onStorageBroken(outcome.trace);
  }
  try {
    if (await settle(outcome)) problem = null;
  } catch (error) {
    const { name, code } = (error ?? {}) as NodeJS.ErrnoException;
    log.error({ event: 'backup_job_failed', reason: 'unsettled', error: name, code });
    problem = internalProblem;
  }
  jobs.ended[problem === null ? 'done' : judgeOutcome(outcome)] += 1;
  Object.assign(job, {
    state: problem === null ? 'done' : 'failed',
    problem,
    ended_at: isoTime(now()),
  });
}

function judgeOutcome(outcome: Outcome): JobOutcome {
  if (outcome.done) return 'failed';
  return outcome.reason === 'stopped' || outcome.reason === 'refused' ? outcome.reason : 'failed';
}

const internalProblem = {
  code: 'internal' as const,
  detail: 'Something went wrong on the server; its log says where',
};

function describeFailure(outcome: Extract<Outcome, { done: false }>): NonNullable<BackupJob['problem']> {
  switch (outcome.reason) {
    case 'damaged':
      return { code: 'evidence_corrupt', detail: `${outcome.message}; no backup was made` };
    case 'refused':
      return { code: 'refused', detail: outcome.message };
    case 'full':
      return { code: 'disk_full', detail: 'No space is left on the disk; nothing was kept' };
    case 'busy':
    case 'broken':
      return { code: 'unavailable', detail: "The storage can't be read or written at the moment" };
    case 'stopped':
      return { code: 'unavailable', detail: 'The server was stopped meanwhile' };
    default:
      return internalProblem;
  }
}
