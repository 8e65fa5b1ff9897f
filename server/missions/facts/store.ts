import type { LevelKey, LevelSource } from '../../../domain/outcomes.ts';
import type { Db } from '../../database/database.ts';

/** What a test says of its detection, and the organisation that it is for. */
type Detection = {
  level: LevelKey | null;
  source: LevelSource | null;
  detected_at: string | null;
  organisation_id: string | null;
};

export async function readDetection(db: Db, testId: string): Promise<Detection> {
  const row = await db
    .selectFrom('mission_tests as test')
    .innerJoin('missions', 'missions.id', 'test.mission_id')
    .leftJoin('detection_levels as level', 'level.id', 'test.detection_level_id')
    .select(['level.key', 'test.detection_level_source', 'test.detected_at', 'missions.organisation_id'])
    .where('test.id', '=', testId)
    .executeTakeFirstOrThrow();
  return {
    level: row.key as LevelKey | null,
    source: row.detection_level_source,
    detected_at: row.detected_at,
    organisation_id: row.organisation_id,
  };
}
