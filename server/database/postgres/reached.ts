import { DatabaseError } from 'pg';
import { DatabaseUnreachable } from '../refused.ts';

/** PostgreSQL's errors are passed on; any other means that it is unreachable. */
export async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof DatabaseError ? error : new DatabaseUnreachable(error);
  }
}
