import { type Db, writeWhileFree } from './database.ts';

const freshMilliseconds = 1000;

/**
 * Tells whether writes reach the disk, which only a committed one shows. Safe to call often: it writes at most once a second, and
 * repeats its last result during a long write.
 */
export class WriteProbe {
  readonly #db: Db;
  readonly #onFailure: (error: unknown) => void;
  #asked = Number.NEGATIVE_INFINITY;
  #answer: Promise<boolean> = Promise.resolve(true);
  #last = true;

  constructor(db: Db, onFailure: (error: unknown) => void) {
    this.#db = db;
    this.#onFailure = onFailure;
  }

  canWrite(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#asked >= freshMilliseconds) {
      this.#asked = now;
      // SQLite does not touch the disk for an unchanged value.
      this.#answer = this.#write(String(now));
    }
    return this.#answer;
  }

  async #write(value: string): Promise<boolean> {
    const query = this.#db
      .insertInto('instance')
      .values({ key: 'write_probe', value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .compile();
    try {
      if (await writeWhileFree(this.#db, query)) this.#last = true;
    } catch (error) {
      this.#onFailure(error);
      this.#last = false;
    }
    return this.#last;
  }
}
