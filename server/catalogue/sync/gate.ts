import { DomainError } from '../../errors.ts';
import { type JobFigures, judgeJobError, noJobsEnded } from '../../jobs/tally.ts';

/** Locks out other processes and returns a function to unlock; null if another holds the lock. */
type HoldOthers = () => Promise<(() => Promise<void>) | null>;

/** Allows one synchronisation at a time, however requested. */
export class SyncGate {
  #running: Promise<unknown> | null = null;
  readonly #stop = new AbortController();
  readonly #ended = noJobsEnded();
  readonly #holdOthers: HoldOthers;

  constructor(holdOthers: HoldOthers) {
    this.#holdOthers = holdOthers;
  }

  get figures(): JobFigures {
    return { waiting: 0, running: this.#running === null ? 0 : 1, ended: this.#ended };
  }

  /** Refuses (`sync_running`) while one is running, and (`unavailable`) once the server is stopping. */
  refuseWhileRunning(): void {
    if (this.#stop.signal.aborted) throw new DomainError('unavailable', 'The server is stopping');
    if (this.#running !== null) throw alreadyRunning();
  }

  /** Runs `work` exclusively; it must stop when its signal is aborted. Refuses what `refuseWhileRunning` does. */
  async run<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    this.refuseWhileRunning();
    const running = this.#runAlone(work);
    this.#running = running;
    try {
      const result = await running;
      this.#ended.done += 1;
      return result;
    } catch (error) {
      this.#ended[judgeJobError(error, this.#stop.signal)] += 1;
      throw error;
    } finally {
      this.#running = null;
    }
  }

  async #runAlone<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    const letGo = await this.#holdOthers();
    if (letGo === null) throw alreadyRunning();
    try {
      return await work(this.#stop.signal);
    } finally {
      await letGo();
    }
  }

  /** Cancels the running synchronisation, prevents new ones, and resolves when it has ended. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running?.catch(() => undefined);
  }
}

function alreadyRunning(): DomainError {
  return new DomainError('sync_running', 'The catalogue is already being synchronised');
}
