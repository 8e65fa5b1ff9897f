import { DatabaseError } from 'pg';
import { DatabaseUnreachable } from '../refused.ts';

/** Errors of PostgreSQL pass unchanged; anything else means that it is unreachable. */
export async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof DatabaseError ? error : new DatabaseUnreachable(error);
  }
}
