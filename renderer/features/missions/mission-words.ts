import type { MissionMove, MissionStatus, TestMove, TestStatus } from '../../../domain/missions.ts';
import type { Side } from '../../../domain/sides.ts';

export const sideName: Record<Side, string> = { red: 'Red', blue: 'Blue' };

export const missionStatusName: Record<MissionStatus, string> = {
  draft: 'Draft',
  in_progress: 'In progress',
  completed: 'Completed',
  archived: 'Archived',
};

export const testStatusName: Record<TestStatus, string> = {
  pending: 'Pending',
  skipped: 'Skipped',
  blocked: 'Blocked',
  executed: 'Executed',
  reviewed_by_blue: 'Reviewed',
};

export const missionMoveLabel: Record<MissionMove['name'], string> = {
  start: 'Start',
  complete: 'Complete',
  reopen: 'Reopen',
  archive: 'Archive',
};

export const testMoveLabel: Record<TestMove['name'], string> = {
  execute: 'Executed',
  skip: 'Skip',
  block: 'Blocked',
  unskip: 'Back to pending',
  unblock: 'Back to pending',
  review: 'Reviewed',
  undo_execution: 'Undo executed',
  undo_review: 'Undo review',
};

/** The moves that have a key of their own on the page of a test. */
export const testMoveKey: Partial<Record<TestMove['name'], string>> = {
  execute: 'e',
  skip: 's',
  review: 'r',
};

/** What a move deletes, so that people are asked first. */
export function describeLoss(move: TestMove): string | null {
  return move.executedAt === 'clear' ? 'the time of execution' : null;
}
