import type { LevelKey, Verdict } from '../../../domain/outcomes.ts';
import type { Db } from '../../database/database.ts';

/** Detection of a simulation, and the organisation of its engagement. */
export async function readDetection(
  db: Db,
  simulationId: string,
): Promise<{ verdict: Verdict; organisationId: string | null }> {
  const row = await db
    .selectFrom('simulations as simulation')
    .innerJoin('engagements', 'engagements.id', 'simulation.engagement_id')
    .leftJoin('detection_levels as level', 'level.id', 'simulation.detection_level_id')
    .select([
      'level.key',
      'simulation.detection_level_source',
      'simulation.detected_at',
      'engagements.organisation_id',
    ])
    .where('simulation.id', '=', simulationId)
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
