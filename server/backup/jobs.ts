import { isoTime, type Now } from '../database/clock.ts';
import { type Db, shortLivedOf } from '../database/database.ts';
import { DomainError } from '../errors.ts';
import { JobEntries } from '../jobs/entries.ts';
import { JobRunner, type JobWatch } from '../jobs/runner.ts';
import type { JobFigures, JobOutcome } from '../jobs/tally.ts';
import type { Log } from '../log.ts';
import type { CallerAuthor } from '../permissions.ts';
import type { BackupJob, Verification } from './contract.ts';
import { type JobProgress, type Outcome, runJob, type Task } from './job.ts';

/** Everything a process needs to run the job. */
export type Asked =
  | { kind: 'make'; id: string; name: string; madeAt: number; allowDamaged: boolean; by: CallerAuthor }
  | { kind: 'check'; id: string; name: string; by: CallerAuthor }
  | { kind: 'verify'; by: CallerAuthor };

/** Results of a backup job besides its end. */
export type Found = Partial<Pick<BackupJob, 'damaged' | 'damaged_total'> & Pick<Verification, 'result'>>;

/** Steps of a job. */
export type Doing = {
  task: Task;
  /** Finishes the job once its thread has ended, and returns whether it succeeded. Only then is the job over. */
  settle: (outcome: Outcome) => Promise<{ succeeded: boolean; found?: Found }>;
};

type Entry = { asked: Asked; job: BackupJob | Verification };
type Key = 'backup' | 'verification';
const keys = ['backup', 'verification'] as const;

const whatOf: Readonly<Record<Asked['kind'], string>> = {
  make: 'A backup is being created',
  check: 'A backup is being verified',
  verify: 'Stored data is being verified',
};

export type JobHost = {
  db: Db;
  log: Log;
  now: Now;
  onStorageBroken: (error: unknown) => void;
  /** Rejects if the job can't start. */
  begin: (asked: Asked) => Promise<Doing>;
};

/** Time for which the result of the last job is kept. */
const keptMilliseconds = 30 * 24 * 60 * 60_000;
/** Interval of progress messages to other processes. */
const tellEveryMilliseconds = 1000;

/** The long job on stored data, of which only one may run, and the last results. */
export class StoredDataJobs {
  readonly #host: JobHost;
  readonly #entries: JobEntries<Entry>;
  readonly #jobs: JobRunner;
  /** Progress of the job running in this process. */
  #progress: JobProgress | null = null;
  #isClosed = false;

  constructor(host: JobHost) {
    const { db, log, now } = host;
    this.#host = host;
    const untilOf = (entry: Entry): number => Date.parse(entry.job.started_at) + keptMilliseconds;
    this.#entries = new JobEntries(shortLivedOf(db), 'stored-data', { now, untilOf });
    this.#jobs = new JobRunner({
      db,
      log,
      kind: 'backup',
      find: async () =>
        (await this.#entries.list())
          .filter(({ job }) => job.state === 'running')
          .map(({ asked }) => toKey(asked)),
      run: (key, watch) => this.#run(key as Key, watch),
    });
  }

  get figures(): JobFigures {
    return this.#jobs.figures;
  }

  /** Continues a job left by another process. */
  look(): void {
    this.#jobs.look();
  }

  /** Cancels the running job, prevents new ones, and resolves when it has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#jobs.close();
  }

  /** The current or last backup job. */
  async backup(): Promise<BackupJob | null> {
    return (await this.#read('backup')) as BackupJob | null;
  }

  async verification(): Promise<Verification | null> {
    return (await this.#read('verification')) as Verification | null;
  }

  /** Refuses (`job_running`) while a job is running, and (`unavailable`) once the server is stopping. */
  async refuseWhileRunning(): Promise<void> {
    if (this.#isClosed) throw new DomainError('unavailable', 'The server is stopping');
    (await this.#entries.list()).forEach(refuseRunning);
  }

  /** Starts a job and returns it. Refuses as `refuseWhileRunning` does. */
  async begin(asked: Asked): Promise<BackupJob | Verification> {
    await this.refuseWhileRunning();
    const job = makeJob(asked, asked.kind === 'make' ? asked.madeAt : this.#host.now());
    await this.#entries.changeAll(keys, (entries) => {
      entries.forEach(refuseRunning);
      return keys.map((key, index) => (key === toKey(asked) ? { asked, job } : (entries[index] ?? null)));
    });
    this.#jobs.look();
    return job;
  }

  async #read(key: Key): Promise<BackupJob | Verification | null> {
    const entry = await this.#entries.find(key);
    if (entry === null) return null;
    const isHere = this.#progress !== null && entry.job.state === 'running';
    return isHere ? { ...entry.job, ...this.#progress } : entry.job;
  }

  async #run(key: Key, { stop }: JobWatch): Promise<JobOutcome | null> {
    const entry = await this.#entries.find(key);
    if (entry?.job.state !== 'running') return null;
    const { asked } = entry;
    const end = (change: Partial<BackupJob & Verification>) => this.#change(key, entry.job, change);
    const endedAt = (): string => isoTime(this.#host.now());
    try {
      const doing = await this.#host.begin(asked);
      const outcome = await this.#do(key, entry.job, doing.task, stop);
      // Left to another process, which starts the job again and removes this one's output first.
      if (stop.aborted && shortLivedOf(this.#host.db).outlivesProcess) return 'stopped';
      const { problem, found } = await this.#conclude(outcome, doing);
      await end({ ...found, problem, state: problem === null ? 'done' : 'failed', ended_at: endedAt() });
      return problem === null ? 'done' : judgeOutcome(outcome);
    } catch (error) {
      const problem = this.#tellUnsettled(error);
      await end({ problem, state: 'failed', ended_at: endedAt() });
      return 'failed';
    } finally {
      this.#progress = null;
    }
  }

  /** Runs the thread until it ends or `stop` ends it. */
  async #do(key: Key, job: Entry['job'], task: Task, stop: AbortSignal): Promise<Outcome> {
    let toldAt = performance.now();
    return runJob(task, stop, (progress) => {
      this.#progress = progress;
      const now = performance.now();
      if (!shortLivedOf(this.#host.db).outlivesProcess || now - toldAt < tellEveryMilliseconds) return;
      toldAt = now;
      void this.#change(key, job, progress).catch(() => {});
    });
  }

  async #conclude(
    outcome: Outcome,
    { settle }: Doing,
  ): Promise<{ problem: BackupJob['problem']; found: Found | undefined }> {
    const { log, onStorageBroken } = this.#host;
    if (!outcome.done && outcome.trace !== undefined) {
      log.error({ event: 'backup_job_failed', reason: outcome.reason, ...outcome.trace });
      if (outcome.reason === 'broken') onStorageBroken(outcome.trace);
    }
    const { succeeded, found } = await settle(outcome);
    return { problem: succeeded || outcome.done ? null : describeFailure(outcome), found };
  }

  #tellUnsettled(error: unknown): BackupJob['problem'] {
    const { name, code } = (error ?? {}) as NodeJS.ErrnoException;
    this.#host.log.error({ event: 'backup_job_failed', reason: 'unsettled', error: name, code });
    return internalProblem;
  }

  /** Changes the entry of a job that is still running. */
  #change(
    key: Key,
    { started_at }: Entry['job'],
    change: Partial<BackupJob & Verification>,
  ): Promise<unknown> {
    return this.#entries.change(key, (entry) =>
      entry?.job.state === 'running' && entry.job.started_at === started_at
        ? { ...entry, job: { ...entry.job, ...change } }
        : entry,
    );
  }
}

function toKey({ kind }: Asked): Key {
  return kind === 'verify' ? 'verification' : 'backup';
}

function refuseRunning(entry: Entry | null | undefined): void {
  if (entry?.job.state === 'running') {
    throw new DomainError('job_running', `${whatOf[entry.asked.kind]}: wait until it is done`);
  }
}

function makeJob(asked: Asked, startedAt: number): BackupJob | Verification {
  const progress = {
    state: 'running',
    started_at: isoTime(startedAt),
    ended_at: null,
    phase: 'database',
    done: 0,
    total: 0,
    problem: null,
  } as const;
  if (asked.kind === 'verify') return { ...progress, result: null };
  const isMade = asked.kind === 'make';
  return {
    kind: isMade ? 'make' : 'verify',
    backup_id: asked.id,
    ...progress,
    phase: isMade ? 'database' : 'archive',
    damaged: [],
    damaged_total: 0,
  };
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
      return { code: 'disk_full', detail: 'No space is left on the disk; nothing was saved' };
    case 'busy':
    case 'broken':
      return { code: 'unavailable', detail: "The storage can't be read or written at the moment" };
    case 'stopped':
      return { code: 'unavailable', detail: 'The server was stopped meanwhile' };
    default:
      return internalProblem;
  }
}
