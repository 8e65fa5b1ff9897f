import type { Db, Trx } from '../database/database.ts';
import type { DetectionLevel } from './contract.ts';

export function listLevels(db: Db): Promise<DetectionLevel[]> {
  return db.selectFrom('detection_levels').selectAll().orderBy('rank').execute();
}

export async function insertMissingLevels(trx: Trx, levels: readonly DetectionLevel[]): Promise<void> {
  const known = new Set((await listLevels(trx)).map((level) => level.key));
  for (const level of levels) {
    if (!known.has(level.key)) await trx.insertInto('detection_levels').values(level).execute();
  }
}
