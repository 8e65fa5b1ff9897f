import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../database/database.ts';
import type { Found } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import { toViewer } from '../visibility.ts';
import type { FoundTest, TestSearchQuery } from './contract.ts';
import { foldText, isAbout, rankMatch, ranks, toWords } from './rules.ts';
import * as store from './store.ts';

type MissionWords = { ids: string[]; words: string[] };

/** About 60 MB; anything beyond is read again for every search. */
const mostRemembered = 250_000;

/** How many tests are read before other requests get a turn. */
const readAtOnce = 500;

/** Remembers what a search compares of the tests of a mission until the mission has more of them. */
export class TestWordsMemory {
  readonly #most: number;
  readonly #kept = new Map<string, MissionWords>();
  #tests = 0;

  constructor(most = mostRemembered) {
    this.#most = most;
  }

  /** What is remembered of a mission as it is now; null when it has to be read. */
  known({ id, tests }: store.MissionSize): MissionWords | null {
    const known = this.#kept.get(id);
    return known?.ids.length === tests ? known : null;
  }

  async read(db: Db, { id }: store.MissionSize): Promise<MissionWords> {
    const tests = await store.listTestNames(db, id);
    const read = {
      ids: tests.map((test) => test.id),
      words: tests.map(({ name, externalIds }) => toWords(name, externalIds)),
    };
    this.#tests -= this.#kept.get(id)?.ids.length ?? 0;
    this.#kept.delete(id);
    if (this.#tests + tests.length <= this.#most) {
      this.#kept.set(id, read);
      this.#tests += tests.length;
    }
    return read;
  }
}

/**
 * A page of the tests this user may see that a text is found in, or that are about a technique: best rank first, then of the
 * newest mission first.
 */
export async function searchTests(
  { db, memory }: { db: Db; memory: TestWordsMemory },
  user: Principal,
  { q, technique, limit, offset }: TestSearchQuery,
): Promise<Found<FoundTest>> {
  const viewer = toViewer(user);
  const wanted = q === undefined ? null : foldText(q);
  const entry = technique === undefined ? null : foldText(technique);
  const found: string[][] = ranks.map(() => []);
  let total = 0;
  let read = 0;
  for (const mission of await store.listMissionSizes(db, viewer)) {
    let tests = memory.known(mission);
    if (tests === null) {
      if (read >= readAtOnce) {
        await nextTurn();
        read = 0;
      }
      tests = await memory.read(db, mission);
      read += tests.ids.length;
    }
    for (const [index, words] of tests.words.entries()) {
      if (entry !== null && !isAbout(words, entry)) continue;
      const rank = wanted === null ? ranks[0] : rankMatch(words, wanted);
      if (rank === null) continue;
      total += 1;
      const best = found[rank] as string[];
      if (best.length < offset + limit) best.push(tests.ids[index] as string);
    }
  }
  const page = found.flat().slice(offset, offset + limit);
  return { items: await store.listFoundTests(db, viewer, page), total };
}
