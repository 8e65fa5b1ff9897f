import { z } from 'zod';

/** A user as named elsewhere. */
export const personSchema = z.strictObject({ id: z.uuid(), display_name: z.string() });
export type Person = z.output<typeof personSchema>;

/** The user named in a row by id and name, if any. */
export function toPerson(
  id: string | null,
  displayName: string | null,
): { id: string; display_name: string } | null {
  return id === null || displayName === null ? null : { id, display_name: displayName };
}
