import type { Now } from '../database/clock.ts';
import type { ShortLived } from '../database/short-lived.ts';

/** Jobs of a kind by key, shared by every process of the database; entries are replaced and never changed. */
export class JobEntries<T extends object> {
  readonly #kept: ShortLived;
  readonly #kind: string;
  readonly #now: Now;
  readonly #untilOf: (entry: T) => number;

  /** `untilOf`: the time in milliseconds at which an entry expires. */
  constructor(kept: ShortLived, kind: string, { now, untilOf }: { now: Now; untilOf: (entry: T) => number }) {
    this.#kept = kept;
    this.#kind = kind;
    this.#now = now;
    this.#untilOf = untilOf;
  }

  /** All of them, in no order. */
  async list(): Promise<T[]> {
    return [...(await this.#kept.list(this.#kind, this.#now())).values()] as T[];
  }

  async find(key: string): Promise<T | null> {
    return ((await this.#kept.list(this.#kind, this.#now())).get(key) as T | undefined) ?? null;
  }

  /**
   * Replaces an entry by the result of `change`, or removes it for null, and returns the result. If `change` throws, nothing
   * changes.
   */
  async change(key: string, change: (entry: T | null) => T | null): Promise<T | null> {
    const [after] = await this.changeAll([key], ([entry = null]) => [change(entry)]);
    return after ?? null;
  }

  /** Does the same to several at once, in order. */
  changeAll(keys: readonly string[], change: (entries: (T | null)[]) => (T | null)[]): Promise<(T | null)[]> {
    const names = keys.map((key) => `${this.#kind} ${key}`);
    return this.#kept.change(names, this.#now(), (lent) => {
      const before = names.map((name) => (lent.get(name) as T | undefined) ?? null);
      const after = change(before);
      for (const [index, name] of names.entries()) {
        const entry = after[index] ?? null;
        if (entry === null) lent.delete(name);
        else if (entry !== before[index]) lent.set(name, entry, this.#untilOf(entry));
      }
      return after;
    });
  }

  /** Removes an entry if `isMeant`, and returns it; null when there is none. */
  async remove(key: string, isMeant: (entry: T) => boolean): Promise<T | null> {
    let removed: T | null = null;
    await this.change(key, (entry) => {
      removed = entry !== null && isMeant(entry) ? entry : null;
      return removed === null ? entry : null;
    });
    return removed;
  }
}
