import { invalid } from './errors.ts';

/** Refuses (`invalid` at `end_date`) an end before the start. */
export function refuseInvertedDates(start: string | null, end: string | null): void {
  if (start !== null && end !== null && end < start)
    throw invalid('end_date', 'must not be before start_date');
}
