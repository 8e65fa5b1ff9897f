import type { Row } from '../../database/tables.ts';
import type { Hiding } from './contract.ts';

type Columns = Pick<
  Row<'mission_tests'>,
  'hidden' | 'reveal_at' | 'reveal_on_review' | 'revealed_at' | 'shown_position'
>;

/** Columns of a test that say whether it is hidden, in a query on `mission_tests as test`. */
export const hidingColumns = [
  'test.hidden',
  'test.reveal_at',
  'test.reveal_on_review',
  'test.revealed_at',
  'test.shown_position',
] as const;

/** Takes these columns of a scenario or a test, returns what they say. */
export function toHiding(row: Columns): Hiding | null {
  const hidden = row.shown_position === null;
  if (!hidden && row.revealed_at === null) return null;
  return {
    hidden,
    inherited: hidden && row.hidden === null,
    reveal: toReveal(row),
    revealed_at: row.revealed_at,
  };
}

/** The time at which something is revealed by itself, or that its review does; null for neither. */
export function toReveal({
  reveal_at,
  reveal_on_review,
}: Pick<Columns, 'reveal_at' | 'reveal_on_review'>): Hiding['reveal'] {
  if (reveal_at === null && reveal_on_review !== 1) return null;
  return { at: reveal_at, on_review: reveal_on_review === 1 };
}
