import type { QueryResult } from 'kysely';
import type { ShortLived } from './short-lived.ts';
import type { View } from './view.ts';

/** Place of a statement: outside a transaction, in one that writes, or in one that reads a single state. */
export type Place = 'outside' | 'transaction' | 'snapshot';

/** An open database, for another thread of this process to open too (`openInUse`), and what that reads of it. */
export type DatabaseInUse = (
  | {
      file: string;
      /** A longer-lived descriptor of the file. */
      pages: number;
    }
  | {
      url: string;
      /** Folder for temporary copies. */
      folder: string;
    }
) & { view?: View };

/** Interface of the two engines behind a Kysely database, SQLite and PostgreSQL. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** Runs a statement at once, or returns null when it must be awaited. */
  runNow(place: Place, text: string, parameters: readonly unknown[]): QueryResult<unknown> | null;
  /** Announces a statement that will run often. */
  keep(text: string): void;
  /** Number of possible writes to these tables: while it is unchanged, reads from them stay valid. */
  writesTo(tables: readonly string[]): number;
  /** Calls back after each commit; returns a function to unsubscribe. */
  onCommit(follow: () => void): () => void;
  /** Lets others read during the open transaction, until it ends. */
  share(): void;
  /** Sends a message to the other processes; delivery is not guaranteed. */
  tell(text: string): void;
  /** Calls back with messages of others; returns a function to unsubscribe. */
  onTold(follow: (text: string) => void): () => void;
  /**
   * Acquires this name once no other process holds it, and returns a function to release it; null after the given milliseconds.
   * Rejects if that can't be determined. `isGuarded`: writes are refused if the name is lost.
   */
  holdName(
    name: string,
    options: { patience: number; isGuarded: boolean },
  ): Promise<(() => Promise<void>) | null>;
  /** Short-lived values. */
  readonly shortLived: ShortLived;
  /** Connections of this process, by state; `waiting` counts those waiting for one. */
  connections(): Readonly<Record<'busy' | 'idle' | 'waiting', number>> | null;
  /** Size in bytes. */
  bytes(): Promise<number>;
  /** Makes a write, or returns false during a long write; omitted if nothing ever waits for one. */
  writeWhileFree?(text: string, parameters: readonly unknown[]): Promise<boolean>;
  /** Runs `work` in a turn, in which it writes by another connection. */
  lend<T>(work: () => Promise<T>): Promise<T>;
}

/** Counts writes by table, for `writesTo`. */
export class WriteCounts {
  readonly #tables = new Map<string, number>();
  /** Writes to an unknown table. */
  #elsewhere = 0;

  note(table: string | null): void {
    if (table === null) this.#elsewhere += 1;
    else this.#tables.set(table, (this.#tables.get(table) ?? 0) + 1);
  }

  of(tables: readonly string[]): number {
    let writes = this.#elsewhere;
    for (const table of tables) writes += this.#tables.get(table) ?? 0;
    return writes;
  }
}

/** The table to which a Kysely statement writes, or null. */
export function findWrittenTable(text: string): string | null {
  return /^(?:insert (?:or \w+ )?into|update|delete from) "(\w+)"/.exec(text)?.[1] ?? null;
}
