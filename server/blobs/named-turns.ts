/** Turns for named resources: one after the other in this process, and locked against other processes by `hold`. */
export class NamedTurns {
  readonly #last = new Map<string, Promise<void>>();
  readonly #hold: (name: string) => Promise<() => Promise<void>>;

  constructor(hold: (name: string) => Promise<() => Promise<void>>) {
    this.#hold = hold;
  }

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const result = before.then(() => this.#alone(name, work));
    const turn = result.then(
      () => {},
      () => {},
    );
    this.#last.set(name, turn);
    try {
      return await result;
    } finally {
      if (this.#last.get(name) === turn) this.#last.delete(name);
    }
  }

  async #alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const letGo = await this.#hold(name);
    try {
      return await work();
    } finally {
      await letGo();
    }
  }
}
