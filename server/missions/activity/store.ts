import { sql } from 'kysely';
import type { KeptVerdict } from '../../../domain/expectations.ts';
import { mostTests } from '../../../domain/limits.ts';
import type { TestStatus } from '../../../domain/missions.ts';
import { type Db, prepare } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';
import { readBrief } from '../../facts/contract.ts';
import { toPerson } from '../../person.ts';
import type { ChangedTest } from '../contract.ts';
import { type DetailColumns, detailColumns, toDetails } from '../detail-columns.ts';
import { type LevelColumns, levelColumns, toLevel } from '../level-columns.ts';
import type { Position } from './position.ts';

type ChangedRow = LevelColumns &
  DetailColumns & {
    id: string;
    scenario_id: string;
    name: string;
    status: TestStatus;
    last_actor_id: string | null;
    actor_name: string | null;
    updated_at: string;
    evidence_count: number;
    outcome_json: string | null;
    expectation_met: KeptVerdict | null;
    run_number: number;
    executed_at: string | null;
    detected_at: string | null;
  };

/** The changed tests of a mission as rows, oldest change first. */
function selectChanged(db: Db, mission: string) {
  return db
    .selectFrom('mission_tests as test')
    .leftJoin('users as actor', 'actor.id', 'test.last_actor_id')
    .leftJoin('users as assignee', 'assignee.id', 'test.assignee_id')
    .leftJoin('detection_levels as level', 'level.id', 'test.detection_level_id')
    .select([
      'test.id',
      'test.scenario_id',
      'test.name',
      'test.status',
      'test.last_actor_id',
      'actor.display_name as actor_name',
      'test.updated_at',
      'test.evidence_count',
      'test.outcome_json',
      'test.expectation_met',
      'test.run_number',
      'test.executed_at',
      'test.detected_at',
      ...detailColumns,
      ...levelColumns,
    ])
    .where('test.mission_id', '=', mission)
    .orderBy('test.updated_at')
    .orderBy('test.id');
}

type Asked = { mission: string; time: string; after: string; limit: number };

const findChanged = prepare<Asked, ChangedRow>((db, parameter) =>
  selectChanged(db, parameter('mission'))
    .where(sql<boolean>`(test.updated_at, test.id) > (${parameter('time')}, ${parameter('after')})`)
    .limit(parameter('limit')),
);
const findThese = prepare<{ mission: string; tests: string }, ChangedRow>((db, parameter) =>
  selectChanged(db, parameter('mission')).where('test.id', 'in', anyOf(parameter('tests'))),
);

/** The tests changed after a position, oldest change first: all of them, or a limited number. */
export async function listChanged(
  db: Db,
  missionId: string,
  { time, after }: Position,
  limit = mostTests,
): Promise<ChangedTest[]> {
  return (await findChanged(db, { mission: missionId, time, after, limit })).map(toChanged);
}

/** These tests of a mission, oldest change first. */
export async function listTheseChanged(
  db: Db,
  missionId: string,
  ids: readonly string[],
): Promise<ChangedTest[]> {
  return (await findThese(db, { mission: missionId, tests: JSON.stringify(ids) })).map(toChanged);
}

function toChanged(row: ChangedRow): ChangedTest {
  return {
    id: row.id,
    scenario_id: row.scenario_id,
    name: row.name,
    status: row.status,
    run_number: row.run_number,
    detection_level: toLevel(row),
    last_actor: toPerson(row.last_actor_id, row.actor_name),
    updated_at: row.updated_at,
    evidence_count: row.evidence_count,
    outcome: readBrief(row.outcome_json),
    expectation_met: row.expectation_met ?? 'none',
    executed_at: row.executed_at,
    detected_at: row.detected_at,
    ...toDetails(row),
  };
}
