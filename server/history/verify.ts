import type Sqlite from 'better-sqlite3';
import { historyTriggers } from '../database/migrations/baseline/history.ts';
import { findUnproven } from './proof.ts';
import { beginning, digestChanges, type Head, hashEntry, type StoredEntry } from './rules.ts';
import { findUnsealed } from './seals/verify.ts';

export type HistoryFindings = {
  /** One line each; only the first ones if there are very many. */
  problems: string[];
  entries: number;
  head: Head;
};

const mostProblems = 100;

/**
 * Checks every entry against its hash and the previous one, that the database still refuses to change them, and that their texts
 * lead to the current ones. `anchor` is a noted head: without one, a truncated or rewritten end of the history can't be detected.
 * `erased` are the entries erased on request since. Changes nothing.
 */
export function verifyHistory(
  sqlite: Sqlite.Database,
  { anchor = null, erased = null }: { anchor?: Head | null; erased?: ReadonlySet<number> | null } = {},
): HistoryFindings {
  return sqlite.transaction(() => {
    const chain = new Chain(anchor, erased);
    const rows = sqlite.prepare('select * from audit_entries order by seq').iterate();
    for (const row of rows as Iterable<StoredEntry>) chain.add(row);
    const problems = [...findMissingTriggers(sqlite), ...chain.end()];
    // A tampered entry proves nothing.
    if (problems.length === 0)
      problems.push(...new Set([...findUnproven(sqlite), ...findUnsealed(sqlite, mostProblems)]));
    return { problems: problems.slice(0, mostProblems), entries: chain.entries, head: chain.head };
  })();
}

/** The chain, entry by entry. */
class Chain {
  entries = 0;
  head: Head = beginning;
  readonly #anchor: Head | null;
  /** Requested erasures; null when unknown. */
  readonly #asked: ReadonlySet<number> | null;
  readonly #problems: string[] = [];
  /** Entries without changes, and those that a later entry records as erased, with its number. */
  readonly #empty = new Set<number>();
  readonly #erased = new Map<number, number>();

  constructor(anchor: Head | null, asked: ReadonlySet<number> | null) {
    this.#anchor = anchor;
    this.#asked = asked;
  }

  add(row: StoredEntry): void {
    this.entries += 1;
    const { seq, hash } = row;
    const next = this.head.seq + 1;
    if (seq < next) {
      this.#report(`entry ${seq} of the history comes before the first entry`);
      return;
    }
    if (seq > next) {
      this.#report(
        seq === next + 1
          ? `entry ${next} of the history is missing`
          : `entry ${next} of the history is missing, and all up to ${seq - 1}`,
      );
    } else if (row.previous !== this.head.hash) {
      this.#report(
        `entry ${seq} of the history does not follow the entry before it: one of them was changed`,
      );
    }
    if (hashEntry(row) !== hash) this.#report(`entry ${seq} of the history was changed`);
    this.#judgeChanges(row);
    if (row.verb === 'erased' && row.object_type === 'history') this.#noteErasure(row);
    if (seq === this.#anchor?.seq && hash !== this.#anchor.hash) {
      this.#report(
        `entry ${seq} of the history is not the one that was written down: it or an earlier one was replaced`,
      );
    }
    this.head = { seq, hash };
  }

  #noteErasure({ seq, object_id }: StoredEntry): void {
    const erased = Number(object_id);
    if (!Number.isInteger(erased) || erased < 1 || erased >= seq) {
      this.#report(`entry ${seq} of the history records an erasure of an entry that does not come before it`);
      return;
    }
    this.#erased.set(erased, seq);
  }

  end(): string[] {
    for (const seq of this.#empty) {
      if (!this.#erased.has(seq))
        this.#report(`entry ${seq} of the history lost its changes without an entry of their erasure`);
    }
    const anchor = this.#anchor;
    for (const [erased, seq] of this.#erased) {
      if (!this.#empty.has(erased)) {
        this.#report(
          `entry ${seq} of the history says that the changes of entry ${erased} were erased, but they are still there`,
        );
      } else if (this.#isToBeAsked(seq) && this.#asked?.has(erased) !== true) {
        this.#report(
          anchor === null
            ? `entry ${seq} of the history erased the changes of entry ${erased}: name it with --erased if that was asked for`
            : `entry ${seq} of the history erased the changes of entry ${erased} after entry ${anchor.seq}, which was written down: name it with --erased if that was asked for`,
        );
      }
    }
    if (anchor !== null && anchor.seq > this.head.seq) {
      this.#report(
        `entry ${this.head.seq + 1} of the history is missing, and all up to ${anchor.seq}, which was written down`,
      );
    }
    return this.#problems;
  }

  /** An anchor vouches for erasures up to it; later ones may have been forged at the end of the file. */
  #isToBeAsked(seq: number): boolean {
    return this.#anchor === null ? this.#asked !== null : seq > this.#anchor.seq;
  }

  #judgeChanges({ seq, salt, changes_json, digest }: StoredEntry): void {
    if (changes_json === null || salt === null) this.#empty.add(seq);
    else if (digestChanges(salt, changes_json) !== digest)
      this.#report(`entry ${seq} of the history has changes that were not recorded`);
  }

  #report(problem: string): void {
    if (this.#problems.length < mostProblems) this.#problems.push(problem);
  }
}

function findMissingTriggers(sqlite: Sqlite.Database): string[] {
  const there = sqlite.prepare("select lower(sql) from sqlite_master where type = 'trigger'").pluck().all();
  const isKept = historyTriggers.every((statement) => there.includes(statement.toLowerCase()));
  return isKept ? [] : ['the database no longer refuses to change the history'];
}
