/**
 * Values stored by name; callers never change a value after getting or setting it. A name is a kind, a space, and a key of that
 * kind.
 */
export type Lent = {
  get(name: string): unknown;
  /** Stores a JSON value until a time in milliseconds since the epoch. */
  set(name: string, value: unknown, until: number): void;
  delete(name: string): void;
};

/**
 * Values kept for a while that are no records: with SQLite in the memory of the process, with PostgreSQL in a table shared by all
 * processes, which does not survive a database crash.
 */
export interface ShortLived {
  /** Whether other processes, and this one after a restart, find the values. */
  readonly outlivesProcess: boolean;
  /** Gives `work` exclusive access to the values of these names, and stores its changes. */
  change<T>(names: readonly string[], now: number, work: (lent: Lent) => T): Promise<T>;
  /** Values of a kind by key, at one moment; read only. */
  list(kind: string, now: number): Promise<Map<string, unknown>>;
}

type Kept = { value: unknown; until: number };

/** Limit per kind; the oldest values are removed first. */
const capacity = 10_000;

export class ShortLivedInMemory implements ShortLived {
  readonly outlivesProcess = false;
  readonly #kinds = new Map<string, Map<string, Kept>>();

  async change<T>(_names: readonly string[], now: number, work: (lent: Lent) => T): Promise<T> {
    return work({
      get: (name) => {
        const kept = this.#kindOf(name).get(name);
        if (kept === undefined || kept.until > now) return kept?.value;
        this.#kindOf(name).delete(name);
        return undefined;
      },
      set: (name, value, until) => {
        const kind = this.#kindOf(name);
        kind.delete(name);
        kind.set(name, { value, until });
        if (kind.size > capacity) kind.delete(kind.keys().next().value as string);
      },
      delete: (name) => {
        this.#kindOf(name).delete(name);
      },
    });
  }

  async list(kind: string, now: number): Promise<Map<string, unknown>> {
    const prefix = `${kind} `;
    const still = [...this.#kindOf(prefix)].filter(([, { until }]) => until > now);
    return new Map(still.map(([name, { value }]) => [name.slice(prefix.length), value]));
  }

  #kindOf(name: string): Map<string, Kept> {
    const kind = name.slice(0, name.indexOf(' '));
    let found = this.#kinds.get(kind);
    if (found === undefined) {
      found = new Map();
      this.#kinds.set(kind, found);
    }
    return found;
  }
}
