import type Sqlite from 'better-sqlite3';

const statementsKept = 1000;

export type Prepared = {
  statement: Sqlite.Statement;
  /** Answers with rows and changes nothing. */
  reads: boolean;
};

/** One of SQLite's connections, with the statements it has prepared and the read transaction of the present turn. */
export class Handle {
  readonly sqlite: Sqlite.Database;
  // Preparing a statement costs several times what running it does.
  readonly #statements = new Map<string, Prepared>();
  readonly #onRead: () => void;
  #reading = false;

  /** `onRead` is called in each turn that reads, before its first read. */
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
   * Reads of one turn of the event loop share a transaction: the locks that SQLite takes around each read outside of one
   * cost more than the read of a row.
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
