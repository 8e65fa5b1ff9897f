import { sql } from 'kysely';
import { type Db, prepare } from '../../database/database.ts';
import type { StoredEntry } from '../rules.ts';

/** An entry without its changes. */
export type EntryHead = Pick<
  StoredEntry,
  | 'seq'
  | 'at'
  | 'actor_id'
  | 'actor_name'
  | 'mission_id'
  | 'test_id'
  | 'engagement_id'
  | 'simulation_id'
  | 'object_type'
  | 'verb'
>;

function selectExerciseEntries(db: Db) {
  return db
    .selectFrom('audit_entries')
    .select(['seq', 'at', 'actor_id', 'actor_name', 'mission_id', 'test_id'])
    .select(['engagement_id', 'simulation_id', 'object_type', 'verb'])
    .where('actor_id', 'is not', null)
    .where('verb', 'not in', ['downloaded', 'viewed'])
    .where(({ eb, or }) => or([eb('mission_id', 'is not', null), eb('engagement_id', 'is not', null)]));
}

/** Actions in missions and engagements, oldest first, without reads. */
export const listExerciseEntries = prepare<{ after: number; upTo: number }, EntryHead>((db, parameter) =>
  selectExerciseEntries(db)
    .where('seq', '>', parameter('after'))
    .where('seq', '<=', parameter('upTo'))
    .orderBy('seq'),
);

/** The newest of them, newest first. */
export const listNewestExerciseEntries = prepare<{ limit: number }, EntryHead>((db, parameter) =>
  selectExerciseEntries(db).orderBy('seq', 'desc').limit(parameter('limit')),
);

/** Longer changes contain whole texts. */
const longestBrief = 16_384;

/** Changes of these entries, without long texts and erased ones. */
export async function listBriefChanges(
  db: Db,
  seqs: readonly number[],
): Promise<{ seq: number; changes_json: string }[]> {
  if (seqs.length === 0) return [];
  const rows = await db
    .selectFrom('audit_entries')
    .select(['seq', 'changes_json'])
    .where('seq', 'in', sql<number>`(select cast(value as bigint) from json_each(${JSON.stringify(seqs)}))`)
    .where(sql<boolean>`octet_length(changes_json) <= ${longestBrief}`)
    .execute();
  return rows as { seq: number; changes_json: string }[];
}
