import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../database/database.ts';
import { nameView } from '../../database/view.ts';
import type { Found } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import { Turn } from '../../turn.ts';
import type { Viewer } from '../heads.ts';
import { toViewer } from '../visibility.ts';
import type { FoundHost, FoundTest, TestSearchQuery } from './contract.ts';
import { foldText, isAbout, rankMatch, ranks, toWords } from './rules.ts';
import * as store from './store.ts';

type MissionWords = { outline: string | null; ids: string[]; words: string[] };

/** Tests kept in memory, about 60 MB; others are read again for every search. */
const mostRemembered = 250_000;

/** Number of missions queried at once for tests that pass a filter. */
const missionsAtOnce = 100;

/** Newest missions searched for hosts, and how many at once: without an index, every test in them is read. */
const missionsWithHosts = { most: 200, atOnce: 10 };

/** Caches the searchable text of a mission's tests until its outline changes. */
export class TestWordsMemory {
  readonly #most: number;
  readonly #kept = new Map<string, MissionWords>();
  #tests = 0;

  constructor(most = mostRemembered) {
    this.#most = most;
  }

  /** Cached search text of a mission; null when it has to be read. */
  known({ id, outline_changed_at }: store.MissionSign): MissionWords | null {
    const known = this.#kept.get(`${nameView()} ${id}`);
    return known?.outline === outline_changed_at ? known : null;
  }

  async read(db: Db, { id, outline_changed_at }: store.MissionSign): Promise<MissionWords> {
    const tests = await store.listTestNames(db, id);
    const read = {
      outline: outline_changed_at,
      ids: tests.map((test) => test.id),
      words: tests.map(({ name, externalIds }) => toWords(name, externalIds)),
    };
    const key = `${nameView()} ${id}`;
    this.#tests -= this.#kept.get(key)?.ids.length ?? 0;
    this.#kept.delete(key);
    if (this.#tests + tests.length <= this.#most) {
      this.#kept.set(key, read);
      this.#tests += tests.length;
    }
    return read;
  }
}

/**
 * A page of the tests visible to this user that match a text, a technique, an assignee, a tag or a result: best rank first, then
 * newest mission first.
 */
export async function searchTests(
  { db, memory }: { db: Db; memory: TestWordsMemory },
  user: Principal,
  { q, technique, limit, offset, ...filter }: TestSearchQuery,
): Promise<Found<FoundTest>> {
  const viewer = toViewer(user);
  const wanted = q === undefined ? null : foldText(q);
  const entry = technique === undefined ? null : foldText(technique);
  const missions = await store.listMissionSigns(db, viewer);
  const turn = new Turn();
  const picked = await pickTests(db, viewer, missions, filter, turn);
  const found: string[][] = ranks.map(() => []);
  let total = 0;
  for (const mission of missions) {
    if (picked?.missions.has(mission.id) === false) continue;
    await turn.giveWay(nextTurn);
    const tests = memory.known(mission) ?? (await memory.read(db, mission));
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

/** The first hosts with this text in the tests of the newest visible missions: newest first, then those with the most tests. */
export async function searchHosts(
  db: Db,
  user: Principal,
  { q, limit }: { q: string; limit: number },
): Promise<FoundHost[]> {
  const { most, atOnce } = missionsWithHosts;
  const missions = (await store.listMissionSigns(db, toViewer(user))).slice(0, most);
  const turn = new Turn();
  const found: FoundHost[] = [];
  for (let begin = 0; begin < missions.length && found.length < limit; begin += atOnce) {
    await turn.giveWay(nextTurn);
    const among = missions.slice(begin, begin + atOnce).map(({ id }) => id);
    found.push(...(await store.listHosts(db, among, q, limit - found.length)));
  }
  return found;
}

/** The tests that pass a filter, with their missions; null when all do. */
async function pickTests(
  db: Db,
  viewer: Viewer,
  missions: readonly store.MissionSign[],
  { assignee, tag, attack_result }: Pick<TestSearchQuery, 'assignee' | 'tag' | 'attack_result'>,
  turn: Turn,
): Promise<{ tests: Set<string>; missions: Set<string> } | null> {
  if ([assignee, tag, attack_result].every((wanted) => wanted === undefined)) return null;
  const assignee_id = assignee === 'me' ? viewer.id : assignee;
  const picked = { tests: new Set<string>(), missions: new Set<string>() };
  for (let begin = 0; begin < missions.length; begin += missionsAtOnce) {
    await turn.giveWay(nextTurn);
    const among = missions.slice(begin, begin + missionsAtOnce).map(({ id }) => id);
    for (const test of await store.listPickedTests(db, among, { assignee_id, tag, attack_result })) {
      picked.tests.add(test.id);
      picked.missions.add(test.mission_id);
    }
  }
  return picked;
}
