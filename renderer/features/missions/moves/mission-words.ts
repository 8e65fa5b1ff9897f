import type { TestMove } from '../../../../domain/missions.ts';

/** The moves that have a key of their own on the page of a test. */
export const testMoveKey: Partial<Record<TestMove['name'], string>> = {
  execute: 'e',
  skip: 's',
  review: 'r',
};
