import type { MissionMove, TestMove } from '../../../../domain/missions.ts';

export const missionMoveLabel: Record<MissionMove['name'], string> = {
  start: 'Start',
  complete: 'Complete',
  reopen: 'Reopen',
  archive: 'Archive',
};

export const testMoveLabel: Record<TestMove['name'], string> = {
  execute: 'Executed',
  skip: 'Skip',
  block: 'Could not run',
  unskip: 'Back to pending',
  unblock: 'Back to pending',
  review: 'Reviewed',
  undo_execution: 'Undo executed',
  undo_review: 'Undo review',
};

/** What a move did, behind the name of its test. */
export const testMoveDone: Record<TestMove['name'], string> = {
  execute: 'executed',
  skip: 'skipped',
  block: 'could not run',
  unskip: 'back to pending',
  unblock: 'back to pending',
  review: 'reviewed',
  undo_execution: 'back to pending',
  undo_review: 'back to executed',
};

/** The moves that have a key of their own on the page of a test. */
export const testMoveKey: Partial<Record<TestMove['name'], string>> = {
  execute: 'e',
  skip: 's',
  review: 'r',
};
