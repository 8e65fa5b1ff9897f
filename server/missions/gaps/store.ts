import { wasRun } from '../../../domain/missions.ts';
import type { LevelKey } from '../../../domain/outcomes.ts';
import { unresolvedStatuses } from '../../../domain/remediations.ts';
import type { Db } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';

export type RunTest = {
  id: string;
  name: string;
  techniques: string[];
  level: LevelKey | null;
  executed_at: string | null;
};

/** The executed tests of a mission, with their techniques. */
export async function listRunTests(db: Db, mission: string): Promise<RunTest[]> {
  const rows = await db
    .selectFrom('mission_tests as test')
    .leftJoin('detection_levels as level', 'level.id', 'test.detection_level_id')
    .select([
      'test.id',
      'test.name',
      'test.status',
      'test.catalog_tags_json',
      'test.executed_at',
      'level.key',
    ])
    .where('test.mission_id', '=', mission)
    .execute();
  return rows
    .filter(({ status }) => wasRun(status))
    .map(({ id, name, catalog_tags_json, executed_at, key }) => ({
      id,
      name,
      techniques: (JSON.parse(catalog_tags_json) as { kind: string; external_id: string }[])
        .filter(({ kind }) => kind !== 'tactic')
        .map(({ external_id }) => external_id),
      level: key as LevelKey | null,
      executed_at,
    }));
}

/** Number of open or in-progress remediations of each of these tests. */
export async function countUnresolved(db: Db, tests: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('remediation_tests as link')
    .innerJoin('remediations as remediation', 'remediation.id', 'link.remediation_id')
    .select(({ fn }) => ['link.test_id', fn.countAll<number>().as('n')])
    .where('link.test_id', 'in', anyOf(JSON.stringify(tests)))
    .where('remediation.status', 'in', unresolvedStatuses)
    .groupBy('link.test_id')
    .execute();
  return new Map(rows.map(({ test_id, n }) => [test_id, Number(n)]));
}
