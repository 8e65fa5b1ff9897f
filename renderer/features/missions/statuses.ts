import type { MissionStatus, TestStatus } from '../../../server/missions/contract.ts';
import type { Permission } from '../../../server/permissions.ts';

export type Side = 'red' | 'blue';

export const sideName: Record<Side, string> = { red: 'Red', blue: 'Blue' };

export const missionStatusName: Record<MissionStatus, string> = {
  draft: 'Draft',
  in_progress: 'In progress',
  completed: 'Completed',
  archived: 'Archived',
};

export const missionStatuses = Object.keys(missionStatusName) as MissionStatus[];

export const testStatusName: Record<TestStatus, string> = {
  pending: 'Pending',
  skipped: 'Skipped',
  blocked: 'Blocked',
  executed: 'Executed',
  reviewed_by_blue: 'Reviewed',
};

export const testStatuses = Object.keys(testStatusName) as TestStatus[];

export const writePermission: Record<Side, Permission> = {
  red: 'mission.write_red_fields',
  blue: 'mission.write_blue_fields',
};

export type MissionMove = { from: MissionStatus; to: MissionStatus; label: string; needs: Permission };

/** The server's moves, with the words for them; a test holds both tables against each other. */
export const missionMoves: readonly MissionMove[] = [
  { from: 'draft', to: 'in_progress', label: 'Start', needs: 'mission.update' },
  { from: 'in_progress', to: 'completed', label: 'Complete', needs: 'mission.update' },
  { from: 'completed', to: 'in_progress', label: 'Reopen', needs: 'mission.update' },
  { from: 'completed', to: 'archived', label: 'Archive', needs: 'mission.archive' },
];

export type TestMove = {
  from: TestStatus;
  to: TestStatus;
  side: Side;
  label: string;
  key?: string;
  /** What is gone after the move, so that it is asked for first. */
  loses?: string;
};

export const testMoves: readonly TestMove[] = [
  { from: 'pending', to: 'executed', side: 'red', label: 'Executed', key: 'e' },
  { from: 'pending', to: 'skipped', side: 'red', label: 'Skip', key: 's' },
  { from: 'pending', to: 'blocked', side: 'red', label: 'Blocked' },
  { from: 'skipped', to: 'pending', side: 'red', label: 'Back to pending' },
  { from: 'blocked', to: 'pending', side: 'red', label: 'Back to pending' },
  { from: 'executed', to: 'reviewed_by_blue', side: 'blue', label: 'Reviewed', key: 'r' },
  { from: 'executed', to: 'pending', side: 'red', label: 'Undo executed', loses: 'the time of execution' },
  { from: 'reviewed_by_blue', to: 'executed', side: 'blue', label: 'Undo review' },
];
