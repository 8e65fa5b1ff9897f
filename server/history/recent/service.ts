import type { Db } from '../../database/database.ts';
import { type Changes, parseChanges } from '../rules.ts';
import { readHead } from '../store.ts';
import * as store from './store.ts';

export type { EntryHead } from './store.ts';

/** How far back it reaches: some days of a team at work. */
const mostKept = 5000;

/** Remembers the newest entries about exercises, without what they changed, so that only what was added is read. */
export class RecentHistory {
  #entries: store.EntryHead[] = [];
  #last = 0;

  /** Oldest first. */
  async read(db: Db): Promise<readonly store.EntryHead[]> {
    const { seq } = await readHead(db);
    if (seq > this.#last) {
      const after = Math.max(this.#last, seq - mostKept);
      const added = await store.listExerciseEntries(db, { after, upTo: seq });
      // Somebody else may have asked meanwhile.
      const known = this.#last;
      this.#entries = [...this.#entries, ...added.filter((entry) => entry.seq > known)].slice(-mostKept);
      this.#last = Math.max(known, seq);
    }
    return this.#entries;
  }
}

/** Changes of these entries, field by field, without long texts and erased ones. */
export async function readBriefChanges(db: Db, seqs: readonly number[]): Promise<Map<number, Changes>> {
  const rows = await store.listBriefChanges(db, seqs);
  return new Map(rows.map(({ seq, changes_json }) => [seq, parseChanges(changes_json) ?? {}]));
}
