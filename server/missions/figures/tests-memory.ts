import { mostTests } from '../../../domain/limits.ts';
import { type Db, writesTo } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { nameView } from '../../database/view.ts';
import type { MissionTest } from './figured-test.ts';

/** Limit: the most tests of one mission; some 30 MB. */
const mostRemembered = mostTests;

type Kept = { writes: number; tests: ReadonlyMap<string, MissionTest> };

/**
 * Caches the tests of missions for figures, for each view apart: each until it is written, and all until one of `tables` is, since verdicts are cached
 * with a test. Not for use inside a transaction, which may be rolled back.
 */
export class TestsMemory {
  readonly #missions = new Map<string, Kept>();
  readonly #tables: readonly (keyof Tables)[];
  #tests = 0;

  constructor(tables: readonly (keyof Tables)[]) {
    this.#tables = tables;
  }

  /**
   * The tests of a mission by id: unchanged ones from the cache, others from `read`. `versions` has the time of the last write to
   * each test.
   */
  async of(
    db: Db,
    mission: string,
    versions: ReadonlyMap<string, string>,
    read: (ids: string[]) => Promise<readonly MissionTest[]>,
  ): Promise<ReadonlyMap<string, MissionTest>> {
    const writes = writesTo(db, this.#tables);
    const key = `${nameView()} ${mission}`;
    const before = this.#missions.get(key);
    const known = before?.writes === writes ? before.tests : new Map<string, MissionTest>();
    const isKnown = (id: string) => known.get(id)?.updated_at === versions.get(id);
    const fresh = await read([...versions.keys()].filter((id) => !isKnown(id)));
    const found = new Map(fresh.map((test) => [test.id, test]));
    const tests = new Map<string, MissionTest>();
    for (const id of versions.keys()) {
      const test = found.get(id) ?? known.get(id);
      if (test !== undefined) tests.set(id, test);
    }
    this.#keep(key, { writes, tests });
    return tests;
  }

  #keep(mission: string, kept: Kept): void {
    this.#tests -= this.#missions.get(mission)?.tests.size ?? 0;
    this.#missions.delete(mission);
    if (this.#tests + kept.tests.size > mostRemembered) {
      this.#missions.clear();
      this.#tests = 0;
    }
    if (kept.tests.size > mostRemembered) return;
    this.#tests += kept.tests.size;
    this.#missions.set(mission, kept);
  }
}
