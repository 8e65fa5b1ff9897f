import type { TestMove } from '../../../../domain/missions.ts';

/** Keys for moves on the page of a test. */
export const testMoveKey: Partial<Record<TestMove['name'], string>> = {
  execute: 'e',
  skip: 's',
  review: 'r',
};
