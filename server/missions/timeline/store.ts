import type { Db } from '../../database/database.ts';
import { levelColumns, toLevel } from '../level-columns.ts';
import type { Timeline } from './contract.ts';

/** Timed facts of all runs of a mission's tests, in order of time. */
export async function listSightings(db: Db, missionId: string): Promise<Timeline['sightings']> {
  const rows = await db
    .selectFrom('mission_tests as test')
    .innerJoin('facts', 'facts.test_id', 'test.id')
    .leftJoin('test_runs as closed', 'closed.id', 'facts.run_id')
    .leftJoin('organisation_tools as tool', 'tool.id', 'facts.tool_id')
    .select(['test.id as test_id', 'facts.kind', 'facts.at', 'facts.tool_id', 'tool.name as tool_name'])
    .select(({ fn }) => fn.coalesce('closed.number', 'test.run_number').as('run'))
    .where('test.mission_id', '=', missionId)
    .where('facts.result', 'in', ['yes', 'partial'])
    .where('facts.at', 'is not', null)
    .orderBy('facts.at')
    .orderBy('facts.id')
    .execute();
  return rows.map(({ test_id, run, kind, at, tool_id, tool_name }) => ({
    test_id,
    run,
    kind,
    at: at as string,
    tool: tool_id === null || tool_name === null ? null : { id: tool_id, name: tool_name },
  }));
}

type ReviewedRun = { test_id: string; run: number; closed_at: string | null };

/** The reviewed runs of a mission's tests; the current one of a test isn't closed. */
export async function listReviewedRuns(db: Db, missionId: string): Promise<ReviewedRun[]> {
  const present = await db
    .selectFrom('mission_tests')
    .select(['id as test_id', 'run_number as run'])
    .where('mission_id', '=', missionId)
    .where('status', '=', 'reviewed_by_blue')
    .execute();
  const closed = await db
    .selectFrom('mission_tests as test')
    .innerJoin('test_runs as run', 'run.test_id', 'test.id')
    .select(['test.id as test_id', 'run.number as run', 'run.closed_at'])
    .where('test.mission_id', '=', missionId)
    .where('run.status', '=', 'reviewed_by_blue')
    .execute();
  return [...closed, ...present.map((run) => ({ ...run, closed_at: null }))];
}

/** The closed runs of a mission's tests, earliest first. */
export async function listClosedRuns(db: Db, missionId: string): Promise<Timeline['closed_runs']> {
  const rows = await db
    .selectFrom('mission_tests as test')
    .innerJoin('test_runs as run', 'run.test_id', 'test.id')
    .leftJoin('detection_levels as level', 'level.id', 'run.detection_level_id')
    .select(['test.id as test_id', 'run.number as run', 'run.executed_at', 'run.detected_at'])
    .select(['run.operator', 'run.target_host', ...levelColumns])
    .where('test.mission_id', '=', missionId)
    .orderBy('run.number')
    .orderBy('test.id')
    .execute();
  return rows.map(({ test_id, run, executed_at, detected_at, operator, target_host, ...level }) => ({
    test_id,
    run,
    executed_at,
    detected_at,
    operator,
    target_host,
    detection_level: toLevel(level),
  }));
}
