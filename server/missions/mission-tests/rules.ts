import { type TestMove, type TestStatus, takesExecutionTime, testMoves } from '../../../domain/missions.ts';
import type { Permission } from '../../../domain/permissions.ts';
import { type Side, writePermission } from '../../../domain/sides.ts';
import { findSide } from '../../../domain/test-record.ts';
import { DomainError, invalid } from '../../errors.ts';

/** Notification of a move of a test to the people who worked on it; null without one. */
export function findMoveNews(from: TestStatus, to: TestStatus): 'reviewed' | 'sent_back' | null {
  if (to === 'reviewed_by_blue') return 'reviewed';
  return from === 'reviewed_by_blue' && to === 'executed' ? 'sent_back' : null;
}

function findTestMove(from: TestStatus, to: TestStatus): TestMove | undefined {
  return testMoves.find((move) => move.from === from && move.to === to);
}

/** The side that may make a move; for one outside the table or to the current state, the side that leads to the target. */
export function findMoveSide(from: TestStatus, to: TestStatus): Side {
  return (findTestMove(from, to) ?? testMoves.find((move) => move.to === to))?.side ?? 'red';
}

/** The permissions for a move to a state from any other; none for `executed`, which both sides can reach. */
export function listTargetPermissions(to: unknown): Permission[] {
  const sides = new Set(testMoves.filter((move) => move.to === to).map(({ side }) => side));
  return sides.size === 1 ? [...sides].map((side) => writePermission[side]) : [];
}

/** Whether a test moves or is already there. Refuses `illegal_transition`. */
export function judgeTestMove(from: TestStatus, to: TestStatus): 'move' | 'stay' {
  if (from === to) return 'stay';
  if (findTestMove(from, to) !== undefined) return 'move';
  throw new DomainError('illegal_transition', `A test can't go from ${from} to ${to}`);
}

/**
 * Effect of a move on `executed_at`: undefined leaves it. An executed test also accepts another time. Refuses `invalid` an
 * impossible time.
 */
export function decideExecutedAt(
  { status: from, executed_at: present }: { status: TestStatus; executed_at: string | null },
  to: TestStatus,
  supplied: string | undefined,
  now: string,
): string | null | undefined {
  if (supplied === undefined) {
    const effect = findTestMove(from, to)?.executedAt;
    if (effect === 'set') return present === null ? now : undefined;
    return effect === 'clear' ? null : undefined;
  }
  if (!takesExecutionTime(to)) throw invalid('executed_at', 'is only for the move to executed');
  if (supplied === present) return undefined;
  if (from !== 'reviewed_by_blue') return supplied;
  throw invalid('executed_at', "can't change when a review is undone");
}

/**
 * Effect of a move on the operator: the person who executes a test, if none is named; undoing removes a name set by the move
 * itself. Undefined leaves it.
 */
export async function decideOperator(
  { status: from, operator }: { status: TestStatus; operator: string | null },
  to: TestStatus,
  mover: string,
  isOfMove: () => Promise<boolean>,
): Promise<string | null | undefined> {
  const effect = findTestMove(from, to)?.executedAt;
  if (effect === 'set' && operator === null) return mover;
  return effect === 'clear' && operator !== null && (await isOfMove()) ? null : undefined;
}

/** The write permissions for a body, by its fields; one with fields of both sides needs both. */
export function listFieldPermissions(body: Readonly<Record<string, unknown>>): Permission[] {
  const sides = new Set(Object.keys(body).flatMap((name) => findSide(name) ?? []));
  return [...sides].map((side) => writePermission[side]);
}

type Times = { started_at?: string | null | undefined; ended_at?: string | null | undefined };

/** Refuses `invalid`, at the written field, an end of an attack before its start. */
export function refuseInvertedTimes(present: Times, written: Times): void {
  const { started_at, ended_at } = { ...present, ...pickDefined(written) };
  if (!started_at || !ended_at || started_at <= ended_at) return;
  if (written.ended_at) throw invalid('ended_at', 'must not be before started_at');
  if (written.started_at) throw invalid('started_at', 'must not be after ended_at');
}

function pickDefined(times: Times): Times {
  return Object.fromEntries(Object.entries(times).filter(([, time]) => time !== undefined));
}
