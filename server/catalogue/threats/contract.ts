import { z } from 'zod';
import { longestExternalId } from '../../../domain/limits.ts';
import { findThreatKind, softwareTypes, threatKinds } from '../../../domain/threats.ts';
import { emptiable, shortName, shownBeside } from '../../fields.ts';
import { listOf, pagingFields, searchText } from '../../paging.ts';

const named = z.strictObject({ external_id: z.string(), name: z.string() });
export const threatKind = z.enum(threatKinds);

/** A threat as named in plans made from it. */
export const namedThreat = z.strictObject({ kind: threatKind, ...named.shape });
export type NamedThreat = z.output<typeof namedThreat>;

const threatFields = {
  kind: threatKind,
  external_id: z.string(),
  name: z.string(),
  /** Other names. */
  aliases: z.array(z.string()),
  /** For software, else null. */
  software_type: z.enum(softwareTypes).nullable(),
  /** Days; for a campaign. */
  first_seen: z.string().nullable(),
  last_seen: z.string().nullable(),
};

export const threatListItem = z.strictObject({
  ...threatFields,
  /** Number of the catalogue's techniques and sub-techniques that it uses. */
  techniques: z.number().int(),
});
export type ThreatListItem = z.output<typeof threatListItem>;
export const threatList = listOf(threatListItem);

export const threatListQuery = z.strictObject({
  ...pagingFields,
  /** In the external id, the name or another name. */
  q: searchText,
});
export type ThreatListQuery = z.output<typeof threatListQuery>;

const usedTechnique = z.strictObject({
  external_id: z.string(),
  name: z.string(),
  kind: z.enum(['technique', 'subtechnique']),
  tactics: z.array(named),
});

export const threatSchema = z.strictObject({
  ...threatFields,
  /** Only in a catalogue synchronised with a full bundle. */
  description: z.string().nullable(),
  url: z.string(),
  techniques: z.array(usedTechnique),
  /** Objects it uses, objects that use it, and the groups to which a campaign is attributed. */
  related: z.array(namedThreat),
});
export type ThreatDetail = z.output<typeof threatSchema>;

/** Threats that use a technique or one of its sub-techniques. */
export const techniqueThreats = z.strictObject({
  external_id: z.string(),
  groups: z.array(named),
  campaigns: z.array(named),
  software: z.array(named),
  /** Data that a tool must collect for detection. */
  data_components: z.array(z.string()),
});
export type TechniqueThreats = z.output<typeof techniqueThreats>;

/** Threats of the catalogue; null if it has none. */
export const threatStatus = z
  .strictObject({
    version: z.string().nullable(),
    synced_at: z.string(),
    groups: z.number().int(),
    campaigns: z.number().int(),
    software: z.number().int(),
  })
  .nullable();
export type ThreatStatus = z.output<typeof threatStatus>;

/** Most threats of one choice; this many fit into an address. */
const mostThreats = 100;
const mostTechniques = 800;

function idsField(most: number, isOne: (id: string) => boolean, what: string) {
  return z
    .string()
    .max(10 * most)
    .transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))])
    .refine((ids) => ids.length <= most, `must name at most ${most}`)
    .refine((ids) => ids.every(isOne), `must be ${what}, separated by commas`)
    .optional();
}

const threatTag = z.strictObject({
  kind: threatKind,
  external_id: z.string().max(longestExternalId),
  ...shownBeside('name'),
});
export type ThreatTag = z.output<typeof threatTag>;
/** Threats of a mission recorded elsewhere, possibly with another catalogue. */
export const importedThreats = z
  .array(
    z.strictObject({
      kind: threatKind,
      external_id: z
        .string()
        .max(20)
        .refine((id) => findThreatKind(id) !== null, 'must be the external id of a threat'),
      name: shortName,
    }),
  )
  .max(mostThreats);
export const threatTags = emptiable(z.array(threatTag).max(mostThreats));

/** Groups, campaigns and software, and techniques from a custom list; at least one of them. */
export const threatChoice = {
  threats: idsField(
    mostThreats,
    (id) => findThreatKind(id) !== null,
    'external ids of groups, campaigns or software',
  ),
  techniques: idsField(mostTechniques, (id) => /^T\d{4}(\.\d{3})?$/.test(id), 'techniques such as T1059.001'),
};
export type ThreatChoice = { threats?: string[] | undefined; techniques?: string[] | undefined };
