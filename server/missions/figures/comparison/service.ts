import { countEach } from '../../../../domain/each-name.ts';
import { classOf, delayOf } from '../../../../domain/figures.ts';
import { type MissionChangeKind, missionChanges } from '../../../../domain/runs.ts';
import { placeOfTactic } from '../../../../domain/tactics.ts';
import type { Db } from '../../../database/database.ts';
import { judgeEach } from '../../../figures/service.ts';
import type { Principal } from '../../../permissions.ts';
import { listMembers } from '../../members/store.ts';
import { isPart, requireVisibleMission } from '../../visibility.ts';
import type { Comparison } from '../contract.ts';
import type { MissionTest } from '../figured-test.ts';
import { compareMissions, listTactics } from '../rules.ts';
import { type FiguredMission, type FiguresMemory, figureCommon, readInTurns } from '../service.ts';
import { readDated } from '../store.ts';

/** A mission, and an earlier one to compare it with, in a path. */
export type ComparedMissions = { mission_id: string; earlier_id: string };

/** Whether the comparison of two missions is of the tests that this user sees, in either of them. The caller has checked access. */
export async function isPartOf(
  db: Db,
  user: Principal,
  { mission_id, earlier_id }: ComparedMissions,
): Promise<boolean> {
  const members = await listMembers(db, [mission_id, earlier_id]);
  for (const id of [mission_id, earlier_id]) {
    if (isPart(await requireVisibleMission(db, user, id), members.get(id) ?? [])) return true;
  }
  return false;
}

export type Context = { db: Db; memory: FiguresMemory };

/** The two missions of a path. Refuses `not_found` unless this user sees both. */
export async function requireBothMissions(
  db: Db,
  user: Principal,
  { mission_id, earlier_id }: ComparedMissions,
): Promise<void> {
  await requireVisibleMission(db, user, mission_id);
  await requireVisibleMission(db, user, earlier_id);
}

/** Compares a mission with a later one, by test and by technique. Refuses `not_found`. */
export async function readComparison(
  { db, memory }: Context,
  user: Principal,
  missions: ComparedMissions,
): Promise<Comparison> {
  await requireBothMissions(db, user, missions);
  const [earlier, later] = [
    await readInTurns(db, missions.earlier_id, memory.tests),
    await readInTurns(db, missions.mission_id, memory.tests),
  ];
  for (const { tests } of [earlier, later]) await judgeEach(tests);
  const { counts, pairs, added, gone } = compareMissions(earlier.tests, later.tests);
  const tests = [
    ...pairs,
    ...added.map((now) => ({ before: null, now, change: 'new' as const })),
    ...gone.map((before) => ({ before, now: null, change: 'gone' as const })),
  ].sort((one, other) => missionChanges.indexOf(one.change) - missionChanges.indexOf(other.change));
  return {
    before: await readDated(db, missions.earlier_id),
    now: await readDated(db, missions.mission_id),
    counts,
    common: figureCommon(pairs),
    tests: tests.map(toRow),
    ...groupByTechnique(tests, [earlier, later]),
  };
}

type ComparedTest = { change: MissionChangeKind; before: MissionTest | null; now: MissionTest | null };

/** Named as in the later mission, if it has the test. */
function testOf({ before, now }: Pick<ComparedTest, 'before' | 'now'>): MissionTest {
  return now ?? (before as MissionTest);
}

function toRow({ before, now, change }: ComparedTest): Comparison['tests'][number] {
  const { name, catalog_tags } = testOf({ before, now });
  const toRun = (test: MissionTest | null) =>
    test === null ? null : { test_id: test.id, class: classOf(test), seconds: delayOf(test) };
  return {
    name,
    techniques: listTechniques(catalog_tags),
    change,
    before: toRun(before),
    now: toRun(now),
  };
}

function listTechniques(tags: MissionTest['catalog_tags']) {
  return tags.filter(({ kind }) => kind !== 'tactic').map(({ external_id, name }) => ({ external_id, name }));
}

function groupByTechnique(
  tests: readonly ComparedTest[],
  missions: readonly FiguredMission[],
): Pick<Comparison, 'by_technique' | 'tactics'> {
  const known = new Map(missions.flatMap(({ techniques }) => [...techniques]));
  const groups = new Map<string, { name: string; tests: ComparedTest[] }>();
  for (const test of tests) {
    for (const { external_id, name } of listTechniques(testOf(test).catalog_tags)) {
      const group = groups.get(external_id) ?? { name, tests: [] };
      group.tests.push(test);
      groups.set(external_id, group);
    }
  }
  const tactics = new Map<string, { external_id: string; name: string }>();
  const by_technique = [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([external_id, group]) => {
      const own = listTactics([{ kind: 'technique', external_id, name: group.name }], known);
      for (const tactic of own) tactics.set(tactic.external_id, tactic);
      return {
        technique: { external_id, name: group.name },
        tactics: own.map((tactic) => tactic.external_id),
        counts: countEach(missionChanges, group.tests, ({ change }) => change),
      };
    });
  return {
    by_technique,
    tactics: [...tactics.values()].sort(
      (one, other) => placeOfTactic(one.external_id) - placeOfTactic(other.external_id),
    ),
  };
}
