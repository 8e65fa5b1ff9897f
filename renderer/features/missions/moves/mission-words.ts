import type { TestMove } from '../../../../domain/missions.ts';

/** Moves with a key on the page of a test. */
export const testMoveKey: Partial<Record<TestMove['name'], string>> = {
  execute: 'e',
  skip: 's',
  review: 'r',
};
