import { DomainError } from '../errors.ts';

/** Lets one synchronisation through at a time, whichever way it was asked for. */
export class SyncGate {
  #running: Promise<unknown> | null = null;
  readonly #stop = new AbortController();

  /** Refuses (`sync_running`) while one is under way, and (`unavailable`) once the server is stopping. */
  refuseWhileRunning(): void {
    if (this.#stop.signal.aborted) throw new DomainError('unavailable', 'The server is stopping');
    if (this.#running !== null) {
      throw new DomainError('sync_running', 'The catalogue is being synchronised already');
    }
  }

  /** Runs `work` alone; it has to give up when the signal it gets is aborted. Refuses what `refuseWhileRunning` does. */
  async run<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    this.refuseWhileRunning();
    const running = work(this.#stop.signal);
    this.#running = running;
    try {
      return await running;
    } finally {
      this.#running = null;
    }
  }

  /** Ends the running synchronisation, lets no other begin, and returns when it has ended. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running?.catch(() => undefined);
  }
}
