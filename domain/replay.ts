import type { MissionStatus } from './missions.ts';

/** The answers of the room to a step of a replay, and the decision. */
export const replayAnswers = ['seen', 'should_have', 'why_not', 'decision'] as const;

/** People at a replay. */
export const mostAttendees = 200;

/** Whether attack and defence can be replayed: once the mission is completed, or when its lead says so. */
export function isReplayOpen({ status, opened }: { status: MissionStatus; opened: boolean }): boolean {
  return opened || status === 'completed' || status === 'archived';
}
