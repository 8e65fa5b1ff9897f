import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MissionStatus } from '../../../domain/missions.ts';
import type { Db } from '../../database/database.ts';
import type { DetectionLevel } from '../../detection-levels/contract.ts';
import { listDetectionLevels } from '../../detection-levels/service.ts';
import type { Principal } from '../../permissions.ts';
import { toViewer } from '../visibility.ts';
import type { CoverageSummary, Overview, WaitingTests } from './contract.ts';
import * as store from './store.ts';

/** How many waiting tests are named; the rest are counted. */
const named = 6;

/** What waits in the missions in progress that this user sees. */
export async function readOverview(db: Db, user: Principal): Promise<Overview> {
  const running = await store.listMissionSigns(db, toViewer(user), 'in_progress');
  return {
    missions: running.length,
    pending: await readWaiting(db, running, 'pending'),
    executed: await readWaiting(db, running, 'executed'),
  };
}

async function readWaiting(
  db: Db,
  running: readonly store.MissionSign[],
  status: 'pending' | 'executed',
): Promise<WaitingTests> {
  const column = status === 'pending' ? 'count_pending' : 'count_executed';
  const total = running.reduce((sum, mission) => sum + mission[column], 0);
  // Even with one test each, no more missions than that can be named.
  const first = running.filter((mission) => mission[column] > 0).slice(0, named);
  const lists: WaitingTests['tests'][] = [];
  for (const { id, name } of first) {
    const tests = await store.listFirstTests(db, id, status, named);
    lists.push(tests.map((test) => ({ ...test, mission: { id, name } })));
  }
  const inTurn = Array.from({ length: named }, (_, place) => lists.flatMap((list) => list[place] ?? []));
  return { total, tests: inTurn.flat().slice(0, named) };
}

const mostRemembered = 2000;

/** Remembers what the tests of a mission cover until the mission changes. */
export class CoverageMemory {
  readonly #kept = new Map<string, { lastChangeAt: string; alike: store.Alike[] }>();

  async of(db: Db, { id, last_change_at: lastChangeAt }: store.MissionSign): Promise<store.Alike[]> {
    const known = this.#kept.get(id);
    if (known?.lastChangeAt === lastChangeAt) return known.alike;
    // One mission is added up at a time, so that a write waits for one at most.
    await nextTurn();
    const alike = await store.listAlikeTests(db, id);
    if (this.#kept.size >= mostRemembered) this.#kept.clear();
    this.#kept.set(id, { lastChangeAt, alike });
    return alike;
  }
}

/** What the missions this user sees plan and have run, by entry of the matrix and by detection level. */
export async function readCoverage(
  { db, memory }: { db: Db; memory: CoverageMemory },
  user: Principal,
  { status }: { status?: MissionStatus | undefined },
): Promise<CoverageSummary> {
  const missions = await store.listMissionSigns(db, toViewer(user), status);
  const levels = await listDetectionLevels(db);
  const sum = new CoverageSum(levels);
  for (const mission of missions) {
    for (const alike of await memory.of(db, mission)) sum.add(alike);
  }
  return { missions: missions.length, ...sum.total() };
}

type Standing = { planned: number; run: number; level: DetectionLevel | null };

class CoverageSum {
  readonly #levels: ReadonlyMap<string, DetectionLevel>;
  readonly #tests = { planned: 0, run: 0 };
  readonly #tagged = { planned: new Set<string>(), run: new Set<string>() };
  readonly #runByLevel = new Map<string | null, number>();
  readonly #entries = new Map<string, Standing>();

  constructor(levels: readonly DetectionLevel[]) {
    this.#levels = new Map(levels.map((level) => [level.id, level]));
  }

  add({ entries, was_run, level_id, tests }: store.Alike): void {
    const run = was_run ? tests : 0;
    this.#tests.planned += tests;
    this.#tests.run += run;
    if (was_run) this.#runByLevel.set(level_id, (this.#runByLevel.get(level_id) ?? 0) + tests);
    const level = was_run && level_id !== null ? (this.#levels.get(level_id) ?? null) : null;
    for (const entry of entries) {
      this.#tagged.planned.add(entry);
      if (was_run) this.#tagged.run.add(entry);
    }
    for (const entry of collectReached(entries)) {
      const standing = this.#entries.get(entry) ?? { planned: 0, run: 0, level: null };
      standing.planned += tests;
      standing.run += run;
      if (level !== null && level.rank > (standing.level?.rank ?? -1)) standing.level = level;
      this.#entries.set(entry, standing);
    }
  }

  total(): Omit<CoverageSummary, 'missions'> {
    const byLevel = [...this.#levels.values()].map((level) => ({
      level,
      run: this.#runByLevel.get(level.id) ?? 0,
    }));
    return {
      tests: this.#tests,
      tagged: { planned: this.#tagged.planned.size, run: this.#tagged.run.size },
      levels: [...byLevel, { level: null, run: this.#runByLevel.get(null) ?? 0 }],
      entries: [...this.#entries]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([external_id, standing]) => ({ external_id, ...standing })),
    };
  }
}

/** The entries of a test, and the technique of each sub-technique, each once. */
function collectReached(entries: readonly string[]): Set<string> {
  return new Set(entries.flatMap((entry) => [entry, entry.split('.', 1)[0] as string]));
}
