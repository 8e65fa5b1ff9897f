/** How long a piece of work keeps others waiting at most, in milliseconds. */
const longest = 8;

/** The turn of long work on the thread that answers everybody: once it is over, give way, then begin the next. */
export class Turn {
  #began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#began >= longest;
  }

  begin(): void {
    this.#began = performance.now();
  }

  /** Gives way by `pause` when the turn is over. */
  async giveWay(pause: () => Promise<unknown>): Promise<void> {
    if (!this.isOver) return;
    await pause();
    this.begin();
  }
}
