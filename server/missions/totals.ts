import { type Db, onTold, tellOthers, writesTo } from '../database/database.ts';

const capacity = 1000;
/** Hardly ever written here: its count changes when what other processes do was not heard, or is not told by table. */
const quiet = ['instance'] as const;

/**
 * Remembers how many missions a list holds, so that the length of a list is not counted again for every page of it. Any
 * write that can change a total forgets them all, in every process; a total that was being counted meanwhile is not kept.
 */
export class MissionTotals {
  readonly #db: Db;
  #listening: (() => void) | null = null;
  #version = 0;
  #heard = 0;
  readonly #known = new Map<string, number>();

  constructor(db: Db) {
    this.#db = db;
  }

  async total(key: string, count: () => Promise<number>): Promise<number> {
    this.#listening ??= onTold(this.#db, 'missions', () => this.#forget());
    const heard = writesTo(this.#db, quiet);
    if (heard !== this.#heard) this.#forget();
    this.#heard = heard;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const version = this.#version;
    const total = await count();
    if (version === this.#version) {
      if (this.#known.size >= capacity) this.#known.clear();
      this.#known.set(key, total);
    }
    return total;
  }

  forget(): void {
    this.#forget();
    tellOthers(this.#db, 'missions', 'changed');
  }

  #forget(): void {
    this.#version += 1;
    this.#known.clear();
  }
}
