import type { Db } from '../database/database.ts';
import { Memory } from '../database/memory.ts';

/** Tables that decide which missions a person sees: rows of members are also deleted with users. */
const tables = ['missions', 'mission_members', 'users'] as const;
const mostRemembered = 1000;

/** Caches the number of missions in a list, so that it is not counted again for every page. */
export class TotalsMemory {
  readonly #known = new Memory<number>(tables, mostRemembered);

  of(db: Db, list: string, count: () => Promise<number>): Promise<number> {
    return this.#known.of(db, { id: list, version: '' }, count);
  }
}
