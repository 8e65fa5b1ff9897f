import type { Permission, Role } from './permissions.ts';
import type { Side } from './sides.ts';

export const missionStatuses = ['draft', 'in_progress', 'completed', 'archived'] as const;
export type MissionStatus = (typeof missionStatuses)[number];

export type MissionMove = {
  name: 'start' | 'complete' | 'reopen' | 'archive';
  from: MissionStatus;
  to: MissionStatus;
  needs: Permission;
};

/** All moves of a mission. */
export const missionMoves: readonly MissionMove[] = [
  { name: 'start', from: 'draft', to: 'in_progress', needs: 'mission.update' },
  { name: 'complete', from: 'in_progress', to: 'completed', needs: 'mission.update' },
  { name: 'reopen', from: 'completed', to: 'in_progress', needs: 'mission.update' },
  { name: 'archive', from: 'completed', to: 'archived', needs: 'mission.archive' },
];

/** Takes two states of a mission, returns the move between them; undefined when there is none. */
export function findMissionMove(from: MissionStatus, to: MissionStatus): MissionMove | undefined {
  return missionMoves.find((move) => move.from === from && move.to === to);
}

/** The mission state in which tests wait for a side. */
export const runningStatus = 'in_progress' satisfies MissionStatus;

/** Whether this is the final state: an archived mission and its tests are read-only. People who may archive may delete it. */
export function isArchived(status: MissionStatus): boolean {
  return status === 'archived';
}

/**
 * Whether records can still be written: a completed mission is read-only until reopened, except for evidence and remediations.
 */
export function takesRecords(status: MissionStatus): boolean {
  return status === 'draft' || status === 'in_progress';
}

/** Roles that see every mission without being a member. */
export const rolesOfEveryMission: readonly Role[] = ['admin'];

/** Whether someone sees every mission without being a member. */
export function seesEveryMission(role: Role): boolean {
  return rolesOfEveryMission.includes(role);
}

/** Role hint of a member; it gives no right. */
export const memberHints = ['lead', 'red', 'blue', 'observer'] as const;
export type MemberHint = (typeof memberHints)[number];

/** Proposes a role hint from the role of an account; one lead is enough. */
export function proposeHint(role: Role, hasLead: boolean): MemberHint {
  const hints: Record<Role, MemberHint> = {
    redteam: 'red',
    soc: 'blue',
    admin: hasLead ? 'observer' : 'lead',
  };
  return hints[role];
}

/** A mission's setting for open questions at a review: ask, answer no, or leave them open. */
export const settlings = ['ask', 'no', 'open'] as const;
export type Settling = (typeof settlings)[number];
/** Possible answers to open questions at a review. */
export const settleAnswers = ['no', 'not_tested', 'open'] as const;
export type SettleAnswer = (typeof settleAnswers)[number];

export const testStatuses = ['pending', 'skipped', 'blocked', 'executed', 'reviewed_by_blue'] as const;
export type TestStatus = (typeof testStatuses)[number];

/** The states of an executed test. */
export const runTestStatuses = ['executed', 'reviewed_by_blue'] as const satisfies readonly TestStatus[];

/** The test state that waits for each side: for execution, or for review. */
export const waitingStatus = { red: 'pending', blue: 'executed' } as const satisfies Record<Side, TestStatus>;

/** Whether a test in this state was executed. */
export function wasRun(status: TestStatus): boolean {
  return runTestStatuses.some((known) => known === status);
}

export type TestMove = {
  name: 'execute' | 'skip' | 'block' | 'unskip' | 'unblock' | 'review' | 'undo_execution' | 'undo_review';
  from: TestStatus;
  to: TestStatus;
  /** Side whose permission it needs. */
  side: Side;
  /** Effect on the time of execution, if any. */
  executedAt?: 'set' | 'clear';
};

/** Every move a test can make. */
export const testMoves: readonly TestMove[] = [
  { name: 'execute', from: 'pending', to: 'executed', side: 'red', executedAt: 'set' },
  { name: 'skip', from: 'pending', to: 'skipped', side: 'red' },
  { name: 'block', from: 'pending', to: 'blocked', side: 'red' },
  { name: 'unskip', from: 'skipped', to: 'pending', side: 'red' },
  { name: 'unblock', from: 'blocked', to: 'pending', side: 'red' },
  { name: 'review', from: 'executed', to: 'reviewed_by_blue', side: 'blue' },
  { name: 'undo_execution', from: 'executed', to: 'pending', side: 'red', executedAt: 'clear' },
  { name: 'undo_review', from: 'reviewed_by_blue', to: 'executed', side: 'blue' },
];

/** Whether a move to this state can take a time of execution. */
export function takesExecutionTime(to: TestStatus): boolean {
  return testMoves.some((move) => move.to === to && move.executedAt === 'set');
}

/** Whether an attack reached its goal, regardless of its detection. */
export const attackResults = ['succeeded', 'partly', 'failed'] as const;
export type AttackResult = (typeof attackResults)[number];

/** Whether members of blue see the tests of a mission at once, or only once they are revealed. */
export const missionVisibilities = ['open', 'blind'] as const;
export type MissionVisibility = (typeof missionVisibilities)[number];

/**
 * Whether someone sees hidden tests in the missions they see: administrators, and those who write red fields. The lead of a
 * mission sees them there, too.
 */
export function seesHidden(role: Role, permissions: ReadonlySet<Permission>): boolean {
  return seesEveryMission(role) || permissions.has('mission.write_red_fields');
}
