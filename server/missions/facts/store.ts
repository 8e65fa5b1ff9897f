import type { LevelKey, Verdict } from '../../../domain/outcomes.ts';
import type { Db } from '../../database/database.ts';

/** Detection of a test, and its organisation. */
export async function readDetection(
  db: Db,
  testId: string,
): Promise<{ verdict: Verdict; organisationId: string | null }> {
  const row = await db
    .selectFrom('mission_tests as test')
    .innerJoin('missions', 'missions.id', 'test.mission_id')
    .leftJoin('detection_levels as level', 'level.id', 'test.detection_level_id')
    .select(['level.key', 'test.detection_level_source', 'test.detected_at', 'missions.organisation_id'])
    .where('test.id', '=', testId)
    .executeTakeFirstOrThrow();
  return {
    verdict: {
      level: row.key as LevelKey | null,
      source: row.detection_level_source,
      detected_at: row.detected_at,
    },
    organisationId: row.organisation_id,
  };
}
