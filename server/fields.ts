import { z } from 'zod';
import { entryKinds } from '../domain/catalogue.ts';
import { longestLabel, longestName, longestText } from '../domain/limits.ts';
import { readTimestamp } from './timestamps.ts';

function moment(error: string) {
  return (
    z.iso
      .datetime({ offset: true, error })
      // Clients mostly send back text that they were given, which is in this form already.
      .transform((text) => (text.length === 24 && text.endsWith('Z') ? text : new Date(text).toISOString()))
      // Outside the years 0000 to 9999 the text would no longer sort as the time does.
      .refine((text) => text.length === 24, 'is out of range')
  );
}

/** A moment: RFC 3339 with an offset, on a day that exists; kept as ISO 8601 UTC with milliseconds. */
export const instant = moment('must be an RFC 3339 time with an offset');

/** A plus before an offset, which a query that is not percent-encoded turns into a blank. */
const blankPlus = /(?<=T\S+) (?=\d\d(?::?\d\d)?$)/;

/** A moment in a query as any ISO 8601 timestamp, kept like `instant`. Without an offset it is UTC, and a date alone is its midnight. */
export const timestamp = z
  .string()
  .transform((text) => readTimestamp(text.replace(blankPlus, '+'))?.toISOString() ?? '')
  .pipe(moment('must be an ISO 8601 timestamp'));

/** A day that exists, `YYYY-MM-DD`. */
export const calendarDate = z.iso.date({ error: 'must be a date as YYYY-MM-DD' });

/** Commands, output, comments: kept to the letter, up to this many characters. */
export const longText = z.string().max(longestText);

/** A word that things are told apart by: a tag, a platform. */
export const label = z.string().trim().min(1).max(longestLabel);

export const shortName = z.string().trim().min(1).max(longestName);

/** A list that null empties. */
export function emptiable<Item extends z.ZodType>(list: z.ZodArray<Item>) {
  return list.nullable().transform((items) => items ?? []);
}

/** Fields that answers show beside a reference: they may be sent back with it, and are ignored. */
export function shownBeside<const Name extends string>(
  ...names: Name[]
): Record<Name, z.ZodOptional<z.ZodUnknown>> {
  const ignored = names.map((name) => [name, z.unknown().optional()]);
  return Object.fromEntries(ignored) as Record<Name, z.ZodOptional<z.ZodUnknown>>;
}

/** A catalogue entry as it is named in answers. */
export const catalogTag = z.strictObject({
  kind: z.enum(entryKinds),
  external_id: z.string(),
  name: z.string(),
});
export type CatalogTag = z.output<typeof catalogTag>;

/** A field for each of these names. */
export function each<const Name extends string, Schema extends z.ZodType>(
  names: readonly Name[],
  schema: Schema,
) {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;
}
