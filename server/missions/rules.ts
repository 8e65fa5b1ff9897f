import { largestCopiedText, mostTests } from '../../domain/limits.ts';
import {
  findMissionMove,
  isArchived,
  type MissionStatus,
  missionMoves,
  seesEveryMission,
} from '../../domain/missions.ts';
import type { Permission } from '../../domain/permissions.ts';
import { DomainError, type FieldError, invalid, refuseFields } from '../errors.ts';
import type { Principal } from '../permissions.ts';
import type { MemberInput } from './contract.ts';

/** The permission to move a mission, which depends only on the target. */
export function findMissionMovePermission(to: unknown): Permission {
  return missionMoves.find((move) => move.to === to)?.needs ?? 'mission.update';
}

/** Whether a mission moves or is already there. Refuses `archived` a move out of the archive, `illegal_transition` any other. */
export function judgeMissionMove(from: MissionStatus, to: MissionStatus): 'move' | 'stay' {
  refuseArchived(from);
  if (from === to) return 'stay';
  if (findMissionMove(from, to) !== undefined) return 'move';
  throw new DomainError('illegal_transition', `A mission can't go from ${from} to ${to}`);
}

/** The members of a new mission: a creator who doesn't see every mission is one, as `red` unless listed. */
export function withCreator(
  creator: Pick<Principal, 'id' | 'role'>,
  members: readonly MemberInput[],
): readonly MemberInput[] {
  const isListed = members.some((member) => member.user_id === creator.id);
  if (isListed || seesEveryMission(creator.role)) return members;
  return [...members, { user_id: creator.id, role_hint: 'red' }];
}

/** Refuses `archived`: an archived mission is read-only, and may only be deleted. */
export function refuseArchived(status: MissionStatus): void {
  if (isArchived(status)) throw new DomainError('archived', "The mission is archived and can't be changed");
}

/** Refuses `archived`, and `locked`: the tests of a locked mission are read-only until it is reopened. */
export function refuseLocked(status: MissionStatus, locked: 0 | 1 | null): void {
  refuseArchived(status);
  if (locked === 1) {
    throw new DomainError(
      'locked',
      "The mission is completed and locked: its tests can't be changed until it is reopened",
    );
  }
}

export type Copied = { tests: number; bytes: number };

/** Refuses (`invalid` at `path`) more tests or text than a mission may have. */
export function refuseTooMuch(present: Copied, added: Copied, path = 'scenario_template_ids'): void {
  const tests = present.tests + added.tests;
  if (tests > mostTests) {
    throw invalid(path, `the mission would have ${tests} tests; the limit is ${mostTests}`);
  }
  if (added.bytes > 0 && present.bytes + added.bytes > largestCopiedText) {
    throw invalid(
      path,
      `the mission would have more than ${largestCopiedText / (1024 * 1024)} MiB of text in its tests`,
    );
  }
}

/** Refuses `invalid` at its index a test that is not in the mission, that is listed twice, or that `judge` objects to. */
export function refuseUnknownTests(
  wanted: readonly string[],
  known: { has(id: string): boolean },
  judge: (id: string) => string | null = () => null,
): void {
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, id] of wanted.entries()) {
    const message = !known.has(id)
      ? `the mission has no test with the id ${id}`
      : seen.has(id)
        ? 'is listed twice'
        : judge(id);
    seen.add(id);
    if (message !== null) errors.push({ path: `test_ids.${index}`, message });
  }
  refuseFields(errors);
}
