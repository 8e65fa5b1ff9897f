import type { Row } from '../../database/tables.ts';
import { DomainError } from '../../errors.ts';
import type { RevealInput } from './contract.ts';

/** Whether a test is hidden: it says so itself, else its scenario does, else the mission. */
export function isHidden(
  test: { hidden: number | null },
  scenario: { hidden: number | null },
  mission: { visibility: string | null },
): boolean {
  return isHiddenScenario({ hidden: test.hidden ?? scenario.hidden }, mission);
}

/** Whether tests of a scenario are hidden that say nothing of their own. */
export function isHiddenScenario(
  scenario: { hidden: number | null },
  { visibility }: { visibility: string | null },
): boolean {
  return (scenario.hidden ?? (visibility === 'blind' ? 1 : 0)) === 1;
}

/** Time in which a reveal can be taken back before anybody sees it. */
const undoMilliseconds = 10_000;

/** Takes when something is to be revealed, the time and who says so; returns its schedule. */
export function toSchedule(
  when: RevealInput['when'],
  now: number,
  by: string,
): Pick<Row<'missions'>, 'reveal_at' | 'reveal_on_review' | 'reveal_by'> {
  if (when === 'never') return { reveal_at: null, reveal_on_review: null, reveal_by: null };
  if (when === 'review') return { reveal_at: null, reveal_on_review: 1, reveal_by: by };
  const reveal_at = when === 'now' ? new Date(now + undoMilliseconds).toISOString() : when;
  return { reveal_at, reveal_on_review: null, reveal_by: by };
}

type Revealable = Pick<Row<'mission_tests'>, 'shown_position' | 'revealed_at'>;

/**
 * Refuses `already_revealed` to take a reveal back that people have seen: of one of these scenarios and tests, or, with the schedule
 * of a whole mission, of its last hidden test.
 */
export function refuseRevealed({
  scheduled,
  rows,
}: {
  scheduled: Pick<Row<'missions'>, 'reveal_at'> | null;
  rows: readonly Revealable[];
}): void {
  const isRevealed = ({ shown_position, revealed_at }: Revealable) =>
    shown_position !== null && revealed_at !== null;
  const isOver =
    scheduled === null
      ? rows.some(isRevealed)
      : scheduled.reveal_at === null &&
        rows.some(isRevealed) &&
        rows.every(({ shown_position }) => shown_position !== null);
  if (!isOver) return;
  throw new DomainError('already_revealed', 'Others have seen it: hide it again instead');
}
