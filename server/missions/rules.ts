import { DomainError, invalid } from '../errors.ts';
import type { Permission } from '../permissions.ts';
import type { MissionStatus, TestPatch, TestStatus } from './contract.ts';

export type Side = 'red' | 'blue';

export const writePermission: Record<Side, Permission> = {
  red: 'mission.write_red_fields',
  blue: 'mission.write_blue_fields',
};

export const missionMoves: readonly { from: MissionStatus; to: MissionStatus }[] = [
  { from: 'draft', to: 'in_progress' },
  { from: 'in_progress', to: 'completed' },
  { from: 'completed', to: 'archived' },
  { from: 'completed', to: 'in_progress' },
];

/** The permission a move of a mission needs, by its target alone. */
export function missionMovePermission(to: unknown): Permission {
  return to === 'archived' ? 'mission.archive' : 'mission.update';
}

/** Whether a mission moves or is there already. Refuses `archived` out of the archive, `illegal_transition` the rest. */
export function judgeMissionMove(from: MissionStatus, to: MissionStatus): 'move' | 'stay' {
  refuseArchived(from);
  if (from === to) return 'stay';
  if (missionMoves.some((move) => move.from === from && move.to === to)) return 'move';
  throw new DomainError('illegal_transition', `A mission can't go from ${from} to ${to}`);
}

/** An archived mission takes no write at all. */
export function refuseArchived(status: MissionStatus): void {
  if (status === 'archived')
    throw new DomainError('archived', 'The mission is archived and can not be changed');
}

/** A mission is read whole, and made in one transaction that nothing else is served beside. */
const mostTests = 10_000;

/** Refuses (`invalid` at `scenario_template_ids`) scenarios that would give a mission more than 10,000 tests. */
export function refuseTooManyTests(
  present: number,
  scenarios: readonly { tests: readonly unknown[] }[],
): void {
  const tests = scenarios.reduce((sum, scenario) => sum + scenario.tests.length, present);
  if (tests > mostTests) {
    throw invalid(
      'scenario_template_ids',
      `the mission would have ${tests} tests, ${mostTests} are the most`,
    );
  }
}

export const testMoves: readonly { from: TestStatus; to: TestStatus; side: Side }[] = [
  { from: 'pending', to: 'skipped', side: 'red' },
  { from: 'skipped', to: 'pending', side: 'red' },
  { from: 'pending', to: 'blocked', side: 'red' },
  { from: 'blocked', to: 'pending', side: 'red' },
  { from: 'pending', to: 'executed', side: 'red' },
  { from: 'executed', to: 'reviewed_by_blue', side: 'blue' },
  { from: 'executed', to: 'pending', side: 'red' },
  { from: 'reviewed_by_blue', to: 'executed', side: 'blue' },
];

/** The side that may ask for a move; outside the table, and for the present state, the side of the target. */
export function sideOfMove(from: TestStatus, to: TestStatus): Side {
  const move = testMoves.find((item) => item.from === from && item.to === to);
  return move?.side ?? (to === 'reviewed_by_blue' ? 'blue' : 'red');
}

/** The permissions a move needs whatever the present state is; only `executed` is reached by both sides. */
export function permissionsForTarget(to: unknown): Permission[] {
  if (to === 'reviewed_by_blue') return [writePermission.blue];
  if (to === 'pending' || to === 'skipped' || to === 'blocked') return [writePermission.red];
  return [];
}

/** Whether a test moves or is there already. Refuses `illegal_transition`. */
export function judgeTestMove(from: TestStatus, to: TestStatus): 'move' | 'stay' {
  if (from === to) return 'stay';
  if (testMoves.some((item) => item.from === from && item.to === to)) return 'move';
  throw new DomainError('illegal_transition', `A test can't go from ${from} to ${to}`);
}

/** What a move does to `executed_at`: undefined leaves it. */
export function executedAtAfter(
  from: TestStatus,
  to: TestStatus,
  supplied: string | undefined,
  now: string,
): string | null | undefined {
  if (from === 'pending' && to === 'executed') return supplied ?? now;
  if (from === 'executed' && to === 'pending') return null;
  return undefined;
}

const sideOfField: Record<keyof TestPatch, Side> = {
  command: 'red',
  output: 'red',
  red_comment: 'red',
  executed_at: 'red',
  detection_level_id: 'blue',
  blue_comment: 'blue',
  detected_at: 'blue',
};

/** The write permissions a body needs by the fields it names; a body with both sides' fields needs both. */
export function permissionsForFields(body: Readonly<Record<string, unknown>>): Permission[] {
  const sides = new Set(
    Object.keys(body)
      .filter((name) => Object.hasOwn(sideOfField, name))
      .map((name) => sideOfField[name as keyof TestPatch]),
  );
  return [...sides].map((side) => writePermission[side]);
}
