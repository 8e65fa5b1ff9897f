import type { Db } from '../../database/database.ts';
import { findView } from '../../database/view.ts';
import { type Changes, parseChanges } from '../rules.ts';
import { withoutTelling } from '../shown.ts';
import { readHead } from '../store.ts';
import * as store from './store.ts';

export type { EntryHead } from './store.ts';

/** A team's work of several days. */
const mostKept = 5000;

/** Caches the newest entries about exercises without their changes, so that only new ones are read. */
class RecentEntries {
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

/** Entries read at once for those who do not see everything. */
const mostShown = 500;

/** The newest entries about exercises; cached for those who see everything, because older ones may be revealed to others. */
export class RecentHistory {
  readonly #known = new RecentEntries();

  /** Oldest first. */
  async read(db: Db): Promise<readonly store.EntryHead[]> {
    if (findView() === null) return this.#known.read(db);
    return (await store.listNewestExerciseEntries(db, { limit: mostShown })).reverse();
  }
}

/** Changes of these entries, by field, without long texts and erased ones. */
export async function readBriefChanges(db: Db, seqs: readonly number[]): Promise<Map<number, Changes>> {
  const rows = await store.listBriefChanges(db, seqs);
  return new Map(
    rows.map(({ seq, changes_json }) => [seq, withoutTelling(parseChanges(changes_json) ?? {})]),
  );
}
