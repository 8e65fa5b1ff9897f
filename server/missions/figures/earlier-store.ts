import { type SqlBool, sql } from 'kysely';
import { runTestStatuses } from '../../../domain/missions.ts';
import { type Db, prepare } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { isSeenByMembersOf } from '../store.ts';
import type { Pairable } from './rules.ts';
import { toDated } from './store.ts';

export type EarlierMission = { id: string; name: string; date: string; last_change_at: string };

/**
 * The mission that a mission is compared with: the original of a retest, else the previous one of its organisation. Only missions
 * visible to all its members count, so that it is the same for each reader; null for none.
 */
export async function findEarlierMission(db: Db, mission: string): Promise<EarlierMission | null> {
  const [origin] = await originOf(db, { mission });
  if (origin !== undefined) return toDated(origin);
  const [before] = await missionBefore(db, { mission });
  return before === undefined ? null : toDated(before);
}

const earlierColumns = [
  'missions.id',
  'missions.name',
  'missions.start_date',
  'missions.created_at',
  'missions.last_change_at',
] as const;
type EarlierRow = Pick<Row<'missions'>, 'id' | 'name' | 'start_date' | 'created_at' | 'last_change_at'>;

const originOf = prepare<{ mission: string }, EarlierRow>((db, parameter) =>
  db
    .selectFrom('missions as own')
    .innerJoin('missions', 'missions.id', 'own.retest_of_id')
    .select(earlierColumns)
    .where('own.id', '=', parameter('mission'))
    .where('missions.deleted_at', 'is', null)
    .where(isSeenByMembersOf(parameter('mission'))),
);

const missionBefore = prepare<{ mission: string }, EarlierRow>((db, parameter) => {
  const dateOf = (of: 'own' | 'missions') =>
    sql<string>`coalesce(${sql.ref(`${of}.start_date`)}, substr(${sql.ref(`${of}.created_at`)}, 1, 10))`;
  return db
    .selectFrom('missions as own')
    .innerJoin('missions', 'missions.organisation_id', 'own.organisation_id')
    .select(earlierColumns)
    .where('own.id', '=', parameter('mission'))
    .where('missions.deleted_at', 'is', null)
    .where(sql<SqlBool>`(${dateOf('missions')}, missions.id) < (${dateOf('own')}, own.id)`)
    .where(isSeenByMembersOf(parameter('mission')))
    .orderBy(dateOf('missions'), 'desc')
    .orderBy('missions.id', 'desc')
    .limit(1);
});

/** A test with the fields used for pairing. */
export type PairableTest = Pairable & { id: string };

/** The executed tests of a mission, in order. */
export async function listPairable(db: Db, mission: string): Promise<PairableTest[]> {
  const rows = await db
    .selectFrom('scenarios')
    .innerJoin('mission_tests as test', 'test.scenario_id', 'scenarios.id')
    .select(['test.id', 'test.source_template_id', 'test.name', 'test.catalog_tags_json'])
    .where('scenarios.mission_id', '=', mission)
    // A test is only run again after an execution.
    .where((eb) => eb.or([eb('test.status', 'in', runTestStatuses), eb('test.run_number', '>', 1)]))
    .orderBy('scenarios.position')
    .orderBy('test.position')
    .execute();
  return rows.map(({ catalog_tags_json, ...row }) => ({
    ...row,
    catalog_tags: JSON.parse(catalog_tags_json),
  }));
}
