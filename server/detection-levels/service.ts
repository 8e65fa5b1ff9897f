import { type Db, inTransaction } from '../database/database.ts';
import { invalid } from '../errors.ts';
import type { DetectionLevel } from './contract.ts';
import * as store from './store.ts';

/** The four levels of every installation, with the same identifiers everywhere; no colour belongs to a side. */
const seeded: readonly DetectionLevel[] = [
  {
    id: '01900000-0000-7000-8000-000000000000',
    key: 'not_detected',
    name: 'Not detected',
    rank: 0,
    color: '#b45309',
    description: 'Nothing in the defence saw the test',
  },
  {
    id: '01900000-0000-7000-8000-000000000001',
    key: 'logged',
    name: 'Logged',
    rank: 1,
    color: '#d9a406',
    description: 'The activity is in the logs, and nobody was told',
  },
  {
    id: '01900000-0000-7000-8000-000000000002',
    key: 'alerted',
    name: 'Alerted',
    rank: 2,
    color: '#6ea82e',
    description: 'An alert was raised',
  },
  {
    id: '01900000-0000-7000-8000-000000000003',
    key: 'prevented',
    name: 'Prevented',
    rank: 3,
    color: '#1f8a5b',
    description: 'The activity was stopped',
  },
];

/** Adds missing levels. */
export function seedDetectionLevels(db: Db): Promise<void> {
  return inTransaction(db, (trx) => store.insertMissingLevels(trx, seeded));
}

/** Every level, by rank. */
export const listDetectionLevels = store.listLevels;

/** The level with this key, which every installation has. */
export async function requireLevelOfKey(db: Db, key: string): Promise<DetectionLevel> {
  const level = (await store.listLevels(db)).find((item) => item.key === key);
  if (level === undefined) throw new Error(`There is no detection level ${key}`);
  return level;
}

/** Refuses (`invalid` at `detection_level_id`) an id that is not a level's. */
export async function requireDetectionLevel(db: Db, id: string): Promise<DetectionLevel> {
  const level = (await store.listLevels(db)).find((item) => item.id === id);
  if (level === undefined) throw invalid('detection_level_id', `no detection level has the id ${id}`);
  return level;
}
