import type { QueryResult } from 'kysely';
import type { ShortLived } from './short-lived.ts';

/** From where a statement is run: from no transaction, from one that writes, or from one that reads a single state. */
export type Place = 'outside' | 'transaction' | 'snapshot';

/** A database that is open here, for another thread of this process to open too (`openInUse`). */
export type DatabaseInUse =
  | {
      file: string;
      /** A handle of the file that stays open for longer. */
      pages: number;
    }
  | {
      url: string;
      /** Where this process may put a copy of it for a while. */
      folder: string;
    };

/** Interface of the two engines behind a Kysely database, SQLite and PostgreSQL. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** Runs a statement at once, or returns null when it has to be awaited. */
  runNow(place: Place, text: string, parameters: readonly unknown[]): QueryResult<unknown> | null;
  /** Told that a statement will be run often. */
  keep(text: string): void;
  /** How often these tables may have been written: what was read from them holds as long as it stays the same. */
  writesTo(tables: readonly string[]): number;
  /** Calls back after each commit; returns what to call to be told no more. */
  onCommit(follow: () => void): () => void;
  /** Lets others read while the transaction that is open goes on, until it ends. */
  share(): void;
  /** Says something to the other processes, which need not hear it. */
  tell(text: string): void;
  /** Calls back with what others say; returns what to call to be told no more. */
  onTold(follow: (text: string) => void): () => void;
  /**
   * Holds this name against other processes once none of them does, and returns what to call to let it go; null when that takes longer
   * than so many milliseconds. Rejects where it can't be told. `isGuarded`: what is written meanwhile is refused when the name is lost.
   */
  holdName(
    name: string,
    options: { patience: number; isGuarded: boolean },
  ): Promise<(() => Promise<void>) | null>;
  /** Short-lived values. */
  readonly shortLived: ShortLived;
  /** Connections of this process, by what they do; `waiting` are those who wait for one. */
  connections(): Readonly<Record<'busy' | 'idle' | 'waiting', number>> | null;
  /** How large it is. */
  bytes(): Promise<number>;
  /** Makes a write, or returns false while somebody writes for long; left out where nobody waits for that. */
  writeWhileFree?(text: string, parameters: readonly unknown[]): Promise<boolean>;
  /** Runs `work` in a turn of its own, in which it writes by another connection. */
  lend<T>(work: () => Promise<T>): Promise<T>;
}

/** Counts writes by table, for `writesTo`. */
export class WriteCounts {
  readonly #tables = new Map<string, number>();
  /** Writes nobody can tell the table of. */
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

/** The table that a statement of Kysely's writes, or null. */
export function findWrittenTable(text: string): string | null {
  return /^(?:insert (?:or \w+ )?into|update|delete from) "(\w+)"/.exec(text)?.[1] ?? null;
}
