import { type Db, writesTo } from './database.ts';
import type { Tables } from './tables.ts';
import { nameView } from './view.ts';

/** Remembers values by version, for each view apart, until the version changes, or one of `tables` is written. */
export class Memory<T> {
  readonly #kept = new Map<string, { version: string; writes: number; value: T }>();
  readonly #tables: readonly (keyof Tables)[];
  readonly #most: number;
  readonly #weigh: (value: T) => number;
  #weight = 0;

  /** Holds at most `most` in total, as weighed by `weigh` (one each by default). Beyond that everything is forgotten. */
  constructor(tables: readonly (keyof Tables)[], most: number, weigh: (value: T) => number = () => 1) {
    this.#tables = tables;
    this.#most = most;
    this.#weigh = weigh;
  }

  async of(
    db: Db,
    { id: named, version }: { id: string; version: string },
    read: () => Promise<T>,
  ): Promise<T> {
    const id = keyOf(named);
    const writes = this.#tables.length === 0 ? 0 : writesTo(db, this.#tables);
    const kept = this.#kept.get(id);
    if (kept?.version === version && kept.writes === writes) return kept.value;
    const value = await read();
    this.#drop(id);
    if (this.#weight + this.#weigh(value) > this.#most) {
      this.#kept.clear();
      this.#weight = 0;
    }
    this.#weight += this.#weigh(value);
    this.#kept.set(id, { version, writes, value });
    return value;
  }

  forget(id: string): void {
    this.#drop(keyOf(id));
  }

  #drop(id: string): void {
    const kept = this.#kept.get(id);
    if (kept !== undefined) this.#weight -= this.#weigh(kept.value);
    this.#kept.delete(id);
  }
}

function keyOf(id: string): string {
  return `${nameView()} ${id}`;
}
