import type { Db } from '../../database/database.ts';
import { type Changes, parseChanges } from '../rules.ts';
import { readHead } from '../store.ts';
import * as store from './store.ts';

export type { EntryHead } from './store.ts';

/** A team's work of several days. */
const mostKept = 5000;

/** Caches the newest entries about exercises, without their changes, so that only new ones are read. */
export class RecentHistory {
  #entries: store.EntryHead[] = [];
  #last = 0;

  /** Oldest first. */
  async read(db: Db): Promise<readonly store.EntryHead[]> {
    const { seq } = await readHead(db);
    if (seq > this.#last) {
      const after = Math.max(this.#last, seq - mostKept);
      const added = await store.listExerciseEntries(db, { after, upTo: seq });
      // A concurrent caller may have read them meanwhile.
      const known = this.#last;
      this.#entries = [...this.#entries, ...added.filter((entry) => entry.seq > known)].slice(-mostKept);
      this.#last = Math.max(known, seq);
    }
    return this.#entries;
  }
}

/** Changes of these entries, by field, without long texts and erased ones. */
export async function readBriefChanges(db: Db, seqs: readonly number[]): Promise<Map<number, Changes>> {
  const rows = await store.listBriefChanges(db, seqs);
  return new Map(rows.map(({ seq, changes_json }) => [seq, parseChanges(changes_json) ?? {}]));
}
