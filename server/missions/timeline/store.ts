import type { Db } from '../../database/database.ts';
import type { Timeline } from './contract.ts';

/** Timed facts of the current runs of a mission's tests, in order of time. */
export async function listSightings(db: Db, missionId: string): Promise<Timeline['sightings']> {
  const rows = await db
    .selectFrom('mission_tests as test')
    .innerJoin('facts', 'facts.test_id', 'test.id')
    .leftJoin('organisation_tools as tool', 'tool.id', 'facts.tool_id')
    .select(['test.id as test_id', 'facts.kind', 'facts.at', 'facts.tool_id', 'tool.name as tool_name'])
    .where('test.mission_id', '=', missionId)
    .where('facts.run_id', 'is', null)
    .where('facts.result', 'in', ['yes', 'partial'])
    .where('facts.at', 'is not', null)
    .orderBy('facts.at')
    .orderBy('facts.id')
    .execute();
  return rows.map(({ test_id, kind, at, tool_id, tool_name }) => ({
    test_id,
    kind,
    at: at as string,
    tool: tool_id === null || tool_name === null ? null : { id: tool_id, name: tool_name },
  }));
}

/** The reviewed tests of a mission. */
export async function listReviewed(db: Db, missionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mission_tests')
    .select('id')
    .where('mission_id', '=', missionId)
    .where('status', '=', 'reviewed_by_blue')
    .execute();
  return rows.map(({ id }) => id);
}
