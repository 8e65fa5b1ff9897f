import type { DetectionLevel } from '../detection-levels/contract.ts';

export type LevelColumns = {
  level_id: string | null;
  level_key: string | null;
  level_name: string | null;
  level_rank: number | null;
  level_color: string | null;
  level_description: string | null;
};

export const levelColumns = [
  'level.id as level_id',
  'level.key as level_key',
  'level.name as level_name',
  'level.rank as level_rank',
  'level.color as level_color',
  'level.description as level_description',
] as const;

/** The level in a row with these columns; null when it has none. */
export function toLevel(row: LevelColumns): DetectionLevel | null {
  if (row.level_id === null) return null;
  return {
    id: row.level_id,
    key: row.level_key as string,
    name: row.level_name as string,
    rank: row.level_rank as number,
    color: row.level_color as string,
    description: row.level_description as string,
  };
}
