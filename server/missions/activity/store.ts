import type { ExpectationVerdict } from '../../../domain/expectations.ts';
import type { TestStatus } from '../../../domain/missions.ts';
import { type Db, prepare } from '../../database/database.ts';
import { readBrief } from '../../facts/contract.ts';
import { toPerson } from '../../person.ts';
import type { Activity } from '../contract.ts';
import { type LevelColumns, levelColumns, toLevel } from '../level-columns.ts';

type ChangedRow = LevelColumns & {
  id: string;
  scenario_id: string;
  name: string;
  status: TestStatus;
  last_actor_id: string | null;
  actor_name: string | null;
  updated_at: string;
  evidence_count: number;
  outcome_json: string | null;
  expectation_met: ExpectationVerdict | null;
  run_number: number;
};

const findChanged = prepare<{ mission: string; since: string }, ChangedRow>((db, parameter) =>
  db
    .selectFrom('mission_tests as test')
    .leftJoin('users as actor', 'actor.id', 'test.last_actor_id')
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
      ...levelColumns,
    ])
    .where('test.mission_id', '=', parameter('mission'))
    .where('test.updated_at', '>', parameter('since'))
    .orderBy('test.updated_at')
    .orderBy('test.id'),
);

/** The tests changed after `since`, oldest change first. */
export async function listChanged(db: Db, missionId: string, since: string): Promise<Activity['tests']> {
  const rows = await findChanged(db, { mission: missionId, since });
  return rows.map((row) => ({
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
  }));
}
