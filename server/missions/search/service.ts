import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../database/database.ts';
import type { Found } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import type { Viewer } from '../store.ts';
import { toViewer } from '../visibility.ts';
import type { FoundTest, TestSearchQuery } from './contract.ts';
import { foldText, isAbout, rankMatch, ranks, toWords } from './rules.ts';
import * as store from './store.ts';

type MissionWords = { outline: string | null; ids: string[]; words: string[] };

/** About 60 MB; anything beyond is read again for every search. */
const mostRemembered = 250_000;

/** How many tests are read before other requests get a turn. */
const readAtOnce = 500;

/** Remembers what a search compares of the tests of a mission until its outline changes. */
export class TestWordsMemory {
  readonly #most: number;
  readonly #kept = new Map<string, MissionWords>();
  #tests = 0;

  constructor(most = mostRemembered) {
    this.#most = most;
  }

  /** What is remembered of a mission as it is now; null when it has to be read. */
  known({ id, outline_changed_at }: store.MissionSign): MissionWords | null {
    const known = this.#kept.get(id);
    return known?.outline === outline_changed_at ? known : null;
  }

  async read(db: Db, { id, outline_changed_at }: store.MissionSign): Promise<MissionWords> {
    const tests = await store.listTestNames(db, id);
    const read = {
      outline: outline_changed_at,
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
 * A page of the tests this user may see that a text is found in, that are about a technique, somebody's work, tagged, or came to a
 * result: best rank first, then of the newest mission first.
 */
export async function searchTests(
  { db, memory }: { db: Db; memory: TestWordsMemory },
  user: Principal,
  { q, technique, limit, offset, ...filter }: TestSearchQuery,
): Promise<Found<FoundTest>> {
  const viewer = toViewer(user);
  const wanted = q === undefined ? null : foldText(q);
  const entry = technique === undefined ? null : foldText(technique);
  const picked = await pickTests(db, viewer, filter);
  const found: string[][] = ranks.map(() => []);
  let total = 0;
  let read = 0;
  for (const mission of await store.listMissionSigns(db, viewer)) {
    if (picked?.missions.has(mission.id) === false) continue;
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
      const id = tests.ids[index] as string;
      if (rank === null || picked?.tests.has(id) === false) continue;
      total += 1;
      const best = found[rank] as string[];
      if (best.length < offset + limit) best.push(id);
    }
  }
  const page = found.flat().slice(offset, offset + limit);
  return { items: await store.listFoundTests(db, viewer, page), total };
}

/** The tests that pass a filter, with their missions; null where all do. */
async function pickTests(
  db: Db,
  viewer: Viewer,
  { assignee, tag, attack_result }: Pick<TestSearchQuery, 'assignee' | 'tag' | 'attack_result'>,
): Promise<{ tests: Set<string>; missions: Set<string> } | null> {
  if ([assignee, tag, attack_result].every((wanted) => wanted === undefined)) return null;
  const assignee_id = assignee === 'me' ? viewer.id : assignee;
  const picked = await store.listPickedTests(db, viewer, { assignee_id, tag, attack_result });
  return {
    tests: new Set(picked.map(({ id }) => id)),
    missions: new Set(picked.map(({ mission_id }) => mission_id)),
  };
}
