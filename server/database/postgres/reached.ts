import { DatabaseError } from 'pg';
import { DatabaseUnreachable } from '../refused.ts';

/** What PostgreSQL says is told as it says it; anything else means that it can't be reached. */
export async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof DatabaseError ? error : new DatabaseUnreachable(error);
  }
}
