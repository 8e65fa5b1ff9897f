import { type SqlBool, sql } from 'kysely';
import type { AttackResult, TestStatus } from '../../../domain/missions.ts';
import { type Db, prepare } from '../../database/database.ts';
import { anyOf, contains } from '../../database/search.ts';
import type { CatalogTag } from '../../fields.ts';
import { toPerson } from '../../person.ts';
import type { Viewer } from '../heads.ts';
import { type LevelColumns, levelColumns, toLevel } from '../level-columns.ts';
import { isSeenBy, selectVisibleMissions } from '../store.ts';
import type { FoundHost, FoundTest } from './contract.ts';

/** A mission with a marker that changes with its tests, their order or names. */
export type MissionSign = { id: string; outline_changed_at: string | null };

const prepareSigns = (seesAll: boolean) =>
  prepare<{ user: string }, MissionSign>((db, parameter) =>
    selectVisibleMissions(db, { id: parameter('user'), seesAll }, {})
      .select(['missions.id', 'missions.outline_changed_at'])
      .orderBy(seesAll ? 'missions.id' : sql.ref('own.mission_id'), 'desc'),
  );
const signs = { everyone: prepareSigns(true), member: prepareSigns(false) };

/** The missions a viewer sees, newest first. */
export function listMissionSigns(db: Db, viewer: Viewer): Promise<MissionSign[]> {
  return signs[viewer.seesAll ? 'everyone' : 'member'](db, { user: viewer.id });
}

const namesIn = prepare<{ mission: string }, { id: string; name: string; catalog_tags_json: string }>(
  (db, parameter) =>
    db
      .selectFrom('scenarios')
      .innerJoin('mission_tests as test', 'test.scenario_id', 'scenarios.id')
      .select(['test.id', 'test.name', 'test.catalog_tags_json'])
      .where('scenarios.mission_id', '=', parameter('mission'))
      .orderBy('scenarios.position')
      .orderBy('test.position'),
);

/** The tests of a mission by name and the ids of their tags, in the order of the mission. */
export async function listTestNames(
  db: Db,
  mission: string,
): Promise<{ id: string; name: string; externalIds: string[] }[]> {
  const rows = await namesIn(db, { mission });
  return rows.map(({ id, name, catalog_tags_json }) => ({
    id,
    name,
    externalIds: (JSON.parse(catalog_tags_json) as CatalogTag[]).map(({ external_id }) => external_id),
  }));
}

type Picked = {
  assignee_id?: string | undefined;
  tag?: string | undefined;
  attack_result?: AttackResult | undefined;
};

/** The tests of these missions with the requested assignee, tag or result. */
export function listPickedTests(
  db: Db,
  missions: readonly string[],
  { assignee_id, tag, attack_result }: Picked,
): Promise<{ id: string; mission_id: string }[]> {
  let query = db
    .selectFrom('mission_tests as test')
    .select(['test.id', 'test.mission_id'])
    .where('test.mission_id', 'in', anyOf(JSON.stringify(missions)));
  if (assignee_id !== undefined) query = query.where('test.assignee_id', '=', assignee_id);
  if (attack_result !== undefined) query = query.where('test.attack_result', '=', attack_result);
  if (tag !== undefined) {
    // The first condition matches the index.
    query = query
      .where('test.tags_json', '<>', sql.lit('[]'))
      .where(sql<SqlBool>`${tag} in (select value from json_each(test.tags_json))`);
  }
  return query.execute();
}

/** The hosts with this text in the tests of these missions. */
export async function listHosts(
  db: Db,
  missions: readonly string[],
  q: string,
  limit: number,
): Promise<FoundHost[]> {
  const seenAs = (field: 'source_host' | 'target_host') =>
    db
      .selectFrom('mission_tests')
      .select(['id', 'mission_id', `${field} as host`])
      .where('mission_id', 'in', anyOf(JSON.stringify(missions)))
      .where(field, 'is not', null)
      .where(contains(q, field));
  const rows = await db
    // A test with the host in both fields counts once.
    .selectFrom(seenAs('source_host').union(seenAs('target_host')).as('seen'))
    .innerJoin('missions', 'missions.id', 'seen.mission_id')
    .select(['seen.host', 'missions.id', 'missions.name', ({ fn }) => fn.countAll<number>().as('tests')])
    .groupBy(['seen.host', 'missions.id', 'missions.name'])
    .orderBy('missions.id', 'desc')
    .orderBy('tests', 'desc')
    .orderBy('seen.host')
    .limit(limit)
    .execute();
  return rows.map(({ host, id, name, tests }) => ({ host: host as string, mission: { id, name }, tests }));
}

type FoundRow = LevelColumns & {
  id: string;
  name: string;
  status: TestStatus;
  executed_at: string | null;
  catalog_tags_json: string;
  tags_json: string;
  assignee_id: string | null;
  assignee_name: string | null;
  attack_result: AttackResult | null;
  mission_id: string;
  mission_name: string;
  scenario_id: string;
  scenario_name: string;
};

const findFound = prepare<{ tests: string; all: number; user: string }, FoundRow>((db, parameter) =>
  db
    .selectFrom('mission_tests as test')
    .innerJoin('missions', 'missions.id', 'test.mission_id')
    .innerJoin('scenarios', 'scenarios.id', 'test.scenario_id')
    .leftJoin('detection_levels as level', 'level.id', 'test.detection_level_id')
    .leftJoin('users as assignee', 'assignee.id', 'test.assignee_id')
    .select([
      'test.id',
      'test.name',
      'test.status',
      'test.executed_at',
      'test.tags_json',
      'test.assignee_id',
      'assignee.display_name as assignee_name',
      'test.attack_result',
      ...levelColumns,
      'test.catalog_tags_json',
      'missions.id as mission_id',
      'missions.name as mission_name',
      'scenarios.id as scenario_id',
      'scenarios.name as scenario_name',
    ])
    .where('test.id', 'in', anyOf(parameter('tests')))
    .where('missions.deleted_at', 'is', null)
    .where(isSeenBy(parameter('all'), parameter('user'))),
);

/** These tests, in this order, without those whose mission the viewer does not see. */
export async function listFoundTests(db: Db, viewer: Viewer, ids: readonly string[]): Promise<FoundTest[]> {
  if (ids.length === 0) return [];
  const rows = await findFound(db, {
    tests: JSON.stringify(ids),
    all: viewer.seesAll ? 1 : 0,
    user: viewer.id,
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    return {
      id,
      name: row.name,
      status: row.status,
      detection_level: toLevel(row),
      executed_at: row.executed_at,
      catalog_tags: JSON.parse(row.catalog_tags_json) as CatalogTag[],
      tags: JSON.parse(row.tags_json) as string[],
      assignee: toPerson(row.assignee_id, row.assignee_name),
      attack_result: row.attack_result,
      mission: { id: row.mission_id, name: row.mission_name },
      scenario: { id: row.scenario_id, name: row.scenario_name },
    };
  });
}

/** The names of the missions among these that this viewer sees, by id. */
export async function nameMissions(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('missions')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where(isSeenBy(viewer.seesAll ? 1 : 0, viewer.id))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
