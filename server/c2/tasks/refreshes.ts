/** Why a task could not be refreshed, and the time of the next automatic attempt; null on success. */
export type Failure = { error: string; retry_at?: string } | null;

/** Running refreshes of tasks: concurrent readers share one, and a reader may leave before it ends. */
export class Refreshes {
  readonly #running = new Map<string, Promise<Failure>>();

  /** The running refresh of this task, or a new one; `start` must not reject. */
  once(taskId: string, start: () => Promise<Failure>): Promise<Failure> {
    const running = this.#running.get(taskId);
    if (running !== undefined) return running;
    const refresh = start().finally(() => this.#running.delete(taskId));
    this.#running.set(taskId, refresh);
    return refresh;
  }

  /** Waits until none is running. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }
}
