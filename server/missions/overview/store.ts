import { sql } from 'kysely';
import type { KeptVerdict } from '../../../domain/expectations.ts';
import { type MissionStatus, runTestStatuses, type TestStatus } from '../../../domain/missions.ts';
import type { Brief } from '../../../domain/outcomes.ts';
import { type Db, prepare } from '../../database/database.ts';
import { readBrief } from '../../facts/contract.ts';
import type { CatalogTag } from '../../fields.ts';
import type { Viewer } from '../heads.ts';
import { isSeenBy } from '../store.ts';

export type MissionSign = {
  id: string;
  name: string;
  last_change_at: string;
  count_pending: number;
  count_executed: number;
};

/** The missions a viewer sees, newest first, with a marker that changes with them. */
export function listMissionSigns(
  db: Db,
  viewer: Viewer,
  { status, ids }: { status?: MissionStatus | undefined; ids?: readonly string[] } = {},
): Promise<MissionSign[]> {
  let query = db
    .selectFrom('missions')
    .select(['id', 'name', 'last_change_at', 'count_pending', 'count_executed'])
    .where('deleted_at', 'is', null)
    .where(isSeenBy(viewer.seesAll ? 1 : 0, viewer.id));
  if (status !== undefined) query = query.where('status', '=', status);
  if (ids !== undefined) query = query.where('id', 'in', ids);
  return query.orderBy('id', 'desc').execute();
}

type FirstRow = Omit<FirstTest, 'catalog_tags'> & { catalog_tags_json: string };
export type FirstTest = {
  id: string;
  name: string;
  status: TestStatus;
  catalog_tags: CatalogTag[];
  assignee_id: string | null;
};

const firstInStatus = prepare<{ mission: string; status: TestStatus; most: number }, FirstRow>(
  (db, parameter) =>
    db
      .selectFrom('scenarios')
      .innerJoin('mission_tests as test', 'test.scenario_id', 'scenarios.id')
      .select(['test.id', 'test.name', 'test.status', 'test.catalog_tags_json', 'test.assignee_id'])
      .where('scenarios.mission_id', '=', parameter('mission'))
      .where('test.status', '=', parameter('status'))
      .orderBy('scenarios.position')
      .orderBy('test.position')
      .limit(parameter('most')),
);

/** The first tests of a mission in a state, in the order of the mission. */
export async function listFirstTests(
  db: Db,
  mission: string,
  status: TestStatus,
  most: number,
): Promise<FirstTest[]> {
  const rows = await firstInStatus(db, { mission, status, most });
  return rows.map(({ catalog_tags_json, ...test }) => ({
    ...test,
    catalog_tags: JSON.parse(catalog_tags_json) as CatalogTag[],
  }));
}

/** Tests of a mission that are equal for coverage. */
export type Alike = {
  entries: string[];
  was_run: boolean;
  level_id: string | null;
  outcome: Brief | null;
  expectation_met: KeptVerdict | null;
  tests: number;
};

type AlikeRow = Omit<Alike, 'entries' | 'was_run' | 'outcome'> & {
  catalog_tags_json: string;
  was_run: number;
  outcome_json: string | null;
};

const alikeIn = prepare<{ mission: string }, AlikeRow>((db, parameter) =>
  db
    .selectFrom('mission_tests')
    .select([
      'catalog_tags_json',
      'detection_level_id as level_id',
      'outcome_json',
      'expectation_met',
      sql<number>`case when status in (${sql.join(runTestStatuses)}) then 1 else 0 end`.as('was_run'),
      ({ fn }) => fn.countAll<number>().as('tests'),
    ])
    .where('mission_id', '=', parameter('mission'))
    .groupBy(['catalog_tags_json', 'level_id', 'was_run', 'outcome_json', 'expectation_met']),
);

/** The tests of a mission, equal ones counted together. A tactic by itself is no matrix entry. */
export async function listAlikeTests(db: Db, mission: string): Promise<Alike[]> {
  const rows = await alikeIn(db, { mission });
  return rows.map(({ catalog_tags_json, was_run, outcome_json, ...alike }) => ({
    ...alike,
    entries: (JSON.parse(catalog_tags_json) as CatalogTag[])
      .filter(({ kind }) => kind !== 'tactic')
      .map(({ external_id }) => external_id),
    was_run: was_run === 1,
    outcome: readBrief(outcome_json),
  }));
}
