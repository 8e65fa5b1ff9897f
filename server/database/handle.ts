import type Sqlite from 'better-sqlite3';

const statementsKept = 1000;

export type Prepared = {
  statement: Sqlite.Statement;
  /** Whether it returns rows and changes nothing. */
  reads: boolean;
};

/** One SQLite connection, with its prepared statements and the current turn's read transaction. */
export class Handle {
  readonly sqlite: Sqlite.Database;
  // Preparing a statement costs several times as much as running it.
  readonly #statements = new Map<string, Prepared>();
  readonly #onRead: () => void;
  #reading = false;

  /** `onRead` is called before the first read of each turn. */
  constructor(sqlite: Sqlite.Database, onRead: () => void = () => {}) {
    this.sqlite = sqlite;
    this.#onRead = onRead;
  }

  prepared(text: string): Prepared {
    let known = this.#statements.get(text);
    if (known === undefined) {
      const statement = this.sqlite.prepare(text);
      known = { statement, reads: statement.reader && statement.readonly };
      if (this.#statements.size >= statementsKept) {
        this.#statements.delete(this.#statements.keys().next().value as string);
      }
      this.#statements.set(text, known);
    }
    return known;
  }

  read(text: string, parameters: readonly unknown[]): unknown[] {
    this.beginReading();
    return this.prepared(text).statement.all(parameters);
  }

  /**
   * Reads in one turn of the event loop share a transaction, because SQLite's locks around each read cost more than reading a
   * row.
   */
  beginReading(): void {
    if (this.#reading) return;
    this.#reading = true;
    this.prepared('begin').statement.run();
    this.#onRead();
    setImmediate(() => this.endReading());
  }

  endReading(): void {
    if (!this.#reading) return;
    this.#reading = false;
    this.prepared('commit').statement.run();
  }

  close(): void {
    this.endReading();
    this.sqlite.close();
  }
}
