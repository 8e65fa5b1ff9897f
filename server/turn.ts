/** Longest time a piece of work blocks others, in milliseconds. */
const longest = 8;

/** The turn of long work on the thread that answers everyone: once it is over, yield, then begin the next. */
export class Turn {
  #began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#began >= longest;
  }

  begin(): void {
    this.#began = performance.now();
  }

  /** Yields with `pause` when the turn is over. */
  async giveWay(pause: () => Promise<unknown>): Promise<void> {
    if (!this.isOver) return;
    await pause();
    this.begin();
  }
}
