import type { Db } from '../database/database.ts';
import type { EvidenceUsage } from './contract.ts';

/** Objects with an evidence quota, besides people. */
export type Exercise = { kind: 'mission' | 'engagement'; id: string };

/** Bytes of evidence of a mission or engagement, and of all uploads of a person, including deleted missions. */
export async function readUsage(
  db: Db,
  exercise: Exercise,
  userId: string,
): Promise<{ exercise: number; person: number }> {
  const ofExercise =
    exercise.kind === 'mission'
      ? db
          .selectFrom('evidence')
          .select(['size'])
          .where('mission_id', '=', exercise.id)
          .unionAll(db.selectFrom('sighting_evidence').select(['size']).where('mission_id', '=', exercise.id))
      : db.selectFrom('simulation_evidence').select(['size']).where('engagement_id', '=', exercise.id);
  const ofPerson = db
    .selectFrom('evidence')
    .select(['size'])
    .where('uploaded_by', '=', userId)
    .unionAll(db.selectFrom('sighting_evidence').select(['size']).where('uploaded_by', '=', userId))
    .unionAll(db.selectFrom('simulation_evidence').select(['size']).where('uploaded_by', '=', userId));
  const sum = async (sizes: typeof ofPerson | typeof ofExercise): Promise<number> => {
    const { bytes } = await db
      .selectFrom(sizes.as('counted'))
      .select(({ fn }) => fn.sum<number | null>('counted.size').as('bytes'))
      .executeTakeFirstOrThrow();
    return Number(bytes ?? 0);
  };
  return { exercise: await sum(ofExercise), person: await sum(ofPerson) };
}

/** Largest first. */
export async function listFullest(db: Db, limit: number): Promise<Omit<EvidenceUsage, 'quotas'>> {
  const missions = await db
    .selectFrom((nested) =>
      nested
        .selectFrom('evidence')
        .select(['mission_id', 'size'])
        .unionAll(nested.selectFrom('sighting_evidence').select(['mission_id', 'size']))
        .as('file'),
    )
    .innerJoin('missions', 'missions.id', 'file.mission_id')
    .select(({ fn }) => ['missions.id', 'missions.name', fn.sum<number>('file.size').as('bytes')])
    .groupBy(['missions.id', 'missions.name'])
    .orderBy('bytes', 'desc')
    .orderBy('missions.id')
    .limit(limit)
    .execute();
  const engagements = await db
    .selectFrom('simulation_evidence')
    .innerJoin('engagements', 'engagements.id', 'simulation_evidence.engagement_id')
    .select(({ fn }) => ['engagements.id', 'engagements.name', fn.sum<number>('size').as('bytes')])
    .groupBy(['engagements.id', 'engagements.name'])
    .orderBy('bytes', 'desc')
    .orderBy('engagements.id')
    .limit(limit)
    .execute();
  const people = await db
    .selectFrom((nested) =>
      nested
        .selectFrom('evidence')
        .select(['uploaded_by', 'size'])
        .unionAll(nested.selectFrom('sighting_evidence').select(['uploaded_by', 'size']))
        .unionAll(nested.selectFrom('simulation_evidence').select(['uploaded_by', 'size']))
        .as('uploaded'),
    )
    .innerJoin('users', 'users.id', 'uploaded.uploaded_by')
    .select(({ fn }) => ['users.id', 'users.display_name', fn.sum<number>('uploaded.size').as('bytes')])
    .groupBy(['users.id', 'users.display_name'])
    .orderBy('bytes', 'desc')
    .orderBy('users.id')
    .limit(limit)
    .execute();
  const inNumbers = <R extends { bytes: number }>(rows: readonly R[]): R[] =>
    rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
  return { missions: inNumbers(missions), engagements: inNumbers(engagements), people: inNumbers(people) };
}
