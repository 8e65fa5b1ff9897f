import type { Db } from '../database/database.ts';
import { Memory } from '../database/memory.ts';

/** Tables that decide the missions a person sees: rows of members go with users too. */
const tables = ['missions', 'mission_members', 'users'] as const;
const mostRemembered = 1000;

/** Remembers how many missions a list holds, so that the length of a list is not counted again for every page of it. */
export class TotalsMemory {
  readonly #known = new Memory<number>(tables, mostRemembered);

  of(db: Db, list: string, count: () => Promise<number>): Promise<number> {
    return this.#known.of(db, { id: list, version: '' }, count);
  }
}
