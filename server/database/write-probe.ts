import { type Db, writeWhileFree } from './database.ts';

const freshMilliseconds = 1000;

/**
 * Tells whether a write reaches the disk, which only a committed one shows. It may be asked by anyone and often: it writes
 * once a second at most, and while somebody writes for long it says what it found last.
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
      // SQLite does not touch the disk for a value that is there already.
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
