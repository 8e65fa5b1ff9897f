import { z } from 'zod';
import { entryKinds } from '../domain/catalogue.ts';
import { longestLabel, longestName, longestText } from '../domain/limits.ts';
import { readTimestamp } from './timestamps.ts';

function moment(error: string) {
  return (
    z.iso
      .datetime({ offset: true, error })
      // Clients mostly send back text they received, which already has this form.
      .transform((text) => (text.length === 24 && text.endsWith('Z') ? text : new Date(text).toISOString()))
      // Outside the years 0000 to 9999 the text would not sort by time.
      .refine((text) => text.length === 24, 'is out of range')
  );
}

/** A moment: RFC 3339 with an offset, on an existing day; stored as ISO 8601 UTC with milliseconds. */
export const instant = moment('must be an RFC 3339 time with an offset');

/** A plus before an offset, which becomes a space in an unencoded query. */
const blankPlus = /(?<=T\S+) (?=\d\d(?::?\d\d)?$)/;

/**
 * A moment in a query as any ISO 8601 timestamp, stored like `instant`. Without an offset it is UTC, and a date means its
 * midnight.
 */
export const timestamp = z
  .string()
  .max(100, 'must be an ISO 8601 timestamp')
  .transform((text) => readTimestamp(text.replace(blankPlus, '+'))?.toISOString() ?? '')
  .pipe(moment('must be an ISO 8601 timestamp'));

/** An existing day, `YYYY-MM-DD`. */
export const calendarDate = z.iso.date({ error: 'must be a date as YYYY-MM-DD' });

/** Commands, output, comments: stored verbatim, up to this many characters. */
export const longText = z.string().max(longestText);

/** A label such as a tag or a platform. */
export const label = z.string().trim().min(1).max(longestLabel);

/** A short text that may be missing: null, or nothing but blanks. */
export function optionalText(longest: number) {
  return z
    .string()
    .trim()
    .max(longest)
    .nullable()
    .transform((text) => text || null);
}

export const shortName = z.string().trim().min(1).max(longestName);

/** A list; null means empty. */
export function emptiable<Item extends z.ZodType>(list: z.ZodArray<Item>) {
  return list.nullable().transform((items) => items ?? []);
}

/** Fields next to a reference in responses; they may be sent back with it, and are ignored. */
export function shownBeside<const Name extends string>(
  ...names: Name[]
): Record<Name, z.ZodOptional<z.ZodUnknown>> {
  const ignored = names.map((name) => [name, z.unknown().optional()]);
  return Object.fromEntries(ignored) as Record<Name, z.ZodOptional<z.ZodUnknown>>;
}

/** A catalogue entry as returned in responses. */
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

/**
 * The body of a request with one object or a list of at most `most`. Takes the schema that reads an object, and the one that
 * describes it to programs; errors of a list name its objects by their index, such as `executions[3].executed_at`.
 */
export function oneOrSeveral<Item extends z.ZodType>(
  name: string,
  item: Item,
  most: number,
  described: z.ZodType = item,
) {
  const list = z.array(item).min(1).max(most);
  return z
    .unknown()
    .transform((sent, context): z.output<Item>[] => {
      const isList = Array.isArray(sent);
      const { data, error } = list.safeParse(isList ? sent : [sent]);
      for (const issue of error?.issues ?? []) {
        const [index, ...field] = issue.path;
        const place = isList && index !== undefined ? [`${name}[${String(index)}]`] : [];
        context.issues.push({ ...issue, path: [...place, ...field], input: sent } as never);
      }
      return data ?? z.NEVER;
    })
    .meta({ meant: z.union([described, z.array(described).min(1).max(most)]) });
}
