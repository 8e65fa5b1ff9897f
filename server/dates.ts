import { endsBeforeStart } from '../domain/fields.ts';
import { invalid } from './errors.ts';

/** Refuses (`invalid` at `end_date`) an end before the start. */
export function refuseInvertedDates(start: string | null, end: string | null): void {
  if (endsBeforeStart(start, end)) throw invalid('end_date', 'must not be before start_date');
}
