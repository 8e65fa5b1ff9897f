import { z } from 'zod';

/** A moment: RFC 3339 with an offset, on a day that exists; kept as ISO 8601 UTC with milliseconds. */
export const instant = z.iso
  .datetime({ offset: true, error: 'must be an RFC 3339 time with an offset' })
  // What clients send back is mostly what they were given, which is in this form already.
  .transform((text) => (text.length === 24 && text.endsWith('Z') ? text : new Date(text).toISOString()))
  // Outside the years 0000 to 9999 the text would no longer sort as the time does.
  .refine((text) => text.length === 24, 'is out of range');

/** A day that exists, `YYYY-MM-DD`. */
export const calendarDate = z.iso.date({ error: 'must be a date as YYYY-MM-DD' });

/** Commands, output, comments: kept to the letter, up to this many characters. */
export const longestText = 200_000;
export const longText = z.string().max(longestText);

export const shortName = z.string().trim().min(1).max(200);

/** A catalogue entry as it is named in answers. */
export const catalogTag = z.strictObject({
  kind: z.enum(['tactic', 'technique', 'subtechnique']),
  external_id: z.string(),
  name: z.string(),
});
export type CatalogTag = z.output<typeof catalogTag>;
