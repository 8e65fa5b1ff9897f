/** Why a task could not be refreshed, and when it is tried again by itself; null when it could. */
export type Failure = { error: string; retry_at?: string } | null;

/** The refreshes of tasks under way: readers at the same time share one, and a reader may leave before it ends. */
export class Refreshes {
  readonly #running = new Map<string, Promise<Failure>>();

  /** The refresh of this task that is under way, or else a new one; `start` must not reject. */
  once(taskId: string, start: () => Promise<Failure>): Promise<Failure> {
    const running = this.#running.get(taskId);
    if (running !== undefined) return running;
    const refresh = start().finally(() => this.#running.delete(taskId));
    this.#running.set(taskId, refresh);
    return refresh;
  }

  /** Waits until none is under way. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }
}
