/** Longest time in milliseconds for which a piece of work blocks others. */
const longest = 8;

/** A time slice for long work on the main thread: once it is over, yield, then begin the next. */
export class Turn {
  #began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#began >= longest;
  }

  begin(): void {
    this.#began = performance.now();
  }

  /** Yields with `pause` when the time slice is over. */
  async giveWay(pause: () => Promise<unknown>): Promise<void> {
    if (!this.isOver) return;
    await pause();
    this.begin();
  }
}
