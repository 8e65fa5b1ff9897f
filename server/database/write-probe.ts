import type { Db } from './database.ts';

const freshMilliseconds = 1000;

/**
 * Tells whether a write reaches the disk, which only a committed one shows. It may be asked by anyone and often: it writes
 * once a second at most.
 */
export class WriteProbe {
  readonly #db: Db;
  readonly #onFailure: (error: unknown) => void;
  #asked = Number.NEGATIVE_INFINITY;
  #answer: Promise<boolean> = Promise.resolve(true);

  constructor(db: Db, onFailure: (error: unknown) => void) {
    this.#db = db;
    this.#onFailure = onFailure;
  }

  canWrite(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#asked >= freshMilliseconds) {
      this.#asked = now;
      // SQLite does not touch the disk for a value that is there already.
      this.#answer = this.#write(String(now));
    }
    return this.#answer;
  }

  async #write(value: string): Promise<boolean> {
    try {
      await this.#db
        .insertInto('instance')
        .values({ key: 'write_probe', value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
      return true;
    } catch (error) {
      this.#onFailure(error);
      return false;
    }
  }
}
